import type { Actor } from "#kernel/access.ts";
import { invalidField, notFound } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { notify } from "#areas/organization/organization.server.ts";
import { note } from "#server/change.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { insertRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { announce } from "#server/lifecycle.ts";
import type { DraftedChange } from "./change-draft.model.ts";
import { orderChangeDraft, type DraftedLine } from "./change-draft.tables.ts";

type Drafted = {
  orderId: string;
  because: string;
  href: string;
  lines: DraftedLine[];
  days: number;
};

/**
 * Drafts a change of an order that follows from another record: the buyer chooses the accounts, looks
 * at it and sends it. Nothing of the order moves before. 404.
 */
export const draftOrderChange = async (
  tx: Tx,
  actor: Actor,
  { orderId, ...drafted }: Drafted,
): Promise<{ id: string; number: string }> => {
  const order = await tx.maybe<{ number: string; buyerId: string | null }>(sql`
    select number, buyer_id
    from purchase_order
    where org_id = ${tx.scope.orgId} and id = ${orderId}
  `);
  if (!order) throw notFound("purchase order");
  const id = newId();
  await insertRow(tx, orderChangeDraft, {
    ...drafted,
    orgId: tx.scope.orgId!,
    id,
    purchaseOrderId: orderId,
  });
  note(
    tx,
    actor,
    "purchaseOrder",
    { id: orderId, number: order.number },
    {
      action: "draftChange",
      after: { lines: drafted.lines, days: drafted.days },
      note: drafted.because,
      event: null,
    },
  );
  announce(tx, tx.scope.orgId!, "purchaseOrder.change", orderId);
  notify(tx, order.buyerId ? [order.buyerId] : [], {
    kind: "purchaseOrder",
    title: `${order.number} is to be changed: ${drafted.because}`.slice(0, 200),
    body: "Its lines are drafted. Choose their accounts and send the change.",
    link: `/purchase-orders/${orderId}`,
  });
  return { id, number: order.number };
};

/** Changes of an order that wait to be finished. */
export const draftedChangesOf = (db: Db, orderId: string): Promise<DraftedChange[]> =>
  db.rows<DraftedChange>(sql`
    select id, because, href, lines, days
    from order_change_draft
    where org_id = ${db.scope.orgId} and purchase_order_id = ${orderId} and status = 'open'
    order by created_at, id
    limit 50
  `);

/** A drafted change was sent, or is not wanted: it waits no more. 422 `draft_gone`. */
export const endDraftedChange = async (
  tx: Tx,
  orderId: string,
  draftId: string,
  status: "sent" | "dropped",
): Promise<void> => {
  const ended = await tx.maybe(sql`
    update order_change_draft
    set status = ${status}
    where org_id = ${tx.scope.orgId}
      and id = ${draftId}
      and purchase_order_id = ${orderId}
      and status = 'open'
    returning id
  `);
  if (!ended)
    throw invalidField(
      "draftId",
      "This draft was sent or dropped meanwhile: open the order again.",
      "draft_gone",
    );
};
