import type { ReactNode } from "react";
import { formatDate, formatInstant } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import type { Day, Instant } from "#kernel/time.ts";
import { Missing } from "../DeadlineClock.tsx";
import { StatusBadge, type StatusLook } from "../StatusBadge.tsx";

type Common<T> = {
  /** The field's name in the list contract: sort key, key in `totals`, place in the export. */
  id: string;
  label: string;
  sortable?: boolean;
  /** Not shown until the person asks for it. */
  hidden?: boolean;
  /**
   * Among the first facts of a card (phones show three), before the others: in the rows that have
   * it, or in those that a function names because its cell says also that it is missing.
   */
  leads?: boolean | ((row: T) => boolean);
  /**
   * The amount of a card, for rows of which it is what the row is about; else the first that the
   * row has.
   */
  main?: (row: T) => boolean;
  /** The title of a card; else the first text. */
  title?: boolean;
  /** Draws the cell in place of the kind's own look. */
  cell?: (row: T) => ReactNode;
  /** Sum under a double rule: the server's `totals[id]`, else the rows shown. */
  total?: boolean;
};

/**
 * A column of a list. `value` gives: money integer cents, a day or an instant by its type (an instant
 * is shown in the agency's zone, with its hour), status its name; null shows a dash.
 */
export type Column<T> = Common<T> &
  (
    | { kind: "plate" | "text"; value: (row: T) => string | null }
    | { kind: "day"; value: (row: T) => Day | null }
    | { kind: "instant"; value: (row: T) => Instant | null }
    | { kind: "number" | "money"; value: (row: T) => number | null; decimals?: number }
    | { kind: "status"; value: (row: T) => string; statuses: StatusLook }
  );

/**
 * The status follows the record's number, wherever a list names it: at the end of a wide table it is
 * what a narrow screen cuts off first. Who ordered the columns keeps their order.
 */
export const statusAfterNumber = <T,>(columns: readonly Column<T>[]): readonly Column<T>[] => {
  const [first, ...rest] = columns;
  const status = rest.filter((column) => column.kind === "status");
  return first ? [first, ...status, ...rest.filter((column) => column.kind !== "status")] : columns;
};

/** True for a record's number, which is worth nothing when its end is cut off. */
export const isRecordNumber = (text: string): boolean => /^[A-Z]{1,5}(-\d+){2,3}$/.test(text);

export const isNumeric = <T,>(column: Column<T>): boolean =>
  column.kind === "money" || column.kind === "number";

/**
 * A figure of a numeric column as text: money without sign (the header names the unit), negatives
 * in parentheses.
 */
export const figure = <T,>(column: Column<T>, value: number): string => {
  if (column.kind === "money") return formatCents(value, { symbol: false });
  const decimals = column.kind === "number" ? (column.decimals ?? 0) : 0;
  const text = Math.abs(value).toLocaleString("en-US", {
    minimumFractionDigits: decimals,
    maximumFractionDigits: Math.max(decimals, 0),
  });
  return value < 0 ? `(${text})` : text;
};

/** The heading with its unit. */
export const heading = <T,>(column: Column<T>): string =>
  column.kind === "money" ? `${column.label}, $` : column.label;

/** A date that somebody works against: it has a clock of its own, or its heading says so. */
const isDeadline = <T,>({ kind, cell, label }: Column<T>): boolean =>
  (kind === "day" || kind === "instant") &&
  (cell !== undefined || /^(Due|Next |Pay on)| by$/.test(label));

/**
 * What a card shows of a row: its number unless the list begins with a name, the status, the title
 * or the first text large, the main or the first amount that the row has, then the facts: what
 * leads and the dates that somebody works against, the others, further amounts.
 */
export const cardParts = <T,>(columns: readonly Column<T>[], row: T) => {
  const plate = columns[0]?.kind === "text" ? undefined : columns[0];
  const rest = columns.filter((column) => column !== plate);
  const status = rest.find((column) => column.kind === "status");
  const title =
    rest.find((column) => column.title) ?? rest.find((column) => column.kind === "text");
  const amounts = rest.filter((column) => column.kind === "money");
  const none = (column: Column<T>) => column.value(row) === null || column.value(row) === undefined;
  const amount =
    amounts.find((column) => column.main?.(row) && !none(column)) ??
    amounts.find((column) => !none(column)) ??
    amounts[0];
  const leads = ({ leads: said, ...column }: Column<T>) =>
    typeof said === "function"
      ? said(row)
      : (said ?? isDeadline(column as Column<T>)) && !none(column as Column<T>);
  const rank = (column: Column<T>) => (leads(column) ? 0 : column.kind === "money" ? 2 : 1);
  const facts = rest
    .filter(
      (column) =>
        column !== status &&
        column !== title &&
        column !== amount &&
        !(column.kind === "money" && none(column)),
    )
    .toSorted((a, b) => rank(a) - rank(b));
  return { plate, status, title, amount, facts };
};

/** What a cell shows. */
export function CellContent<T>({
  column,
  row,
  timeZone,
}: {
  column: Column<T>;
  row: T;
  timeZone: string;
}): ReactNode {
  if (column.cell) return column.cell(row);
  if (column.kind === "status")
    return <StatusBadge statuses={column.statuses} status={column.value(row)} />;
  const value = column.value(row);
  if (value === null || value === undefined || value === "") return <Missing />;
  if (typeof value === "number") return figure(column, value);
  if (column.kind === "plate") return <span className="mono">{value}</span>;
  if (column.kind === "day") return formatDate(value as Day);
  return column.kind === "instant" ? formatInstant(value as Instant, timeZone) : value;
}
