import type { Actor } from "#kernel/access.ts";
import { businessNow } from "#server/clock.ts";
import type { Tx } from "#server/db/db.ts";
import { getRow, lockRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { announce, transition } from "#server/lifecycle.ts";
import { membersNamed, peopleOnDuty } from "#areas/organization/organization.server.ts";
import { giveTask } from "#areas/workflow/workflow.server.ts";
import { judgeBid } from "../evaluation/bid-outcome.service.ts";
import type { OrderHeard } from "#areas/procurement/procurement.server.ts";
import {
  tellSolicitation,
  moveSolicitation,
  type SolicitationRecord,
  solicitation,
} from "#areas/sourcing/sourcing.server.ts";
import { asSystem, awardNoun, type AwardRecord } from "./award.noun.ts";
import { award } from "./award.tables.ts";
import { tellBidders } from "./notice.service.ts";

/** Before an order has gone out to its vendor. */
const beforeIssue = ["draft", "returned", "in_approval", "approved"] as const;
type Ordered = { number: string; status: string; vendorId: string; vendor: string };

const ordersOf = (tx: Tx, awardId: string): Promise<Ordered[]> =>
  tx.rows<Ordered>(sql`
    select o.number, o.status, o.vendor_id, v.name as vendor
    from award_order a
    join purchase_order o on o.org_id = a.org_id and o.id = a.purchase_order_id
    join vendor v on v.org_id = o.org_id and v.id = o.vendor_id
    where a.org_id = ${tx.scope.orgId} and a.award_id = ${awardId}
    order by o.number
  `);

/**
 * The buyer of the award where still a member, else of the solicitation, else somebody who buys.
 */
const buyerOf = async (
  tx: Tx,
  row: AwardRecord,
  about: SolicitationRecord,
): Promise<string | null> => {
  const named = [row.postedBy, about.buyerId].filter((id) => id !== null);
  const members = named.length === 0 ? [] : await membersNamed(tx, { ids: named });
  const there = named.find((id) => members.some((m) => m.id === id && m.active));
  return there ?? (await peopleOnDuty(tx, "buyer"))[0] ?? null;
};

const giveToBuyer = async (
  tx: Tx,
  actor: Actor,
  row: AwardRecord,
  about: SolicitationRecord,
  title: string,
  detail: string,
): Promise<void> => {
  const personId = await buyerOf(tx, row, about);
  if (personId)
    await giveTask(tx, actor, {
      personId,
      kind: "follow_up",
      title: title.slice(0, 200),
      detail: detail.slice(0, 1000),
      link: `/bid-evaluation/quotes/${about.id}`,
      dueAt: null,
    });
};

/**
 * Nothing is left of the award: it is withdrawn, the quotations stand opened as before it,
 * everybody who quoted is told, and the buyer has a task.
 */
const refuseAward = async (tx: Tx, actor: Actor, row: AwardRecord, why: string): Promise<void> => {
  await transition(tx, asSystem(actor), awardNoun, {
    id: row.id,
    action: "refuse",
    effect: async () => ({ patch: { endedReason: why }, note: why }),
  });
  for (const part of row.parts) await judgeBid(tx, actor, part.bidId, "not_selected", why);
  const about = await moveSolicitation(tx, asSystem(actor), row.solicitationId, "awardAnew", {
    reason: why,
  });
  await tellBidders(
    tx,
    actor,
    {
      about,
      awardId: row.id,
      parts: [],
      ranking: null,
      until: null,
      reason:
        "The agency did not approve the order. The quotations stand; it may award them anew or end without an award.",
      awarded: true,
    },
    () => "withdrawn",
  );
  await tellSolicitation(tx, actor, about, "awardRefused");
  await giveToBuyer(
    tx,
    actor,
    row,
    about,
    `Award ${about.number} anew, or end it`,
    `${row.number} is withdrawn. ${why}`,
  );
};

/** An order of a final award that is cancelled: the open data say so. */
const tellCancelled = async (
  tx: Tx,
  actor: Actor,
  order: Parameters<OrderHeard>[2],
): Promise<void> => {
  const of = await tx.maybe<{ solicitationId: string }>(sql`
    select w.solicitation_id
    from award_order a
    join award w on w.org_id = a.org_id and w.id = a.award_id
    where a.org_id = ${order.orgId} and a.purchase_order_id = ${order.id} and w.status = 'final'
  `);
  if (!of) return;
  const about = await getRow(tx, solicitation, of.solicitationId, "solicitation");
  await tellSolicitation(tx, actor, about, "ordered");
};

/**
 * What the issue or the end of an order does to the award of quotations that it came of: with the
 * last order issued the award is final; where all were refused
 * or cancelled before they went out it is withdrawn and the buyer decides anew; where some were,
 * the others stand and the buyer has a task. Nothing for other awards.
 */
export const settleAward: OrderHeard = async (tx, actor, order, event, reason) => {
  const found = await tx.maybe<{ id: string }>(sql`
    select w.id
    from award_order a
    join award w on w.org_id = a.org_id and w.id = a.award_id
    where a.org_id = ${order.orgId} and a.purchase_order_id = ${order.id} and w.status = 'waiting'
  `);
  if (!found) return event === "cancelled" ? tellCancelled(tx, actor, order) : undefined;
  // Two orders of one award settle one after the other: the second sees what the first has done.
  const row = await lockRow(tx, award, found.id, "award");
  const orders = await ordersOf(tx, row.id);
  const about = await getRow(tx, solicitation, row.solicitationId, "solicitation");
  const gone = orders.filter((each) => each.status === "cancelled");
  const open = orders.filter((each) => (beforeIssue as readonly string[]).includes(each.status));
  const own = orders.find((each) => each.number === order.number);
  const why = `${order.number} to ${own?.vendor ?? "its vendor"} was refused or cancelled${reason ? `: ${reason}` : "."}`;
  if (gone.length === orders.length) return refuseAward(tx, actor, row, why);
  if (event === "cancelled")
    await giveToBuyer(
      tx,
      actor,
      row,
      about,
      `Of ${row.number}, ${order.number} is not ordered`,
      `${why} The other orders of the award stand. Buy what is missing by another order or solicitation.`,
    );
  if (open.length === 0)
    await transition(tx, asSystem(actor), awardNoun, {
      id: row.id,
      action: "settle",
      effect: async () => ({
        patch: { finalisedBy: row.postedBy, finalisedAt: businessNow(tx.scope).toISOString() },
      }),
    });
  else announce(tx, order.orgId, "award.order", row.id);
  await tellSolicitation(tx, actor, about, "ordered");
};
