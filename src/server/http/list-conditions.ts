import type { Actor } from "#kernel/access.ts";
import { businessDate } from "../clock.ts";
import { isDate } from "#kernel/time.ts";
import { join, raw, sql, type Sql } from "../db/sql.ts";
import type { ListDefinition, ListFilter, ListQuery } from "./list.ts";

/**
 * An SQL text with what it asks of whoever reads bound into it: $actor (the person), $today (the
 * agency's day), $zone (its time zone), $held (the permissions), $departments (those they are of).
 */
export const bindActor = (text: string, actor: Actor): Sql => {
  const [first, ...parts] = ` ${text}`.split(/(?=\$(?:actor|today|zone|held|departments)\b)/);
  return parts.reduce((acc, part) => {
    if (part.startsWith("$today"))
      return sql`${acc}${businessDate(actor)}${raw(`::date${part.slice(6)}`)}`;
    if (part.startsWith("$zone"))
      return sql`${acc}${actor.timeZone ?? "UTC"}${raw(`::text${part.slice(5)}`)}`;
    if (part.startsWith("$held"))
      return sql`${acc}${[...actor.permissions]}${raw(`::text[]${part.slice(5)}`)}`;
    if (part.startsWith("$departments"))
      return sql`${acc}${[...actor.departmentIds]}${raw(`::uuid[]${part.slice(12)}`)}`;
    return sql`${acc}${actor.personId}${raw(`::uuid${part.slice(6)}`)}`;
  }, raw(first!));
};

/** A filter's condition with the values that it names as $values. */
export const withValues = (text: string, values: readonly string[], type: "text" | "uuid"): Sql => {
  const [first, ...parts] = text.split("$values");
  return parts.reduce(
    (acc, part) => sql`${acc}${[...values]}${raw(`::${type}[]${part}`)}`,
    raw(first!),
  );
};

const mostWords = 6;

/** The words of the search, as they were typed. */
export const typedWords = (query: ListQuery): string[] =>
  (query.q ?? "").split(/\s+/).filter(Boolean).slice(0, mostWords);

const likeText = (word: string) => `%${word.replace(/[\\%_]/g, (c) => `\\${c}`)}%`;

/** The words of the search as patterns of `ilike`. */
export const wordsOf = (query: ListQuery): string[] => typedWords(query).map(likeText);

/** What was looked up first: whether many rows hold the words, and records that are found by their files. */
type Looked = { often?: boolean; byText?: readonly string[] };

/** A row holds the word in one of the list's searched columns, or was found by the text of a file. */
const holdsWord = (
  list: ListDefinition,
  like: string,
  { often = false, byText = [] }: Looked,
): Sql => {
  const columns = join(
    [
      ...list.search.map((column) => sql`${raw(column)} ilike ${like}`),
      ...(byText.length > 0 ? [sql`${raw(`${list.alias}.id`)} = any(${[...byText]}::uuid[])`] : []),
    ],
    " or ",
  );
  return often ? sql`coalesce(${columns}, false)` : sql`(${columns})`;
};

const anyOf = (column: Sql, type: string, values: readonly string[]): Sql =>
  values.length === 1
    ? sql`${column} = ${values[0]}${raw(`::${type}`)}`
    : sql`${column} = any(${values}${raw(`::${type}[]`)})`;

const cast = { cents: "bigint", number: "numeric", date: "date", instant: "timestamptz" };

/** Where an agency's day begins (`after` 0) or ends (1), for columns that hold an instant. */
const dayAt = (day: string, after: 0 | 1, { timeZone = "UTC" }: Actor): Sql =>
  sql`((${day}::date + ${after}::int)::timestamp at time zone ${timeZone})`;

/** One end of a range; a day asked of an instant is the agency's day, the last one whole. */
const endOf = (
  column: Sql,
  type: keyof typeof cast,
  end: "least" | "most",
  value: unknown,
  actor: Actor,
): Sql => {
  const least = end === "least";
  if (type === "instant" && typeof value === "string" && isDate(value))
    return least
      ? sql`${column} >= ${dayAt(value, 0, actor)}`
      : sql`${column} < ${dayAt(value, 1, actor)}`;
  return sql`${column} ${raw(least ? ">=" : "<=")} ${value}${raw(`::${cast[type]}`)}`;
};

/** What the query asks of one filter: no condition, one, or both ends of a range. */
const filterConditions = (
  name: string,
  filter: ListFilter,
  actor: Actor,
  query: ListQuery,
): Sql[] => {
  if (filter.kind === "range") {
    const column = bindActor(filter.sql, actor);
    const [least, most] = [query[`${name}.min`], query[`${name}.max`]];
    return [
      ...(least === undefined ? [] : [endOf(column, filter.type, "least", least, actor)]),
      ...(most === undefined ? [] : [endOf(column, filter.type, "most", most, actor)]),
    ];
  }
  if (filter.kind === "flag") {
    if (query[name] === "true") return [bindActor(filter.sql, actor)];
    return query[name] === "false" ? [sql`not (${bindActor(filter.sql, actor)})`] : [];
  }
  const values = query[name] as string[] | undefined;
  if (!values?.length) return [];
  if (filter.kind === "set") return [anyOf(bindActor(filter.sql, actor), filter.type, values)];
  if (filter.kind === "overlap")
    return [sql`${bindActor(filter.sql, actor)} && ${values}${raw(`::${filter.type}[]`)}`];
  return [withValues(filter.sql, values, filter.type)];
};

/**
 * Everything that the query asks as conditions; the agency comes first so that its index leads. Of
 * words that are held `often` the database is not left to guess that they are rare: behind a
 * coalesce it expects every second row to hold them.
 */
export const listConditions = (
  list: ListDefinition,
  actor: Actor,
  query: ListQuery,
  looked: Looked = {},
): Sql[] => {
  const agency = sql`${raw(`${list.alias}.org_id`)} = ${actor.orgId}`;
  const scope = list.visible?.(actor);
  return [
    agency,
    ...(scope ? [scope] : []),
    ...wordsOf(query).map((like) => holdsWord(list, like, looked)),
    ...Object.entries(list.filters).flatMap(([name, filter]) =>
      filterConditions(name, filter, actor, query),
    ),
  ];
};

const joinedNames = /\bjoin\s+\w+\s+(\w+)\s+on\b/g;

/** True when these texts name none of the tables that `from` adds to `base`. */
export const needsOnlyBase = (
  list: ListDefinition,
  texts: readonly string[],
): list is ListDefinition & { base: string } =>
  list.base !== undefined &&
  ![...list.from.slice(list.base.length).matchAll(joinedNames)].some(([, name]) =>
    texts.some((text) => new RegExp(`\\b${name}\\.`).test(text)),
  );
