import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import { businessDate } from "#server/clock.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import type { invoice } from "../invoice/invoice.tables.ts";
import { coverClaims } from "./cover.service.ts";
import { refuseHeld } from "./held.service.ts";
import { takeStockOff } from "./stock-costs.service.ts";

type Row = Pick<
  typeof invoice.$inferSelect,
  "id" | "orgId" | "number" | "fiscalYearId" | "purchaseOrderId" | "total"
>;
type Share = { id: string; accountStringId: string; amount: number };

/**
 * One cost line per charge of an invoice that is posted. It was incurred on the days that the
 * invoice says it bills, else when the goods came, else on the invoice's date. What comes to
 * nothing is paid with its posting.
 */
export const writeCosts = (tx: Tx, row: Row, shares: readonly Share[]): void => {
  const charged = shares.filter((s) => s.amount !== 0);
  if (charged.length === 0) return;
  const today = businessDate(tx.scope);
  tx.later(
    tx.rows(sql`
      insert into cost_line (
        org_id, id, source, source_id, document_id, document_number, description, account_string_id,
        object_class, fiscal_year_id, posted_on, incurred_from, incurred_to, cents, paid, paid_on,
        requisition_id, purchase_order_id, receipt_id, invoice_id, emergency, changed_on
      )
      select
        i.org_id, t.id, 'invoice', t.source_id, i.id, i.number, coalesce(l.description, ''), s.id,
        coalesce(m.object_class, 'other'), ${row.fiscalYearId}::uuid, ${today}::date,
        coalesce(i.service_from, r.received_on, i.invoice_date),
        coalesce(i.service_to, r.received_on, i.invoice_date), t.cents,
        case when i.total = 0 then t.cents else 0 end,
        case when i.total = 0 then ${today}::date end, q.requisition_id, i.purchase_order_id, r.id,
        i.id, coalesce(n.emergency, false), ${today}::date
      from unnest(
        ${charged.map(() => newId())}::uuid[], ${charged.map((s) => s.id)}::uuid[],
        ${charged.map((s) => s.accountStringId)}::uuid[], ${charged.map((s) => s.amount)}::bigint[]
      ) as t(id, source_id, account_string_id, cents)
      join invoice i on i.org_id = ${row.orgId} and i.id = ${row.id}
      join account_string s on s.org_id = i.org_id and s.id = t.account_string_id
      left join object_class_account m on m.org_id = s.org_id and m.account_id = s.account_id
      left join invoice_split x
        on x.org_id = i.org_id
        and x.invoice_id = i.id
        and x.id = t.source_id
      left join invoice_line l
        on l.org_id = i.org_id
        and l.invoice_id = i.id
        and l.id = coalesce(x.line_id, t.source_id)
      left join purchase_order_line o on o.org_id = i.org_id and o.id = l.purchase_order_line_id
      left join requisition_line q on q.org_id = o.org_id and q.id = o.requisition_line_id
      left join requisition n on n.org_id = q.org_id and n.id = q.requisition_id
      left join lateral (
          select c.id, c.received_on
          from receipt_line g
          join receipt c on c.org_id = g.org_id and c.id = g.receipt_id and c.status = 'posted'
          where g.org_id = o.org_id and g.purchase_order_line_id = o.id
          order by c.received_on desc, c.id desc
          limit 1
        ) r
        on true
    `),
  );
};

/**
 * The costs of an invoice whose posting is taken back: nothing of them can be claimed any more. 409
 * while a funder holds one of them, or a transfer moved it on.
 */
export const reverseCosts = async (tx: Tx, actor: Actor, invoiceId: string): Promise<void> => {
  const charged = await tx.rows<{ id: string }>(sql`
    select id
    from cost_line
    where org_id = ${tx.scope.orgId} and invoice_id = ${invoiceId} and reversed_on is null
  `);
  const ids = charged.map((l) => l.id);
  await takeStockOff(tx, actor, ids);
  await refuseHeld(tx, ids);
  const lines = await tx.rows<{ id: string }>(sql`
    update cost_line
    set
      paid = 0, paid_on = null, reversed_on = ${businessDate(tx.scope)},
      changed_on = greatest(changed_on, ${businessDate(tx.scope)}::date)
    where org_id = ${tx.scope.orgId} and invoice_id = ${invoiceId}
    returning id
  `);
  await coverClaims(
    tx,
    actor,
    lines.map((l) => l.id),
    "the invoice is void",
  );
};
