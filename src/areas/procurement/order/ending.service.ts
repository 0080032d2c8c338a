// What becomes of requisitions and orders when what they came of is ended.
import type { Actor } from "#kernel/access.ts";
import { formatCents } from "#kernel/money.ts";
import { readConfig } from "#server/config.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import type { ChildEnds, LivingChild } from "#server/origin/ends.ts";
import { notify } from "#areas/organization/organization.server.ts";
import { purchaseOrder, requisition } from "../procurement.tables.ts";
import { cancelRequisition, withdrawRequisition } from "../requisition/course.service.ts";
import { cancelOrder, endBlanketOrder } from "./closing.service.ts";
import { keepWhatCame } from "./emergency.service.ts";
import { recallOrder } from "./order-draft.service.ts";

type Order = {
  id: string;
  status: string;
  kind: string;
  open: number;
  received: number;
};

const livingOrders = async (db: Db, ids: readonly string[]): Promise<LivingChild[]> =>
  (
    await db.rows<Order>(sql`
      select id, status, kind, amount - received_amount as open, received_amount as received
      from purchase_order
      where org_id = ${db.scope.orgId}
        and id = any(${[...ids]}::uuid[])
        and status in (
          'draft', 'in_approval', 'returned', 'approved', 'issued', 'acknowledged',
          'partly_received'
        )
    `)
  ).map(({ id, status, kind, open, received }) => {
    const out = ["issued", "acknowledged", "partly_received"].includes(status);
    return {
      id,
      cents: open,
      says: out
        ? `${formatCents(open)} has not come`
        : `${formatCents(open)}, not issued to its vendor yet`,
      outcomes: [
        !out ? "cancel" : kind === "blanket" ? "end" : received > 0 ? "shortClose" : "cancel",
      ],
    };
  });

const tellBuyer = async (tx: Tx, actor: Actor, id: string, why: string): Promise<void> => {
  const { number, title, buyerId } = await getRow(tx, purchaseOrder, id, "purchase order");
  if (buyerId && buyerId !== actor.personId)
    notify(tx, [buyerId], {
      kind: "purchaseOrder",
      title: `${number}: ${why}`.slice(0, 200),
      body: title,
      link: `/purchase-orders/${id}`,
    });
};

const cancelled = async (tx: Tx, actor: Actor, id: string, reason: string): Promise<void> => {
  const { status } = await getRow(tx, purchaseOrder, id, "purchase order");
  if (status === "in_approval") await recallOrder(tx, actor, { id, version: null, reason });
  await cancelOrder(tx, actor, { id, version: null, reason });
  await tellBuyer(tx, actor, id, reason);
};

/** Orders: cancelled before anything came, cut to what came afterwards, a blanket order ended. */
export const orderEnds: ChildEnds = {
  noun: "purchaseOrder",
  living: livingOrders,
  outcomes: {
    cancel: { label: "It is cancelled with it", carry: cancelled },
    shortClose: {
      label: "It is short-closed: what has not come is taken back, what came stays",
      carry: async (tx, actor, id, reason) => {
        await keepWhatCame(tx, actor, id, reason, readConfig().origin);
        await tellBuyer(tx, actor, id, reason);
      },
    },
    end: {
      label: "It is ended: no release is placed on it any more",
      carry: async (tx, actor, id, reason) => {
        await endBlanketOrder(tx, actor, { id, version: null, reason });
        await tellBuyer(tx, actor, id, reason);
      },
    },
  },
  tell: tellBuyer,
};

const livingRequisitions = async (db: Db, ids: readonly string[]): Promise<LivingChild[]> =>
  (
    await db.rows<{ id: string; status: string; open: number }>(sql`
      select id, status, amount - ordered_amount as open
      from requisition
      where org_id = ${db.scope.orgId}
        and id = any(${[...ids]}::uuid[])
        and status in ('draft', 'in_approval', 'returned', 'approved', 'partly_ordered')
    `)
  ).map(({ id, status, open }) => ({
    id,
    cents: open,
    says: `${formatCents(open)} is asked for and not ordered`,
    outcomes: [status === "approved" || status === "partly_ordered" ? "cancel" : "withdraw"],
  }));

const tellRequester = async (tx: Tx, actor: Actor, id: string, why: string): Promise<void> => {
  const { number, title, requesterId } = await getRow(tx, requisition, id, "requisition");
  if (requesterId && requesterId !== actor.personId)
    notify(tx, [requesterId], {
      kind: "requisition",
      title: `${number}: ${why}`.slice(0, 200),
      body: title,
      link: `/smart-requisition/${id}`,
    });
};

/** Requisitions: withdrawn before they are approved, what is not ordered of them cancelled afterwards. */
export const requisitionEnds: ChildEnds = {
  noun: "requisition",
  living: livingRequisitions,
  outcomes: {
    withdraw: {
      label: "It is withdrawn with it",
      // It is its requester's; the system ends it for them.
      carry: async (tx, actor, id, reason) => {
        const { requesterId } = await getRow(tx, requisition, id, "requisition");
        await withdrawRequisition(tx, { ...actor, personId: requesterId }, { id, version: null });
        await tellRequester(tx, actor, id, reason);
      },
    },
    cancel: {
      label: "What is not ordered of it is cancelled",
      carry: async (tx, actor, id, reason) => {
        await cancelRequisition(tx, actor, { id, version: null, reason });
        await tellRequester(tx, actor, id, reason);
      },
    },
  },
  tell: tellRequester,
};
