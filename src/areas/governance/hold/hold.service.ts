import type { Actor } from "#kernel/access.ts";
import { conflict, notFound } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import type { Instant } from "#kernel/time.ts";
import { businessNow } from "#server/clock.ts";
import { note } from "#server/change.ts";
import { create } from "#server/create.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow, insertRow, lockRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { turnToHold } from "#server/legal-hold/held.ts";
import {
  actionsAsked,
  readableRecord,
  seesRecord,
  transition,
  type TakenStep,
} from "#server/lifecycle.ts";
import { nounNamed, nounUnder, type RecordName } from "#server/noun.ts";
import type { HoldDetail, HoldInput } from "./hold.model.ts";
import { holdNoun, type HoldRecord } from "./hold.noun.ts";
import { legalHold, legalHoldRecord } from "./hold.tables.ts";

type Of = Pick<HoldRecord, "id" | "number" | "matter" | "reason">;

// Behind the same turn as every deletion: either comes first.
const addOne = async (tx: Tx, actor: Actor, hold: Of, named: RecordName): Promise<void> => {
  const type = (nounNamed(named.type) ?? nounUnder(named.type))?.name;
  if (!type || type === holdNoun.name) throw notFound("record");
  await turnToHold(tx, { type, id: named.id });
  const { number, row } = await readableRecord(tx, actor, type, named.id);
  if ((row as { disposedOn?: unknown }).disposedOn)
    throw conflict("disposed", `${number} is deleted or disposed of already.`);
  const before = await tx.maybe(sql`
    select 1 as found
    from legal_hold_record
    where org_id = ${tx.scope.orgId}
      and hold_id = ${hold.id}
      and object_type = ${type}
      and object_id = ${named.id}
  `);
  if (before) throw conflict("held_already", `${hold.number} holds ${number} already.`);
  await insertRow(tx, legalHoldRecord, {
    orgId: tx.scope.orgId!,
    holdId: hold.id,
    objectType: type,
    objectId: named.id,
    objectNumber: number,
    addedBy: actor.personId!,
  });
  note(tx, actor, type, named.id, {
    number,
    action: "hold",
    after: { hold: hold.number, matter: hold.matter },
    note: hold.reason,
  });
};

const addAll = async (tx: Tx, actor: Actor, hold: Of, records: readonly RecordName[]) => {
  // In one order, so that two holds on the same records do not wait for each other.
  for (const record of records.toSorted((a, b) => a.id.localeCompare(b.id)))
    await addOne(tx, actor, hold, record);
};

/**
 * Places a legal hold: nothing of these records is deleted, disposed of or erased until it is lifted. 404
 * for a record that is not there or not for the actor; 409 `disposed`, `held_already`.
 */
export const placeHold = async (
  tx: Tx,
  actor: Actor,
  { matter, reason, records }: HoldInput,
): Promise<HoldRecord> => {
  const id = newId();
  const hold = (await create(tx, actor, holdNoun, {
    number: { kind: "LH" },
    row: {
      orgId: tx.scope.orgId!,
      id,
      status: "standing",
      matter,
      reason,
      placedBy: actor.personId!,
      placedName: actor.name,
      placedAt: businessNow(tx.scope).toISOString() as Instant,
    },
  })) as HoldRecord;
  await addAll(tx, actor, hold, records);
  return hold;
};

/** Puts further records under a hold that stands. 404; 409 `not_standing`, `disposed`, `held_already`. */
export const extendHold = async (
  tx: Tx,
  actor: Actor,
  id: string,
  records: readonly RecordName[],
): Promise<HoldRecord> => {
  const hold = await lockRow(tx, legalHold, id, "legal hold");
  if (hold.status !== "standing")
    throw conflict("not_standing", "This hold is lifted: place a new one.");
  await addAll(tx, actor, hold, records);
  return hold;
};

type Held = Pick<typeof legalHoldRecord.$inferSelect, "objectType" | "objectId" | "objectNumber">;
const recordsOf = (db: Db, holdId: string): Promise<Held[]> =>
  db.rows<Held>(sql`
    select object_type, object_id, object_number
    from legal_hold_record
    where org_id = ${db.scope.orgId} and hold_id = ${holdId}
    order by object_number, object_id
    limit 1000
  `);

/**
 * Lifts a hold with the reason, by another person than who placed it; what is over goes with the next
 * morning. 404, 409, 412.
 */
export const liftHold = (tx: Tx, actor: Actor, at: TakenStep): Promise<HoldRecord> =>
  transition(tx, actor, holdNoun, {
    ...at,
    action: "lift",
    effect: async (hold) => {
      for (const { objectType, objectId, objectNumber } of await recordsOf(tx, hold.id))
        note(tx, actor, objectType, objectId, {
          number: objectNumber,
          action: "liftHold",
          before: { hold: hold.number, matter: hold.matter },
          after: { hold: null },
          note: at.reason ?? "",
        });
      return {
        patch: {
          liftedBy: actor.personId,
          liftedName: actor.name,
          liftedAt: businessNow(tx.scope).toISOString() as Instant,
          liftReason: at.reason ?? "",
        },
      };
    },
  });

const shown = async (
  db: Db,
  actor: Actor,
  { objectType, objectId, objectNumber }: Held,
): Promise<HoldDetail["records"][number]> => {
  const noun = nounNamed(objectType);
  const sees = noun?.page && (await seesRecord(db, actor, objectType, objectId));
  return {
    type: objectType,
    what: noun?.cycle.noun ?? objectType,
    id: objectId,
    number: objectNumber,
    href: sees ? `${noun.page}/${objectId}` : null,
  };
};

/** A hold with the records that it keeps. 404. */
export const readHold = async (db: Db, actor: Actor, id: string): Promise<HoldDetail> => {
  const row = await getRow(db, legalHold, id, "legal hold");
  const [held, actions] = await Promise.all([
    recordsOf(db, id),
    actionsAsked(db, actor, holdNoun, row),
  ]);
  const { number, matter, reason, placedName, placedAt, version } = row;
  const { liftedAt, liftedName, liftReason } = row;
  const records = [];
  for (const one of held) records.push(await shown(db, actor, one));
  return {
    ...{ id, number, matter, reason, placedName, placedAt, version },
    ...{ liftedAt, liftedName, liftReason, records, actions },
    status: row.status as HoldDetail["status"],
  };
};
