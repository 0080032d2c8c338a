import { z } from "zod";
import { formatDate } from "#kernel/dates.ts";
import { answerOf } from "#kernel/fields.ts";
import { names } from "#kernel/labels.ts";
import { formatCents } from "#kernel/money.ts";
import { dayInput } from "#kernel/time-fields.ts";
import type { Day } from "#kernel/time.ts";
import { competitions, rights, type Competition, type Right } from "./cooperative.labels.ts";
const words = (most: number) => z.string().trim().max(most).default("");

/** What is kept of another agency's contract; what is not known yet stays empty. `amountLeft`: cents. */
export const cooperativeFields = {
  leadAgency: words(200).meta({ title: "Lead agency" }),
  leadNumber: words(100).meta({ title: "Its contract number" }),
  leadEndsOn: dayInput("Enter the last day of the lead contract.")
    .nullish()
    .meta({ title: "Last day of the lead contract" }),
  competition: z
    .enum(names<Competition>(competitions), "Choose how it was competed.")
    .nullish()
    .meta({ title: "Competed by" }),
  competitionNote: words(2000).meta({ title: "About the competition" }),
  competitionFileId: z
    .uuid("Upload the evidence first.")
    .nullish()
    .meta({ title: "Evidence of the competition" }),
  rightKind: z
    .enum(names<Right>(rights), "Choose by what the agency may use it.")
    .nullish()
    .meta({ title: "Our right to use it" }),
  rightNote: words(2000).meta({ title: "Where the right stands" }),
  rightFileId: z.uuid("Upload the document first.").nullish().meta({ title: "Document" }),
  scope: words(2000).meta({ title: "Why this is within its scope" }),
  quantityLeft: words(200).meta({ title: "Quantity left for us" }),
  amountLeft: z
    .number("Enter an amount such as 1,234.56.")
    .int()
    .min(0, "The amount cannot be below zero.")
    .max(9e14, "This amount is too large.")
    .nullish()
    .meta({ title: "Amount left for us" }),
  clausesThere: z
    .boolean()
    .default(false)
    .meta({ title: "The lead contract has the clauses that federal money asks for" }),
  clausesNote: words(2000).meta({ title: "Where they stand" }),
};
export const cooperativeInput = z.object(cooperativeFields);
export type CooperativeInput = z.output<typeof cooperativeInput>;

/** What of our own contract its file is held against. `lacking`: clauses that it lacks, as sentences. */
export type OurContract = {
  endsOn: string;
  ceiling: number;
  federalAward: string;
  lacking: readonly string[];
};

const heading = "The file of the cooperative contract";

const missingParts = (f: CooperativeInput): string[] => [
  ...(f.leadAgency && f.leadNumber
    ? []
    : [`${heading} lacks the lead agency and its contract number. 2 CFR 200.318(e)`]),
  ...(f.competition && f.competitionFileId
    ? []
    : [`${heading} lacks how it was competed, with the evidence. 2 CFR 200.318(i), 200.319(a)`]),
  ...(f.rightKind && f.rightFileId
    ? []
    : [
        `${heading} lacks our right to use it: the participation clause or the joint agreement, with the document. 2 CFR 200.318(e)`,
      ]),
  ...(f.scope ? [] : [`${heading} does not say why this purchase is within its scope.`]),
  ...(f.leadEndsOn ? [] : [`${heading} lacks the last day of the lead contract.`]),
];

/**
 * What a cooperative file lacks today, in sentences that name the part; empty where it is complete.
 * Each stops orders. The room that the lead agency leaves is held against the whole ceiling, so that
 * orders cannot pass it together.
 */
export const gapsOf = (
  file: CooperativeInput | null,
  ours: OurContract,
  today: string,
): string[] => {
  if (!file) return [`${heading} is not entered yet. 2 CFR 200.318(e)`];
  return [
    ...missingParts(file),
    ...(file.leadEndsOn && file.leadEndsOn < today
      ? [`The lead contract ended on ${formatDate(file.leadEndsOn)}: nothing is ordered under it.`]
      : []),
    ...(file.amountLeft != null && file.amountLeft < ours.ceiling
      ? [
          `The lead agency leaves ${formatCents(file.amountLeft)} for us; our ceiling is ${formatCents(ours.ceiling)}. Lower the ceiling, or have more left for us.`,
        ]
      : []),
    ...(ours.federalAward && ours.lacking.length > 0 && !(file.clausesThere && file.clausesNote)
      ? [
          `Federal money pays, and neither this contract nor the lead contract is shown to have every clause. ${ours.lacking[0]}`,
        ]
      : []),
  ];
};

/** Why our contract cannot end on this day; null where it can, or no day of theirs is known. */
export const beyondLead = (
  leadEndsOn: Day | null | undefined,
  endsOn: Day | null | undefined,
): string | null =>
  leadEndsOn && endsOn && endsOn > leadEndsOn
    ? `The lead contract ends on ${formatDate(leadEndsOn)}: ours cannot last until ${formatDate(endsOn)}.`
    : null;

/** A contract's cooperative file, what it lacks, and what this person may do. */
export const cooperativeAnswer = z
  .object({
    ...answerOf(cooperativeFields),
    competitionFile: z.string().nullable(),
    rightFile: z.string().nullable(),
    gaps: z.array(z.string()),
    /** What does not stop orders today, and will. */
    warnings: z.array(z.string()),
    /** 0 where nothing is entered yet. */
    version: z.number(),
    canEdit: z.boolean(),
  })
  .meta({ id: "CooperativeFile" });
export type CooperativeAnswer = z.output<typeof cooperativeAnswer>;
