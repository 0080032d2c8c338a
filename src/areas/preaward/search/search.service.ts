import type { Actor } from "#kernel/access.ts";
import { conflict, invalidField, notFound } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import type { Day } from "#kernel/time.ts";
import { note } from "#server/change.ts";
import { businessDate } from "#server/clock.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { insertRow } from "#server/db/rows.ts";
import { sql, type Sql } from "#server/db/sql.ts";
import { grantSearch } from "../preaward.tables.ts";
import type { SearchInput, SearchRow } from "./search.model.ts";

export type StoredSearch = typeof grantSearch.$inferSelect;
const mostSearches = 30;

/** Every word stands somewhere in it; what is not relevant, rejected or over is never found. */
const foundBy = (
  { words, alns, eligibleOnly }: Pick<StoredSearch, "words" | "alns" | "eligibleOnly">,
  today: string,
): Sql => sql`
  o.status in ('inbox', 'reviewing', 'consider', 'will_apply') and o.posted_status in (
    'forecasted', 'posted'
  ) and (o.closes_on is null or o.closes_on >= ${today}::date) and (
    not ${eligibleOnly}
    or o.eligible is not false
  ) and (cardinality(${alns}::text[]) = 0 or o.alns && ${alns}::text[]) and (
    select coalesce(
        bool_and(lower(
          o.number || ' ' || o.title || ' ' || o.agency || ' ' || o.summary
        ) like '%' || w || '%'),
        true
      )
    from unnest(${words
      .toLowerCase()
      .split(/\s+/)
      .filter(Boolean)
      .map((w) => w.replace(/[\\%_]/g, "\\$&"))}::text[]) w
  )
`;

type Found = {
  id: string;
  number: string;
  title: string;
  agency: string;
  closesOn: Day | null;
  ceilingCents: number | null;
};

/** What a search finds; `since` only what came to be known after it. */
export const searchFor = (
  db: Db,
  search: Pick<StoredSearch, "words" | "alns" | "eligibleOnly">,
  since: string | null = null,
): Promise<Found[]> =>
  db.rows<Found>(sql`
    select o.id, o.number, o.title, o.agency, o.closes_on, o.ceiling_cents
    from grant_opportunity o
    where o.org_id = ${db.scope.orgId}
      and (${since}::timestamptz is null or o.created_at > ${since}::timestamptz)
      and ${foundBy(search, businessDate(db.scope))}
    order by o.closes_on nulls last, o.number
    limit 50
  `);

/** The person's own searches, each with how much it finds now. */
export const searchesOf = async (db: Db, actor: Actor): Promise<SearchRow[]> => {
  const rows = await db.rows<StoredSearch>(sql`
    select *
    from grant_search
    where org_id = ${db.scope.orgId} and person_id = ${actor.personId}
    order by lower(name)
  `);
  return Promise.all(
    rows.map(async (row) => ({
      id: row.id,
      name: row.name,
      words: row.words,
      alns: row.alns,
      eligibleOnly: row.eligibleOnly,
      digest: row.digest,
      found: (await searchFor(db, row)).length,
      version: row.version,
    })),
  );
};

/** Keeps a search of the person's. 422 for a name that they have given already. */
export const addSearch = async (
  tx: Tx,
  actor: Actor,
  input: SearchInput,
): Promise<{ id: string }> => {
  const own = await tx.rows<{ name: string }>(sql`
    select name
    from grant_search
    where org_id = ${tx.scope.orgId} and person_id = ${actor.personId}
  `);
  if (own.some(({ name }) => name.toLowerCase() === input.name.toLowerCase()))
    throw invalidField("name", "You have a search of this name.");
  if (own.length >= mostSearches)
    throw conflict("too_many", `A person keeps ${mostSearches} searches at most.`);
  const { id } = await insertRow(tx, grantSearch, {
    ...input,
    orgId: tx.scope.orgId!,
    id: newId(),
    personId: actor.personId!,
  });
  note(tx, actor, "grantSearch", id, {
    number: input.name,
    action: "create",
    after: input,
    event: null,
  });
  return { id };
};

/** Ends a search of the person's own. 404 for somebody else's. */
export const endSearch = async (tx: Tx, actor: Actor, id: string): Promise<void> => {
  const ended = await tx.maybe<{ name: string }>(sql`
    delete from grant_search
    where org_id = ${tx.scope.orgId} and id = ${id} and person_id = ${actor.personId}
    returning name
  `);
  if (!ended) throw notFound("saved search");
  note(tx, actor, "grantSearch", id, {
    number: ended.name,
    action: "delete",
    before: ended,
    event: null,
  });
};
