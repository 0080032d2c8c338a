import type { Change, Content } from "#kernel/audit-proof.ts";
import { addDays, type Day } from "#kernel/time.ts";
import type { Db } from "../db/db.ts";
import { sql } from "../db/sql.ts";

/**
 * One line of a record's history, newest first. `auditIndex` is null until the entry is sealed
 * (usually under a second).
 */
export type HistoryItem = {
  id: string;
  at: string;
  actorId: string | null;
  actorName: string | null;
  action: string;
  from: string | null;
  to: string | null;
  reason: string | null;
  changes: Change[];
  auditIndex: number | null;
  erased: boolean;
};

type HistoryRow = {
  id: string;
  at: string;
  actorId: string | null;
  action: string;
  content: string | null;
  idx: number | null;
};
const text = (value: unknown): string | null => (typeof value === "string" ? value : null);

/** Splits a change of status off the other changes. */
const toItem = (row: HistoryRow): HistoryItem => {
  const content = row.content === null ? null : (JSON.parse(row.content) as Content);
  const status = content?.changes.find((change) => change.field === "status");
  return {
    id: row.id,
    at: row.at,
    actorId: row.actorId,
    actorName: content?.actorName ?? null,
    action: row.action,
    from: text(status?.before),
    to: text(status?.after),
    reason: content?.note ?? null,
    changes:
      content?.changes.filter((change) => change !== status && change.field !== "version") ?? [],
    auditIndex: row.idx,
    erased: content === null,
  };
};

/**
 * What happened to one record of the scope's agency, newest first, at most `limit` items; with the words
 * that lie apart from the ledger, so ask first whether the record is for the reader.
 */
export const historyOf = async (
  db: Db,
  objectType: string,
  objectId: string,
  limit = 200,
): Promise<{ items: HistoryItem[] }> => {
  const rows = await db.rows<HistoryRow>(sql`
    select e.id, e.at, e.actor_id, e.action, coalesce(a.content, e.content) as content, l.idx
    from audit_entry e
    left join audit_apart a on a.org_id = e.org_id and a.entry_id = e.id
    left join audit_leaf l on l.org_id = e.org_id and l.entry_id = e.id
    where e.org_id = ${db.scope.orgId}
      and e.object_id = ${objectId}
      and e.object_type = ${objectType}
    order by e.id desc
    limit ${limit}
  `);
  return { items: rows.map(toItem) };
};

/** How many entries the scope's agency wrote since an instant; `most` at the most. */
export const entriesSince = async (db: Db, since: string | null, most: number): Promise<number> =>
  (
    await db.one<{ n: number }>(sql`
      select count(*)::int as n
      from (
        select 1
        from audit_entry
        where org_id = ${db.scope.orgId}
          and (${since}::timestamptz is null or at > ${since}::timestamptz)
        limit ${most}
      ) written
    `)
  ).n;

// Ids of entries begin with their milliseconds (RFC 9562, version 7), so that their index answers by time.
const idFrom = (day: Day): string => {
  const hex = Date.parse(`${addDays(day, -1)}T00:00:00Z`)
    .toString(16)
    .padStart(12, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
};

/** What was done in the scope's agency on each of some days, of its own zone, and by how many people. */
export const actsByDay = (
  db: Db,
  from: Day,
  to: Day,
): Promise<{ day: Day; acts: number; people: number }[]> =>
  db.rows(sql`
    select d.day::date as day, count(e.id)::int as acts, count(distinct e.actor_id)::int as people
    from generate_series(${from}::timestamp, ${to}::timestamp, interval '1 day') d(day)
    left join audit_entry e
      on e.org_id = ${db.scope.orgId}
      and e.id >= ${idFrom(from)}
      and e.at >= d.day at time zone ${db.scope.timeZone ?? "UTC"}
      and e.at < (d.day + interval '1 day') at time zone ${db.scope.timeZone ?? "UTC"}
    group by d.day
    order by d.day
  `);
