// Legal holds as every part of the server asks for them: what is under one is kept, whatever else says it
// goes. Who places and lifts them is the area governance's.
import { conflict } from "#kernel/errors.ts";
import type { Db, Tx } from "../db/db.ts";
import { sql, type Sql } from "../db/sql.ts";
import type { RecordName } from "../noun.ts";

/** A hold that stands on a record. */
export type HoldOn = { holdId: string; number: string; matter: string };

/** The holds that stand on these records of a noun, the oldest first. */
export const heldByMatter = (db: Db, type: string, ids: readonly string[]): Promise<HoldOn[]> =>
  db.rows<HoldOn>(sql`
    select hold_id, number, matter
    from levee_holds(${db.scope.orgId}, ${type}, ${[...ids]}::uuid[])
  `);

/** SQL: whether a hold stands on the record of a noun that `id` names within the agency. */
export const isHeld = (orgId: string | null, type: string, id: Sql): Sql =>
  sql`levee_held(${orgId}, ${type}, ${id})`;

/** One at a time places a hold on a record or takes something of it away: either comes first. */
export const turnToHold = (tx: Tx, { type, id }: RecordName): Promise<unknown> =>
  tx.rows(sql`
    select pg_advisory_xact_lock(hashtextextended(${`hold ${tx.scope.orgId} ${type} ${id}`}, 0))::text as locked
  `);

/**
 * Asked by whatever deletes, disposes of or erases something of a record, in its transaction. 409
 * `legal_hold` with the hold's number and its matter.
 */
export const requireUnheld = async (tx: Tx, record: RecordName): Promise<void> => {
  await turnToHold(tx, record);
  const [hold] = await heldByMatter(tx, record.type, [record.id]);
  if (hold)
    throw conflict(
      "legal_hold",
      `Legal hold ${hold.number} (${hold.matter}) keeps this record as it is until it is lifted.`,
    );
};
