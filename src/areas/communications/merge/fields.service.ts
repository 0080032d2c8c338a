import type { Actor } from "#kernel/access.ts";
import { formatDate, formatInstant } from "#kernel/dates.ts";
import { notFound } from "#kernel/errors.ts";
import { formatCents } from "#kernel/money.ts";
import { isDate, isInstant } from "#kernel/time.ts";
import { allSearches, type SearchSource } from "#server/area.ts";
import { businessDate } from "#server/clock.ts";
import type { Db } from "#server/db/db.ts";
import { named } from "#server/http/export.ts";
import { exportedColumns, exportedRecords } from "#server/http/exported.ts";
import type { ListDefinition } from "#server/http/list.ts";
import { readOrganization } from "#areas/organization/organization.server.ts";
import { lacks } from "#server/lacking.ts";

/** A field of a text: its name in braces, and what people call it. */
export type MergeField = { name: string; label: string };

/** What every text knows. */
const always: readonly MergeField[] = [
  { name: "agency.name", label: "Name of the agency" },
  { name: "agency.address", label: "Address of the agency" },
  { name: "today", label: "Today" },
  { name: "writer.name", label: "Who writes it" },
];

type Column = ListDefinition["columns"][string];
/** The nouns of whose records letters are written: those that the one search reaches, less definitions. */
export const letterNouns = (): readonly SearchSource[] =>
  allSearches().filter(({ definition }) => !definition);

const sourceOf = (noun: string): SearchSource | null =>
  letterNouns().find((each) => each.kind === noun) ?? null;

/** The fields of a text: those of every text, and the columns of the noun's list. 404 for no noun. */
export const mergeFields = (noun: string): readonly MergeField[] => {
  if (noun === "") return always;
  const source = sourceOf(noun);
  if (!source) throw notFound("kind of record");
  return [
    ...always,
    ...exportedColumns(source.list).map(([name, { label }]) => ({ name, label: label! })),
  ];
};

/** Whether letters are written of records of this noun; the empty name is one of no record. */
export const isLetterNoun = (noun: string): boolean => noun === "" || sourceOf(noun) !== null;

/** A value of a column as a letter shows it; nothing for none. */
const shown = ({ codes, money }: Column, value: unknown, timeZone: string): string => {
  if (value === null || value === undefined || value === false) return "";
  if (value === true) return "yes";
  if (Array.isArray(value))
    return value
      .map((one) => shown({ sql: "", ...(codes && { codes }) }, one, timeZone))
      .join(", ");
  if (typeof value === "number") return money ? formatCents(value) : String(value);
  const text = String(value);
  if (codes) return String(named(codes, text));
  if (isDate(text)) return formatDate(text);
  return isInstant(text) ? formatInstant(text, timeZone) : text;
};

/**
 * The values of a text's fields for a record, as its reader may see them in the list: 403 without
 * the list's permission, 404 for a record that the list does not show them.
 */
export const mergeValues = async (
  db: Db,
  actor: Actor,
  noun: string,
  id: string | null,
): Promise<Map<string, string>> => {
  const agency = await readOrganization(db);
  const values = new Map([
    ["agency.name", agency.name],
    ["agency.address", agency.address ?? ""],
    ["today", formatDate(businessDate(db.scope))],
    ["writer.name", actor.name],
  ]);
  if (noun === "") return values;
  const source = sourceOf(noun);
  if (!source || !id) throw notFound("record");
  if (!actor.permissions.has(source.permission)) throw lacks([source.permission]);
  const [row] = await exportedRecords(db, actor, source.list, [id]);
  if (!row) throw notFound("record");
  for (const [name, column] of exportedColumns(source.list))
    values.set(name, shown(column, row[name], agency.timeZone));
  return values;
};
