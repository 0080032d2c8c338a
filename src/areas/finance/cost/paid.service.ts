import type { Actor } from "#kernel/access.ts";
import { businessDate } from "#server/clock.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { coverClaims } from "./cover.service.ts";

type Spread = { id: string; touched: boolean };

// Everyone locks cost lines in this order, so a release and a drawdown over the same lines wait for
// each other and never in a ring.
const lockLines = (tx: Tx, invoiceIds: readonly string[]) =>
  tx.rows(sql`
    select 1 as locked
    from cost_line
    where org_id = ${tx.scope.orgId} and invoice_id = any(${[...invoiceIds]}::uuid[])
    order by id
    for update
  `);

const spread = (tx: Tx, invoiceIds: readonly string[], today: string) =>
  tx.rows<Spread>(sql`
    with part as (
      select
        c.id, c.invoice_id, i.paid_amount - i.discount_taken as whole,
        (i.paid_amount - i.discount_taken)::numeric * c.cents / i.total as exact
      from cost_line c
      join invoice i on i.org_id = c.org_id and i.id = c.invoice_id and i.total <> 0
      where c.org_id = ${tx.scope.orgId}
        and c.invoice_id = any(${[...invoiceIds]}::uuid[])
        and c.reversed_on is null
    ),
    ranked as (
      select
        id, invoice_id, floor(exact) as least,
        row_number() over (partition by invoice_id order by exact - floor(exact) desc, id) as place,
        whole - sum(floor(exact)) over (partition by invoice_id) as remaining
      from part
    ),
    now as (
      select
        r.id, r.least + case when r.place <= r.remaining then 1 else 0 end as paid,
        coalesce(
          (
            select max(p.paid_on)
            from payment_invoice x
            join payment p
              on p.org_id = x.org_id
              and p.id = x.payment_id
              and p.status in ('released', 'cleared')
            where x.org_id = ${tx.scope.orgId} and x.invoice_id = r.invoice_id and x.live
          ),
          ${today}::date
        ) as paid_on
      from ranked r
    )
    update cost_line c
    set
      paid = n.paid, paid_on = case when n.paid = 0 then null else n.paid_on end,
      changed_on = case
        when n.paid = c.paid then c.changed_on
        when abs(n.paid) > abs(c.paid) then n.paid_on
        else greatest(c.changed_on, ${today}::date)
      end
    from now n
    where c.org_id = ${tx.scope.orgId} and c.id = n.id
    returning
      c.id,
      c.claimed <> 0 or c.moved <> 0 or exists (
        select 1
        from cost_line m
        where m.org_id = c.org_id and m.moves_id = c.id
      ) as touched
  `);

/**
 * Spreads the money that is paid of these invoices (without discounts: 2 CFR 200.406; without interest for
 * paying late, which no federal money pays or matches: 5 CFR 1315.15) over their cost lines in the proportions of their charges;
 * the cents that remain go to the largest remainders. More counts from the day of the payment, less
 * from today. Claims that lose their cover by that are told.
 */
export const spreadPaid = async (
  tx: Tx,
  actor: Actor,
  invoiceIds: readonly string[],
): Promise<void> => {
  if (invoiceIds.length === 0) return;
  await lockLines(tx, invoiceIds);
  const lines = await spread(tx, invoiceIds, businessDate(tx.scope));
  await coverClaims(
    tx,
    actor,
    lines.flatMap((line) => (line.touched ? [line.id] : [])),
    "a payment changed",
  );
};
