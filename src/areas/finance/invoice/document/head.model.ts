import { heads, sums, type Head } from "./labels.data.ts";
import type { Mark } from "./reading.model.ts";
import type { Cell, Row } from "#kernel/placed-rows.ts";
import { dayIn } from "#kernel/written-day.ts";

const isLabel = (text: string) =>
  [...Object.values(heads), ...Object.values(sums)].some((l) => l.test(text));
const after = (text: string, label: RegExp): string =>
  text
    .replace(label, "")
    .replace(/^[\s:#.°º-]+/, "")
    .trim();
const reference = (text: string): string | null =>
  /^[\p{L}\d][\p{L}\d/._-]*(?: \d[\p{L}\d/._-]*)?/u.exec(text)?.[0].replace(/[.,]$/, "") ?? null;

type Found = { value: string; cell: Cell };

const below = (rows: readonly Row[], at: number, label: Cell): Cell | undefined =>
  rows
    .slice(at + 1, at + 3)
    .filter((r) => r.page === label.page && r.cells[0]!.y - label.y < 3 * label.height)
    .flatMap((r) => r.cells)
    .find((c) => c.x < label.x + label.width && c.x + c.width > label.x);

/** The value that belongs to a label: behind it, in the cell at its right, or under it. */
const valueOf = (
  rows: readonly Row[],
  label: RegExp,
  take: (text: string) => string | null,
): Found | null => {
  for (const [at, row] of rows.entries())
    for (const [i, cell] of row.cells.entries()) {
      if (!label.test(cell.text)) continue;
      const next = row.cells[i + 1];
      const under = below(rows, at, cell);
      const tries: [Cell | undefined, string][] = [
        [cell, after(cell.text, label)],
        [next, next && !isLabel(next.text) ? next.text : ""],
        [under, under && !isLabel(under.text) ? under.text : ""],
      ];
      for (const [where, text] of tries) {
        const value = text ? take(text) : null;
        if (where && value) return { value, cell: where };
      }
    }
  return null;
};

const withDigit = (text: string) => {
  const found = reference(text);
  return found && /\d/.test(found) && found.length <= 60 ? found : null;
};

/** Number, days and order of a document, by their labels; what is not found is left out. */
export const headOf = (
  rows: readonly Row[],
  dayFirst: boolean | null,
): { values: Partial<Record<Head, string>>; marks: Mark[] } => {
  const values: Partial<Record<Head, string>> = {};
  const marks: Mark[] = [];
  for (const field of Object.keys(heads) as Head[]) {
    const take = /Date$/.test(field) ? (text: string) => dayIn(text, dayFirst) : withDigit;
    const found = valueOf(rows, heads[field], take);
    if (!found) continue;
    values[field] = found.value;
    const { page, x, y, width, height } = found.cell;
    marks.push({ field, page, x, y, width, height });
  }
  return { values, marks };
};
