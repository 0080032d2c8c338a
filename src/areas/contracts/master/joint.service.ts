import type { Actor } from "#kernel/access.ts";
import { conflict, invalidField } from "#kernel/errors.ts";
import { change } from "#server/change.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { lockRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import type { ContractDetail } from "../contract/contract.model.ts";
import { bandOf } from "../ceiling/ceiling.model.ts";
import { contractMaster } from "./master.tables.ts";

/** How many lots one contract has at most. */
const mostLots = 200;

/** A contract with lots: it has no course of its own, its lots have. */
export const masterNoun = {
  name: "contractMaster",
  table: contractMaster,
  called: "contract with lots",
};

/** The ceiling over all lots, in cents, and what all of them have drawn; null for what is no lot. */
export const jointOf = async (db: Db, masterId: string | null): Promise<ContractDetail["joint"]> =>
  masterId === null
    ? null
    : db.one<NonNullable<ContractDetail["joint"]>>(sql`
      select number, ceiling, drawn, (ceiling - drawn)::bigint as left
      from contract_master
      where org_id = ${db.scope.orgId} and id = ${masterId}
    `);

/**
 * The place of a new lot and the number that it has by it, behind the lock of its contract: the next
 * one unless it is said. 404; 422 for a place that is taken, 409 `too_many_lots`.
 */
export const placeOfLot = async (
  tx: Tx,
  masterId: string,
  wanted: number | null,
): Promise<{ lotNo: number; number: string }> => {
  const master = await lockRow(tx, contractMaster, masterId, masterNoun.called);
  const taken = await tx.rows<{ lotNo: number }>(sql`
    select coalesce(lot_no, 0) as lot_no
    from contract
    where org_id = ${tx.scope.orgId} and master_id = ${masterId}
  `);
  if (taken.length >= mostLots)
    throw conflict("too_many_lots", `${master.number} has ${mostLots} lots: more are not kept.`);
  const lotNo = wanted ?? Math.max(0, ...taken.map((each) => each.lotNo)) + 1;
  if (taken.some((each) => each.lotNo === lotNo))
    throw invalidField("lotNo", `${master.number} has a lot ${lotNo} already.`, "lot_taken");
  return { lotNo, number: `${master.number}-L${lotNo}` };
};

/** Moves the ceiling over all lots by so many cents, with the reason in its history; nothing for 0. */
export const moveJoint = async (
  tx: Tx,
  actor: Actor,
  masterId: string | null,
  cents: number,
  why: string,
): Promise<void> => {
  if (masterId === null || cents === 0) return;
  await change(tx, actor, masterNoun, {
    id: masterId,
    action: "amend",
    effect: async (m) => {
      const ceiling = m.ceiling + cents;
      const toldPercent = Math.min(m.toldPercent, bandOf(m.drawn, ceiling));
      return { patch: { ceiling, toldPercent }, note: why };
    },
  });
};

/** Cents left over all lots, by the ids of lots; what is no lot has no entry. */
export const jointRoom = async (
  db: Db,
  contractIds: readonly string[],
): Promise<ReadonlyMap<string, number>> =>
  new Map(
    (
      await db.rows<{ id: string; left: number }>(sql`
        select c.id, (m.ceiling - m.drawn)::bigint as left
        from contract c
        join contract_master m on m.org_id = c.org_id and m.id = c.master_id
        where c.org_id = ${db.scope.orgId} and c.id = any(${[...contractIds]}::uuid[])
      `)
    ).map(({ id, left }) => [id, left]),
  );
