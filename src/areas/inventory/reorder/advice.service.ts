import type { z } from "zod";
import type { Actor } from "#kernel/access.ts";
import { conflict } from "#kernel/errors.ts";
import { plainDecimal } from "#kernel/quantity.ts";
import { addDays, daysBetween, type Day } from "#kernel/time.ts";
import { keptGoods, orderedGoods } from "#areas/procurement/procurement.server.ts";
import { vendorsNamed } from "#areas/vendors/vendors.server.ts";
import { change } from "#server/change.ts";
import { businessDate, dayIn } from "#server/clock.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { stockItem } from "../inventory.tables.ts";
import { itemNoun, type ItemRecord } from "../item/item.noun.ts";
import { adviceOf, type adviceInput, type ReorderAdvice, type Used } from "./advice.model.ts";

const yearBack = (today: Day): Day => addDays(today, -365);

// What an incident took is no use that comes every month: it is shown and not counted.
const usedOf = async (db: Db, itemId: string, today: Day): Promise<Used> => {
  const from = yearBack(today);
  const { days, quantity, since } = await db.one<{
    days: number;
    quantity: string;
    since: Day | null;
  }>(sql`
    select
      count(distinct m.moved_on) filter (where m.kind = 'issue' and counted.is)::int as days,
      coalesce(
        sum(case m.kind when 'issue' then l.quantity else -l.quantity end) filter (
          where m.kind in ('issue', 'return')
          and counted.is
        ),
        0
      )::text as quantity,
      min(m.moved_on) as since
    from stock_movement_line l
    join stock_movement m on m.org_id = l.org_id and m.id = l.movement_id
    cross join lateral (select m.consumer_type is distinct from 'incident' as is) counted
    where l.org_id = ${db.scope.orgId}
      and l.item_id = ${itemId}
      and l.corrects_line_id is null
      and m.status = 'posted'
      and m.reverses_id is null
      and m.moved_on >= ${from}
  `);
  return { days, quantity, over: since ? daysBetween(since, today) : 0 };
};

const issuesOf = (db: Db, itemId: string, today: Day): Promise<ReorderAdvice["issues"]> =>
  db.rows<ReorderAdvice["issues"][number]>(sql`
    select
      m.id, m.number, m.moved_on, m.consumer_type, m.consumer,
      trim_scale(sum(case m.kind when 'issue' then l.quantity else -l.quantity end))::text as quantity
    from stock_movement_line l
    join stock_movement m on m.org_id = l.org_id and m.id = l.movement_id
    where l.org_id = ${db.scope.orgId}
      and l.item_id = ${itemId}
      and l.corrects_line_id is null
      and m.kind in ('issue', 'return')
      and m.status = 'posted'
      and m.reverses_id is null
      and m.moved_on >= ${yearBack(today)}
    group by m.id, m.number, m.moved_on, m.consumer_type, m.consumer
    order by m.moved_on desc, m.number desc
    limit 50
  `);

const mostLeads = 20;

// From the day on which an order went out to each receipt of its line, the newest receipts first.
const leadsOf = async (db: Db, itemId: string): Promise<ReorderAdvice["leads"]> => {
  const named = await db.rows<{ orderLineId: string }>(sql`
    select order_line_id
    from stock_order_line
    where org_id = ${db.scope.orgId} and item_id = ${itemId}
    order by created_at desc
    limit 50
  `);
  const ids = named.map(({ orderLineId }) => orderLineId);
  const [ordered, kept] = await Promise.all([orderedGoods(db, ids), keptGoods(db, ids)]);
  const vendors = await vendorsNamed(db, [...new Set(ordered.map(({ vendorId }) => vendorId))]);
  return kept
    .flatMap(({ receiptLineId, receipt, receivedOn, orderLineId }) => {
      const line = ordered.find(({ id }) => id === orderLineId);
      if (!line) return [];
      const sentOn = dayIn(db.scope, line.sentAt);
      return [
        {
          ...{ id: receiptLineId, orderId: line.orderId, order: line.order, sentOn, receipt },
          ...{ receivedOn, vendor: vendors.get(line.vendorId) ?? "" },
          days: Math.max(0, daysBetween(sentOn, receivedOn)),
        },
      ];
    })
    .toReversed()
    .slice(0, mostLeads);
};

/** What issues and real lead times propose for an item's reorder point, with the rows behind it. 404. */
export const readAdvice = async (db: Db, itemId: string): Promise<ReorderAdvice> => {
  const item = await getRow(db, stockItem, itemId, "stock item");
  const today = businessDate(db.scope);
  const [used, issues, leads] = await Promise.all([
    usedOf(db, itemId, today),
    issuesOf(db, itemId, today),
    leadsOf(db, itemId),
  ]);
  return {
    ...{ unit: item.unit, version: item.version, issues, leads },
    used: { ...used, quantity: plainDecimal(used.quantity) },
    reorderPoint: item.reorderPoint && plainDecimal(item.reorderPoint),
    orderUpTo: item.orderUpTo && plainDecimal(item.orderUpTo),
    ...adviceOf(used, leads),
  };
};

/**
 * Takes what is proposed as the item's reorder point. 409 `too_few_rows` with how many are needed, 409
 * `advice_changed` where something else is proposed by now; 404, 412.
 */
export const takeAdvice = async (
  tx: Tx,
  actor: Actor,
  itemId: string,
  shown: z.output<typeof adviceInput>,
  version: number | null,
): Promise<ItemRecord> => {
  const { point, upTo, tooFew } = await readAdvice(tx, itemId);
  if (tooFew !== null) throw conflict("too_few_rows", tooFew);
  if (point !== shown.point || upTo !== shown.upTo)
    throw conflict(
      "advice_changed",
      "Something moved since: another point is proposed now. Look at it again.",
    );
  return change(tx, actor, itemNoun, {
    id: itemId,
    version,
    unless: ({ status }) => (status === "active" ? null : "It is retired: use it again first."),
    effect: async () => ({ patch: { reorderPoint: point, orderUpTo: upTo } }),
  });
};
