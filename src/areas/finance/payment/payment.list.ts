import type { Actor } from "#kernel/access.ts";
import { notFound } from "#kernel/errors.ts";
import type { Db } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { bind, sql } from "#server/db/sql.ts";
import type { ListDefinition } from "#server/http/list.ts";
import { actionsFor } from "#server/lifecycle.ts";
import { invoiceKinds } from "../invoice/invoice.labels.ts";
import { readTrace } from "../invoice/invoice.read.service.ts";
import { methods, paymentStatuses } from "./payment.labels.ts";
import type { Payment, PaymentDetail } from "./payment.model.ts";
import { coveringPayments, paymentFacts, paymentNoun } from "./payment.noun.ts";
import { screeningOfPayment } from "./payee-screening.service.ts";
import { payment } from "./payment.tables.ts";

export const paymentList: ListDefinition = {
  name: "payments",
  from: "payment p join vendor v on v.org_id = p.org_id and v.id = p.vendor_id left join payment_run r on r.org_id = p.org_id and r.id = p.run_id",
  base: "payment p",
  alias: "p",
  columns: {
    id: { sql: "p.id", hidden: true },
    number: { sql: "p.number", label: "Number", sort: true },
    status: { sql: "p.status", label: "Status", sort: true, codes: paymentStatuses },
    vendor: { sql: "v.name", label: "Vendor", sort: true },
    vendorId: { sql: "p.vendor_id", hidden: true },
    method: { sql: "p.method", label: "Method", sort: true, codes: methods },
    reference: { sql: "coalesce(p.check_number, p.trace_number)", label: "Check or trace number" },
    paidOn: { sql: "p.paid_on", label: "Paid on", sort: true },
    amount: { sql: "p.amount", label: "Amount", money: true, sort: true },
    invoiceCount: {
      sql: "(select count(*) from payment_invoice x where x.org_id = p.org_id and x.payment_id = p.id)",
      label: "Invoices",
    },
    runId: { sql: "p.run_id", hidden: true },
    runNumber: { sql: "r.number", label: "Run" },
    version: { sql: "p.version", hidden: true },
  },
  filters: {
    status: { kind: "set", sql: "p.status", type: "text" },
    method: { kind: "set", sql: "p.method", type: "text" },
    vendorId: { kind: "set", sql: "p.vendor_id", type: "uuid" },
    runId: { kind: "set", sql: "p.run_id", type: "uuid" },
    amount: { kind: "range", sql: "p.amount", type: "cents" },
    paidOn: { kind: "range", sql: "p.paid_on", type: "date" },
    outstanding: { kind: "flag", sql: "p.status = 'released'" },
  },
  search: ["p.number", "v.name", "coalesce(p.check_number, '')", "coalesce(p.trace_number, '')"],
  words: { kind: "payment" },
  defaultSort: "-number",
  totals: { amount: "p.amount" },
};

const withheld = "(i.retainage - i.retainage_released)";
const payable = `(i.total - ${withheld} - i.paid_amount)`;
const payableHold =
  "(select min(h.reason) from payment_hold h where h.org_id = i.org_id and (h.invoice_id = i.id or h.vendor_id = i.vendor_id) and h.lifted_at is null)";
const bankHold =
  "(select a.held_until > clock_timestamp() from vendor_bank_account a where a.org_id = v.org_id and a.vendor_id = v.id and a.ended_at is null)";
// Vendors whose credits leave nothing of what could be paid to them (`planPayments`), with or
// without something to take them off. It asks for no vendor, so that it is made out once for the
// whole list.
const netting = (most: string) => `
  select n.vendor_id
  from invoice n
  where n.status = 'approved'
    and not exists (
      select 1
      from payment_hold h
      where h.org_id = n.org_id and h.invoice_id = n.id and h.lifted_at is null
    )
  group by n.vendor_id
  having sum(n.total - (n.retainage - n.retainage_released) - n.paid_amount) <= 0
    and min(n.total - (n.retainage - n.retainage_released) - n.paid_amount) < 0
    and max(n.total - (n.retainage - n.retainage_released) - n.paid_amount) ${most}
`;
const blocked = `case when v.screening_result = 'excluded' then 'Excluded by SAM.gov' when v.screening_result = 'possible' then 'Exclusion check open' when v.status <> 'active' then 'Vendor ' || replace(v.status, '_', ' ') when ${payableHold} is not null then 'Held: ' || ${payableHold}
  when v.payment_method = 'ach' and ${bankHold} is null then 'No bank account' when v.payment_method = 'ach' and ${bankHold} then 'Bank account in its hold period'
  when ${payable} = 0 then 'Nothing left to pay' when i.vendor_id in (${netting("> 0")}) then 'Credits cover the invoices' when i.vendor_id in (${netting("<= 0")}) then 'Credit waits for an invoice' end`;

/** Approved invoices that no run holds: what can be paid, and what stops it. */
export const payableList: ListDefinition = {
  name: "payables",
  from: "invoice i join vendor v on v.org_id = i.org_id and v.id = i.vendor_id",
  alias: "i",
  columns: {
    id: { sql: "i.id", hidden: true },
    number: { sql: "i.number", label: "Number", sort: true },
    vendor: { sql: "v.name", label: "Vendor", sort: true },
    vendorId: { sql: "i.vendor_id", hidden: true },
    vendorNumber: { sql: "i.vendor_number", label: "Vendor's number" },
    kind: { sql: "i.kind", label: "Kind", codes: invoiceKinds },
    method: { sql: "v.payment_method", label: "Method", codes: methods },
    invoiceDate: { sql: "i.invoice_date", label: "Invoice date", sort: true },
    dueOn: { sql: "i.due_on", label: "Due", sort: true },
    total: { sql: "i.total", label: "Total", money: true },
    retainage: { sql: withheld, label: "Retainage withheld", money: true },
    payable: { sql: payable, label: "Payable", money: true, sort: true },
    blocked: { sql: blocked, label: "Stopped by" },
    version: { sql: "i.version", hidden: true },
  },
  filters: {
    vendorId: { kind: "set", sql: "i.vendor_id", type: "uuid" },
    method: { kind: "set", sql: "v.payment_method", type: "text" },
    dueOn: { kind: "range", sql: "i.due_on", type: "date" },
    payable: { kind: "range", sql: payable, type: "cents" },
    overdue: { kind: "flag", sql: "i.due_on < $today and i.total >= 0" },
    blocked: { kind: "flag", sql: `(${blocked}) is not null` },
  },
  search: ["i.number", "i.vendor_number", "v.name"],
  defaultSort: "dueOn",
  totals: { payable, total: "i.total", retainage: withheld },
  visible: () => sql`i.status = 'approved'`,
};

type PaidRow = Omit<PaymentDetail["invoices"][number], "trace"> & {
  receivedOn: string;
  purchaseOrderId: string | null;
};

const readInvoices = async (db: Db, id: string): Promise<PaymentDetail["invoices"]> => {
  const rows = await db.rows<PaidRow>(sql`
    select
      x.invoice_id, i.number, i.vendor_number, i.kind, i.due_on, i.total,
      i.retainage - i.retainage_released as retainage, x.part, x.amount, x.live, i.received_on,
      i.purchase_order_id
    from payment_invoice x
    join invoice i on i.org_id = x.org_id and i.id = x.invoice_id
    where x.org_id = ${db.scope.orgId} and x.payment_id = ${id}
    order by x.amount desc, i.number
  `);
  return Promise.all(
    rows.map(async ({ receivedOn, purchaseOrderId, ...i }) => {
      const trace = await readTrace(db, {
        id: i.invoiceId,
        number: i.number,
        receivedOn,
        purchaseOrderId,
      });
      return {
        ...i,
        trace: trace.map((s) =>
          s.kind === "invoice"
            ? { ...s, here: false, href: `/invoices/${i.invoiceId}` }
            : s.id === id
              ? { ...s, here: true, href: null }
              : s,
        ),
      };
    }),
  );
};

const linksOf = (db: Db, id: string, record: typeof payment.$inferSelect) =>
  db.one<Pick<PaymentDetail, "payOn" | "drawnOn" | "reissueOf" | "reissuedAs">>(sql`
    select
      (
        select pay_on
        from payment_run
        where org_id = ${record.orgId} and id = ${record.runId}
      ) as pay_on,
      (
        select bank_name || ' ••' || account_last4
        from agency_bank_account
        where org_id = ${record.orgId} and id = ${record.agencyAccountId}
      ) as drawn_on,
      (
        select json_build_object('id', id, 'number', number)
        from payment
        where org_id = ${record.orgId} and id = ${record.reissueOf}
      ) as reissue_of,
      (
        select json_build_object('id', id, 'number', number)
        from payment
        where org_id = ${record.orgId} and reissue_of = ${id} and status <> 'cancelled'
        limit 1
      ) as reissued_as
  `);

/**
 * A payment with its invoices and their traces, its bank or check, what it replaces, and the
 * actor's actions.
 */
export const readPayment = async (db: Db, actor: Actor, id: string): Promise<PaymentDetail> => {
  const record = await getRow(db, payment, id, "payment");
  const columns = Object.entries(paymentList.columns)
    .map(([k, c]) => `${c.sql} as "${k}"`)
    .join(", ");
  const [row, invoices, facts, screening, coveredBy, links] = await Promise.all([
    db.maybe<Payment>(
      bind(`select ${columns} from ${paymentList.from} where p.org_id = $1 and p.id = $2`, [
        db.scope.orgId,
        id,
      ]),
    ),
    readInvoices(db, id),
    paymentFacts(db, record),
    screeningOfPayment(db, record),
    db.rows<PaymentDetail["coveredBy"][number]>(sql`${coveringPayments(record)} order by p.number`),
    linksOf(db, id, record),
  ]);
  if (!row) throw notFound("payment");
  const {
    checkNumber,
    traceNumber,
    bankRouting,
    bankLast4,
    clearedOn,
    returnedOn,
    returnCode,
    voidReason,
  } = record;
  return {
    ...row,
    checkNumber,
    traceNumber,
    bankRouting,
    bankLast4,
    clearedOn,
    returnedOn,
    returnCode,
    voidReason,
    ...links,
    openInvoices: facts.openInvoices,
    coveredBy,
    screening,
    runStatus: facts.runStatus as PaymentDetail["runStatus"],
    invoices,
    actions: actionsFor(actor, paymentNoun, facts),
  };
};
