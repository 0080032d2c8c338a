import type { Actor } from "#kernel/access.ts";
import { bindActor } from "#server/http/list-conditions.ts";
import { businessDate } from "#server/clock.ts";
import type { Db } from "#server/db/db.ts";
import { raw, sql } from "#server/db/sql.ts";
import { putAwayFrom } from "../arrival/arrival.list.ts";
import { belowPoint, lotLies } from "../item/shelf-sums.ts";
import { countsDueOf } from "../count/due.service.ts";
import { reorderProposals } from "../reorder/reorder.service.ts";
import type { StockStanding } from "./standing.model.ts";

type CameIn = Pick<StockStanding, "toPutAway" | "unnumbered" | "rejected">;

const cameIn = (db: Db): Promise<CameIn> =>
  db.one<CameIn>(sql`
    select
      (
        select count(*)
        from ${raw(putAwayFrom)}
        where b.org_id = ${db.scope.orgId}
      )::int as to_put_away,
      count(*) filter (where a.kind = 'unnumbered')::int as unnumbered,
      count(*) filter (where a.kind = 'rejected')::int as rejected
    from stock_arrival a
    where a.org_id = ${db.scope.orgId} and a.status = 'open'
  `);

/** What waits in the stores of the scope's agency, by the conditions of the lists that it opens. */
export const standingOfStock = async (db: Db, actor: Actor): Promise<StockStanding> => {
  const today = businessDate(db.scope);
  const [low, due, lots, kept, came] = await Promise.all([
    reorderProposals(db),
    countsDueOf(db),
    db.one<Pick<StockStanding, "quarantined" | "expiring" | "expired">>(sql`
      select
        count(*) filter (where t.condition = 'quarantined')::int as quarantined,
        count(*) filter (
          where t.expires_on between ${today}::date and ${today}::date + 30
          and ${raw(lotLies)}
        )::int as expiring,
        count(*) filter (where t.expires_on < ${today}::date and ${raw(lotLies)})::int as expired
      from stock_lot t
      where t.org_id = ${db.scope.orgId} and (t.condition <> 'ok' or t.expires_on is not null)
    `),
    db.one<Pick<StockStanding, "asked" | "below" | "items" | "locations" | "toCount">>(sql`
      select
        (
          select count(*)
          from stock_item i
          where i.org_id = ${db.scope.orgId} and ${bindActor(belowPoint, actor)}
        )::int as below,
        (
          select count(*)
          from stock_request
          where org_id = ${db.scope.orgId} and status = 'open'
        )::int as asked,
        (
          select count(*)
          from stock_item
          where org_id = ${db.scope.orgId} and status = 'active'
        )::int as items,
        (
          select count(*)
          from stock_location
          where org_id = ${db.scope.orgId} and status = 'active'
        )::int as locations,
        (
          select count(*)
          from stock_count
          where org_id = ${db.scope.orgId} and status in ('open', 'recount')
        )::int as to_count
    `),
    cameIn(db),
  ]);
  return { ...lots, ...kept, ...came, toReorder: low.length, countsDue: due.due };
};
