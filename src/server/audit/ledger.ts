import type { Content } from "#kernel/audit-proof.ts";
import type { Instant } from "#kernel/time.ts";
import type { Db } from "../db/db.ts";
import { sql } from "../db/sql.ts";

/** An entry of an agency's ledger at its place, from 0. */
export type LedgerEntry = {
  idx: number;
  id: string;
  at: Instant;
  actorId: string | null;
  action: string;
  objectType: string;
  objectId: string;
  objectNumber: string | null;
};

const columns = sql`
  l.idx, e.id, e.at, e.actor_id, e.action, e.object_type, e.object_id, e.object_number
`;

/** How many entries the agency's ledger has: the place of the next one. */
export const ledgerSize = async (db: Db): Promise<number> =>
  (
    await db.maybe<{ size: number }>(sql`
      select size
      from audit_frontier
      where org_id = ${db.scope.orgId}
    `)
  )?.size ?? 0;

/** The place of the first entry since an instant; the ledger's size where there is none. */
export const ledgerPlaceSince = async (db: Db, since: string): Promise<number> =>
  (
    await db.one<{ idx: number }>(sql`
      select coalesce(
          (
            select min(l.idx)
            from audit_entry e
            join audit_leaf l on l.org_id = e.org_id and l.entry_id = e.id
            where e.org_id = ${db.scope.orgId} and e.at >= ${since}
          ),
          (select f.size from audit_frontier f where f.org_id = ${db.scope.orgId}), 0
        ) as idx
    `)
  ).idx;

/**
 * Entries of some actions ("invoice.approve") at the places from `from` up to `below`, in their
 * order. What is sealed keeps its place, and every committed entry is sealed: who reads on from
 * where they stopped misses none and reads none twice.
 */
export const ledgerEntries = (
  db: Db,
  { from, below, actions }: { from: number; below: number; actions: readonly string[] },
): Promise<LedgerEntry[]> =>
  db.rows(sql`
    select ${columns}
    from audit_leaf l
    join audit_entry e on e.org_id = l.org_id and e.id = l.entry_id
    where l.org_id = ${db.scope.orgId}
      and l.idx >= ${from}
      and l.idx < ${below}
      and e.action = any(${[...actions]}::text[])
    order by l.idx
  `);

/** Entries of one action between two instants, at most `limit`, in their order. */
export const ledgerEntriesBetween = (
  db: Db,
  { action, from, to, limit }: { action: string; from: string; to: string; limit: number },
): Promise<LedgerEntry[]> =>
  db.rows(sql`
    select ${columns}
    from audit_entry e
    join audit_leaf l on l.org_id = e.org_id and l.entry_id = e.id
    where e.org_id = ${db.scope.orgId} and e.action = ${action} and e.at >= ${from} and e.at < ${to}
    order by l.idx
    limit ${limit}
  `);

/** How many entries of an action a period has, sealed ones. */
export const countLedgerEntries = async (
  db: Db,
  { action, from, to }: { action: string; from: string; to: string },
): Promise<number> =>
  (
    await db.one<{ entries: number }>(sql`
      select count(*)::int as entries
      from audit_entry e
      join audit_leaf l on l.org_id = e.org_id and l.entry_id = e.id
      where e.org_id = ${db.scope.orgId}
        and e.action = ${action}
        and e.at >= ${from}
        and e.at < ${to}
    `)
  ).entries;

/** What an entry says changed, with its place; null where its content was erased. */
export type LedgerChange = { objectId: string; idx: number; at: string; content: Content | null };

/** Everything that the ledger says of these records, in its order. */
export const changesOfRecords = async (
  db: Db,
  objectType: string,
  objectIds: readonly string[],
): Promise<LedgerChange[]> =>
  (
    await db.rows<Omit<LedgerChange, "content"> & { content: string | null }>(sql`
      select e.object_id, l.idx, e.at, e.content
      from audit_entry e
      join audit_leaf l on l.org_id = e.org_id and l.entry_id = e.id
      where e.org_id = ${db.scope.orgId}
        and e.object_id = any(${[...objectIds]}::uuid[])
        and e.object_type = ${objectType}
      order by l.idx
    `)
  ).map((row) => ({
    ...row,
    content: row.content === null ? null : (JSON.parse(row.content) as Content),
  }));

/** How old the newest signed checkpoint is, in minutes (null: none yet), and whether entries wait for one. */
export const checkpointStanding = (db: Db): Promise<{ minutes: number | null; behind: boolean }> =>
  db.one<{ minutes: number | null; behind: boolean }>(sql`
    select
      (
        select (extract(epoch from clock_timestamp() - max(c.at)) / 60)::float8
        from audit_checkpoint c
        where c.org_id = ${db.scope.orgId}
      ) as minutes,
      coalesce(
        (select f.size from audit_frontier f where f.org_id = ${db.scope.orgId}) > (
          select coalesce(max(c.size), 0)
          from audit_checkpoint c
          where c.org_id = ${db.scope.orgId}
        ),
        false
      ) as behind
  `);
