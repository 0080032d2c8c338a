import type { Actor } from "#kernel/access.ts";
import { notFound } from "#kernel/errors.ts";
import type { Day } from "#kernel/time.ts";
import { vendorAsIssued } from "#areas/vendors/vendors.server.ts";
import type { Db } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { bind, sql } from "#server/db/sql.ts";
import { actionsFor } from "#server/lifecycle.ts";
import { drawnOfPayment } from "../cost/held.service.ts";
import { readTrace } from "../invoice/trace.service.ts";
import type { Payment, PaymentDetail } from "./payment.model.ts";
import { coveringPayments, paymentFacts, paymentNoun } from "./payment.noun.ts";
import { screeningOfPayment } from "./payee-screening.service.ts";
import { standingOf } from "./bank-file.service.ts";
import { payment, paymentRun } from "./payment.tables.ts";
import { paymentList } from "./payment.list.ts";

type PaidRow = Omit<PaymentDetail["invoices"][number], "trace"> & {
  receivedOn: Day;
  purchaseOrderId: string | null;
};

const readInvoices = async (db: Db, id: string): Promise<PaymentDetail["invoices"]> => {
  const rows = await db.rows<PaidRow>(sql`
    select
      x.invoice_id, i.number, i.vendor_number, i.kind, i.due_on, i.total,
      i.retainage - i.retainage_released as retainage, x.part, x.amount, x.discount, x.interest,
      x.live, i.received_on, i.purchase_order_id
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

const readRow = (db: Db, id: string) => {
  const columns = Object.entries(paymentList.columns)
    .map(([k, c]) => `${c.sql} as "${k}"`)
    .join(", ");
  return db.maybe<Payment>(
    bind(`select ${columns} from ${paymentList.from} where p.org_id = $1 and p.id = $2`, [
      db.scope.orgId,
      id,
    ]),
  );
};

/** Its run's day, the account it is drawn on, the payment that it replaces and the one that replaces it. */
const linksOf = (db: Db, record: typeof payment.$inferSelect) =>
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
        select json_build_object(
            'id', p.id, 'number', p.number, 'runNumber', r.number, 'runStatus', r.status
          )
        from payment p
        left join payment_run r on r.org_id = p.org_id and r.id = p.run_id
        where p.org_id = ${record.orgId} and p.reissue_of = ${record.id} and p.status <> 'cancelled'
        limit 1
      ) as reissued_as
  `);

const bankFileOf = async (db: Db, record: typeof payment.$inferSelect) => {
  if (!record.bankFileId || !record.runId) return null;
  return standingOf(db, await getRow(db, paymentRun, record.runId, "payment run"));
};

/**
 * A payment with its invoices and their traces, its bank or check, what it replaces, and the
 * actor's actions.
 */
export const readPayment = async (db: Db, actor: Actor, id: string): Promise<PaymentDetail> => {
  const record = await getRow(db, payment, id, "payment");
  const [row, invoices, facts, screening, coveredBy, links, bankFile, drawn] = await Promise.all([
    readRow(db, id),
    readInvoices(db, id),
    paymentFacts(db, record),
    screeningOfPayment(db, record),
    db.rows<PaymentDetail["coveredBy"][number]>(sql`${coveringPayments(record)} order by p.number`),
    linksOf(db, record),
    bankFileOf(db, record),
    drawnOfPayment(db, id),
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
    staleOn,
    askedOn,
    answerBy,
    bankConfirmation,
    bankConfirmedOn,
  } = record;
  return {
    ...row,
    checkNumber,
    issuedTo: await vendorAsIssued(db, "payment", id),
    traceNumber,
    bankRouting,
    bankLast4,
    clearedOn,
    returnedOn,
    returnCode,
    voidReason,
    staleOn,
    askedOn,
    answerBy,
    bankConfirmation,
    bankConfirmedOn,
    bankFile,
    drawn,
    ...links,
    openInvoices: facts.openInvoices,
    coveredBy,
    screening,
    runStatus: facts.runStatus as PaymentDetail["runStatus"],
    invoices,
    actions: actionsFor(actor, paymentNoun, facts),
  };
};
