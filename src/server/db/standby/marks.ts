import type { Db, Scope } from "../db.ts";
import { sql, type Sql } from "../sql.ts";

// `agency_written` says how far the log of the primary went when the agency's last write was
// acknowledged. It is no part of the log itself (unlogged), so that it costs no write to the disk, and it
// is empty on a machine that was promoted or came back from a crash: an agency without a row is read
// from the primary, and gets one.

/**
 * Notes how far the log goes now: sent behind a commit with its round trip, under the agency's scope.
 * Whatever was committed before is behind this place of the log.
 */
export const markWritten = (orgId: string): Sql => sql`
  insert into agency_written as w (org_id, position)
  values (${orgId}, pg_current_wal_insert_lsn())
  on conflict (org_id)
  do update set position = greatest(w.position, excluded.position)
`;

/** How far a standby must have come for a reading; `started` tells one primary from another. */
export type Needed = { position: string | null; started: string };

/** For what is read of the scope's agency: its last write. */
export const neededOf = (db: Db, { orgId }: Scope): Promise<Needed> =>
  db.one<Needed>(sql`
    select
      (select position from agency_written where org_id = ${orgId}::uuid)::text as position,
      pg_postmaster_start_time()::text as started
  `);

/** For what everybody reads: the last write of any agency. */
export const neededByAll = (db: Db): Promise<Needed> =>
  db.one<Needed>(sql`
    select
      (select max(position) from agency_written)::text as position,
      pg_postmaster_start_time()::text as started
  `);
