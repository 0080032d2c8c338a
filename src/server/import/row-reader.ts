import type { z } from "zod";
import "#kernel/plain-words.ts";
import { isNameField, nameFault } from "#kernel/names.ts";
import { counted } from "#kernel/words.ts";
import type { ImportRun } from "./import.tables.ts";
import type { ImportField, Importer, RowProblem } from "./importer.ts";

/** A row that its schema accepts, or the first thing that is wrong with it. */
export type ReadResult<R> = { row: R } | { problem: RowProblem };
type Used = { field: ImportField; at: number; column: string };
type Parse = (value: unknown) => { success: boolean; data?: unknown };
/** A cell's value as the schema leaves it; `null` where the whole schema must say what is wrong. */
type Cell = { value: unknown } | null;

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
      const given = from!.field.from ? from!.field.from(text) : text;
      const parsed = given === undefined ? { success: false } : parse(given);
      return parsed.success ? { value: parsed.data } : null;
    });
    return { name, at: from?.at ?? -1, read, absent };
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
    for (const { name, at, read, absent } of steps) {
      const text = at < 0 ? undefined : cells[at];
      if (text) {
        const cell = read(text);
        if (cell === null) return null;
        row[name] = cell.value;
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

/**
 * Turns cells into a row by the mapping. A row with more cells than headings, or with letters that
 * cannot be read, or with a name that is none, is a problem; else the first thing that the schema says against it.
 */
export const rowReader = <R>(
  importer: Pick<Importer<R>, "fields" | "schema">,
  run: Pick<ImportRun, "columns" | "mapping">,
): ((cells: readonly string[]) => ReadResult<R>) => {
  const used = importer.fields.flatMap((field) => {
    const column = run.mapping[field.name];
    const at = column ? run.columns.indexOf(column) : -1;
    return at >= 0 ? [{ field, at, column: column! }] : [];
  });
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

/** The same by the whole schema, field by field nothing: what `rowReader` must agree with. */
export const readWhole = <R>(
  importer: Pick<Importer<R>, "fields" | "schema">,
  used: readonly Used[],
  cells: readonly string[],
): ReadResult<R> => {
  const values: Record<string, unknown> = {};
  for (const { field, at } of used) {
    const text = cells[at];
    if (text) values[field.name] = field.from ? field.from(text) : text;
  }
  const parsed = importer.schema.safeParse(values);
  if (parsed.success) return { row: parsed.data };
  const issue = parsed.error.issues[0]!;
  const name = String(issue.path[0] ?? "");
  const where = used.find((u) => u.field.name === name);
  const field = importer.fields.find((f) => f.name === name);
  const found = where ? (cells[where.at] ?? "") : "";
  return {
    problem: {
      column: where?.column ?? field?.label ?? name,
      expected:
        field?.expected ?? (found ? `a valid ${(field?.label ?? name).toLowerCase()}` : "a value"),
      found: short(found),
      fix: `${field?.label ?? name}: ${found || issue.code !== "invalid_type" ? issue.message : "enter a value."}`,
    },
  };
};
