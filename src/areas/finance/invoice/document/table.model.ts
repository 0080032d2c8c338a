import { Decimal } from "decimal.js";
import { carried, columns, inside, sums, type Column, type Sum } from "./labels.data.ts";
import type { How, Mark, ReadLine } from "./reading.model.ts";
import type { Cell, Row } from "#kernel/placed-rows.ts";
import { centsIn, numberIn } from "./written.model.ts";

type Heading = Partial<Record<Column, Cell>>;
type Table = {
  lines: (ReadLine & { whole: boolean })[];
  sums: Partial<Record<Sum, number>>;
  marks: Mark[];
};

/** The columns that a row of headings names; null for a row that is none. */
const headingOf = (row: Row): Heading | null => {
  const found: Heading = {};
  for (const cell of row.cells) {
    const text = cell.text
      .replace(/\s*[([](?:USD|EUR|GBP|[$€£])[)\]]\s*$/, "")
      .replace(/[:.]$/, "");
    const name = (Object.keys(columns) as Column[]).find((c) => columns[c].test(text) && !found[c]);
    if (name) found[name] = cell;
  }
  return found.amount && found.description && Object.keys(found).length >= 3 ? found : null;
};

const markOf = (field: string, { page, x, y, width, height }: Cell): Mark => ({
  field,
  page,
  x,
  y,
  width,
  height,
});

const between = (a: Cell, b: Cell): number => {
  const left = Math.max(a.x, b.x);
  const right = Math.min(a.x + a.width, b.x + b.width);
  return left - right;
};
const inColumns = (row: Row, heading: Heading): Partial<Record<Column, Cell>> => {
  const found: Partial<Record<Column, Cell>> = {};
  for (const cell of row.cells) {
    const near = (Object.entries(heading) as [Column, Cell][]).toSorted(
      (a, b) => between(cell, a[1]) - between(cell, b[1]),
    )[0]!;
    if (!found[near[0]]) found[near[0]] = cell;
  }
  return found;
};

const half = (value: Decimal) => value.toDecimalPlaces(0, Decimal.ROUND_HALF_UP).toNumber() || 0;

/** A line whose quantity times price, less its discount, is its amount, is whole. */
const lineOf = (at: Partial<Record<Column, Cell>>, how: How): Table["lines"][number] | null => {
  const amount = at.amount ? centsIn(at.amount.text, how.style) : null;
  if (amount === null || !at.description) return null;
  const counted = /^([\d.,'’\s-]+?)\s*(\p{L}[\p{L}\d./²³]{0,9})?$/u.exec(
    at.quantity?.text.trim() ?? "",
  );
  const quantity = counted ? numberIn(counted[1]!, how.style) : null;
  const price = at.unitPrice ? numberIn(at.unitPrice.text, how.style) : null;
  const line = {
    description: at.description.text.slice(0, 500),
    quantity: quantity?.toFixed() ?? "1",
    unit: (at.unit?.text ?? counted?.[2] ?? "").slice(0, 20),
    unitPrice: price?.toFixed() ?? new Decimal(amount).dividedBy(100).toFixed(2),
    amount,
  };
  if (!quantity || !price)
    return {
      ...line,
      quantity: "1",
      unitPrice: new Decimal(amount).dividedBy(100).toFixed(2),
      adjustment: 0,
      whole: false,
    };
  const gross = half(quantity.times(price).times(100));
  return {
    ...line,
    adjustment: amount - gross,
    whole: amount === gross || discountIs(at.discount, gross, amount, how),
  };
};
const discountIs = (cell: Cell | undefined, gross: number, amount: number, how: How): boolean => {
  if (!cell) return false;
  const percent = numberIn(cell.text.replace(/\s*%$/, ""), how.style)?.abs();
  const stated = centsIn(cell.text, how.style);
  const taken = gross - amount;
  return (
    (stated !== null && Math.abs(stated) === taken) ||
    (percent !== undefined && half(new Decimal(gross).times(percent).dividedBy(100)) === taken)
  );
};

const sumOf = (row: Row, how: How): { name: Sum; cents: number; cell: Cell } | null => {
  for (const [i, cell] of row.cells.entries()) {
    const name = (Object.keys(sums) as Sum[]).find((s) => sums[s].test(cell.text));
    if (!name) continue;
    const behind = row.cells.slice(i + 1).findLast((c) => centsIn(c.text, how.style) !== null);
    const tail = /[-(]?[$€£]?\s?-?[\d.,'’\u00a0]*\d[.,]\d{2}\)?(?: ?(?:USD|EUR|[$€£]))?$/.exec(
      cell.text,
    )?.[0];
    const cents = behind ? centsIn(behind.text, how.style) : tail ? centsIn(tail, how.style) : null;
    if (cents !== null) return { name, cents, cell: behind ?? cell };
  }
  return null;
};

const noteSum = (table: Table, { name, cents, cell }: NonNullable<ReturnType<typeof sumOf>>) => {
  const several = name === "tax" || name === "freight" || name === "discount";
  table.sums[name] = several ? (table.sums[name] ?? 0) + cents : cents;
  table.marks.push(markOf(name, cell));
};

/** A row of the table: a line, a line's discount, or the rest of a description. */
const takeRow = (table: Table, row: Row, heading: Heading, how: How, near: boolean) => {
  const at = inColumns(row, heading);
  const last = table.lines.at(-1);
  const amount = at.amount ? centsIn(at.amount.text, how.style) : null;
  const words = at.description?.text ?? "";
  if (last && amount !== null && !at.quantity && sums.discount.test(words)) {
    last.adjustment -= Math.abs(amount);
    last.amount -= Math.abs(amount);
    return;
  }
  const line = lineOf(at, how);
  if (line) {
    const name = `lines.${table.lines.length}`;
    for (const field of ["description", "quantity", "unit", "unitPrice", "amount"] as const)
      if (at[field]) table.marks.push(markOf(`${name}.${field}`, at[field]));
    table.lines.push(line);
  } else if (last && near && row.cells.length === 1 && at.description)
    last.description = `${last.description} ${words}`.slice(0, 500);
};

/** Lines and sums under the headings of a table, over all its pages. */
export const tableOf = (rows: readonly Row[], how: How): Table => {
  const table: Table = { lines: [], sums: {}, marks: [] };
  let heading: Heading | null = null;
  let ended = false;
  let before: Row | null = null;
  for (const row of rows) {
    const next = headingOf(row);
    if (next) {
      heading = next;
      ended = false;
      before = row;
      continue;
    }
    const words = row.cells.map((c) => c.text).join(" ");
    if (row.cells.some((c) => carried.test(c.text)) || inside.test(words)) continue;
    const at = heading && !ended ? inColumns(row, heading) : {};
    const itemised = Boolean(at.quantity && at.amount && numberIn(at.quantity.text, how.style));
    const lineDiscount = Boolean(
      heading && !ended && table.lines.length && sums.discount.test(at.description?.text ?? ""),
    );
    const sum = itemised || lineDiscount ? null : sumOf(row, how);
    if (sum && (heading || sum.name === "total")) {
      noteSum(table, sum);
      ended = true;
    } else if (heading && !ended) {
      const near = before?.page === row.page && row.y - before.y < 1.7 * row.height;
      takeRow(table, row, heading, how, near);
      before = row;
    }
  }
  return table;
};
