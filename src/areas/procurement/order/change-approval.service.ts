import type { Actor } from "#kernel/access.ts";
import { change } from "#server/change.ts";
import type { Tx } from "#server/db/db.ts";
import { updateRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { asSystem, transition, type TakenStep } from "#server/lifecycle.ts";
import { withdrawApproval } from "#areas/workflow/workflow.server.ts";
import { purchaseOrder } from "../procurement.tables.ts";
import { applyChange } from "./change-applied.service.ts";
import { cancelOrder } from "./closing.service.ts";
import type { PendingChange } from "./order-change.service.ts";
import { changeInput, type OrderStatus } from "./order.model.ts";
import { orderNoun, type OrderRecord } from "./order.service.ts";

const pendingOf = async (tx: Tx, id: string) =>
  tx.one<OrderRecord>(
    sql`select * from purchase_order where org_id = ${tx.scope.orgId} and id = ${id}`,
  );

/**
 * Takes a waiting change back, and its request for approval with it: the order stays as it is and
 * can be received again. 409 when none waits.
 */
export const withdrawChange = (
  tx: Tx,
  actor: Actor,
  { id, version, reason }: TakenStep,
): Promise<OrderRecord> =>
  transition(tx, actor, orderNoun, {
    id,
    action: "withdrawChange",
    version,
    reason,
    effect: async (record) => {
      await withdrawApproval(tx, actor, id);
      return {
        to: record.status as OrderStatus,
        patch: { pendingChange: null },
        note: "Change taken back",
      };
    },
  });

const refuseChange = async (tx: Tx, actor: Actor, o: OrderRecord, why: string): Promise<void> => {
  await change(tx, actor, orderNoun, {
    id: o.id,
    action: "changeRefused",
    patch: { pendingChange: null },
    shown: ({ pendingChange }) => ({ pendingChange }),
    note: why,
  });
};

/** What the end of an approval does: to the order, or to the change that waited. */
export const orderApproval = (origin: () => string) => ({
  approved: async (tx: Tx, actor: Actor, id: string) => {
    const o = await pendingOf(tx, id);
    if (!o.pendingChange)
      return void (await transition(tx, actor, orderNoun, { id, action: "approve" }));
    const { input, weighed } = o.pendingChange as PendingChange;
    await updateRow(tx, purchaseOrder, id, { pendingChange: null });
    await transition(tx, asSystem(actor), orderNoun, {
      id,
      action: "change",
      reason: input.reason,
      effect: async () =>
        applyChange(
          tx,
          actor,
          { ...o, pendingChange: null },
          { input: changeInput.parse(input), origin: origin(), weighed },
        ),
    });
  },
  returned: async (tx: Tx, actor: Actor, id: string, comment: string) => {
    const o = await pendingOf(tx, id);
    if (o.pendingChange) return refuseChange(tx, actor, o, comment);
    await transition(tx, actor, orderNoun, { id, action: "return", reason: comment });
  },
  rejected: async (tx: Tx, actor: Actor, id: string, comment: string) => {
    const o = await pendingOf(tx, id);
    if (o.pendingChange) return refuseChange(tx, actor, o, comment);
    await transition(tx, actor, orderNoun, { id, action: "return", reason: comment });
    await cancelOrder(tx, asSystem(actor), { id, version: null, reason: comment });
  },
});
