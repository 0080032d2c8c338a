import { z } from "zod";
import { dayField, instantField } from "#kernel/time-fields.ts";

const account = z.object({
  code: z.string(),
  label: z.string(),
  class: z.string(),
  category: z.string(),
  cents: z.number(),
  before: z.number(),
  /** The fund, and what was spent or came in two years before; books of before leave them out. */
  fund: z.string().optional(),
  actual: z.number().optional(),
});
const fund = z.object({
  fund: z.string(),
  beginning: z.number(),
  revenue: z.number(),
  transfersIn: z.number(),
  expenditure: z.number(),
  transfersOut: z.number(),
  end: z.number(),
  least: z.number(),
  breaches: z.array(z.string()),
  exception: z.string(),
});
/** What a book says: every figure as it was computed when it was frozen, in cents. */
const bookContent = z.object({
  agency: z.string(),
  number: z.string(),
  year: z.number(),
  stage: z.enum(["proposed", "adopted"]),
  startsOn: dayField,
  endsOn: dayField,
  message: z.string(),
  decision: z
    .object({
      decidedOn: dayField,
      resolution: z.string(),
      votesFor: z.number(),
      votesAgainst: z.number(),
    })
    .nullable(),
  funds: z.array(fund),
  departments: z.array(
    z.object({
      code: z.string(),
      department: z.string(),
      narrative: z.string(),
      cents: z.number(),
      before: z.number(),
      accounts: z.array(account),
      packages: z.array(
        z.object({ title: z.string(), kind: z.string(), status: z.string(), cents: z.number() }),
      ),
    }),
  ),
  positions: z.array(
    z.object({
      department: z.string(),
      title: z.string(),
      count: z.number(),
      fte: z.number(),
      cents: z.number(),
    }),
  ),
  /** Full-time equivalents in thousandths by department; null where no cycle of that year is kept. */
  staffing: z
    .array(
      z.object({
        department: z.string(),
        twoBefore: z.number().nullable(),
        before: z.number().nullable(),
        fte: z.number(),
      }),
    )
    .optional(),
  capital: z.array(z.object({ code: z.string(), label: z.string(), cents: z.number() })),
  /** Figures of the agency beside the money, and earlier budgets; books of before have none. */
  statistics: z.array(z.object({ label: z.string(), value: z.string() })).optional(),
  history: z
    .array(
      z.object({ year: z.number(), spending: z.number(), revenue: z.number(), spent: z.number() }),
    )
    .optional(),
});
export type BookContent = z.output<typeof bookContent>;

/** Words of the book, for whoever is not at home in budgets. */
export const glossary: readonly (readonly [string, string])[] = [
  ["Fund", "Money kept apart for a purpose; what belongs to one fund is not spent from another."],
  ["Revenue", "What the agency takes in: taxes, fees, grants."],
  ["Expenditure", "What the agency spends."],
  ["Transfer", "Money that moves from one fund to another."],
  ["Fund balance", "What a fund has when the year begins, or when it ends."],
  ["Reserve", "The least that a fund keeps for bad times."],
  ["Decision package", "Something new that a department asked for, decided by itself."],
  ["FTE", "Full-time equivalent: 1.00 is one person at full time."],
];

export const bookRow = z
  .object({
    id: z.string(),
    cycleId: z.string(),
    number: z.string(),
    year: z.number(),
    versionNo: z.number(),
    stage: z.enum(["proposed", "adopted"]),
    hash: z.string(),
    publishedBy: z.string().nullable(),
    createdAt: instantField,
  })
  .meta({ id: "BudgetBook" });
export type BookRow = z.output<typeof bookRow>;
export const bookDetail = bookRow.extend({ content: bookContent }).meta({ id: "BudgetBookDetail" });
export type BookDetail = z.output<typeof bookDetail>;
