import { z } from "zod";

/** The columns of a project's money, in cents. */
export const moneyColumns = ["asked", "ordered", "received", "billed", "paid", "withheld"] as const;
/** The columns as a schema's shape. */
export const columnFields = {
  asked: z.number(),
  ordered: z.number(),
  received: z.number(),
  billed: z.number(),
  paid: z.number(),
  withheld: z.number(),
};
export type MoneyColumns = z.output<z.ZodObject<typeof columnFields>>;

/** A document that bears money of a project; number and address only for whoever may read it. */
const moneyRow = z.object({
  type: z.string(),
  id: z.string(),
  what: z.string(),
  number: z.string().nullable(),
  href: z.string().nullable(),
  title: z.string(),
  status: z.string().nullable(),
  ...columnFields,
});
export type MoneyRow = z.output<typeof moneyRow>;

/** Rows that a project's sheet shows at most; the sums are over all. */
export const mostRows = 500;

export const projectMoney = z
  .object({
    budget: z.number(),
    forecast: z.number().nullable(),
    totals: z.object(columnFields),
    /** What the segment's ledger says of the same. */
    ledger: z.object({ preEncumbered: z.number(), encumbered: z.number(), expended: z.number() }),
    /** Cents by which documents and ledger differ; nothing while every book agrees. */
    differs: z.number(),
    documents: z.array(moneyRow),
    left: z.number(),
  })
  .meta({ id: "ProjectMoney" });
export type ProjectMoney = z.output<typeof projectMoney>;

/** Which documents of a project's sheet: those that stand in one cell of its codes, or all. */
export const cellQuery = z.object({
  code: z.union([z.uuid(), z.literal("none")]).optional(),
  column: z.enum(moneyColumns).optional(),
});
export type Cell = z.output<typeof cellQuery>;

/** No money in any column. */
export const nothing: MoneyColumns = {
  asked: 0,
  ordered: 0,
  received: 0,
  billed: 0,
  paid: 0,
  withheld: 0,
};

/** All rows together. */
export const sumOf = (rows: readonly MoneyColumns[]): MoneyColumns =>
  Object.fromEntries(
    moneyColumns.map((column) => [column, rows.reduce((sum, row) => sum + row[column], 0)]),
  ) as MoneyColumns;

/**
 * The part of `amount` that falls on `of` of a whole, in cents, half up in size: what was paid of an
 * invoice falls on each of its accounts as the invoice does.
 */
export const partOf = (amount: number, of: number, whole: number): number => {
  if (whole === 0) return 0;
  if (of === whole) return amount;
  const [a, b, c] = [BigInt(amount), BigInt(of), BigInt(whole)];
  const size = (n: bigint) => (n < 0n ? -n : n);
  const half = (2n * size(a * b) + size(c)) / (2n * size(c));
  return Number(a * b < 0n !== c < 0n ? -half : half);
};

/**
 * `amount` over parts that weigh so much, to the cent: all parts together are `amount`. Where the
 * weights together are nothing, the first part bears it.
 */
export const shareOut = (amount: number, weights: readonly number[]): number[] => {
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  if (whole === 0) return weights.map((_, at) => (at === 0 ? amount : 0));
  let [weighed, shared] = [0, 0];
  return weights.map((weight) => {
    weighed += weight;
    const part = partOf(amount, weighed, whole) - shared;
    shared += part;
    return part;
  });
};

/** Rows with the same key together, in the order in which each key first comes. */
export const grouped = <T, K>(rows: readonly T[], keyOf: (row: T) => K): Map<K, T[]> => {
  const groups = new Map<K, T[]>();
  for (const row of rows) {
    const key = keyOf(row);
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  return groups;
};
