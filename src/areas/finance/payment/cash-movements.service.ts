import type { Day } from "#kernel/time.ts";
import type { Db } from "#server/db/db.ts";
import { sql, type Sql } from "#server/db/sql.ts";

/**
 * A movement of cash or of retainage that the general ledger follows; signed cents. `bills` are the
 * parts of a payment by the bills that it pays.
 */
type CashMovement = {
  id: string;
  kind: "issued" | "moved" | "voided" | "returned" | "retainage" | "withheld";
  onDay: Day;
  documentType: "payment" | "invoice";
  documentId: string;
  documentNumber: string;
  vendor: string;
  /** What left the books (less than nothing) or came back. */
  book: number;
  /** What is withheld no more, or again (less than nothing). */
  retainage: number;
  /** By bill: money for it, the discount that it was settled with beside, interest on top. */
  bills: readonly { invoiceId: string; cents: number; discount: number; interest: number }[];
};

/**
 * What moved cash and retainage from a day on and is not among `known` (a statement that selects `source_id`),
 * in the order of its writing; what only cleared at the bank moved no books. `after`: an id from which
 * on it looks.
 */
export const cashMovements = (
  db: Db,
  {
    from,
    known,
    after = null,
    limit,
  }: { from: Day; known: Sql; after?: string | null; limit: number },
): Promise<CashMovement[]> =>
  db.rows<CashMovement>(sql`
    select
      e.id, e.kind, e.on_day,
      case when e.payment_id is null then 'invoice' else 'payment' end as document_type,
      coalesce(e.payment_id, e.invoice_id) as document_id,
      coalesce(p.number, i.number) as document_number, v.name as vendor, e.book, e.retainage,
      coalesce(
        (
          select jsonb_agg(jsonb_build_object(
              'invoiceId', x.invoice_id, 'cents', x.amount, 'discount', x.discount, 'interest',
              x.interest
            ) order by x.id)
          from payment_invoice x
          where x.org_id = e.org_id and x.payment_id = e.payment_id
        ),
        '[]'
      ) as bills
    from cash_entry e
    left join payment p on p.org_id = e.org_id and p.id = e.payment_id
    left join invoice i on i.org_id = e.org_id and i.id = e.invoice_id
    join vendor v on v.org_id = e.org_id and v.id = coalesce(p.vendor_id, i.vendor_id)
    left join (${known}) k on k.source_id = e.id
    where e.org_id = ${db.scope.orgId}
      and e.id >= coalesce(${after}::uuid, '00000000-0000-0000-0000-000000000000')
      and (e.book <> 0 or e.retainage <> 0)
      and e.on_day >= ${from}::date
      and k.source_id is null
    order by e.id
    limit ${limit}
  `);

/** What bills withhold and what of it was released, in cents. */
export const retainageOf = (
  db: Db,
  ids: readonly string[],
): Promise<{ id: string; retainage: number; released: number }[]> =>
  db.rows(sql`
    select i.id, i.retainage, i.retainage_released as released
    from invoice i
    where i.org_id = ${db.scope.orgId} and i.id = any(${[...ids]}::uuid[])
  `);

/** What journals of the cost ledger are, by their ids: payroll, transfer, allocation, receipt. */
export const journalKindsOf = async (
  db: Db,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const rows = await db.rows<{ id: string; kind: string }>(sql`
    select j.id, j.kind
    from journal j
    where j.org_id = ${db.scope.orgId} and j.id = any(${[...ids]}::uuid[])
  `);
  return new Map(rows.map(({ id, kind }) => [id, kind]));
};

/** Numbers of bills by their ids. */
export const billNumbers = async (
  db: Db,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const rows = await db.rows<{ id: string; number: string }>(sql`
    select i.id, i.number
    from invoice i
    where i.org_id = ${db.scope.orgId} and i.id = any(${[...new Set(ids)]}::uuid[])
  `);
  return new Map(rows.map(({ id, number }) => [id, number]));
};
