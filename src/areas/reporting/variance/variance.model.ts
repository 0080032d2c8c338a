import { z } from "zod";
import { dayField, instantField } from "#kernel/time-fields.ts";

/** The dated rule that says from which difference on a row is explained. */
export const varianceRule = "varianceExplained";

/** Percent of the final budget, and integer cents: a row differs by more than both. */
export const varianceLimits = z.object({
  percent: z.number(),
  cents: z.number(),
  citation: z.string(),
  /** The last day of the fiscal year while it runs: what is not spent by then differs, not what is not spent yet. */
  runsUntil: dayField.optional(),
});
export type VarianceLimits = z.output<typeof varianceLimits>;

/** Integer cents: the final budget, and what is left of it (below zero: overspent). */
type Amounts = { budgetCents: number; varianceCents: number };

/**
 * Whether a row must be explained: what it differs by is more than the agency's cents and more than its
 * percent of the final budget, unspent and overspent alike. Without a budget any amount is more than
 * every percent. While the fiscal year runs (`runsUntil`), only what is overspent already: the comparison
 * is of the reporting period (GASB Statement 34, paragraph 130), and what is not spent yet is no variance
 * of it. Source: the agency's rule `varianceExplained` (GASB Statement 103 asks for significant
 * variances).
 * By 10 % and $10,000: $10,000.01 of $100,000.00 must be, $10,000.00 need not, nor $6,000 of $50,000, nor
 * $50,000 of $1,000,000.
 */
export const mustBeExplained = (
  { budgetCents, varianceCents }: Amounts,
  { percent, cents, runsUntil }: Pick<VarianceLimits, "percent" | "cents" | "runsUntil">,
): boolean => {
  if (runsUntil && varianceCents >= 0) return false;
  const differs = Math.abs(varianceCents);
  return differs > cents && differs * 100 > percent * Math.abs(budgetCents);
};

/** An explanation as it stands, with what the row differed by when it was written. */
const writtenExplanation = z.object({
  id: z.string(),
  version: z.number(),
  explanation: z.string(),
  varianceCents: z.number(),
  writtenBy: z.string().nullable(),
  writtenAt: instantField,
});
export type WrittenExplanation = z.output<typeof writtenExplanation>;

/** What a row of figures says of its difference; `written` is null while nobody explained it. */
export const rowExplanation = z.object({
  needed: z.boolean(),
  written: writtenExplanation.nullable(),
});
export type RowExplanation = z.output<typeof rowExplanation>;

type Asked = {
  measures: readonly string[];
  by: readonly string[];
  where: Readonly<Record<string, readonly string[]>>;
  posted?: string | undefined;
  known?: string | undefined;
  beside?: string | undefined;
};
const rowsOf: ReadonlySet<string> = new Set(["fund", "department"]);
const chosen: ReadonlySet<string> = new Set(["side", "fiscalYear", ...rowsOf]);

/**
 * The fiscal year whose explanations belong to the rows of a question, or null: it asks what spending
 * differs from the budget by fund and department, of one whole year, as of now. `year` is that of its
 * period.
 */
export const comparedYear = (
  { measures, by, where, posted, known, beside }: Asked,
  year: number | undefined,
): number | null => {
  const compares =
    measures.includes("budget.variance") &&
    measures.includes("budget.budget") &&
    by.length === rowsOf.size &&
    by.every((each) => rowsOf.has(each));
  const [side, ...sides] = where["side"] ?? [];
  const whole = Object.keys(where).every((each) => chosen.has(each));
  if (!compares || side !== "spending" || sides.length > 0 || !whole) return null;
  if (posted || known || beside) return null;
  const { fiscalYear: years } = where;
  if (!years) return year ?? null;
  return years.length === 1 ? Number(years[0]) : null;
};

const words = z
  .string()
  .trim()
  .min(3, "Say in a sentence why it differs.")
  .max(4000, "At most 4,000 characters");

/** An explanation of a row of a fiscal year. */
export const explanationInput = z.strictObject({
  fiscalYearId: z.uuid("Choose a fiscal year."),
  fundId: z.uuid("Choose a fund."),
  departmentId: z.uuid("Choose a department."),
  explanation: words,
});
export type ExplanationInput = z.output<typeof explanationInput>;
export const explanationChange = z.strictObject({ explanation: words });

const varianceRow = rowExplanation.extend({
  fundId: z.string(),
  departmentId: z.string(),
  fund: z.string(),
  department: z.string(),
  budgetCents: z.number(),
  varianceCents: z.number(),
  /** Percent of the final budget; null where there is none. */
  percent: z.number().nullable(),
  /** The budget lines behind it. */
  opens: z.string().nullable(),
});
export type VarianceRow = z.output<typeof varianceRow>;

/** The budgetary comparison of a fiscal year with its explanations, what is not explained first. */
export const varianceAnswer = z.object({
  fiscalYearId: z.string(),
  year: z.number(),
  /** It is the year of today. */
  running: z.boolean(),
  years: z.array(z.object({ id: z.string(), year: z.number() })),
  limits: varianceLimits,
  finding: z.string(),
  rows: z.array(varianceRow),
});
export type VarianceAnswer = z.output<typeof varianceAnswer>;

const rank = ({ needed, written }: RowExplanation): number =>
  needed ? (written ? 1 : 0) : written ? 2 : 3;

/** What is not explained first, then what is, then what need not be; the largest difference first. */
export const inOrderOfNeed = <R extends RowExplanation & Amounts>(rows: readonly R[]): R[] =>
  rows.toSorted(
    (a, b) => rank(a) - rank(b) || Math.abs(b.varianceCents) - Math.abs(a.varianceCents),
  );
