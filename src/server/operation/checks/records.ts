import { allSearches, hrefOf } from "../../area.ts";
import { declaredNouns } from "../../lifecycle.ts";
import type { Db } from "../../db/db.ts";
import { idRow, rowsAs } from "../../db/read-as.ts";
import { ident, sql } from "../../db/sql.ts";

/** A record that something points to. */
export type Pointed = { type: string; id: string };

const groupsOf = (pointed: readonly Pointed[]): Map<string, Set<string>> => {
  const groups = new Map<string, Set<string>>();
  for (const { type, id } of pointed)
    groups.set(type, (groups.get(type) ?? new Set<string>()).add(id));
  return groups;
};

/**
 * Which of these are not there in the scope's agency, as `type id`. Types that are no declared noun
 * are passed over: nobody here knows where they stand.
 */
export const missingRecords = async (
  db: Db,
  pointed: readonly Pointed[],
): Promise<ReadonlySet<string>> => {
  const missing = new Set<string>();
  const tables = new Map(declaredNouns().map((noun) => [noun.name, noun.table]));
  for (const [type, ids] of groupsOf(pointed)) {
    const table = tables.get(type);
    if (!table) continue;
    const found = await rowsAs(
      db,
      idRow,
      sql`
        select id
        from ${ident(table)}
        where org_id = ${db.scope.orgId} and id = any(${[...ids]}::uuid[])
      `,
    );
    const there = new Set(found.map(({ id }) => id));
    for (const id of ids) if (!there.has(id)) missing.add(`${type} ${id}`);
  }
  return missing;
};

/** Where a record opens in the app, or null. */
export const linkOf = (type: string, id: string): string | null => {
  const page = declaredNouns().find((noun) => noun.name === type)?.page;
  const source = page ? { path: page } : allSearches().find(({ kind }) => kind === type);
  return source ? hrefOf(source, { id }) : null;
};
