import type { ReactNode } from "react";

/**
 * A part of a line. On a wide screen each is a column; on a phone the `title` stands first with the
 * `amount` beside it, the facts under their labels below, and a `badge` at the end.
 * Facts and amounts are figures (right-aligned in the table) unless `words`.
 */
export type LinePart<L> = {
  label: string;
  cell: (line: L) => ReactNode;
  as?: "title" | "amount" | "badge";
  words?: boolean;
  /** What the facts of all lines add up to. */ sum?: ReactNode;
};

type LineTableProps<L> = {
  /** What the lines belong to, for people who hear it: "Lines of the order". */
  label: string;
  parts: readonly LinePart<L>[];
  lines: readonly L[];
  keyOf: (line: L) => string;
  rowClass?: (line: L) => string;
  /**
   * Further rows of a line (`<tr className="split-row">`): the accounts that it is shared among.
   */
  under?: (line: L) => ReactNode;
  /** The sum, under a double rule below the amounts. */
  total?: { label: string; amount: ReactNode };
  tight?: boolean;
  /** How many facts stand beside each other on a phone. */
  across?: 2 | 3 | 4;
};

const classOf = <L,>({ as, words }: LinePart<L>): string =>
  [as ? `line-${as}` : "line-fact", as === "title" || as === "badge" || words ? "" : "num"]
    .join(" ")
    .trim();

/**
 * The sum's row. Facts that add up have their sums in their columns; without such the label is as
 * wide as what stands before the amounts.
 */
function Total<L>({
  parts,
  total,
}: {
  parts: readonly LinePart<L>[];
  total: NonNullable<LineTableProps<L>["total"]>;
}) {
  const at = parts.findIndex((part) => part.as === "amount");
  const behind = parts.length - at - 1;
  if (parts.every((part) => part.sum === undefined))
    return (
      <tfoot>
        <tr>
          <td colSpan={at}>{total.label}</td>
          <td className="num">{total.amount}</td>
          {behind > 0 && <td colSpan={behind} />}
        </tr>
      </tfoot>
    );
  return (
    <tfoot>
      <tr className="has-sums">
        {parts.map((part) => (
          <td key={part.label} className={classOf(part)} data-label={part.label}>
            {part.as === "title" ? total.label : part.as === "amount" ? total.amount : part.sum}
          </td>
        ))}
      </tr>
    </tfoot>
  );
}

/**
 * The lines of a record. A phone shows each line stacked, so that nobody scrolls sideways for a
 * price; it stays one table for who hears it.
 */
export function LineTable<L>({
  label,
  parts,
  lines,
  keyOf,
  rowClass,
  under,
  total,
  tight = false,
  across = 4,
}: LineTableProps<L>) {
  const row = (line: L) => (
    <tr key={keyOf(line)} className={rowClass?.(line)}>
      {parts.map((part) => (
        <td key={part.label} className={classOf(part)} data-label={part.label}>
          {part.cell(line)}
        </td>
      ))}
    </tr>
  );
  return (
    <div className="table-scroll" tabIndex={0} role="region" aria-label={label}>
      <table
        className={`ledger line-table ${under ? "lines-read" : ""} ${tight ? "ledger-tight" : ""}`}
        data-across={across}
      >
        <thead>
          <tr>
            {parts.map((part) => (
              <th
                key={part.label}
                scope="col"
                className={classOf(part).includes("num") ? "num" : undefined}
              >
                {part.label}
              </th>
            ))}
          </tr>
        </thead>
        {under ? (
          lines.map((line) => (
            <tbody key={keyOf(line)}>
              {row(line)}
              {under(line)}
            </tbody>
          ))
        ) : (
          <tbody>{lines.map(row)}</tbody>
        )}
        {total && <Total parts={parts} total={total} />}
      </table>
    </div>
  );
}
