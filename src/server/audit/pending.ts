import type pg from "pg";
import { entryColumnsText, type StoredEntry } from "./stored.ts";

/**
 * How far the sequencer read: up to this transaction and entry. `guarded`: the database was restored
 * into another cluster, whose transaction numbers say nothing of the entries'; they are looked up.
 */
export type Cursor = { xid: string; id: string; guarded: boolean; xmin: string; xmax: string };

/** A committed entry that is not sealed yet. */
export type Pending = StoredEntry & { xid: string };

/**
 * A transaction number below every running one is final: what has not committed by then never will.
 */
export const readCursor = async (
  client: pg.PoolClient,
  wait: boolean,
): Promise<Cursor | undefined> =>
  (
    await client.query<Cursor>(`
      select
        after_xid::text as xid, after_id as id, guarded,
        pg_snapshot_xmin(pg_current_snapshot())::text as xmin,
        pg_snapshot_xmax(pg_current_snapshot())::text as xmax
      from audit_sequencer
      for update ${wait ? "" : "skip locked"}
    `)
  ).rows[0];

/** The next entries in the order of their transactions, at most `limit`. */
export const readPending = async (
  client: pg.PoolClient,
  cursor: Cursor,
  limit: number,
): Promise<Pending[]> => {
  const unknown = `
    not exists (select 1 from audit_leaf l where l.org_id = e.org_id and l.entry_id = e.id)
    and not exists (select 1 from audit_refusal r where r.org_id = e.org_id and r.entry_id = e.id)
    and (e.xid < $3::xid8 or e.xid >= $5::xid8)
  `;
  const text = `
    select ${entryColumnsText}, e.xid::text as xid
    from audit_entry e
    where (e.xid, e.id) > ($1::xid8, $2::uuid) and ${cursor.guarded ? unknown : "e.xid < $3::xid8"}
    order by e.xid, e.id
    limit $4
  `;
  const values = [
    cursor.xid,
    cursor.id,
    cursor.xmin,
    limit,
    ...(cursor.guarded ? [cursor.xmax] : []),
  ];
  return (
    await client.query<Pending>({ name: cursor.guarded ? "guarded" : "pending", text, values })
  ).rows;
};
