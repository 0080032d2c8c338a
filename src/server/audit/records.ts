import type { Instant } from "#kernel/time.ts";
import type { Db } from "../db/db.ts";
import { sql } from "../db/sql.ts";

/** A record in the ledger: its type and number, how many entries it has, the first and the last. */
export type RecordInLedger = {
  id: string;
  objectType: string;
  number: string | null;
  entries: number;
  first: Instant;
  last: Instant;
};

/** The records of these ids that the agency's ledger knows, by their first entry. */
export const recordsInLedger = (db: Db, objectIds: readonly string[]): Promise<RecordInLedger[]> =>
  db.rows(sql`
    select
      object_id as id, object_type, max(object_number) as number, count(*) as entries,
      min(at) as first, max(at) as last
    from audit_entry
    where org_id = ${db.scope.orgId} and object_id = any(${[...objectIds]}::uuid[])
    group by object_id, object_type
    order by min(at), object_id
  `);
