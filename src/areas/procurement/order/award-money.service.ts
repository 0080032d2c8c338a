import { lineTotalCents } from "#kernel/money.ts";
import { compareQuantity } from "#kernel/quantity.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { availableOf } from "#areas/budget/budget.server.ts";

type Wanted = { requisitionLineId: string; quantity: string; unitPrice: string };
type Charge = {
  lineId: string;
  share: string;
  unitPrice: string;
  rest: number;
  left: string;
  accountStringId: string;
  fiscalYearId: string;
};
export type OverAccount = { code: string; available: number; needed: number };

/** What lines of requisitions charge, each with its share of the line. */
const chargesOf = (db: Db, lineIds: readonly string[]) =>
  db.rows<Charge>(sql`
    select
      l.id as line_id, l.unit_price, c.account_string_id, r.fiscal_year_id,
      (case when l.amount = 0 then 0 else c.amount::numeric / l.amount end)::text as share,
      c.amount - c.ordered_amount - c.released as rest, l.quantity - l.cancelled_quantity as left
    from requisition_line l
    join requisition r on r.org_id = l.org_id and r.id = l.requisition_id
    cross join lateral (
      select l.account_string_id, l.amount, l.ordered_amount, l.released
      where l.account_string_id is not null
      union all
      select p.account_string_id, p.amount, p.ordered_amount, p.released
      from requisition_split p
      where p.org_id = l.org_id and p.line_id = l.id
    ) c
    where l.org_id = ${db.scope.orgId} and l.id = any(${lineIds}::uuid[])
  `);

/**
 * Accounts that have too little for what orders would cost more than their requisitions reserved, in
 * the order in which they would be placed; funds that stop softly are left out. The ledger has the
 * last word when the orders go out.
 */
export const overAccounts = async (
  db: Db,
  orders: readonly (readonly Wanted[])[],
): Promise<OverAccount[]> => {
  const charges = await chargesOf(
    db,
    orders.flat().map((line) => line.requisitionLineId),
  );
  const lines = await availableOf(db, charges);
  const spent = new Map<string, number>();
  const over = new Map<string, OverAccount>();
  for (const line of orders.flat())
    for (const charge of charges.filter((each) => each.lineId === line.requisitionLineId)) {
      const whole = compareQuantity(line.quantity, charge.left) >= 0;
      const cost = Math.round(lineTotalCents(line.quantity, line.unitPrice) * Number(charge.share));
      const reserved = whole
        ? charge.rest
        : Math.round(lineTotalCents(line.quantity, charge.unitPrice) * Number(charge.share));
      const needed = (spent.get(charge.accountStringId) ?? 0) + cost - reserved;
      spent.set(charge.accountStringId, needed);
      const of = lines.find(
        (each) =>
          each.accountStringId === charge.accountStringId &&
          each.fiscalYearId === charge.fiscalYearId,
      );
      if (of && !of.soft && needed > of.available)
        over.set(of.accountStringId, { code: of.code, available: of.available, needed });
    }
  return [...over.values()];
};
