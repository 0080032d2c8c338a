import type { Actor } from "#kernel/access.ts";
import { listFunds } from "#areas/budget/budget.server.ts";
import { membersNamed } from "#areas/organization/organization.server.ts";
import { businessDate } from "#server/clock.ts";
import type { Db } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { arrayOf, raw, sql } from "#server/db/sql.ts";
import { bindActor } from "#server/http/list-conditions.ts";
import { actionsAsked } from "#server/lifecycle.ts";
import { daysOnTheWay, itemsOfTransfer, transferFrom } from "./transfer.list.ts";
import type { ToldOutcome, TransferDetail, TransferLine, UnderWay } from "./transfer.model.ts";
import { transferFacts, transferNoun } from "./transfer.noun.ts";
import { stockTransfer } from "./transfer.tables.ts";

type Line = Omit<TransferLine, "fund"> & { fundId: string | null };

/**
 * The lines of a transfer with what became of them; nothing is on the way of what is only planned, or came
 * back as a whole.
 */
export const linesOfTransfer = (db: Db, id: string): Promise<Line[]> =>
  db.rows<Line>(sql`
    select
      l.id, l.item_id, i.number as item, i.name, i.unit, l.lot_id, t.code as lot, l.fund_id,
      trim_scale(l.quantity)::text as quantity, trim_scale(o.arrived)::text as arrived,
      trim_scale(o.found)::text as found, trim_scale(o.lost)::text as lost,
      trim_scale(case
        when r.status in ('sent', 'short') then l.quantity - o.arrived - o.found - o.lost
        else 0
      end)::text as open
    from stock_transfer_line l
    join stock_transfer r on r.org_id = l.org_id and r.id = l.transfer_id
    join stock_item i on i.org_id = l.org_id and i.id = l.item_id
    left join stock_lot t on t.org_id = l.org_id and t.id = l.lot_id
    cross join lateral (
      select
        coalesce(sum(x.quantity) filter (where x.kind = 'arrived'), 0) as arrived,
        coalesce(sum(x.quantity) filter (where x.kind = 'found'), 0) as found,
        coalesce(sum(x.quantity) filter (where x.kind = 'lost'), 0) as lost
      from stock_transfer_outcome x
      where x.org_id = l.org_id and x.line_id = l.id
    ) o
    where l.org_id = ${db.scope.orgId} and l.transfer_id = ${id}
    order by l.line_no
  `);

type Outcome = Omit<ToldOutcome, "by"> & { toldBy: string };

const outcomesOf = (db: Db, id: string): Promise<Outcome[]> =>
  db.rows<Outcome>(sql`
    select
      x.id, x.kind, i.name, t.code as lot, trim_scale(x.quantity)::text as quantity, i.unit,
      x.told_by, x.told_at as at, x.movement_id, m.number as movement
    from stock_transfer_outcome x
    join stock_transfer_line l on l.org_id = x.org_id and l.id = x.line_id
    join stock_item i on i.org_id = l.org_id and i.id = l.item_id
    left join stock_lot t on t.org_id = l.org_id and t.id = l.lot_id
    join stock_movement m on m.org_id = x.org_id and m.id = x.movement_id
    where x.org_id = ${db.scope.orgId} and x.transfer_id = ${id}
    order by x.told_at, l.line_no
  `);

type Place = TransferDetail["from"];

const placesOf = (db: Db, ids: readonly string[]): Promise<Place[]> =>
  db.rows<Place>(sql`
    select id, code, name
    from stock_location
    where org_id = ${db.scope.orgId} and id = any(${arrayOf(ids)}::uuid[])
  `);

const movementsOf = (db: Db, id: string) =>
  db.rows<{ id: string; number: string }>(sql`
    select m.id, m.number
    from stock_movement m
    where m.org_id = ${db.scope.orgId}
      and m.transfer_id = ${id}
      and not exists (
        select 1
        from stock_transfer_outcome x
        where x.org_id = m.org_id and x.movement_id = m.id
      )
    order by m.posted_at
  `);

/** A transfer with what became of its goods, and what the actor may do. 404. */
export const readTransfer = async (db: Db, actor: Actor, id: string): Promise<TransferDetail> => {
  const row = await getRow(db, stockTransfer, id, "stock transfer");
  const [lines, outcomes, places, movements, funds, facts] = await Promise.all([
    linesOfTransfer(db, id),
    outcomesOf(db, id),
    placesOf(db, [row.fromLocationId, row.toLocationId]),
    movementsOf(db, id),
    listFunds(db),
    transferFacts(db, id),
  ]);
  const ids = [row.plannedBy, row.sentBy, ...outcomes.map(({ toldBy }) => toldBy)];
  const people = await membersNamed(db, { ids: ids.filter((one) => one !== null) });
  const named = (who: string) => people.find((one) => one.id === who)?.name ?? "";
  const placed = (which: string) => places.find((one) => one.id === which)!;
  const { orgId: _org, updatedAt: _changed, createdAt, ...told } = row;
  return {
    ...told,
    from: placed(row.fromLocationId),
    to: placed(row.toLocationId),
    plannedBy: named(row.plannedBy),
    plannedAt: createdAt,
    sentBy: row.sentBy && named(row.sentBy),
    movements,
    lines: lines.map(({ fundId, ...line }) => ({
      ...line,
      fund: funds.find((fund) => fund.id === fundId)?.code ?? "",
    })),
    outcomes: outcomes.map(({ toldBy, ...outcome }) => ({ ...outcome, by: named(toldBy) })),
    actions: await actionsAsked(db, actor, transferNoun, { ...row, ...facts }),
  };
};

/** What is on the way now, or lacks: by the day on which it is expected, then the longest first. */
export const transfersUnderWay = async (db: Db, actor: Actor): Promise<UnderWay> => ({
  today: businessDate(db.scope),
  items: await db.rows<UnderWay["items"][number]>(sql`
    select
      t.id, t.number, o.name as "from", d.name as "to", ${raw(itemsOfTransfer)} as items, t.driver,
      t.expected_on, ${bindActor(daysOnTheWay, actor)} as days, t.status
    from ${raw(transferFrom)}
    where t.org_id = ${db.scope.orgId} and t.status in ('sent', 'short')
    order by t.expected_on nulls last, t.sent_at, t.number
    limit 200
  `),
});
