// What an order takes of its requisitions, and what they get back.
import type { Actor } from "#kernel/access.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { sql, type Sql } from "#server/db/sql.ts";
import { asSystem, transition } from "#server/lifecycle.ts";
import { shownDecimal } from "#kernel/quantity.ts";
import { counted } from "#kernel/words.ts";
import { notify } from "#areas/organization/organization.server.ts";
import { requisitionNoun } from "../requisition/requisition.service.ts";

/** SQL of the ids of the requisitions of these lines. */
export const requisitionsOfLines = (tx: Tx, lineIds: readonly string[]): Sql => sql`
  select requisition_id
  from requisition_line
  where org_id = ${tx.scope.orgId} and id = any(${lineIds}::uuid[])
`;
/** SQL of the ids of the requisitions whose lines an order took. */
export const requisitionsOfOrder = (tx: Pick<Db, "scope">, orderId: string): Sql => sql`
  select q.requisition_id
  from purchase_order_line l
  join requisition_line q on q.org_id = l.org_id and q.id = l.requisition_line_id
  where l.org_id = ${tx.scope.orgId} and l.purchase_order_id = ${orderId}
`;

/** Moves the requisitions on whose lines an order has just taken; their history names it. */
export const markOrdered = async (
  tx: Tx,
  actor: Actor,
  requisitionIds: readonly string[],
  orderNumber: string,
): Promise<void> => {
  for (const id of requisitionIds)
    await transition(tx, asSystem(actor), requisitionNoun, {
      id,
      action: "order",
      effect: async () => {
        const { left, orderedAmount } = await orderedOf(tx, id);
        return {
          to: left === 0 ? "ordered" : "partly_ordered",
          patch: { orderedAmount },
          note: orderNumber,
        };
      },
    });
};

// What orders took of a requisition: cents of all its lines, and how many lines have quantity left.
const orderedOf = (
  tx: Tx,
  requisitionId: string,
): Promise<{ left: number; orderedAmount: number }> =>
  tx.one(sql`
    select
      coalesce(sum(l.ordered_amount), 0)::bigint as ordered_amount,
      count(*) filter (where l.quantity - l.cancelled_quantity > coalesce(
        (
          select sum(p.quantity)
          from purchase_order_line p
          join purchase_order o on o.org_id = p.org_id and o.id = p.purchase_order_id
          where p.org_id = l.org_id
            and p.requisition_line_id = l.id
            and not p.cancelled
            and o.status <> 'cancelled'
        ),
        0
      )) as left
    from requisition_line l
    where l.org_id = ${tx.scope.orgId} and l.requisition_id = ${requisitionId}
  `);

/**
 * Gives back to its requisitions what an order took that never went out; `note` says in their
 * history why.
 */
export const reopenRequisitions = async (
  tx: Tx,
  actor: Actor,
  orderId: string,
  note: string,
): Promise<void> => {
  for (const requisitionId of await giveBack(tx, orderId))
    await transition(tx, asSystem(actor), requisitionNoun, {
      id: requisitionId,
      action: "reopen",
      effect: async (r) => ({ to: r.orderedAmount > 0 ? "partly_ordered" : "approved", note }),
    });
};

/**
 * Ends what an order took that is cancelled after it went out. What is still needed is asked for
 * anew: the requisition says so, and so does a notice to whoever asked.
 */
export const endRequisitions = async (
  tx: Tx,
  actor: Actor,
  o: { id: string; number: string },
  reason: string,
) => {
  for (const r of await lapse(tx, o.id)) {
    await endOrdered(tx, actor, r, `${o.number} cancelled`);
    tellEnded(tx, r, `its order ${o.number} was cancelled`, reason);
  }
};

// A requisition of which something ended that was ordered: where it stands now.
const endOrdered = (tx: Tx, actor: Actor, r: Lapsed, note: string) =>
  transition(tx, asSystem(actor), requisitionNoun, {
    id: r.id,
    action: "lapse",
    effect: async () => ({
      to: r.holds
        ? r.ordered
          ? "partly_ordered"
          : "approved"
        : r.ordered
          ? "ordered"
          : "cancelled",
      note,
    }),
  });

const tellEnded = (tx: Tx, r: Lapsed, what: string, why: string): void =>
  r.requesterId
    ? notify(tx, [r.requesterId], {
        kind: "requisition",
        title: `${r.number}: ${what}`,
        body: `${why ? `${sentence(why)} ` : ""}Its money is released. Ask anew for what is still needed.`,
        link: `/smart-requisition/${r.id}`,
      })
    : undefined;
const sentence = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`);

/**
 * Ends what these lines of an order took that goes on without them. The same as for an order, by
 * line; call it once they are cancelled.
 */
export const endLines = async (
  tx: Tx,
  actor: Actor,
  o: { id: string; number: string },
  lineIds: readonly string[],
  reason: string,
): Promise<void> => {
  if (lineIds.length === 0) return;
  const lines = await tx.rows<Cancelled>(sql`
    select q.requisition_id, l.description, l.quantity, l.unit
    from purchase_order_line l
    join requisition_line q on q.org_id = l.org_id and q.id = l.requisition_line_id
    where l.org_id = ${tx.scope.orgId} and l.id = any(${lineIds}::uuid[])
    order by l.line_no
  `);
  if (lines.length === 0) return;
  for (const r of await lapse(tx, o.id, lineIds)) {
    const ended = lines.filter((l) => l.requisitionId === r.id);
    const what = ended.map((l) => `${l.description}, ${shownDecimal(l.quantity)} ${l.unit}`);
    await endOrdered(tx, actor, r, `${counted(ended.length, "line")} of ${o.number} cancelled`);
    tellEnded(
      tx,
      r,
      `${ended.length === 1 ? "a line" : `${ended.length} lines`} of its order ${o.number} ${ended.length === 1 ? "was" : "were"} cancelled`,
      `${sentence(what.join("; "))} ${reason}`,
    );
  }
};
type Cancelled = { requisitionId: string; description: string; quantity: string; unit: string };

/**
 * Gives back to the requisitions what an order that never went out had taken; returns their ids.
 */
const giveBack = async (tx: Tx, purchaseOrderId: string): Promise<string[]> => {
  const orgId = tx.scope.orgId;
  await tx.rows(sql`
    update requisition_line l
    set ordered_amount = l.ordered_amount - p.taken
    from (
      select requisition_line_id as id, sum(taken)::bigint as taken
      from purchase_order_line
      where org_id = ${orgId}
        and purchase_order_id = ${purchaseOrderId}
        and account_string_id is not null
      group by 1
    ) p
    where l.org_id = ${orgId} and l.id = p.id
  `);
  await tx.rows(sql`
    update purchase_order_line
    set taken = 0
    where org_id = ${orgId} and purchase_order_id = ${purchaseOrderId} and taken <> 0
  `);
  await tx.rows(sql`
    update requisition_split s
    set ordered_amount = s.ordered_amount - p.taken
    from purchase_order_split p
    join purchase_order_line l on l.org_id = p.org_id and l.id = p.line_id
    where s.org_id = ${orgId}
      and p.org_id = s.org_id
      and p.requisition_split_id = s.id
      and l.purchase_order_id = ${purchaseOrderId}
  `);
  await tx.rows(sql`
    update purchase_order_split p
    set taken = 0
    from purchase_order_line l
    where p.org_id = ${orgId}
      and l.org_id = p.org_id
      and l.id = p.line_id
      and l.purchase_order_id = ${purchaseOrderId}
  `);
  const ids = (
    await tx.rows<{ id: string }>(sql`
      select distinct q.requisition_id as id
      from purchase_order_line l
      join requisition_line q on q.org_id = l.org_id and q.id = l.requisition_line_id
      where l.org_id = ${orgId} and l.purchase_order_id = ${purchaseOrderId}
    `)
  ).map((r) => r.id);
  if (ids.length) await recount(tx, ids);
  return ids;
};

/**
 * A requisition of an order that ended after it went out: whether it still holds money, and whether
 * another order of it stands.
 */
type Lapsed = {
  id: string;
  number: string;
  requesterId: string | null;
  status: string;
  holds: boolean;
  ordered: boolean;
};

/**
 * Counts what an order (or lines of it alone) took that is cancelled after it went out as cancelled
 * of its requisitions as well: its encumbrance is released, nothing is reserved again.
 */
const lapse = async (
  tx: Tx,
  purchaseOrderId: string,
  lineIds: readonly string[] | null = null,
): Promise<Lapsed[]> => {
  const orgId = tx.scope.orgId;
  const ended = lineIds ? sql`l.id = any(${lineIds}::uuid[])` : sql`not l.cancelled`;
  await tx.rows(sql`
    update requisition_line l
    set
      cancelled_quantity = least(l.quantity, l.cancelled_quantity + p.quantity),
      ordered_amount = l.ordered_amount - p.taken, released = l.released + p.taken
    from (
      select l.requisition_line_id as id, sum(l.quantity) as quantity, sum(l.taken)::bigint as taken
      from purchase_order_line l
      where l.org_id = ${orgId} and l.purchase_order_id = ${purchaseOrderId} and ${ended}
      group by 1
    ) p
    where l.org_id = ${orgId} and l.id = p.id
  `);
  await tx.rows(sql`
    update requisition_split s
    set ordered_amount = s.ordered_amount - p.taken, released = s.released + p.taken
    from purchase_order_split p
    join purchase_order_line l on l.org_id = p.org_id and l.id = p.line_id
    where s.org_id = ${orgId}
      and p.org_id = s.org_id
      and p.requisition_split_id = s.id
      and l.purchase_order_id = ${purchaseOrderId}
      and ${ended}
  `);
  const found = await lockLapsed(tx, purchaseOrderId, lineIds);
  if (found.length)
    await recount(
      tx,
      found.map((r) => r.id),
    );
  return found;
};

const lockLapsed = (
  tx: Tx,
  purchaseOrderId: string,
  lineIds: readonly string[] | null,
): Promise<Lapsed[]> => {
  const orgId = tx.scope.orgId;
  return tx.rows<Lapsed>(sql`
    select
      r.id, r.number, r.requester_id, r.status,
      coalesce(
        (
          select sum(s.amount - s.ordered_amount - s.released)
          from requisition_line l
          join requisition_share s on s.org_id = l.org_id and s.line_id = l.id
          where l.org_id = r.org_id and l.requisition_id = r.id
        ),
        0
      ) > 0 as holds,
      exists (
        select 1
        from requisition_line l
        join purchase_order_line p on p.org_id = l.org_id and p.requisition_line_id = l.id
        join purchase_order o on o.org_id = p.org_id and o.id = p.purchase_order_id
        where l.org_id = r.org_id
          and l.requisition_id = r.id
          and not p.cancelled
          and (o.id <> ${purchaseOrderId} or ${lineIds !== null}::boolean)
          and o.status <> 'cancelled'
      ) as ordered
    from requisition r
    where r.org_id = ${orgId}
      and r.status in ('approved', 'ordered', 'partly_ordered')
      and exists (
        select 1
        from requisition_line l
        join purchase_order_line p on p.org_id = l.org_id and p.requisition_line_id = l.id
        where l.org_id = r.org_id
          and l.requisition_id = r.id
          and p.purchase_order_id = ${purchaseOrderId}
          and (${lineIds === null}::boolean or p.id = any(${lineIds ?? []}::uuid[]))
      )
    order by r.id
    for update of r
  `);
};

// The ordered amounts of requisitions' divided lines, from their splits.
const recountLines = (tx: Tx, requisitionIds: readonly string[]) =>
  tx.rows(sql`
    update requisition_line l
    set ordered_amount = (
      select coalesce(sum(s.ordered_amount), 0)
      from requisition_split s
      where s.org_id = l.org_id and s.line_id = l.id
    )
    where l.org_id = ${tx.scope.orgId}
      and l.requisition_id = any(${requisitionIds}::uuid[])
      and l.account_string_id is null
  `);

// The same of the requisitions as well.
const recount = (tx: Tx, requisitionIds: readonly string[]) => {
  const orgId = tx.scope.orgId;
  return Promise.all([
    recountLines(tx, requisitionIds),
    tx.rows(sql`
      update requisition r
      set ordered_amount = (
        select coalesce(sum(l.ordered_amount), 0)
        from requisition_line l
        where l.org_id = r.org_id and l.requisition_id = r.id
      )
      where r.org_id = ${orgId} and r.id = any(${requisitionIds}::uuid[])
    `),
  ]);
};
