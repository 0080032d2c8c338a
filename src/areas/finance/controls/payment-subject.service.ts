import type { ControlHead, ControlSubject } from "#server/controls/control-checks.ts";
import type { LedgerEntry } from "#server/audit/ledger.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { issuedOrders } from "#areas/procurement/procurement.server.ts";
import { approversOf } from "#areas/workflow/workflow.server.ts";

const itself = async (_db: Db, { objectId }: LedgerEntry) => [objectId];

const paymentsOfInvoice: ControlSubject["heard"][string] = async (db, { objectId }) =>
  (
    await db.rows<{ id: string }>(sql`
      select distinct payment_id as id
      from payment_invoice
      where org_id = ${db.scope.orgId} and invoice_id = ${objectId}
    `)
  ).map(({ id }) => id);

type Stored = Omit<ControlHead, "departmentId" | "federal"> & { orders: string[] };

// A payment is of the department of its orders; where they are several, of nobody's alone.
const headsOf = async (db: Db, ids: readonly string[]): Promise<ControlHead[]> => {
  const rows = await db.rows<Stored>(sql`
    select
      p.id, p.number, v.name as title, p.amount, r.proposed_by as owner_id,
      array(
        select distinct i.created_by
        from payment_invoice x
        join invoice i on i.org_id = x.org_id and i.id = x.invoice_id
        where x.org_id = p.org_id and x.payment_id = p.id and i.created_by is not null
      ) as people,
      array(
        select distinct i.purchase_order_id
        from payment_invoice x
        join invoice i on i.org_id = x.org_id and i.id = x.invoice_id
        where x.org_id = p.org_id and x.payment_id = p.id and i.purchase_order_id is not null
      ) as orders
    from payment p
    join vendor v on v.org_id = p.org_id and v.id = p.vendor_id
    left join payment_run r on r.org_id = p.org_id and r.id = p.run_id
    where p.org_id = ${db.scope.orgId} and p.id = any(${[...ids]}::uuid[])
  `);
  const orders = await issuedOrders(
    db,
    rows.flatMap((row) => row.orders),
  );
  return rows.map(({ orders: of, ...head }) => {
    const known = of.flatMap((id) => orders.get(id) ?? []);
    const departments = new Set(known.map(({ departmentId }) => departmentId));
    return {
      ...head,
      departmentId: departments.size === 1 ? [...departments][0]! : null,
      federal: known.some(({ federal }) => federal),
    };
  });
};

// Who entered a bill of it, accepted a finding of one or proposed its run, and who approved any of them.
const handsOf = async (db: Db, id: string): Promise<readonly string[]> => {
  const bills = sql`
    select invoice_id
    from payment_invoice
    where org_id = ${db.scope.orgId} and payment_id = ${id}
  `;
  const runs = sql`
    select run_id
    from payment
    where org_id = ${db.scope.orgId} and id = ${id} and run_id is not null
  `;
  const [written, approved] = await Promise.all([
    db.one<{ people: string[] }>(sql`
      select array(
          select created_by
          from invoice
          where org_id = ${db.scope.orgId} and id in (${bills}) and created_by is not null
          union
          select resolved_by
          from invoice_exception
          where org_id = ${db.scope.orgId} and invoice_id in (${bills}) and resolved_by is not null
          union
          select proposed_by
          from payment_run
          where org_id = ${db.scope.orgId} and id in (${runs}) and proposed_by is not null
        ) as people
    `),
    approversOf(db, sql`${bills} union all ${runs}`),
  ]);
  return [...new Set([...written.people, ...approved])];
};

/** Payments, as controls judge them. */
export const paymentSubject: ControlSubject = {
  noun: "payment",
  label: "Payment",
  stage: "payment",
  page: (id) => `/payments/${id}`,
  heard: {
    ...Object.fromEntries(
      ["propose", "approve", "cancel", "release", "void", "return"].map((action) => [
        `payment.${action}`,
        itself,
      ]),
    ),
    "invoice.accept": paymentsOfInvoice,
  },
  heads: headsOf,
  hands: handsOf,
  all: async (db, after, limit) =>
    (
      await db.rows<{ id: string }>(sql`
        select id
        from payment
        where org_id = ${db.scope.orgId} and (${after}::uuid is null or id > ${after})
        order by id
        limit ${limit}
      `)
    ).map(({ id }) => id),
};
