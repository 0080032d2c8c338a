import type { Actor } from "#kernel/access.ts";
import type { Db } from "../db/db.ts";
import { countRow, idRow, oneAs, rowsAs } from "../db/read-as.ts";
import { raw, sql, type Sql } from "../db/sql.ts";
import { filesWith, withFiles } from "../files/found-text.ts";
import { together } from "../db/wire/tx.ts";
import { listConditions, typedWords, withValues, wordsOf } from "./list-conditions.ts";
import { mostCounted, type ListDefinition, type ListFilter, type ListQuery } from "./list.ts";

/**
 * What a search says of how many rows it is about; people beyond `mostPeople` whose names fit make
 * a search as broad as many rows do.
 */
type Searched = {
  where: Sql[];
  /** More than `mostCounted` rows hold the words, whatever else is asked. */
  broad: boolean;
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
  byText: readonly string[],
): Promise<Searched> => {
  const where = listConditions(list, actor, query, { byText });
  const typed = list.number && typedWords(query).find((word) => wholeNumber.test(word));
  if (!typed) return { where, broad: false };
  const number = typed.toUpperCase();
  const is = sql`${raw(list.number!)} = ${number}`;
  const found = await db.maybe(sql`
    select 1 as found
    from ${raw(list.base ?? list.from)}
    where ${raw(`${list.alias}.org_id`)} = ${actor.orgId} and ${is}
    limit 1
  `);
  return found ? { where: [...where, is], broad: false, number } : { where, broad: false };
};

// The ids that a filter finds by way of other tables; null where they are too many to be named.
const idsThrough = async (
  db: Db,
  filter: Extract<ListFilter, { kind: "through" }>,
  values: readonly string[],
): Promise<string[] | null> => {
  const least = await oneAs(
    db,
    countRow,
    sql`
      select count(*)::int as n
      from (${withValues(filter.many, values, filter.type)} limit ${mostCounted + 1}) few
    `,
  );
  if (least.n > mostCounted) return null;
  const found = await rowsAs(
    db,
    idRow,
    sql`${withValues(filter.ids, values, filter.type)} limit ${mostCounted + 1}`,
  );
  return found.length > mostCounted ? null : found.map((row) => row.id);
};

/**
 * The conditions of a query, with what had to be looked up for them. Records that a condition finds
 * by way of other tables are named where they are few; where they are many, walking the list finds
 * a page of them soon.
 */
export const searchConditions = async (
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
    const ids = await idsThrough(db, filter, values);
    if (!ids) continue;
    named.push(sql`${raw(`${list.alias}.id`)} = any(${ids}::uuid[])`);
    delete rest[name];
  }
  const found = await worded(db, actor, list, rest);
  return { ...found, where: [...found.where, ...named] };
};

/** So many files are looked at for the records that they belong to, and so many records are named. */
const mostFiles = 1000;

// The records whose files hold every word; none that the virus scanner holds.
const idsByText = async (
  db: Db,
  actor: Actor,
  list: ListDefinition,
  query: ListQuery,
): Promise<string[]> => {
  if (!list.texts || !query.q || !actor.permissions.has("file.read")) return [];
  const files = await filesWith(db, query.q);
  if (files.length === 0) return [];
  const found = await rowsAs(db, idRow, sql`${withFiles(list.texts, files)} limit ${mostFiles}`);
  return found.map((row) => row.id);
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
  const byText = await idsByText(db, actor, list, query);
  if (!list.words || !likes.length) return numbered(db, actor, list, query, byText);
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
    return { where: listConditions(list, actor, query, { often: true, byText }), broad: true };
  const where = listConditions(list, actor, query, { byText });
  if ((people?.length ?? 0) > mostPeople) return { where, broad: false };
  const ids = sql`
    ${raw(`${list.alias}.id`)} = any(${[...found.map((r) => r.id), ...byText]}::uuid[])
  `;
  where.push(
    people?.length
      ? sql`(${ids} or ${raw(person!)} = any(${people.map((r) => r.id)}::uuid[]))`
      : ids,
  );
  return { where, broad: false };
};
