import { z } from "zod";
import { answerOf, offeredAction, patchOf } from "#kernel/fields.ts";
import { names } from "#kernel/labels.ts";
import { formatCents } from "#kernel/money.ts";
import { dayField, dayInput, instantField } from "#kernel/time-fields.ts";
import type { Day } from "#kernel/time.ts";
import { heldAs } from "#kernel/record-form.ts";
import { planned, signingRow, yearAmount } from "../contract/contract.model.ts";
import { beyondLead } from "../cooperative/cooperative.model.ts";
import { monthsAfter } from "../contract/term.model.ts";
import {
  amendmentKinds,
  amendmentStatuses,
  type AmendmentKind,
  type AmendmentStatus,
} from "./amendment.labels.ts";

/** The fields of an amendment, said once. */
export const amendmentFields = {
  kind: z.enum(names<AmendmentKind>(amendmentKinds)).meta({ title: "Kind" }),
  title: z.string().trim().min(1, "Say what changes.").max(200).meta({ title: "What changes" }),
  reason: z
    .string()
    .trim()
    .min(3, "Say why the contract changes.")
    .max(4000)
    .meta({ title: "Why" }),
  newEndsOn: dayInput().nullish().meta({ title: "New last day" }),
  ceilingChange: heldAs(
    "cents",
    z.number("Enter an amount such as 1,234.56.").int().min(-9e14).max(9e14),
  )
    .default(0)
    .meta({ title: "Change of the ceiling" }),
  jointChange: heldAs(
    "cents",
    z.number("Enter an amount such as 1,234.56.").int().min(-9e14).max(9e14),
  )
    .default(0)
    .meta({ title: "Change of the ceiling over all lots" }),
  yearPlan: z.array(yearAmount).max(40).default([]).meta({ title: "Change by fiscal year" }),
  scope: z.string().trim().max(20_000).default("").meta({ title: "Change of the scope" }),
};
export const amendmentInput = z.object({ ...amendmentFields, contractId: z.uuid() });
export type AmendmentInput = z.output<typeof amendmentInput>;
export const amendmentPatch = patchOf(amendmentFields);
export type AmendmentPatch = z.output<typeof amendmentPatch>;

type Terms = Pick<
  AmendmentInput,
  "kind" | "newEndsOn" | "ceilingChange" | "jointChange" | "yearPlan" | "scope"
>;
type Of = {
  startsOn: string;
  endsOn: Day;
  ceiling: number;
  drawn: number;
  optionCount: number;
  optionsUsed: number;
  optionMonths: number;
  /** How many prices its own rate sheet has. */ rates: number;
  /** The last day of another agency's contract that ours rests on. */
  leadEndsOn?: Day | null;
  /** The ceiling over all lots, where the contract is one of several. */
  joint?: { ceiling: number; drawn: number } | null;
};

/** The last day of the contract as the amendment makes it. */
export const endAfter = (
  a: Pick<Terms, "kind" | "newEndsOn">,
  of: Pick<Of, "endsOn" | "optionMonths">,
): Day =>
  a.kind === "option" ? monthsAfter(of.endsOn, of.optionMonths) : (a.newEndsOn ?? of.endsOn);

/** Why an amendment cannot be sent or applied as it is, in sentences that say what to do. */
export const objectionsTo = (a: Terms, of: Of): string[] => [
  ...(a.kind === "term" && !a.newEndsOn ? ["Enter the new last day."] : []),
  ...(a.kind === "money" && a.ceilingChange === 0 && a.jointChange === 0
    ? ["Say by how much the ceiling changes."]
    : []),
  ...(a.kind === "scope" && !a.scope ? ["Say how the scope changes."] : []),
  ...(a.kind === "prices" && of.rates === 0 ? ["Enter the new rate sheet."] : []),
  ...(a.kind === "option" && of.optionsUsed >= of.optionCount
    ? [`All ${of.optionCount} options of the contract are used.`]
    : []),
  ...(a.kind !== "option" && a.newEndsOn && a.newEndsOn < of.startsOn
    ? ["The contract would end before it begins."]
    : []),
  ...(endAfter(a, of) > of.endsOn
    ? [beyondLead(of.leadEndsOn, endAfter(a, of))].flatMap((why) => why ?? [])
    : []),
  ...(of.ceiling + a.ceilingChange < of.drawn
    ? [
        `Orders have drawn ${formatCents(of.drawn)}: the ceiling cannot fall to ${formatCents(of.ceiling + a.ceilingChange)}.`,
      ]
    : []),
  ...(a.jointChange !== 0 && !of.joint
    ? ["This contract is no lot: no ceiling stands over it that could change."]
    : []),
  ...(of.joint && of.joint.ceiling + a.jointChange < of.joint.drawn
    ? [
        `Orders of all lots have drawn ${formatCents(of.joint.drawn)}: the ceiling over them cannot fall to ${formatCents(of.joint.ceiling + a.jointChange)}.`,
      ]
    : []),
  ...(planned(a.yearPlan) === a.ceilingChange
    ? []
    : [
        `By fiscal year the change comes to ${formatCents(planned(a.yearPlan))}; it is ${formatCents(a.ceilingChange)}.`,
      ]),
];

/** A contract's plan with the change of each year added. */
export const planAfter = (
  plan: readonly { year: number; amount: number }[],
  change: readonly { year: number; amount: number }[],
): { year: number; amount: number }[] => {
  const years = new Map<number, number>();
  for (const { year, amount } of [...plan, ...change])
    years.set(year, (years.get(year) ?? 0) + amount);
  return [...years]
    .map(([year, amount]) => ({ year, amount }))
    .filter(({ amount }) => amount !== 0)
    .toSorted((a, b) => a.year - b.year);
};

const status = z.enum(names<AmendmentStatus>(amendmentStatuses));
export const amendmentRow = z
  .object({
    id: z.string(),
    number: z.string(),
    status,
    kind: z.enum(names<AmendmentKind>(amendmentKinds)),
    title: z.string(),
    contract: z.string(),
    contractId: z.string(),
    contractTitle: z.string(),
    vendor: z.string(),
    ceilingChange: z.number(),
    newEndsOn: dayField.nullable(),
    version: z.number(),
  })
  .meta({ id: "ContractAmendment" });
export type Amendment = z.output<typeof amendmentRow>;

export const amendmentDetail = amendmentRow
  .extend({
    ...answerOf(amendmentFields),
    ...amendmentRow.shape,
    statusReason: z.string().nullable(),
    appliedAt: instantField.nullable(),
    /** The contract as it stands, and as the amendment makes it. */
    ceilingNow: z.number(),
    ceilingThen: z.number(),
    /** The ceiling over all lots, now and then; null where the contract is no lot. */
    joint: z.object({ now: z.number(), then: z.number() }).nullable(),
    endsNow: dayField,
    endsThen: dayField,
    /** What it brings into the contract. */
    clauses: z.array(z.object({ name: z.string(), text: z.string(), citation: z.string() })),
    objections: z.array(z.string()),
    signings: z.array(signingRow),
    approvalId: z.string().nullable(),
    canEdit: z.boolean(),
    actions: z.array(offeredAction),
  })
  .meta({ id: "ContractAmendmentDetail" });
export type AmendmentDetail = z.output<typeof amendmentDetail>;
