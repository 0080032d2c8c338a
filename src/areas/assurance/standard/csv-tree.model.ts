import { parse } from "csv-parse/sync";
import { refuse, type ReadClause, type StandardRead } from "./read.model.ts";

type Cells = Record<string, string | undefined>;
const columns = ["number", "title", "text", "parent", "withdrawn"] as const;

const rowsOf = (content: string): Cells[] => {
  try {
    return parse(content, {
      ...{ bom: true, columns: (head: string[]) => head.map((each) => each.trim().toLowerCase()) },
      ...{ skip_empty_lines: true, trim: true, relax_column_count: false },
    }) as Cells[];
  } catch (error) {
    const line = (error as { lines?: number }).lines;
    throw refuse(
      line === undefined ? "the file" : `line ${line}`,
      "This is no whole CSV file: a quotation mark is not closed, or a row has other columns.",
    );
  }
};

// Every clause behind its parent; what is left over hangs in a circle.
const ordered = (rows: readonly Cells[]): Cells[] => {
  const children = new Map<string, Cells[]>();
  for (const row of rows) {
    const parent = row.parent ?? "";
    children.set(parent, [...(children.get(parent) ?? []), row]);
  }
  const found: Cells[] = [];
  const stack = [...(children.get("") ?? [])].toReversed();
  for (let row = stack.pop(); row; row = stack.pop()) {
    found.push(row);
    stack.push(...(children.get(row.number ?? "") ?? []).toReversed());
  }
  return found;
};

/**
 * A tree of clauses by CSV: number, title, text, parent (a number), withdrawn. 422 `standard_refused` with the
 * row: a number twice, a parent that is not there, a circle, a cut file.
 */
export const readCsvTree = (content: string): StandardRead => {
  const rows = rowsOf(content);
  const heads = Object.keys(rows[0] ?? {});
  for (const needed of ["number", "title"])
    if (!heads.includes(needed)) throw refuse("row 1", `There is no column ${needed}.`);
  const at = new Map<string, number>();
  rows.forEach((row, n) => {
    const number = row.number ?? "";
    if (number === "") throw refuse(`row ${n + 2}`, "This clause has no number.");
    const before = at.get(number);
    if (before !== undefined)
      throw refuse(`row ${n + 2}`, `The clause ${number} stands twice: also in row ${before + 2}.`);
    at.set(number, n);
  });
  rows.forEach((row, n) => {
    if (row.parent && !at.has(row.parent))
      throw refuse(`row ${n + 2}`, `There is no clause ${row.parent}, which is to be its parent.`);
  });
  const inOrder = ordered(rows);
  if (inOrder.length < rows.length) {
    const reached = new Set(inOrder);
    const n = rows.findIndex((row) => !reached.has(row));
    throw refuse(`row ${n + 2}`, `The clause ${rows[n]!.number} lies within itself: a circle.`);
  }
  const place = new Map(inOrder.map((row, n) => [row.number ?? "", n]));
  const parents = new Set(inOrder.map((row) => row.parent ?? ""));
  const clauses = inOrder.map((row): ReadClause => {
    const number = row.number ?? "";
    return {
      ...{ number, title: row.title ?? "", text: row.text ?? "", class: "" },
      parent: row.parent ? place.get(row.parent)! : null,
      kind: parents.has(number) && !row.text ? "group" : "clause",
      withdrawn: /^(yes|true|1|withdrawn)$/i.test(row.withdrawn ?? ""),
      more: { guidance: "", examples: [], methods: "" },
    };
  });
  const unknown = heads.filter((head) => !columns.includes(head as (typeof columns)[number]));
  return {
    ...{ title: "", edition: "", clauses },
    unknown: unknown.map((head) => `column ${head}: ${rows.length}`),
  };
};
