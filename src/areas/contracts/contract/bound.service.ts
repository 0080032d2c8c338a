import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import {
  encumberedOf,
  parted,
  type Bound,
  type BudgetedYear,
} from "#areas/budget/budget.server.ts";
import { planned } from "./contract.model.ts";

type Row = {
  id: string;
  number: string;
  title: string;
  yearPlan: { year: number; amount: number }[];
  orders: string[];
};

/**
 * What contracts bind of a year that is being budgeted, in cents: the plan per fiscal year of those in
 * force in it, spread over the account strings of their orders by what these reserved, to the cent. A
 * contract without an order binds no account yet and is left out.
 */
export const boundByContracts = async (db: Db, year: BudgetedYear): Promise<Bound[]> => {
  const rows = await db.rows<Row>(sql`
    select
      c.id, c.number, c.title, c.year_plan,
      array(
        select distinct e.order_id
        from contract_ceiling_entry e
        where e.org_id = c.org_id and e.contract_id = c.id and e.order_id is not null
      ) as orders
    from contract c
    where c.org_id = ${db.scope.orgId}
      and c.status = 'active'
      and c.ends_on >= ${year.startsOn}::date
    order by c.number
  `);
  const charges = await encumberedOf(
    db,
    "purchaseOrder",
    rows.flatMap(({ orders }) => orders),
  );
  return rows.flatMap(({ id, number, title, yearPlan, orders }) => {
    const cents = planned(yearPlan.filter((each) => each.year === year.year));
    const shares = new Map<string, number>();
    const ordered = new Map<string, number>();
    for (const charge of charges)
      if (orders.includes(charge.documentId)) {
        const { accountStringId: account, cents: held } = charge;
        shares.set(account, (shares.get(account) ?? 0) + held);
        if (charge.year === year.year) ordered.set(account, (ordered.get(account) ?? 0) + held);
      }
    if (cents === 0 || shares.size === 0) return [];
    const parts = parted(cents, [...shares.values()]);
    return [...shares.keys()].map((accountStringId, place) => ({
      accountStringId,
      label: `${number} ${title}`,
      cents: parts[place]!,
      ordered: ordered.get(accountStringId) ?? 0,
      href: `/contracts/${id}`,
    }));
  });
};
