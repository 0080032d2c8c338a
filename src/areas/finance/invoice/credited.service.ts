// Whether a credit goes back to the accounts that bore what it credits.
import { formatCents } from "#kernel/money.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import type { invoice } from "./invoice.tables.ts";
import type { Finding } from "./match.model.ts";

type Credit = Pick<
  typeof invoice.$inferSelect,
  "orgId" | "id" | "vendorId" | "purchaseOrderId" | "total"
>;

type Borne = { code: string; borne: number; credited: number };

// By account string, in cents: what other invoices of the vendor (of the order, where one is named) put
// there and transfers left there, and what this credit takes from it.
const borneOf = (tx: Tx, i: Credit) =>
  tx.rows<Borne>(sql`
    with recursive other as (
      select y.id
      from invoice y
      where y.org_id = ${i.orgId}
        and y.vendor_id = ${i.vendorId}
        and y.id <> ${i.id}
        and y.status not in ('voided', 'rejected')
        and (${i.purchaseOrderId}::uuid is null or y.purchase_order_id = ${i.purchaseOrderId}::uuid)
    ),
    cost as (
      select c.id, c.account_string_id, c.cents
      from cost_line c
      join other on other.id = c.invoice_id
      where c.org_id = ${i.orgId} and c.reversed_on is null
      union
      select m.id, m.account_string_id, m.cents
      from cost_line m
      join cost on m.moves_id = cost.id or m.came_from_id = cost.id
      where m.org_id = ${i.orgId}
    ),
    charge as (
      select l.invoice_id, l.account_string_id, l.charged as cents
      from invoice_line l
      where l.org_id = ${i.orgId} and l.account_string_id is not null
      union all
      select s.invoice_id, s.account_string_id, s.amount
      from invoice_split s
      where s.org_id = ${i.orgId}
    ),
    moved as (
      select account_string_id, cents as borne, 0::bigint as credited
      from cost
      union all
      select g.account_string_id, g.cents, 0
      from charge g
      join other on other.id = g.invoice_id
      where not exists (
        select 1
        from cost_line c
        where c.org_id = ${i.orgId} and c.invoice_id = g.invoice_id and c.reversed_on is null
      )
      union all
      select g.account_string_id, 0, -g.cents
      from charge g
      where g.invoice_id = ${i.id}
    )
    select s.code, sum(m.borne)::bigint as borne, sum(m.credited)::bigint as credited
    from moved m
    join account_string s on s.org_id = ${i.orgId} and s.id = m.account_string_id
    group by s.code
    order by s.code
  `);

/**
 * A credit that takes more from an account than this vendor's invoices put there, while they put it
 * elsewhere, is asked: one finding with the accounts that bore it. An award that claimed the cost gets
 * its credit only there (2 CFR 200.406). Nothing for a bill, and for a credit of what is not on file.
 */
export const creditFindings = async (tx: Tx, i: Credit): Promise<Finding[]> => {
  if (i.total >= 0) return [];
  const accounts = await borneOf(tx, i);
  const astray = accounts.filter((a) => a.credited > Math.max(0, a.borne));
  const elsewhere = accounts.filter((a) => a.borne > Math.max(0, a.credited));
  if (astray.length === 0 || elsewhere.length === 0) return [];
  const words = (list: readonly Borne[], cents: (a: Borne) => number) =>
    list
      .slice(0, 3)
      .map((a) => `${a.code} (${formatCents(cents(a))})`)
      .join(", ");
  return [
    {
      kind: "credited",
      lineId: null,
      message: `The credit goes to ${words(astray, (a) => a.credited)}, which did not bear that much of this vendor's invoices; ${words(elsewhere, (a) => a.borne)} did. Charge the credit there, so that an award which claimed the cost gets it back (2 CFR 200.406).`,
      amount: astray.reduce((n, a) => n + a.credited - Math.max(0, a.borne), 0),
      owner: "ap",
    },
  ];
};
