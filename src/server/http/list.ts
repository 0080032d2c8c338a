import { z } from "zod";
import type { Actor } from "#kernel/access.ts";
import { invalidField } from "#kernel/errors.ts";
import { businessDate } from "../clock.ts";
import type { Db } from "../db/db.ts";
import { bind, join, raw, sql, type Sql } from "../db/sql.ts";
import { together } from "../db/wire/tx.ts";

/**
 * What codes are called: the labels by which the screens show them, or the function that makes the
 * words.
 */
export type CodeNames =
  | Readonly<Record<string, string | { label: string }>>
  | ((code: string) => string);

/**
 * A column of the answer: its SQL (in which $today is the agency's day), its label in exports, and
 * whether the list may be sorted by it (needs an index to be fast). `codes`: its values are codes,
 * for which exports hold these words, each part of a list its own.
 */
export type ListColumn = {
  sql: string;
  label?: string;
  sort?: boolean;
  money?: boolean;
  hidden?: boolean;
  codes?: CodeNames;
};

export type ListFilter =
  /** `status=a,b`: any of the values. */
  | { kind: "set"; sql: string; type: "text" | "uuid"; values?: readonly string[] }
  /** `certification=a,b`: an array column that holds any of the values (GIN index advised). */
  | { kind: "overlap"; sql: string; type: "text" }
  /**
   * `exception=a,b`: records that have any of the values among several; a condition that names them
   * as $values.
   */
  | { kind: "among"; sql: string; type: "text" }
  /**
   * `departmentId=a,b`: the same of ids, where no index of the list's own table answers. `ids`
   * selects the records that the condition finds; as long as they are few they are looked up first
   * and found by their key. `many` selects what tells soon that they are not.
   */
  | { kind: "through"; sql: string; ids: string; many: string; type: "uuid" }
  /** `amount.min=1&amount.max=5`, both inclusive. */
  | { kind: "range"; sql: string; type: "cents" | "date" | "instant" | "number" }
  /**
   * `mine=true`: a condition that holds or does not; may name the actor as $actor, the agency's day
   * as $today, what the actor may do as $held.
   */
  | { kind: "flag"; sql: string };

export type ListDefinition<K extends string = string> = {
  /** What it lists, in the plural, for file names: "invoices". */
  name: string;
  /** FROM clause; the main table's alias is `alias`. */
  from: string;
  alias: string;
  /**
   * The first table of `from` with its alias, where the others only add names: every row of it
   * stands exactly once in the whole. Counted and skipped by itself then.
   */
  base?: string;
  columns: Record<K, ListColumn>;
  filters: Record<string, ListFilter>;
  /** Expressions searched with the words of `q`. */
  search: readonly string[];
  /**
   * Where `record_words` (0290) keeps what `search` names: the kind of its rows, and the column of
   * a person whose name is searched as well. Searches of rare words read only what they find then.
   */
  words?: { kind: string; person?: string };
  /**
   * The column of a record's number where rows are too many, and written too often, for an index of
   * words: a word that is somebody's whole number (`inv-2027-00388`) finds that number and is
   * compared (0302); other words are searched in every row.
   */
  number?: string;
  defaultSort: string;
  /**
   * Sums over everything filtered, in cents, while it can be counted: shown under a double rule.
   */
  totals?: Record<string, string>;
  /** Further condition by who asks (row scope). */
  visible?: (actor: Actor) => Sql | null;
};

export type ListQuery = {
  q?: string;
  sort?: string;
  page?: number;
  cursor?: string;
  limit?: number;
  count?: "none" | "capped";
} & Record<string, unknown>;
export type ListPage<T> = {
  items: T[];
  total: number | null;
  totalCapped: boolean;
  page: number;
  limit: number;
  nextCursor: string | null;
  totals?: Record<string, number>;
  /** The whole number that was searched, where only its rows are given (`ListDefinition.number`). */ number?: string;
};

const mostCounted = 10_000;
const comma = (check: z.ZodType<string, string>) =>
  z
    .string()
    .max(4000)
    .transform((s) => s.split(",").filter(Boolean))
    .pipe(z.array(check).max(200));
const rangeType = {
  cents: z.coerce.number().int(),
  number: z.coerce.number(),
  date: z.iso.date(),
  instant: z.iso.datetime({ offset: true }).or(z.iso.date()),
};

type Several = Extract<ListFilter, { kind: "set" | "overlap" | "among" | "through" }>;
/**
 * Whether a filter takes values with commas between them, which are a list of texts once the query
 * is read.
 */
export const takesSeveral = (filter: ListFilter | undefined): filter is Several =>
  filter !== undefined && filter.kind !== "range" && filter.kind !== "flag";

/** The query schema of a list: search, sort, paging and every filter with its path in errors. */
export const listQuery = (list: ListDefinition) => {
  const shape: Record<string, z.ZodType> = {
    q: z.string().trim().max(200).optional(),
    sort: z.string().max(200).optional(),
    page: z.coerce.number().int().min(1).max(100_000).default(1),
    cursor: z.string().max(2000).optional(),
    limit: z.coerce.number().int().min(1).max(500).default(50),
    count: z.enum(["none", "capped"]).default("capped"),
  };
  for (const [name, filter] of Object.entries(list.filters)) {
    if (takesSeveral(filter))
      shape[name] = comma(filter.type === "uuid" ? z.uuid() : z.string().max(200)).optional();
    else if (filter.kind === "range")
      for (const end of ["min", "max"]) shape[`${name}.${end}`] = rangeType[filter.type].optional();
    else shape[name] = z.enum(["true", "false"]).optional();
  }
  return z.object(shape).strict() as unknown as z.ZodType<ListQuery, ListQuery>;
};

/** The answer's schema around a row schema. */
export const listPage = <T extends z.ZodType>(row: T) =>
  z.object({
    items: z.array(row),
    total: z.number().nullable(),
    totalCapped: z.boolean(),
    page: z.number(),
    limit: z.number(),
    nextCursor: z.string().nullable(),
    totals: z.record(z.string(), z.number()).optional(),
    number: z.string().optional(),
  });

type Sort = { key: string; sql: string; descending: boolean };

const sorts = (list: ListDefinition, given: string | undefined): Sort[] => {
  const wanted = (given || list.defaultSort).split(",").filter(Boolean).slice(0, 3);
  return wanted.map((part) => {
    const descending = part.startsWith("-");
    const key = descending ? part.slice(1) : part;
    const column = list.columns[key];
    if (!column?.sort)
      throw invalidField(
        "sort",
        `This list cannot be sorted by ${key}. Possible: ${Object.entries(list.columns)
          .filter(([, c]) => c.sort)
          .map(([k]) => k)
          .join(", ")}.`,
      );
    return { key, sql: column.sql, descending };
  });
};

const likeText = (word: string) => `%${word.replace(/[\\%_]/g, (c) => `\\${c}`)}%`;
const cast = { cents: "bigint", number: "numeric", date: "date", instant: "timestamptz" };

/**
 * An SQL text with what it asks of whoever reads bound into it: $actor (the person), $today (the
 * agency's day), $held (the permissions).
 */
export const asked = (text: string, actor: Actor): Sql => {
  const [first, ...parts] = ` ${text}`.split(/(?=\$(?:actor|today|held)\b)/);
  return parts.reduce((acc, part) => {
    if (part.startsWith("$today"))
      return sql`${acc}${businessDate(actor)}${raw(`::date${part.slice(6)}`)}`;
    if (part.startsWith("$held"))
      return sql`${acc}${[...actor.permissions]}${raw(`::text[]${part.slice(5)}`)}`;
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

const wordsOf = (query: ListQuery) =>
  (query.q ?? "").split(/\s+/).filter(Boolean).slice(0, 6).map(likeText);

/**
 * Everything that the query asks as conditions; the agency comes first so that its index leads. Of
 * words that are held `often` the database is not left to guess that they are rare: behind a
 * coalesce it expects every second row to hold them.
 */
export const listConditions = (
  list: ListDefinition,
  actor: Actor,
  query: ListQuery,
  often = false,
): Sql[] => {
  const where: Sql[] = [sql`${raw(`${list.alias}.org_id`)} = ${actor.orgId}`];
  const scope = list.visible?.(actor);
  if (scope) where.push(scope);
  for (const like of wordsOf(query))
    where.push(sql`
      ${raw(often ? "coalesce(" : "(")}${join(
        list.search.map((s) => sql`${raw(s)} ilike ${like}`),
        " or ",
      )}${raw(often ? ", false)" : ")")}
    `);
  for (const [name, filter] of Object.entries(list.filters)) {
    if (filter.kind === "set") {
      const values = query[name] as string[] | undefined;
      if (values?.length === 1)
        where.push(sql`${asked(filter.sql, actor)} = ${values[0]}${raw(`::${filter.type}`)}`);
      else if (values?.length)
        where.push(sql`${asked(filter.sql, actor)} = any(${values}${raw(`::${filter.type}[]`)})`);
    } else if (filter.kind === "overlap") {
      const values = query[name] as string[] | undefined;
      if (values?.length)
        where.push(sql`${raw(filter.sql)} && ${values}${raw(`::${filter.type}[]`)}`);
    } else if (filter.kind === "among" || filter.kind === "through") {
      const values = query[name] as string[] | undefined;
      if (values?.length) where.push(withValues(filter.sql, values, filter.type));
    } else if (filter.kind === "range") {
      const type = raw(`::${cast[filter.type]}`);
      if (query[`${name}.min`] !== undefined)
        where.push(sql`${raw(filter.sql)} >= ${query[`${name}.min`]}${type}`);
      if (query[`${name}.max`] !== undefined)
        where.push(sql`${raw(filter.sql)} <= ${query[`${name}.max`]}${type}`);
    } else if (query[name] === "true") where.push(asked(filter.sql, actor));
    else if (query[name] === "false") where.push(sql`not (${asked(filter.sql, actor)})`);
  }
  return where;
};

/**
 * What a search says of how many rows it is about; people beyond `mostPeople` whose names fit make
 * a search as broad as many rows do.
 */
type Searched = {
  where: Sql[];
  /** More than `mostCounted` rows hold the words, whatever else is asked. */ broad: boolean;
  number?: string;
};
const mostPeople = 100;

// How numbers look that `nextNumber` gives, and those that are brought in beside them.
const wholeNumber = /^[a-z]+(-[a-z0-9]+)*-\d{3,}$/i;

// The first word that is a whole number and stands in a row of the list, as a comparison that an
// index answers.
const numbered = async (
  db: Db,
  actor: Actor,
  list: ListDefinition,
  query: ListQuery,
): Promise<Searched> => {
  const where = listConditions(list, actor, query);
  const word =
    list.number &&
    (query.q ?? "")
      .split(/\s+/)
      .slice(0, 6)
      .find((w) => wholeNumber.test(w))
      ?.toUpperCase();
  if (!word) return { where, broad: false };
  const is = sql`${raw(list.number!)} = ${word}`;
  return (
    await db.rows(sql`
      select 1 as found
      from ${raw(list.base ?? list.from)}
      where ${raw(`${list.alias}.org_id`)} = ${actor.orgId} and ${is}
      limit 1
    `)
  ).length
    ? { where: [...where, is], broad: false, number: word }
    : { where, broad: false };
};

// Records that a condition finds by way of other tables are named where they are few; where they
// are many, walking the list finds a page of them soon.
const searched = async (
  db: Db,
  actor: Actor,
  list: ListDefinition,
  query: ListQuery,
): Promise<Searched> => {
  const named: Sql[] = [];
  const rest: ListQuery = { ...query };
  for (const [name, filter] of Object.entries(list.filters)) {
    const values = query[name] as string[] | undefined;
    if (filter.kind !== "through" || !values?.length) continue;
    const least = await db.one<{ n: number }>(sql`
      select count(*)::int as n
      from (${withValues(filter.many, values, filter.type)} limit ${mostCounted + 1}) few
    `);
    const found =
      least.n > mostCounted
        ? null
        : await db.rows<{ id: string }>(
            sql`${withValues(filter.ids, values, filter.type)} limit ${mostCounted + 1}`,
          );
    if (!found || found.length > mostCounted) continue;
    named.push(sql`${raw(`${list.alias}.id`)} = any(${found.map((r) => r.id)}::uuid[])`);
    delete rest[name];
  }
  const held = await worded(db, actor, list, rest);
  return { ...held, where: [...held.where, ...named] };
};

// Behind row security no index answers `ilike`. Rows that hold every word are looked up by the
// agency's words; where they are too many to be named, walking the list finds a page of them soon.
const worded = async (
  db: Db,
  actor: Actor,
  list: ListDefinition,
  query: ListQuery,
): Promise<Searched> => {
  const likes = wordsOf(query);
  if (!list.words || !likes.length) return numbered(db, actor, list, query);
  const { kind, person } = list.words;
  const [found, people] = await together<[{ id: string }[], { id: string }[]]>(db, [
    sql`select levee_found(${kind}, ${likes}::text[], ${mostCounted + 1}) as id`,
    ...(person
      ? [
          sql`
            select p.id
            from organization_member m
            join person p on p.id = m.person_id
            where m.org_id = ${actor.orgId} and p.display_name ilike any(${likes}::text[])
            limit ${mostPeople + 1}
          `,
        ]
      : []),
  ]);
  if (found.length > mostCounted)
    return { where: listConditions(list, actor, query, true), broad: true };
  const where = listConditions(list, actor, query);
  if ((people?.length ?? 0) > mostPeople) return { where, broad: false };
  const ids = sql`${raw(`${list.alias}.id`)} = any(${found.map((r) => r.id)}::uuid[])`;
  where.push(
    people?.length
      ? sql`(${ids} or ${raw(person!)} = any(${people.map((r) => r.id)}::uuid[]))`
      : ids,
  );
  return { where, broad: false };
};

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

const orderBy = (sort: readonly Sort[], alias: string) =>
  raw(
    ` order by ${sort.map((s) => `${s.sql}${s.descending ? " desc" : ""}`).join(", ")}, ${alias}.id${sort[0]?.descending ? " desc" : ""}`,
  );
const columnsOf = (list: ListDefinition, actor: Actor) =>
  asked(
    Object.entries(list.columns)
      .map(([key, c]) => `${c.sql} as "${key}"`)
      .join(", "),
    actor,
  );

const joinedNames = /\bjoin\s+\w+\s+(\w+)\s+on\b/g;

/** True when these texts name none of the tables that `from` adds to `base`. */
const needsOnlyBase = (
  list: ListDefinition,
  texts: readonly string[],
): list is ListDefinition & { base: string } =>
  list.base !== undefined &&
  ![...list.from.slice(list.base.length).matchAll(joinedNames)].some(([, name]) =>
    texts.some((text) => new RegExp(`\\b${name}\\.`).test(text)),
  );

// The count ends behind the most that is counted, however many rows there are, and needs nothing
// but an index; only what could be counted is summed up.
const countSql = (list: ListDefinition, where: readonly Sql[]): Sql => {
  const totals = Object.entries(list.totals ?? {});
  const condition = join(where, " and ");
  const from = raw(
    needsOnlyBase(list, [condition.text, ...totals.map(([, text]) => text)])
      ? list.base
      : list.from,
  );
  const few = sql`
    (
      select count(*) as n
      from (select 1 from ${from} where ${condition} limit ${raw(String(mostCounted + 1))}) few
    ) counted
  `;
  if (!totals.length) return sql`select n from ${few}`;
  return sql`
    select counted.n, sums.*
    from ${few}
    left join lateral (
        select ${raw(totals.map(([key, text]) => `coalesce(sum(${text}), 0)::bigint as "${key}"`).join(", "))}
        from ${from}
        where ${condition} and counted.n <= ${raw(String(mostCounted))}
      ) sums
      on true
  `;
};

// The limit stands in the text: the database plans for so few rows once, instead of anew for each
// request. Pages behind the first skip rows before they join.
const pageSql = (
  list: ListDefinition,
  actor: Actor,
  where: readonly Sql[],
  sort: readonly Sort[],
  limit: number,
  offset: number,
): Sql => {
  const order = orderBy(sort, list.alias);
  const few = raw(` limit ${Math.trunc(limit)}`);
  if (offset > 0 && needsOnlyBase(list, [join(where, " and ").text, order.text]))
    return sql`
      select ${columnsOf(list, actor)}
      from (
        select *
        from ${raw(list.base)}
        where ${join(where, " and ")}${order}${few}
        offset ${offset}
      ) ${raw(list.alias + list.from.slice(list.base.length))}${order}
    `;
  return sql`
    select ${columnsOf(list, actor)}
    from ${raw(list.from)}
    where ${join(where, " and ")}${order}${few}${offset > 0 ? sql` offset ${offset}` : raw("")}
  `;
};

/**
 * One page of a list through row-level security. `total` is counted up to 10,000 (`totalCapped`;
 * `totals` are then left out), or not at all with count=none.
 * A cursor (single sort column, never null) costs the same on every page; numbered pages are for
 * people.
 */
export const runList = async <T>(
  db: Db,
  actor: Actor,
  list: ListDefinition,
  query: ListQuery,
): Promise<ListPage<T>> => {
  const sort = sorts(list, query.sort);
  const limit = query.limit ?? 50;
  const page = query.page ?? 1;
  const { where, broad, number } = await searched(db, actor, list, query);
  const sortName = query.sort || list.defaultSort;
  const paged = [...where];
  if (query.cursor) {
    const cursor = readCursor(query.cursor, sortName);
    paged.push(sql`
      (${raw(sort[0]!.sql)}, ${raw(`${list.alias}.id`)}) ${raw(sort[0]!.descending ? "<" : ">")} (
        ${cursor.v}, ${cursor.id}
      )
    `);
  }
  const offset = query.cursor ? 0 : (page - 1) * limit;
  const rows = pageSql(list, actor, paged, sort, limit + 1, offset);
  // Broad words and nothing else: more than is counted.
  const many = broad && where.length === 1 + wordsOf(query).length;
  const [found, counts] = await together<
    [(T & { id: string })[], (Record<string, number> & { n: number })[]]
  >(db, [
    rows,
    ...(query.count === "none"
      ? []
      : [many ? sql`select ${mostCounted + 1}::int as n` : countSql(list, where)]),
  ]);
  const counted = counts?.[0];
  const { n = 0, ...sums } = counted ?? {};
  const totalCapped = n > mostCounted;
  const last = found.length > limit ? found[limit - 1] : undefined;
  const nextCursor =
    last && sort.length === 1
      ? Buffer.from(
          JSON.stringify({
            s: sortName,
            v: (last as Record<string, unknown>)[sort[0]!.key],
            id: last.id,
          }),
        ).toString("base64url")
      : null;
  return {
    items: found.slice(0, limit),
    total: counted ? Math.min(n, mostCounted) : null,
    totalCapped,
    page,
    limit,
    nextCursor,
    ...(counted && list.totals && !totalCapped && { totals: sums as Record<string, number> }),
    ...(number && { number }),
  };
};

/** True when the query matches more than `most` rows; counts no further. */
export const hasMoreThan = async (
  db: Db,
  actor: Actor,
  list: ListDefinition,
  query: ListQuery,
  most: number,
): Promise<boolean> =>
  (
    await db.one<{ n: number }>(sql`
      select count(*) as n
      from (
        select 1
        from ${raw(list.from)}
        where ${join((await searched(db, actor, list, query)).where, " and ")}
        limit ${most + 1}
      ) few
    `)
  ).n > most;

/**
 * Everything that the query matches, at most `most` rows, in the list's order, without paging; for
 * exports.
 */
export const listAll = async (
  db: Db,
  actor: Actor,
  list: ListDefinition,
  query: ListQuery,
  most: number,
): Promise<Record<string, unknown>[]> =>
  db.rows(sql`
    select ${columnsOf(list, actor)}
    from ${raw(list.from)}
    where ${join((await searched(db, actor, list, query)).where, " and ")}${orderBy(sorts(list, query.sort), list.alias)}
    limit ${most}
  `);

/** The plan of the first page as text lines, for the test that refuses a Sort on hot lists. */
export const explainList = async (
  db: Db,
  actor: Actor,
  list: ListDefinition,
  query: ListQuery,
): Promise<string> => {
  const inner = sql`
    select ${columnsOf(list, actor)}
    from ${raw(list.from)}
    where ${join((await searched(db, actor, list, query)).where, " and ")}${orderBy(sorts(list, query.sort), list.alias)}
    limit 51
  `;
  return (await db.rows<{ queryPlan: string }>(bind(`explain ${inner.text}`, inner.values)))
    .map((r) => Object.values(r)[0])
    .join("\n");
};
