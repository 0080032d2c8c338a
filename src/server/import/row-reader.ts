import type { z } from "zod";
import "#kernel/plain-words.ts";
import { isNameField, nameFault } from "#kernel/names.ts";
import { counted } from "#kernel/words.ts";
import { cells as cellTypes, isSheetError, type CellType, type Told } from "./cells.ts";
import type { ImportRun } from "./import.tables.ts";
import type { ImportField, Importer, RowProblem } from "./importer.ts";

/** A row that its schema accepts, or the first thing that is wrong with it. */
export type ReadResult<R> = { row: R } | { problem: RowProblem };
/** A field that the file fills: from a column, or with the same words in every row. */
export type Used = {
  field: ImportField;
  at: number;
  column: string;
  told?: Told;
  fixed?: string;
  names?: ReadonlyMap<string, string>;
};
type Parse = (value: unknown) => { success: boolean; data?: unknown };
/** A cell's value as the schema leaves it; `null` where the whole schema must say what is wrong. */
type Cell = { value: unknown } | null;

const typeOf = (field: ImportField): CellType => field.type ?? cellTypes.text;
/** The words that a row gives a field: of its column, or the same for every row; a name as its code. */
export const cellText = (from: Used, cells: readonly string[]): string => {
  const cell = from.fixed ?? cells[from.at] ?? "";
  // An export puts this mark before what a spreadsheet would run as a formula (`toCsv`).
  const text = /^'[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/.test(cell) ? cell.slice(1) : cell;
  return from.names?.get(text.toLowerCase()) ?? text;
};
/** What a cell says: its value, nothing, or what is to be written instead. */
const said = (from: Used, text: string): { value?: unknown; fix?: string } => {
  if (isSheetError(text))
    return { fix: "the spreadsheet could not work this cell out: enter the value" };
  const type = typeOf(from.field);
  const read = type.read(text, from.told ?? {});
  if (read === "none") return from.field.required ? { value: type.dash } : {};
  return read;
};

const short = (text: string) => (text.length > 80 ? `${text.slice(0, 80)}…` : text);
const mostKept = 2000;

// The same city, terms or commodities stand in many rows: what such a cell gives is kept. A column
// whose cells differ is not.
const remembering = (read: (text: string) => Cell): ((text: string) => Cell) => {
  const kept = new Map<string, Cell>();
  let missed = 0;
  let found = 0;
  let worth = true;
  return (text) => {
    if (!worth) return read(text);
    let cell = kept.get(text);
    if (cell !== undefined) {
      found++;
      return cell;
    }
    cell = read(text);
    if (Array.isArray(cell?.value)) Object.freeze(cell.value);
    if (kept.size < mostKept) kept.set(text, cell);
    if (++missed > mostKept && found < missed * 2) {
      worth = false;
      kept.clear();
    }
    return cell;
  };
};

type ObjectDef = {
  type: string;
  shape?: Record<string, z.ZodType>;
  checks?: {
    _zod: {
      check: (payload: { value: unknown; issues: unknown[] }) => unknown;
      def: { check?: string };
    };
  }[];
  catchall?: unknown;
};

/**
 * Reads rows field by field: the same as the whole schema where every field is accepted, in a
 * fraction of the time. Null for a schema that is not a plain
 * object with refinements: that one is asked for every row.
 */
const fieldwise = (
  schema: z.ZodType,
  used: readonly Used[],
): ((cells: readonly string[]) => Record<string, unknown> | null) | null => {
  const def = (schema as unknown as { _zod: { def: ObjectDef } })._zod.def;
  if (
    def.type !== "object" ||
    !def.shape ||
    def.catchall ||
    def.checks?.some((c) => c._zod.def.check !== "custom")
  )
    return null;
  const checks = def.checks ?? [];
  const steps = Object.entries(def.shape).map(([name, field]) => {
    const parse = (field.safeParse as Parse).bind(field);
    const from = used.find((u) => u.field.name === name);
    const absent = parse(undefined);
    const read = remembering((text) => {
      const { value, fix } = said(from!, text);
      if (fix !== undefined) return null;
      if (value === undefined) return absent.success ? { value: absent.data } : null;
      const parsed = parse(value);
      return parsed.success ? { value: parsed.data } : null;
    });
    return { name, from, read, absent };
  });
  // What an absent field becomes must not be an object that rows would share.
  if (
    steps.some(
      (s) => s.absent.success && typeof s.absent.data === "object" && s.absent.data !== null,
    )
  )
    return null;
  return (cells) => {
    const row: Record<string, unknown> = {};
    for (const { name, from, read, absent } of steps) {
      const text = from && cellText(from, cells);
      if (text) {
        const cell = read(text);
        if (cell === null) return null;
        if (cell.value !== undefined) row[name] = cell.value;
      } else if (!absent.success) return null;
      else if (absent.data !== undefined) row[name] = absent.data;
    }
    const payload = { value: row, issues: [] };
    for (const check of checks)
      if (check._zod.check(payload) instanceof Promise || payload.issues.length > 0) return null;
    return row;
  };
};

// A text with an unquoted separator moves everything behind it by a column: what stands beyond the
// headings says so.
const surplus = (columns: readonly string[], cells: readonly string[]): RowProblem | null => {
  const beyond = cells.slice(columns.length).filter(Boolean);
  if (beyond.length === 0) return null;
  return {
    column: "",
    expected: `${counted(columns.length, "cell")}, one for each heading`,
    found: short(cells.join(" | ")),
    fix: `The row has ${counted(cells.length, "cell")} for ${counted(columns.length, "heading")} (left over: ${short(beyond.join(" | "))}). Put a text that holds the separator into quotes.`,
  };
};

// What no UTF-8 text is becomes this mark when it is read.
const garbled = (used: readonly Used[], cells: readonly string[]): RowProblem | null => {
  const at = used.find((u) => cells[u.at]?.includes("\uFFFD"));
  return at
    ? {
        column: at.column,
        expected: "text in UTF-8",
        found: short(cells[at.at]!),
        fix: `${at.field.label}: the letters shown as \uFFFD cannot be read. Save the file as "CSV UTF-8" (or as a workbook) and take that.`,
      }
    : null;
};

const oddName = (used: readonly Used[], cells: readonly string[]): RowProblem | null => {
  for (const { field, at, column } of used) {
    const fault = isNameField(field.name) ? nameFault(cells[at] ?? "") : null;
    if (fault)
      return {
        column,
        expected: "a name on one line",
        found: short(cells[at]!),
        fix: `${field.label}: ${fault}`,
      };
  }
  return null;
};

type RunOfColumns = Pick<ImportRun, "columns" | "mapping"> & { reading?: ImportRun["reading"] };

/** The fields that a run fills, and how each of its columns is read. */
export const usedOf = (importer: Pick<Importer, "fields">, run: RunOfColumns): Used[] =>
  importer.fields.flatMap((field): Used[] => {
    const column = run.mapping[field.name];
    const at = column ? run.columns.indexOf(column) : -1;
    const told = run.reading?.told?.[field.name] ?? {};
    const named = Object.entries(run.reading?.names?.[field.name] ?? {});
    const names = new Map(named.map(([name, code]) => [name.toLowerCase(), code]));
    if (at >= 0) return [{ field, at, column: column!, told, names }];
    const fixed = run.reading?.fixed?.[field.name];
    return fixed ? [{ field, at, column: field.label, told, names, fixed }] : [];
  });

/** Reads the cents of one field from a row's cells, null where they show none; null where no column gives it. */
export const centsReader = (
  importer: Pick<Importer, "fields">,
  run: RunOfColumns,
  name: string,
): ((cells: readonly string[]) => number | null) | null => {
  const from = usedOf(importer, run).find(({ field }) => field.name === name);
  if (!from) return null;
  return (cells) => {
    const text = cellText(from, cells);
    const value = text ? said(from, text).value : null;
    return typeof value === "number" ? value : null;
  };
};

/**
 * Turns cells into a row by the mapping. A row with more cells than headings, or with letters that
 * cannot be read, or with a name that is none, is a problem; else the first thing that the schema says against it.
 */
export const rowReader = <R>(
  importer: Pick<Importer<R>, "fields" | "schema">,
  run: RunOfColumns,
): ((cells: readonly string[]) => ReadResult<R>) => {
  const used = usedOf(importer, run);
  const quick = fieldwise(importer.schema, used);
  return (cells) => {
    const problem =
      (cells.length > run.columns.length && surplus(run.columns, cells)) ||
      garbled(used, cells) ||
      oddName(used, cells);
    if (problem) return { problem };
    const row = quick?.(cells);
    return row ? { row: row as R } : readWhole(importer, used, cells);
  };
};

const expectedOf = (field: ImportField | undefined): string | undefined =>
  field?.expected ?? field?.type?.expected;

// Nothing that stands in a cell is left out: what its type does not read is named.
const unread = ({ field, column }: Used, text: string, fix: string): RowProblem => ({
  column,
  expected: expectedOf(field) ?? "a value",
  found: short(text),
  fix: `${field.label}: ${fix}${field.required ? "." : ", or leave it empty."}`,
});

/** The same by the whole schema, field by field nothing: what `rowReader` must agree with. */
export const readWhole = <R>(
  importer: Pick<Importer<R>, "fields" | "schema">,
  used: readonly Used[],
  cells: readonly string[],
): ReadResult<R> => {
  const values: Record<string, unknown> = {};
  for (const from of used) {
    const text = cellText(from, cells);
    if (!text) continue;
    const { value, fix } = said(from, text);
    if (fix !== undefined) return { problem: unread(from, text, fix) };
    if (value !== undefined) values[from.field.name] = value;
  }
  const parsed = importer.schema.safeParse(values);
  if (parsed.success) return { row: parsed.data };
  const issue = parsed.error.issues[0]!;
  const name = String(issue.path[0] ?? "");
  const where = used.find((u) => u.field.name === name);
  const field = importer.fields.find((f) => f.name === name);
  const found = where ? cellText(where, cells) : "";
  return {
    problem: {
      column: where?.column ?? field?.label ?? name,
      expected:
        expectedOf(field) ??
        (found ? `a valid ${(field?.label ?? name).toLowerCase()}` : "a value"),
      found: short(found),
      fix: `${field?.label ?? name}: ${found || issue.code !== "invalid_type" ? issue.message : "enter a value."}`,
    },
  };
};
