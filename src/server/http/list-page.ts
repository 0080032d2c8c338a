import type { Actor } from "#kernel/access.ts";
import type { Db } from "../db/db.ts";
import { countRow, oneAs } from "../db/read-as.ts";
import { bind, join, raw, sql, type Sql } from "../db/sql.ts";
import { together } from "../db/wire/tx.ts";
import { bindActor, needsOnlyBase, wordsOf } from "./list-conditions.ts";
import { behindCursor, cursorBehind, orderBy, sorts, type Sort } from "./list-order.ts";
import { searchConditions } from "./list-search.ts";
import { mostCounted, type ListDefinition, type ListPage, type ListQuery } from "./list.ts";

const columnsOf = (list: ListDefinition, actor: Actor, exported = false) =>
  bindActor(
    Object.entries(list.columns)
      .filter(([, column]) => exported || !column.exportOnly)
      .map(([key, c]) => `${c.sql} as "${key}"`)
      .join(", "),
    actor,
  );

// How many kinds of rows there are, of which only one is added up.
const kindsKey = "kindsApart";

// The count ends behind the most that is counted, however many rows there are, and needs nothing
// but an index; only what could be counted is summed up.
const countSql = (list: ListDefinition, where: readonly Sql[]): Sql => {
  const totals = Object.entries({
    ...list.totals,
    ...(list.addable && { [kindsKey]: list.addable.sql }),
  });
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
  const sums = totals.map(([key, text]) =>
    key === kindsKey
      ? `count(distinct ${text}) as "${key}"`
      : `coalesce(sum(${text}), 0)::bigint as "${key}"`,
  );
  return sql`
    select counted.n, sums.*
    from ${few}
    left join lateral (
        select ${raw(sums.join(", "))}
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

type Counted = Record<string, number> & { n: number };

/**
 * One page of a list through row-level security. `total` is counted up to 10,000 (`totalCapped`;
 * `totals` are then left out, as where rows are not added up: `apart`), or not at all with count=none.
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
  const { limit = 50, page = 1 } = query;
  const { where, broad, number } = await searchConditions(db, actor, list, query);
  const paged = [...where, ...behindCursor(list, query, sort)];
  const offset = query.cursor ? 0 : (page - 1) * limit;
  const rows = pageSql(list, actor, paged, sort, limit + 1, offset);
  // Broad words and nothing else: more than is counted.
  const many = broad && where.length === 1 + wordsOf(query).length;
  const count = many ? sql`select ${mostCounted + 1}::int as n` : countSql(list, where);
  const [found, counts] = await together<[(T & { id: string })[], Counted[]]>(
    db,
    query.count === "none" ? [rows] : [rows, count],
  );
  const counted = counts?.[0];
  const { n = 0, [kindsKey]: kinds = 1, ...sums }: Partial<Counted> = counted ?? {};
  const apart = kinds > 1 ? list.addable?.sentence : undefined;
  const totalCapped = n > mostCounted;
  const last = found.length > limit ? found[limit - 1] : undefined;
  return {
    items: found.slice(0, limit),
    total: counted ? Math.min(n, mostCounted) : null,
    totalCapped,
    page,
    limit,
    nextCursor: last ? cursorBehind(last, list, query, sort) : null,
    ...(counted &&
      list.totals &&
      !totalCapped &&
      !apart && { totals: sums as Record<string, number> }),
    ...(apart && { apart }),
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
    await oneAs(
      db,
      countRow,
      sql`
        select count(*) as n
        from (
          select 1
          from ${raw(list.from)}
          where ${join((await searchConditions(db, actor, list, query)).where, " and ")}
          limit ${most + 1}
        ) few
      `,
    )
  ).n > most;

const everything = async (
  db: Db,
  actor: Actor,
  list: ListDefinition,
  query: ListQuery,
): Promise<Sql> => {
  const { where } = await searchConditions(db, actor, list, query);
  return sql`
    select ${columnsOf(list, actor, true)}
    from ${raw(list.from)}
    where ${join(where, " and ")}${orderBy(sorts(list, query.sort), list.alias)}
  `;
};

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
  db.rows(sql`${await everything(db, actor, list, query)} limit ${most}`);

/** The plan of the first page as text lines, for the test that refuses a Sort on hot lists. */
export const explainList = async (
  db: Db,
  actor: Actor,
  list: ListDefinition,
  query: ListQuery,
): Promise<string> => {
  const inner = sql`${await everything(db, actor, list, query)} limit 51`;
  return (await db.rows(bind(`explain ${inner.text}`, inner.values)))
    .map((r) => Object.values(r)[0])
    .join("\n");
};
