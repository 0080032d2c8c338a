import { wallClock, zonedText } from "#kernel/dates.ts";
import { stringify } from "csv-stringify/sync";
import { practiceLine } from "#kernel/practice.ts";
import { inPractice } from "../agencies/practice-now.ts";
import { z } from "zod";
import type { Actor, Permission } from "#kernel/access.ts";
import { invalid } from "#kernel/errors.ts";
import { type Instant, isInstant } from "#kernel/time.ts";
import { businessDate } from "../clock.ts";
import { extensionPoint } from "../area.ts";
import type { Database, Db } from "../db/db.ts";
import { endpoint, type Endpoint } from "./endpoint.ts";
import { exportedColumns, noteExported } from "./exported.ts";
import { exportsThatMayLag } from "./may-lag.ts";
import { hasMoreThan, listAll, runList } from "./list-page.ts";
import {
  listPage,
  listQuery,
  type CodeNames,
  type ListDefinition,
  type ListPage,
  type ListQuery,
} from "./list.ts";

/** What a value is called, where it is a code of its column. */
export const named = (codes: CodeNames, value: unknown): unknown => {
  if (Array.isArray(value)) return value.map((one) => named(codes, one));
  if (typeof value !== "string") return value;
  if (typeof codes === "function") return codes(value);
  const name = Object.hasOwn(codes, value) ? codes[value] : undefined;
  return typeof name === "object" ? name.label : (name ?? value);
};
const cell = (value: unknown, money: boolean | undefined, timeZone: string) => {
  if (value === null || value === undefined) return "";
  if (typeof value === "string" && isInstant(value)) return zonedText(value, timeZone);
  if (money && typeof value === "number") return (value / 100).toFixed(2);
  return Array.isArray(value) ? value.join("; ") : String(value);
};

const plainNumber = /^-?\d+(\.\d+)?$/;
const formula = /^[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/;

type Table = readonly (readonly string[])[];

/** A table as CSV text without the mark of a copy for practice: what is handed back to be handed in again. */
export const plainCsv = (header: readonly string[], rows: Table, marks: Table = []): string =>
  stringify(
    [...marks, header, ...rows].map((r) =>
      r.map((text) => (formula.test(text) && !plainNumber.test(text) ? `'${text}` : text)),
    ),
    { bom: true },
  );

/**
 * A table of rows as CSV text; cells that a spreadsheet would run as formulas are neutralised, a
 * negative number is none. Of a copy for practice its first line says so.
 */
export const toCsv = (header: readonly string[], rows: Table): string =>
  plainCsv(header, rows, inPractice() ? [[practiceLine]] : []);

type SheetCell = {
  value: string | number | boolean | Date;
  type: typeof String | typeof Number | typeof Boolean | typeof Date;
  format?: string;
} | null;

const dayText = /^\d{4}-\d{2}-\d{2}$/;
const instantText = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;
const holds = (pattern: RegExp) => (values: readonly unknown[]) =>
  values.every((v) => typeof v === "string" && pattern.test(v) && v >= "1900-03-01");
const onlyDays = holds(dayText);
const onlyInstants = holds(instantText);

// A sheet knows no zones: the hours that the agency's clock showed.
const shownByClock = (instant: Instant, timeZone: string) =>
  new Date(`${wallClock(instant, timeZone)}:${instant.slice(17)}`);

/**
 * The cells of one column below its heading: amounts and counts as numbers, days and instants (in
 * the agency's time zone) as dates when all of the column are, everything else as text.
 */
export const sheetColumn = (
  values: readonly unknown[],
  money: boolean,
  timeZone = "UTC",
): SheetCell[] => {
  const given = values.filter((v) => v !== null && v !== undefined);
  const days = given.length > 0 && onlyDays(given);
  const instants = given.length > 0 && onlyInstants(given);
  return values.map((v) => {
    if (v === null || v === undefined) return null;
    if (typeof v === "number")
      return money
        ? { value: v / 100, type: Number, format: "#,##0.00" }
        : { value: v, type: Number };
    if (typeof v === "boolean") return { value: v, type: Boolean };
    if (days || instants)
      return {
        value: days ? new Date(v as string) : shownByClock(v as Instant, timeZone),
        type: Date,
        format: days ? "yyyy-mm-dd" : "yyyy-mm-dd hh:mm:ss",
      };
    return { value: Array.isArray(v) ? v.join("; ") : String(v), type: String };
  });
};

/** A workbook of columns below their headings; amounts in cents where `money` says so. */
export const toXlsx = async (
  header: readonly string[],
  columns: readonly (readonly unknown[])[],
  money: readonly boolean[],
  timeZone: string,
): Promise<Buffer> => {
  const cells = columns.map((values, i) => sheetColumn(values, money[i]!, timeZone));
  const heading = header.map((label, i) => ({
    value: cells[i]!.some((c) => c?.format?.endsWith("ss")) ? `${label} (${timeZone})` : label,
    fontWeight: "bold" as const,
  }));
  const mark = inPractice() ? [[{ value: practiceLine, fontWeight: "bold" as const }]] : [];
  const sheet = [
    ...mark,
    heading,
    ...(columns[0] ?? []).map((_, at) => cells.map((column) => column[at]!)),
  ];
  const { default: writeXlsxFile } = await import("write-excel-file/node"); // eighty modules that few calls want
  const file = (await (writeXlsxFile as any)(sheet, { stickyRowsCount: mark.length + 1 })) as
    | { toBuffer?: () => Promise<Buffer> }
    | Buffer;
  return Buffer.isBuffer(file) ? file : file.toBuffer!();
};

const mostExported = 100_000;

/**
 * Refuses what finds more rows than one file holds: a file that leaves some out would not say so.
 */
export const requireExportable = async (
  db: Db,
  actor: Actor,
  list: ListDefinition,
  query: ListQuery,
  most = mostExported,
): Promise<void> => {
  if (await hasMoreThan(db, actor, list, query, most))
    throw invalid(
      "export_too_large",
      `This finds more than ${most.toLocaleString("en-US")} rows, the most that one file holds. Filter the list, by a date for example, and export each part.`,
    );
};

/** What an export holds: its heading, and the values of each column by their names. */
const tableOf = async (db: Db, actor: Actor, list: ListDefinition, asked: ListQuery) => {
  const columns = exportedColumns(list);
  const rows = await listAll(db, actor, list, asked, mostExported);
  const values = columns.map(([key, { codes }]) =>
    rows.map((r) => (codes ? named(codes, r[key]) : r[key])),
  );
  return { columns, header: columns.map(([, c]) => c.label!), values, rows: rows.length };
};

// An instant stands in the agency's zone with its offset, so that its day is the agency's.
const csvOfTable = (table: Awaited<ReturnType<typeof tableOf>>, timeZone: string): string =>
  toCsv(
    table.header,
    Array.from({ length: table.rows }, (_, at) =>
      table.columns.map(([, c], i) => cell(table.values[i]![at], c.money, timeZone)),
    ),
  );

/**
 * What the query of a list's address (`status=open&sort=-number`) asks. @throws Problem 422 for one
 * that the list does not take or that finds more than one file holds.
 */
export const searchOfList = async (
  db: Db,
  actor: Actor,
  list: ListDefinition,
  search: string,
): Promise<ListQuery> => {
  const given = Object.fromEntries(new URLSearchParams(search));
  const query = z.safeParse(listQuery(list), given);
  if (!query.success)
    throw invalid("invalid_search", "This list does not take that search. Filter it anew.");
  await requireExportable(db, actor, list, query.data);
  return query.data;
};

/** The same CSV that people export of a list by this query. @throws Problem 422 as searchOfList. */
export const csvOfSearch = async (
  db: Db,
  actor: Actor,
  list: ListDefinition,
  search: string,
): Promise<{ text: string; rows: number }> => {
  const table = await tableOf(db, actor, list, await searchOfList(db, actor, list, search));
  return { text: csvOfTable(table, actor.timeZone ?? "UTC"), rows: table.rows };
};

/** What a list's answer has beyond its columns. */
type ListAddition = (
  db: Db,
  actor: Actor,
  page: ListPage<any>,
  query: ListQuery,
) => Promise<ListPage<any>>;

/** An export that somebody took: of which list, and how many rows. */
type ExportTaken = { path: string; rows: number };
type ExportListener = (database: Database, actor: Actor, taken: ExportTaken) => void;
const exportListeners: ExportListener[] = [];

/** Who hears of exports that were taken; must not be waited for. */
export const takenExports = extensionPoint<ExportListener>(
  "exports that were taken",
  (listener) => {
    exportListeners.push(listener);
  },
);

/**
 * The list endpoint and its CSV/XLSX export for one definition: `GET path` and `GET path/export`.
 * `add` gives the page's rows what stands in no column.
 */
export const listEndpoints = (
  path: string,
  permission: Permission,
  list: ListDefinition,
  row: z.ZodType,
  add: ListAddition = async (_db, _actor, page) => page,
): Endpoint[] => {
  const query = listQuery(list);
  noteExported({ path, permission, list });
  return [
    endpoint({
      method: "GET",
      path,
      permission,
      summary: `List ${list.name}`,
      query,
      response: listPage(row),
      handler: async ({ actor, db, query: q }) =>
        add(db, actor, await runList<any>(db, actor, list, q), q),
    }),
    endpoint({
      method: "GET",
      path: `${path}/export`,
      permission,
      summary: `Export ${list.name} as CSV or XLSX; with check=true only whether one file holds them`,
      raw: true,
      mayLag: exportsThatMayLag.has(path),
      query: z.looseObject({ format: z.enum(["csv", "xlsx"]).default("csv") }),
      handler: async ({ app, actor, db, query: given, reply }) => {
        const { format, ticket: _ticket, check, ...rest } = given;
        const asked = query.parse(rest) as ListQuery;
        await requireExportable(db, actor, list, asked);
        if (check === "true") return reply.status(204).send();
        const { columns, header, values, rows } = await tableOf(db, actor, list, asked);
        for (const hear of exportListeners) hear(app.database, actor, { path, rows });
        const name = `${list.name}-${businessDate(actor)}.${format}`;
        reply.header("content-disposition", `attachment; filename="${name}"`);
        if (format === "csv")
          return reply
            .type("text/csv; charset=utf-8")
            .send(csvOfTable({ columns, header, values, rows }, actor.timeZone ?? "UTC"));
        return reply.type("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet").send(
          await toXlsx(
            header,
            values,
            columns.map(([, c]) => !!c.money),
            actor.timeZone ?? "UTC",
          ),
        );
      },
    }),
  ];
};
