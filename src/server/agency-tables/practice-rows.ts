import { extensionPoint } from "../area.ts";
import type { MadeUpValues } from "./made-up.ts";

type Values = Readonly<Record<string, unknown>>;
/**
 * Columns of a row of a copy that follow from others: sealed numbers, their digests, keys of
 * comparison. Gets the real row, with its made-up columns already in place of the real ones in `made`.
 */
export type Follows = (of: {
  /** The agency of the copy. */
  orgId: string;
  row: Values;
  made: Values;
  values: MadeUpValues;
}) => Record<string, unknown>;

const known = new Map<string, Follows>();

/** What areas seal and compare of their made-up values, by table. */
export const practiceRows = extensionPoint<{ table: string; follows: Follows }>(
  "rows of copies",
  ({ table, follows }) => {
    if (known.has(table)) throw new Error(`two areas make up rows of ${table}`);
    known.set(table, follows);
  },
);

/** What follows from the made-up values of a table's row; nothing where no area says so. */
export const followsOf = (table: string): Follows => known.get(table) ?? (() => ({}));
