import type { Db, Tx } from "../db/db.ts";
import { sql } from "../db/sql.ts";

// Whoever follows an agency's ledger reads on from its own place: what is sealed keeps its place, so
// that no entry is missed and none is read twice.

/** The place of the ledger from which a reader goes on; null where it has not begun. */
export const readerPlace = async (db: Db, reader: string): Promise<number | null> =>
  (
    await db.maybe<{ next: number }>(sql`
      select next_idx as next
      from ledger_reading
      where org_id = ${db.scope.orgId} and reader = ${reader}
    `)
  )?.next ?? null;

/**
 * The place of the ledger from which a reader goes on (0 at its beginning), locked until the
 * transaction ends; null while another instance reads.
 */
export const takeReaderPlace = async (tx: Tx, reader: string): Promise<number | null> => {
  await tx.rows(sql`
    insert into ledger_reading (org_id, reader)
    values (${tx.scope.orgId}, ${reader})
    on conflict (org_id, reader)
    do nothing
  `);
  const found = await tx.maybe<{ next: number }>(sql`
    select next_idx as next
    from ledger_reading
    where org_id = ${tx.scope.orgId} and reader = ${reader}
    for update skip locked
  `);
  return found?.next ?? null;
};

/** Keeps how far a reader came: it commits with what it did of the entries before this place. */
export const keepReaderPlace = async (tx: Tx, reader: string, next: number): Promise<void> => {
  await tx.rows(sql`
    update ledger_reading
    set next_idx = ${next}
    where org_id = ${tx.scope.orgId} and reader = ${reader}
  `);
};
