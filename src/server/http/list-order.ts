import { invalidField } from "#kernel/errors.ts";
import { raw, sql, type Sql } from "../db/sql.ts";
import type { ListDefinition, ListQuery } from "./list.ts";

/** One key of an order. */
export type Sort = { key: string; sql: string; descending: boolean };

const sortable = (list: ListDefinition) =>
  Object.keys(list.columns).filter((key) => list.columns[key]!.sort);

/** What the query sorts by, at most three keys. 422 for a column that cannot be sorted by. */
export const sorts = (list: ListDefinition, given: string | undefined): Sort[] => {
  const wanted = (given || list.defaultSort).split(",").filter(Boolean).slice(0, 3);
  return wanted.map((part) => {
    const descending = part.startsWith("-");
    const key = descending ? part.slice(1) : part;
    const column = list.columns[key];
    if (!column?.sort)
      throw invalidField(
        "sort",
        `This list cannot be sorted by ${key}. Possible: ${sortable(list).join(", ")}.`,
      );
    return { key, sql: column.sql, descending };
  });
};

/** The order as SQL; the id makes it certain. */
export const orderBy = (sort: readonly Sort[], alias: string): Sql => {
  const direction = (descending = false) => (descending ? " desc" : "");
  const keys = sort.map((s) => `${s.sql}${direction(s.descending)}`);
  return raw(` order by ${keys.join(", ")}, ${alias}.id${direction(sort[0]?.descending)}`);
};

/** Where a page ends: the order, the last row's value in it, and its id. */
type Cursor = { s: string; v: unknown; id: string };
const readCursor = (text: string, sort: string): Cursor => {
  try {
    const cursor = JSON.parse(Buffer.from(text, "base64url").toString("utf8")) as Cursor;
    if (cursor.s === sort && typeof cursor.id === "string") return cursor;
  } catch {}
  throw invalidField(
    "cursor",
    "This cursor belongs to another list or order. Begin again at the first page.",
  );
};

/** The order as a cursor names it. */
const nameOf = (list: ListDefinition, query: ListQuery) => query.sort || list.defaultSort;

/** What stands behind the query's cursor. 422 for a cursor of another list or order. */
export const behindCursor = (
  list: ListDefinition,
  query: ListQuery,
  sort: readonly Sort[],
): Sql[] => {
  if (!query.cursor) return [];
  const cursor = readCursor(query.cursor, nameOf(list, query));
  const [first] = sort;
  return [
    sql`
      (${raw(first!.sql)}, ${raw(`${list.alias}.id`)}) ${raw(first!.descending ? "<" : ">")} (
        ${cursor.v}, ${cursor.id}
      )
    `,
  ];
};

/** The cursor behind this row; null where the order has several keys. */
export const cursorBehind = (
  last: Record<string, unknown>,
  list: ListDefinition,
  query: ListQuery,
  sort: readonly Sort[],
): string | null => {
  if (sort.length !== 1) return null;
  const cursor = { s: nameOf(list, query), v: last[sort[0]!.key], id: last.id };
  return Buffer.from(JSON.stringify(cursor)).toString("base64url");
};
