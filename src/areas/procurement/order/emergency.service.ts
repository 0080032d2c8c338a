// Orders of an emergency: they go out on a verbal approval, and what is not ratified afterwards is
// cut down to what came.
import type { Actor } from "#kernel/access.ts";
import { compareQuantity } from "#kernel/quantity.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { transition } from "#server/lifecycle.ts";
import { changeInput, type OrderInput } from "./order.model.ts";
import { cancelOrder } from "./closing.service.ts";
import { withdrawChange } from "./change-approval.service.ts";
import { changeOrder } from "./order-change.service.ts";
import { requireContract, requireRoom } from "./contracts.service.ts";
import { issueOrder } from "./issue.service.ts";
import { createOrder, orderNoun, type OrderRecord } from "./order.service.ts";
import { refuseVendor, vendorOf } from "./vendor.service.ts";

/** What an emergency order rests on: the rule, and the evidence in words. */
export type EmergencyBasis = { citation: string; evidence: string; note: string };

/**
 * Drafts and issues an order at once, without the usual approval, as a noncompetitive purchase of
 * an emergency (2 CFR 200.320(c)(3)). Whoever calls it has somebody's verbal approval and has it
 * ratified. The errors of `createOrder` and `issueOrder`: vendor, contract, ceiling, insurance,
 * budget.
 */
export const issueInEmergency = async (
  tx: Tx,
  actor: Actor,
  input: OrderInput,
  basis: EmergencyBasis,
  origin: string,
): Promise<OrderRecord> => {
  const drafted = await createOrder(tx, actor, {
    ...input,
    method: "noncompetitive",
    methodReason: basis.evidence,
  });
  const sent = await transition(tx, actor, orderNoun, {
    id: drafted.id,
    action: "submit",
    effect: async (record) => {
      const o = record as OrderRecord;
      refuseVendor(await vendorOf(tx, o.vendorId));
      await requireContract(tx, o.contractId, o.vendorId);
      await requireRoom(tx, o.contractId, o.amount);
      return {
        to: "approved",
        patch: { emergency: true, methodCitation: basis.citation },
        note: basis.note,
      };
    },
  });
  return issueOrder(tx, actor, { id: sent.id, version: null }, origin);
};

type CutLine = {
  id: string;
  description: string;
  quantity: string;
  receivedQuantity: string;
  unit: string;
};

/** The lines of an order that are not cancelled; quantities as decimal text. */
export const orderLines = (db: Db, orderId: string): Promise<CutLine[]> =>
  db.rows<CutLine>(sql`
    select id, description, quantity, received_quantity, unit
    from purchase_order_line
    where org_id = ${db.scope.orgId} and purchase_order_id = ${orderId} and not cancelled
    order by line_no
  `);

const came = (l: CutLine) => compareQuantity(l.receivedQuantity, "0") > 0;
const whole = (l: CutLine) => compareQuantity(l.receivedQuantity, l.quantity) >= 0;
const running = ["issued", "acknowledged", "partly_received", "received"];

/**
 * Takes back of an order what has not come; what came stays. Nothing came: it is cancelled. A change
 * that waits is taken back first. Gives the quantities that stay; an order that ended stays as it
 * is.
 */
export const keepWhatCame = async (
  tx: Tx,
  actor: Actor,
  orderId: string,
  reason: string,
  origin: string,
): Promise<{ stays: { description: string; quantity: string; unit: string }[]; cut: boolean }> => {
  const { status, pendingChange } = await tx.one<{ status: string; pendingChange: unknown }>(sql`
    select status, pending_change
    from purchase_order
    where org_id = ${tx.scope.orgId} and id = ${orderId}
    for update
  `);
  const lines = await orderLines(tx, orderId);
  const stays = lines
    .filter(came)
    .map((l) => ({ description: l.description, quantity: l.receivedQuantity, unit: l.unit }));
  if (!running.includes(status) || lines.every(whole)) return { stays, cut: false };
  if (pendingChange) await withdrawChange(tx, actor, { id: orderId, version: null, reason });
  if (stays.length === 0) {
    await cancelOrder(tx, actor, { id: orderId, version: null, reason });
    return { stays, cut: true };
  }
  const input = changeInput.parse({
    reason,
    lines: lines
      .filter((l) => !whole(l))
      .map((l) =>
        came(l) ? { id: l.id, quantity: l.receivedQuantity } : { id: l.id, cancelled: true },
      ),
  });
  await changeOrder(tx, actor, { id: orderId, version: null }, input, origin);
  return { stays, cut: true };
};

/** How orders stand now, by id; amounts in cents. */
export type OrderStanding = {
  id: string;
  number: string;
  status: string;
  amount: number;
  receivedAmount: number;
  receipts: string[];
};

/** How these orders stand, with the ids of their receipts. */
export const orderStandings = (db: Db, ids: readonly string[]): Promise<OrderStanding[]> =>
  db.rows<OrderStanding>(sql`
    select
      o.id, o.number, o.status, o.amount, o.received_amount,
      array(
        select r.id
        from receipt r
        where r.org_id = o.org_id and r.purchase_order_id = o.id
        order by r.id
      ) as receipts
    from purchase_order o
    where o.org_id = ${db.scope.orgId} and o.id = any(${[...ids]}::uuid[])
  `);
