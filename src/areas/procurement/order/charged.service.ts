import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";

/** Cents of some accounts, by what became of them. */
type ChargedCents = {
  /** Reserved and not ordered. */
  asked: number;
  /** Still encumbered. */
  encumbered: number;
  /** Encumbered, or billed of it. */
  ordered: number;
  /** What of the ordered goods and works came, at the order's prices. */
  received: number;
};

/**
 * A requisition or an order that charges some accounts; cents of these accounts alone. `open`: it
 * still binds money there, or may still do so. `parts`: the same by the cost code of its lines.
 */
export type ChargedDocument = {
  type: "requisition" | "purchaseOrder";
  id: string;
  number: string;
  title: string;
  status: string;
  contractId: string | null;
  vendor: string | null;
  open: boolean;
  parts: ({ costCodeId: string | null } & ChargedCents)[];
} & ChargedCents;

type Part = Omit<ChargedDocument, "parts"> & { costCodeId: string | null };

/** Which documents are looked at: those that the ledger names, and what is still underway. */
type Among = { accountIds: readonly string[]; ids: readonly string[] };

const requisitionsOn = (db: Db, { accountIds, ids }: Among) =>
  db.rows<Part>(sql`
    with found as (
      select id
      from requisition
      where org_id = ${db.scope.orgId} and id = any(${[...ids]}::uuid[])
      union
      select id
      from requisition
      where org_id = ${db.scope.orgId} and status in ('draft', 'returned')
    )
    select
      'requisition' as type, r.id, r.number, r.title, r.status, null::uuid as contract_id,
      v.name as vendor, l.cost_code_id,
      r.status in ('draft', 'in_approval', 'returned', 'approved', 'partly_ordered') as open,
      sum(case
        when r.status in (
          'in_approval', 'approved', 'partly_ordered'
        ) then s.amount - s.ordered_amount - s.released
        else 0
      end + coalesce(h.held, 0))::bigint as asked,
      0 as encumbered, 0 as ordered, 0 as received
    from found f
    join requisition r on r.org_id = ${db.scope.orgId} and r.id = f.id
    join requisition_line l on l.org_id = r.org_id and l.requisition_id = r.id
    join requisition_share s on s.org_id = l.org_id and s.line_id = l.id
    left join vendor v on v.org_id = r.org_id and v.id = r.vendor_id
    left join lateral (
        select sum(t.taken) as held
        from purchase_order_line p
        join purchase_order o
          on o.org_id = p.org_id
          and o.id = p.purchase_order_id
          and o.issued_at is null
          and o.status <> 'cancelled'
        join purchase_order_share t
          on t.org_id = p.org_id
          and t.line_id = p.id
          and t.account_string_id = s.account_string_id
        where p.org_id = l.org_id and p.requisition_line_id = l.id
      ) h
      on true
    where s.account_string_id = any(${[...accountIds]}::uuid[])
    group by r.id, r.number, r.title, r.status, v.name, l.cost_code_id
    order by r.number
  `);

const ordersOn = (db: Db, { accountIds, ids }: Among) =>
  db.rows<Part>(sql`
    with found as (
      select id
      from purchase_order
      where org_id = ${db.scope.orgId} and id = any(${[...ids]}::uuid[])
      union
      select id
      from purchase_order
      where org_id = ${db.scope.orgId}
        and status in ('draft', 'in_approval', 'returned', 'approved')
    )
    select
      'purchaseOrder' as type, o.id, o.number, o.title, o.status, o.contract_id, v.name as vendor,
      l.cost_code_id, o.status not in ('closed', 'short_closed', 'cancelled') as open, 0 as asked,
      sum(case when o.issued_at is null then 0 else s.encumbered end)::bigint as encumbered,
      sum(
        case when o.issued_at is null then 0 else s.encumbered + s.expended end
      )::bigint as ordered,
      sum(case
        when l.quantity = 0 then 0
        else round(s.amount * l.received_quantity / l.quantity)
      end)::bigint as received
    from found f
    join purchase_order o on o.org_id = ${db.scope.orgId} and o.id = f.id
    join purchase_order_line l
      on l.org_id = o.org_id
      and l.purchase_order_id = o.id
      and not l.cancelled
    join purchase_order_share s on s.org_id = l.org_id and s.line_id = l.id
    join vendor v on v.org_id = o.org_id and v.id = o.vendor_id
    where s.account_string_id = any(${[...accountIds]}::uuid[])
    group by o.id, o.number, o.title, o.status, o.contract_id, o.issued_at, v.name, l.cost_code_id
    order by o.number
  `);

// The parts of each document, by number, put together.
const documentsOf = (parts: readonly Part[]): ChargedDocument[] => {
  const documents = new Map<string, ChargedDocument>();
  for (const { costCodeId, asked, encumbered, ordered, received, ...head } of parts) {
    const cents = { asked, encumbered, ordered, received };
    const before = documents.get(head.id);
    documents.set(head.id, {
      ...head,
      asked: (before?.asked ?? 0) + asked,
      encumbered: (before?.encumbered ?? 0) + encumbered,
      ordered: (before?.ordered ?? 0) + ordered,
      received: (before?.received ?? 0) + received,
      parts: [...(before?.parts ?? []), { costCodeId, ...cents }],
    });
  }
  return [...documents.values()];
};

/**
 * Every requisition and order that charges one of these accounts: of those that the ledger names
 * (`ids`), and of what is drafted or on its way; by number.
 */
export const chargedDocuments = async (db: Db, among: Among): Promise<ChargedDocument[]> =>
  (await Promise.all([requisitionsOn(db, among), ordersOn(db, among)])).flatMap(documentsOf);
