import { z } from "zod";
import { offeredAction } from "#kernel/fields.ts";
import { names } from "#kernel/labels.ts";
import { lifecycle, type Asker } from "#kernel/lifecycle.ts";
import { dayField, instantField } from "#kernel/time-fields.ts";
import { protestStatuses, type ProtestStatus } from "./protest.labels.ts";

export type ProtestAction =
  | "take"
  | "dismiss"
  | "deny"
  | "sustain"
  | "overrideStay"
  | "withdraw"
  | "appeal"
  | "uphold"
  | "reverse";
/** `insiders`: the buyer, who evaluated, who posted the intent: none of them decides. */
export type ProtestFacts = {
  status: string;
  timely: boolean;
  stay: boolean;
  insiders: readonly string[];
  decidedBy: string | null;
  awardStatus: string;
  appealOpen: boolean;
};

const outsider = (p: ProtestFacts, asker: Asker) =>
  asker.personId !== null && p.insiders.includes(asker.personId)
    ? "Somebody who had no part in the award decides."
    : null;
const movable = (p: ProtestFacts) =>
  p.awardStatus === "final"
    ? "The award is final: end its orders first."
    : p.awardStatus === "withdrawn"
      ? "The intent is withdrawn already."
      : null;
const other = (p: ProtestFacts, asker: Asker) =>
  outsider(p, asker) ??
  (p.decidedBy === asker.personId
    ? "Somebody else than who decided first decides the appeal."
    : null);

export const protestCycle = lifecycle<ProtestFacts>()<ProtestStatus, ProtestAction>({
  noun: "protest",
  initial: "filed",
  statuses: protestStatuses,
  course: ["filed", "under_review", "denied"],
  actions: {
    take: {
      label: "Take up",
      from: ["filed"],
      to: "under_review",
      permission: "protest.decide",
      tone: "primary",
      unless: outsider,
    },
    dismiss: {
      label: "Dismiss as late",
      from: ["filed", "under_review"],
      to: "dismissed",
      permission: "protest.decide",
      needsReason: true,
      unless: (p, asker) => outsider(p, asker) ?? (p.timely ? "It was filed in time." : null),
    },
    deny: {
      label: "Deny",
      from: ["under_review"],
      to: "denied",
      permission: "protest.decide",
      needsReason: true,
      unless: outsider,
    },
    sustain: {
      label: "Sustain",
      from: ["under_review"],
      to: "sustained",
      permission: "protest.decide",
      needsReason: true,
      tone: "primary",
      unless: (p, asker) => outsider(p, asker) ?? movable(p),
    },
    overrideStay: {
      label: "Override the stay",
      from: ["filed", "under_review", "appealed"],
      to: null,
      outcomes: ["filed", "under_review", "appealed"],
      permission: "protest.decide",
      needsReason: true,
      tone: "danger",
      unless: (p, asker) => outsider(p, asker) ?? (p.stay ? null : "It does not stay the award."),
    },
    withdraw: {
      label: "Withdraw",
      from: ["filed", "under_review"],
      to: "withdrawn",
      permission: "protest.file",
    },
    appeal: {
      label: "Appeal",
      from: ["denied", "dismissed"],
      to: "appealed",
      permission: "protest.file",
      unless: (p) => (p.appealOpen ? null : "The time to appeal is over."),
    },
    uphold: {
      label: "Uphold the denial",
      from: ["appealed"],
      to: "upheld",
      permission: "protest.decide",
      needsReason: true,
      unless: other,
    },
    reverse: {
      label: "Reverse",
      from: ["appealed"],
      to: "reversed",
      permission: "protest.decide",
      needsReason: true,
      tone: "primary",
      unless: (p, asker) => other(p, asker) ?? movable(p),
    },
  },
});

export const filingInput = z.object({
  orgId: z.uuid(),
  awardId: z.uuid(),
  grounds: z
    .string()
    .trim()
    .min(20, "State the grounds: what rule or criterion was broken, and how.")
    .max(40_000),
  relief: z.string().trim().max(4000).default(""),
});
export type FilingInput = z.output<typeof filingInput>;
export const appealInput = z.object({
  orgId: z.uuid(),
  grounds: z.string().trim().min(20, "State the grounds of the appeal.").max(40_000),
});
export const withdrawalInput = z.object({ orgId: z.uuid() });
export const decisionInput = z.object({
  reason: z.string().trim().max(40_000).nullish(),
  remedy: z.enum(["re_evaluate", "re_solicit"]).nullish(),
});

const status = z.enum(names(protestCycle.statuses));
const shown = {
  id: z.string(),
  number: z.string(),
  status,
  solicitationId: z.string(),
  solicitation: z.string(),
  awardId: z.string(),
  vendor: z.string(),
  grounds: z.string(),
  relief: z.string(),
  filedAt: instantField,
  filedByName: z.string(),
  timely: z.boolean(),
  stay: z.boolean(),
  decideBy: dayField,
  decision: z.string().nullable(),
  remedy: z.enum(["re_evaluate", "re_solicit"]).nullable(),
  decidedAt: instantField.nullable(),
  appealUntil: instantField.nullable(),
  appealGrounds: z.string().nullable(),
  appealedAt: instantField.nullable(),
  appealDecision: z.string().nullable(),
  appealDecidedAt: instantField.nullable(),
  version: z.number(),
};
/** A protest in the agency's list. */
export const protestRow = z
  .object({
    id: z.string(),
    number: z.string(),
    vendor: z.string(),
    solicitationId: z.string(),
    solicitationNumber: z.string(),
    title: z.string(),
    status,
    filedAt: instantField,
    timely: z.boolean(),
    stay: z.boolean(),
    decideBy: dayField,
    decidedAt: instantField.nullable(),
    appealUntil: instantField.nullable(),
    version: z.number(),
  })
  .meta({ id: "ProtestRow" });
export type ProtestRow = z.output<typeof protestRow>;
/** A protest for the agency. */
export const protestDetail = z
  .object({
    ...shown,
    title: z.string(),
    evaluationId: z.string().nullable(),
    stayOverrideReason: z.string().nullable(),
    decidedBy: z.string().nullable(),
    actions: z.array(offeredAction),
  })
  .meta({ id: "Protest" });
export type ProtestDetail = z.output<typeof protestDetail>;
/** A protest for the vendor who filed it. */
export const ownProtest = z
  .object({
    ...shown,
    orgId: z.string(),
    agency: z.string(),
    canWithdraw: z.boolean(),
    canAppeal: z.boolean(),
  })
  .meta({ id: "OwnProtest" });
export type OwnProtest = z.output<typeof ownProtest>;
