import type { Actor } from "#kernel/access.ts";
import { conflict, notFound } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { change } from "#server/change.ts";
import { businessDate } from "#server/clock.ts";
import { create } from "#server/create.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { fiscalYearOf } from "#areas/budget/budget.server.ts";
import { awardShares } from "#areas/evaluation/evaluation.server.ts";
import { contractInput } from "../contract/contract.model.ts";
import { createContract, isEditable } from "../contract/contract.service.ts";
import { masterNoun } from "./joint.service.ts";
import type { AwardInput, MasterInput, MasterPatch } from "./master.model.ts";
import type { contractMaster } from "./master.tables.ts";

type MasterRecord = typeof contractMaster.$inferSelect;

/** A contract number for several vendors, each with a lot, under one ceiling in cents over all of them. */
export const createMaster = async (
  tx: Tx,
  actor: Actor,
  input: MasterInput & { id?: string; awardId?: string; earlierNumber?: string },
): Promise<MasterRecord> => {
  const { year } = await fiscalYearOf(tx, businessDate(tx.scope), "title");
  return create(tx, actor, masterNoun, {
    number: { kind: "CON", year },
    row: { id: newId(), ...input, orgId: actor.orgId!, createdBy: actor.personId },
  });
};

/**
 * Why title and ceiling of a contract with lots are not changed any more: its approvers and vendors
 * have seen them. Null while every lot is drafted.
 */
export const settledBy = (lots: readonly { number: string; status: string }[]): string | null => {
  const fixed = lots.find((lot) => lot.status !== "cancelled" && !isEditable(lot.status));
  return fixed
    ? `${fixed.number} has gone to counsel: the ceiling over all lots is raised by an amendment of a lot.`
    : null;
};

const lotsOf = (db: Db, masterId: string) =>
  db.rows<{ number: string; status: string }>(sql`
    select number, status
    from contract
    where org_id = ${db.scope.orgId} and master_id = ${masterId}
    order by lot_no
  `);

/** Changes title and ceiling while every lot is drafted. 404, 409 afterwards, 412. */
export const changeMaster = (
  tx: Tx,
  actor: Actor,
  id: string,
  patch: MasterPatch,
  version: number | null,
): Promise<MasterRecord> =>
  change(tx, actor, masterNoun, {
    id,
    version,
    effect: async () => {
      const why = settledBy(await lotsOf(tx, id));
      if (why) throw conflict("lots_settled", why);
      return { patch };
    },
  });

/**
 * From an award by lots to one contract number: a lot for each awarded lot and vendor, with the items,
 * prices and amount that the award gave it. 404 for an award that is not final; 409 where it has no
 * lots, where orders went out by vendor already, and for a share that has its contract.
 */
export const createFromAward = async (
  tx: Tx,
  actor: Actor,
  { awardId, kind, priceType, startsOn, endsOn, ...head }: AwardInput,
): Promise<MasterRecord> => {
  const shares = await awardShares(tx, awardId);
  const first = shares[0];
  if (!first) throw notFound("final award");
  if (first.lots.length === 0)
    throw conflict("no_lots", "This award has no lots: begin a contract of each vendor's share.");
  if (shares.some((share) => share.orderIds.length > 0))
    throw conflict(
      "award_ordered",
      "Orders of this award went out by vendor already: begin a contract of each vendor's share.",
    );
  const master = await createMaster(tx, actor, { ...head, awardId });
  for (const lot of first.lots)
    for (const share of shares.filter((s) => s.lines.some((line) => line.lotId === lot.id)))
      await createContract(
        tx,
        actor,
        contractInput.parse({
          title: `${first.title}: ${lot.title}`.slice(0, 200),
          vendorId: share.vendorId,
          departmentId: share.departmentId,
          kind,
          priceType,
          startsOn,
          endsOn,
          basis: share.quotes ? "quotes" : "award",
          method: share.method,
          evidence: `${share.solicitationNumber}, award ${share.awardNumber}, lot ${lot.lotNo}`,
          ceiling: share.lines.reduce(
            (n, line) => n + (line.lotId === lot.id ? line.amount : 0),
            0,
          ),
          awardId,
          masterId: master.id,
          lotId: lot.id,
        }),
      );
  return master;
};
