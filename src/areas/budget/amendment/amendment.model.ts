import { z } from "zod";
import { offeredAction } from "#kernel/fields.ts";
import { instantField } from "#kernel/time-fields.ts";
import { names } from "#kernel/labels.ts";
import { amendmentKinds, amendmentStatuses, type AmendmentKind } from "./amendment.labels.ts";

const kind = z.enum(names(amendmentKinds));
const status = z.enum(names(amendmentStatuses));
const line = z.object({
  accountStringId: z.uuid("Choose an account."),
  cents: z
    .number("Enter an amount.")
    .int()
    .min(-9e14)
    .max(9e14)
    .refine((n) => n !== 0, "Enter an amount other than zero."),
});

/** What each kind asks of its lines: a transfer comes to zero, a supplement adds, a reduction takes. */
const sumRefusal = (of: AmendmentKind, sum: number, source: string): string | null => {
  if (of === "transfer")
    return sum === 0 ? null : "A transfer gives as much as it takes: its lines come to zero.";
  if (of === "supplement" && sum <= 0) return "A supplement adds to the budget.";
  if (of === "reduction" && sum >= 0) return "A reduction takes from the budget.";
  return source.length < 3
    ? "Say where the money comes from, or goes: a grant, revenue, the fund balance."
    : null;
};

export const amendmentInput = z
  .object({
    kind,
    fiscalYearId: z.uuid("Choose a fiscal year."),
    title: z.string().trim().min(3, "Give it a title.").max(200),
    reason: z.string().trim().min(3, "Say why the budget changes.").max(4000),
    source: z.string().trim().max(300).default(""),
    /** What the governing body decided about a fund that it leaves short of a rule. */
    fundDecision: z.string().trim().max(2000).default(""),
    lines: z.array(line).min(1, "Name a line.").max(500),
  })
  .superRefine((a, context) => {
    const sum = a.lines.reduce((total, l) => total + l.cents, 0);
    const refused = sumRefusal(a.kind, sum, a.source);
    if (refused)
      context.addIssue({
        code: "custom",
        message: refused,
        path: [refused.startsWith("Say where") ? "source" : "lines"],
      });
    if (new Set(a.lines.map((l) => l.accountStringId)).size !== a.lines.length)
      context.addIssue({
        code: "custom",
        message: "An account stands here twice: add it up.",
        path: ["lines"],
      });
  });
export type AmendmentInput = z.output<typeof amendmentInput>;

/** What an amendment moves, in cents: the larger of what it gives and what it takes. */
export const movedBy = (lines: readonly { cents: number }[]): number =>
  Math.max(
    lines.reduce((sum, l) => sum + Math.max(0, l.cents), 0),
    lines.reduce((sum, l) => sum + Math.max(0, -l.cents), 0),
  );

export const amendmentRow = z
  .object({
    id: z.string(),
    number: z.string(),
    kind,
    status,
    title: z.string(),
    year: z.number(),
    amount: z.number(),
    lines: z.number(),
    requestedBy: z.string().nullable(),
    createdAt: instantField,
    version: z.number(),
  })
  .meta({ id: "BudgetAmendment" });
export type AmendmentRow = z.output<typeof amendmentRow>;

export const amendmentDetail = amendmentRow
  .omit({ lines: true })
  .extend({
    fiscalYearId: z.string(),
    reason: z.string(),
    source: z.string(),
    stopReason: z.string(),
    fundDecision: z.string(),
    /** Funds that would break a dated rule by it, in sentences. */
    fundFindings: z.array(z.string()),
    postedBy: z.string().nullable(),
    postedAt: instantField.nullable(),
    approvalId: z.string().nullable(),
    lines: z.array(
      z.object({
        id: z.string(),
        accountStringId: z.string(),
        code: z.string(),
        label: z.string(),
        /** Revenue, or a transfer in: never added to what may be spent. */
        comesIn: z.boolean(),
        cents: z.number(),
        budget: z.number(),
        available: z.number(),
      }),
    ),
    canEdit: z.boolean(),
    actions: z.array(offeredAction),
  })
  .meta({ id: "BudgetAmendmentDetail" });
export type AmendmentDetail = z.output<typeof amendmentDetail>;
