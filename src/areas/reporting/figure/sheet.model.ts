import { momentWords } from "./period.labels.ts";
import type { Answered } from "./figure.model.ts";

/**
 * An answer as a table: what parts it, then each figure with the moments that it is of; the last row is
 * the whole. Money is cents.
 */
export const tableOf = (
  { by, measures, rows, totals, finding, withheld, explained, ...asOf }: Answered,
  timeZone: string,
) => ({
  header: [
    ...by.map((each) => each.label),
    ...measures.map((each) => [each.label, momentWords(asOf, timeZone)].filter(Boolean).join(", ")),
    ...(explained ? ["Explanation"] : []),
  ],
  money: [
    ...by.map(() => false),
    ...measures.map((each) => each.unit === "cents"),
    ...(explained ? [false] : []),
  ],
  rows: [
    ...rows.map((row) => [
      ...row.names,
      ...row.cells.map((cell) => cell.value),
      ...(explained ? [row.explanation?.written?.explanation ?? null] : []),
    ]),
    [
      ...by.map((_, at) => (at ? null : "All")),
      ...totals.map((cell) => cell.value),
      ...(explained ? [null] : []),
    ],
    ...(withheld.length ? [[`Not shown, for want of a permission: ${withheld.join(", ")}`]] : []),
    [finding],
  ] as (string | number | null)[][],
});
