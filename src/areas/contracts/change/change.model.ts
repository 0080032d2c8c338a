import { z } from "zod";
import { offeredAction, patchOf } from "#kernel/fields.ts";
import { names } from "#kernel/labels.ts";
import { formatCents } from "#kernel/money.ts";
import { dayField, instantField } from "#kernel/time-fields.ts";
import { planned, signingRow, yearAmount } from "../contract/contract.model.ts";
import { clockUnits, type ClockUnit } from "../claim/claim.labels.ts";
import { changeStatuses, sides, type ChangeStatus } from "./change.labels.ts";
const days = z.number("Enter whole days.").int("Enter whole days.").min(-3650).max(3650);

/** One item: cents, below zero where it becomes less, and days that it adds or takes. */
const changeLine = z
  .object({
    description: z.string().trim().min(1, "Say what becomes more or less.").max(400),
    amount: z
      .number("Enter an amount such as 1,234.56, with a minus where it becomes less.")
      .int()
      .min(-9e14)
      .max(9e14),
    days: days.default(0),
  })
  .refine(({ amount, days: moved }) => amount !== 0 || moved !== 0, {
    path: ["amount"],
    message: "Enter an amount or days.",
  });
export type ChangeLine = z.output<typeof changeLine>;
const lines = z.array(changeLine).min(1, "Add a line.").max(200);

/** The fields of a proposal, said once. */
export const changeFields = {
  title: z.string().trim().min(1, "Say what changes.").max(200).meta({ title: "What changes" }),
  reason: z
    .string()
    .trim()
    .min(3, "Say why the contract changes.")
    .max(4000)
    .meta({ title: "Why" }),
  lines: lines.meta({ title: "Lines" }),
};
export const changeInput = z.object({ ...changeFields, contractId: z.uuid("Choose a contract.") });
export type ChangeInput = z.output<typeof changeInput>;
export const vendorChangeInput = z.object(changeFields);
export const changePatch = patchOf(changeFields);
export type ChangePatch = z.output<typeof changePatch>;

export const reviewInput = z.object({
  inScope: z.boolean("Say whether it is within the contract's scope."),
  scopeReason: z.string().trim().min(3, "Say why it is, or is not.").max(4000),
});
export const priceInput = z.object({
  lines: lines.optional(),
  analysis: z.string().trim().max(20_000).default(""),
});
export const fundsInput = z.object({
  funding: z.string().trim().min(3, "Say which account or fund pays.").max(2000),
  yearPlan: z.array(yearAmount).max(40).default([]),
});
export const decisionInput = z.object({
  bodyNumber: z.string().trim().min(1, "Enter the number of the decision.").max(100),
  bodyDay: z.iso.date("Enter the day of the decision."),
  bodyFileId: z.uuid("Attach the decision."),
});
export type Review = z.output<typeof reviewInput>;
export type Price = z.output<typeof priceInput>;
export type Funds = z.output<typeof fundsInput>;
export type BodyDecision = z.output<typeof decisionInput>;

type Terms = { increase: number; decrease: number; yearPlan: readonly { amount: number }[] };

/** Why a change does not fit its contract as that stands, in sentences that say what to do. */
export const objectionsTo = (c: Terms, of: { ceiling: number; drawn: number }): string[] => {
  const net = c.increase - c.decrease;
  return [
    ...(of.ceiling + net < of.drawn
      ? [
          `Orders have drawn ${formatCents(of.drawn)}: the ceiling cannot fall to ${formatCents(of.ceiling + net)}.`,
        ]
      : []),
    ...(planned(c.yearPlan) === net
      ? []
      : [
          `By fiscal year the change comes to ${formatCents(planned(c.yearPlan))}; net it is ${formatCents(net)}.`,
        ]),
  ];
};

const status = z.enum(names<ChangeStatus>(changeStatuses));
export const changeRow = z
  .object({
    id: z.string(),
    number: z.string(),
    status,
    side: z.enum(names(sides)),
    title: z.string(),
    contract: z.string(),
    contractId: z.string(),
    contractTitle: z.string(),
    vendor: z.string(),
    increase: z.number(),
    decrease: z.number(),
    net: z.number(),
    days: z.number(),
    version: z.number(),
  })
  .meta({ id: "ChangeOrder" });
export type Change = z.output<typeof changeRow>;

const capsAnswer = z.object({
  percent: z.number().nullable(),
  totalCents: z.number().nullable(),
  eachCents: z.number().nullable(),
  contingencyPercent: z.number().nullable(),
  citation: z.string(),
});
/** A contract's growth: what is in force, what is on its way, and what the rules of today allow. */
const growthAnswer = z.object({
  original: z.number(),
  up: z.number(),
  down: z.number(),
  pendingUp: z.number(),
  pendingDown: z.number(),
  amendedUp: z.number(),
  caps: capsAnswer,
});
export type GrowthAnswer = z.output<typeof growthAnswer>;

export const lineRow = z.object({
  id: z.string(),
  lineNo: z.number(),
  description: z.string(),
  amount: z.number(),
  days: z.number(),
});

export const changeDetail = changeRow
  .extend({
    reason: z.string(),
    lines: z.array(lineRow),
    inScope: z.boolean().nullable(),
    scopeReason: z.string(),
    analysis: z.string(),
    analysisDemanded: z.boolean(),
    funding: z.string(),
    yearPlan: z.array(yearAmount),
    bodyNumber: z.string().nullable(),
    bodyDay: dayField.nullable(),
    bodyFileId: z.string().nullable(),
    claimId: z.string().nullable(),
    proposedBy: z.string(),
    statusReason: z.string().nullable(),
    appliedAt: instantField.nullable(),
    growth: growthAnswer,
    beyond: z.array(z.string()),
    objections: z.array(z.string()),
    ceilingNow: z.number(),
    endsNow: dayField,
    signings: z.array(signingRow),
    approvalId: z.string().nullable(),
    canEdit: z.boolean(),
    canRecordDecision: z.boolean(),
    actions: z.array(offeredAction),
  })
  .meta({ id: "ChangeOrderDetail" });
export type ChangeDetail = z.output<typeof changeDetail>;

const clock = z.number("Enter whole days.").int().min(0).max(3650).nullable().default(null);
/** A contract's clocks of claims, and whether everybody may read of its changes and claims. */
const unit = z.enum(names<ClockUnit>(clockUnits)).default("days");
export const termsInput = z.object({
  noticeDays: clock,
  submitDays: clock,
  decideDays: clock,
  appealDays: clock,
  noticeIn: unit,
  submitIn: unit,
  decideIn: unit,
  appealIn: unit,
  dayCount: z.enum(["calendar", "business"]).default("calendar"),
  citation: z.string().trim().max(300).default(""),
  published: z.boolean().default(false),
});
export type TermsInput = z.output<typeof termsInput>;
export const termsAnswer = termsInput.extend({
  version: z.number(),
  growth: growthAnswer,
  canEdit: z.boolean(),
  canPropose: z.boolean(),
  canClaim: z.boolean(),
});
export type TermsAnswer = z.output<typeof termsAnswer>;
