import { businessDate } from "#server/clock.ts";
import type { Db } from "#server/db/db.ts";
import { raw, sql } from "#server/db/sql.ts";
import { belowPoint, lotLies } from "../item/shelf-sums.ts";
import { reorderProposals } from "../reorder/reorder.service.ts";
import type { StockStanding } from "./standing.model.ts";

/** What waits in the stores of the scope's agency, by the conditions of the lists that it opens. */
export const standingOfStock = async (db: Db): Promise<StockStanding> => {
  const today = businessDate(db.scope);
  const [low, lots, kept] = await Promise.all([
    reorderProposals(db),
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
    db.one<Pick<StockStanding, "asked" | "below" | "items" | "locations">>(sql`
      select
        (
          select count(*)
          from stock_item i
          where i.org_id = ${db.scope.orgId} and ${raw(belowPoint)}
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
        )::int as locations
    `),
  ]);
  return { ...lots, ...kept, toReorder: low.length };
};
