import type { z } from "zod";
import type { Actor } from "#kernel/access.ts";
import { conflict, invalidField, notFound } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { note } from "#server/change.ts";
import { businessDate } from "#server/clock.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow, insertRow, lockRow, updateRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import {
  createRequisition,
  partSource,
  receivedLine,
  refuseUnknownCodes,
  requisitionInput,
  type PartWanted,
} from "#areas/procurement/procurement.server.ts";
import { workOrder } from "../assets.tables.ts";
import type { buyInput, needInput, NeedRow, takenInput } from "./need.model.ts";
import { workNeed } from "./need.tables.ts";

type Stored = typeof workNeed.$inferSelect;

type Listed = Pick<
  Stored,
  | "id"
  | "workOrderId"
  | "lineNo"
  | "description"
  | "commodityCode"
  | "quantity"
  | "unit"
  | "status"
  | "requisitionId"
  | "receiptLineId"
>;

const wantedOf = (need: Listed): PartWanted => ({
  needId: need.id,
  consumer: { type: "workOrder", id: need.workOrderId },
  description: need.description,
  commodityCode: need.commodityCode,
  quantity: need.quantity,
  unit: need.unit,
});

/** What a work order needs, in order; what stock holds where an area keeps it. 404. */
export const needsOf = async (db: Db, workOrderId: string): Promise<NeedRow[]> => {
  await getRow(db, workOrder, workOrderId, "work order");
  const rows = await db.rows<Listed>(sql`
    select
      id, work_order_id, line_no, description, commodity_code, quantity, unit, status,
      requisition_id, receipt_line_id
    from work_need
    where org_id = ${db.scope.orgId} and work_order_id = ${workOrderId}
    order by line_no
    limit 200
  `);
  const stock = (await partSource()?.available(db, rows.map(wantedOf))) ?? null;
  return Promise.all(
    rows.map(async (need) => ({
      id: need.id,
      description: need.description,
      commodityCode: need.commodityCode,
      quantity: need.quantity,
      unit: need.unit,
      status: need.status,
      requisitionId: need.requisitionId,
      receipt: need.receiptLineId
        ? ((await receivedLine(db, need.receiptLineId))?.label ?? null)
        : null,
      available: stock?.get(need.id) ?? null,
    })),
  );
};

const wrote = (tx: Tx, actor: Actor, action: string, before: Stored | null, after: Stored) => {
  note(tx, actor, "workOrder", after.workOrderId, {
    number: String(after.lineNo),
    action: `workNeed.${action}`,
    before,
    after,
    event: "workOrder.need",
  });
  return { id: after.id };
};

const openWork = async (tx: Tx, id: string) => {
  const work = await lockRow(tx, workOrder, id, "work order");
  if (["completed", "closed", "cancelled"].includes(work.status))
    throw conflict("not_in_this_status", "This work is done. What it needed stays as it is.");
  return work;
};

/** Writes down what a job needs. 409 once the work is done, 422 for an unknown commodity. */
export const addNeed = async (
  tx: Tx,
  actor: Actor,
  workOrderId: string,
  input: z.output<typeof needInput>,
): Promise<{ id: string }> => {
  const work = await openWork(tx, workOrderId);
  if (input.commodityCode)
    await refuseUnknownCodes(tx, [{ commodityCode: input.commodityCode, path: "commodityCode" }]);
  const { n } = await tx.one<{ n: number }>(sql`
    select coalesce(max(line_no), 0)::int + 1 as n
    from work_need
    where org_id = ${tx.scope.orgId} and work_order_id = ${workOrderId}
  `);
  if (n > 200) throw conflict("full", "A work order takes 200 needs.");
  const row = await insertRow(tx, workNeed, {
    ...input,
    orgId: work.orgId,
    id: newId(),
    workOrderId,
    lineNo: n,
    addedBy: actor.personId,
  });
  const held = await partSource()?.reserve(tx, actor, wantedOf(row));
  const kept = held ? await updateRow(tx, workNeed, row.id, { sourceRef: held }) : row;
  return wrote(tx, actor, "add", null, kept);
};

// What stock held for a need is free again: it comes from elsewhere, or not at all.
const letGo = async (tx: Tx, actor: Actor, need: Stored): Promise<void> => {
  if (need.sourceRef) await partSource()?.giveBack(tx, actor, need.sourceRef);
};

const lockNeed = async (tx: Tx, workOrderId: string, id: string): Promise<Stored> => {
  const need = await lockRow(tx, workNeed, id, "need");
  if (need.workOrderId !== workOrderId) throw notFound("need");
  return need;
};
const lockNeeded = async (tx: Tx, workOrderId: string, id: string): Promise<Stored> => {
  const need = await lockNeed(tx, workOrderId, id);
  if (need.status !== "needed")
    throw conflict("not_needed", `${need.description} is on its way or here already.`);
  return need;
};

type One = { id: string; needId: string };

/**
 * A need that is none after all: what stock held or handed out for it goes back. 409 once it is on
 * its way from a vendor.
 */
export const dropNeed = async (tx: Tx, actor: Actor, { id, needId }: One) => {
  await openWork(tx, id);
  const need = await lockNeed(tx, id, needId);
  if (need.status !== "needed" && need.status !== "issued")
    throw conflict("not_needed", `${need.description} is on its way or here already.`);
  await letGo(tx, actor, need);
  const after = await updateRow(tx, workNeed, needId, { status: "dropped", sourceRef: "" });
  return wrote(tx, actor, "drop", need, after);
};

/**
 * Drafts a requisition of needs in the actor's name, for the work's department; its approvals,
 * order and receipt are procurement's. 422 without a department.
 */
export const buyNeeds = async (
  tx: Tx,
  actor: Actor,
  workOrderId: string,
  input: z.output<typeof buyInput>,
): Promise<{ requisitionId: string }> => {
  const work = await openWork(tx, workOrderId);
  if (!work.departmentId)
    throw invalidField("lines", "The work order names no department. Enter it first.");
  if (input.neededOn < businessDate(tx.scope)) throw invalidField("neededOn", "This day is over.");
  const needs: Stored[] = [];
  for (const { needId } of input.lines) needs.push(await lockNeeded(tx, workOrderId, needId));
  const drafted = await createRequisition(
    tx,
    actor,
    requisitionInput.parse({
      title: `${work.number}: ${work.title}`.slice(0, 200),
      justification: `Parts for ${work.number}.`,
      departmentId: work.departmentId,
      neededOn: input.neededOn,
      placeId: work.placeId,
      lines: needs.map((need, at) => ({
        description: need.description,
        commodityCode: need.commodityCode,
        quantity: String(Number(need.quantity)),
        unit: need.unit,
        unitPrice: input.lines[at]!.unitPrice,
        splits: [{ accountStringId: input.accountStringId, percent: "100" }],
      })),
    }),
    [{ type: "workOrder", id: workOrderId, askers: needs.map((need) => need.addedBy) }],
  );
  for (const need of needs) {
    await letGo(tx, actor, need);
    const bought = { status: "requested", requisitionId: drafted.id, sourceRef: "" } as const;
    wrote(tx, actor, "request", need, await updateRow(tx, workNeed, need.id, bought));
  }
  return { requisitionId: drafted.id };
};

/** Names the receipt's line that brought a need. 404 for a line that is nobody's. */
export const nameReceipt = async (
  tx: Tx,
  actor: Actor,
  { id, needId }: One,
  receiptLineId: string,
) => {
  await openWork(tx, id);
  const need = await lockNeed(tx, id, needId);
  if (need.status !== "needed" && need.status !== "requested")
    throw conflict("not_needed", `${need.description} is here already, or is not needed.`);
  if (!(await receivedLine(tx, receiptLineId))) throw notFound("line of a receipt");
  await letGo(tx, actor, need);
  const came = { status: "received", receiptLineId, sourceRef: "" } as const;
  return wrote(tx, actor, "receive", need, await updateRow(tx, workNeed, needId, came));
};

/**
 * Takes a need from stock; `accountStringId`: the budget line that bears it, where it is charged as it is
 * issued. 409 while no area keeps stock, and what the stores refuse.
 */
export const issueNeed = async (
  tx: Tx,
  actor: Actor,
  { id, needId }: One,
  { accountStringId }: z.output<typeof takenInput> = { accountStringId: null },
) => {
  await openWork(tx, id);
  const need = await lockNeeded(tx, id, needId);
  const source = partSource();
  if (!source)
    throw conflict(
      "no_stock",
      "No stock is kept here. Buy it, or name the receipt that brought it.",
    );
  const wanted = { ...wantedOf(need), accountStringId };
  const sourceRef = await source.issue(tx, actor, wanted, need.sourceRef || null);
  return wrote(
    tx,
    actor,
    "issue",
    need,
    await updateRow(tx, workNeed, needId, { status: "issued", sourceRef }),
  );
};
