import { FileUp } from "lucide-react";
import { Link } from "react-router";
import { formatDate } from "#kernel/dates.ts";
import { options } from "#kernel/labels.ts";
import { formatCents } from "#kernel/money.ts";
import { invoiceStatuses, paymentStatuses } from "#areas/finance/finance.public.ts";
import { useGet } from "#web/kit/queries.ts";
import { EmptyState, ErrorPanel, Panel, TableSkeleton } from "#web/kit/states.tsx";
import { Badge, StatusBadge } from "#web/kit/StatusBadge.tsx";
import { PortalFrame, Turn } from "./PortalFrame.tsx";
import type { PortalInvoice, PortalPayment } from "./portal.model.ts";
import { ListTools, usePortalList, type Page } from "./PortalOrders.tsx";

function Reasons({ invoice }: { invoice: PortalInvoice }) {
  const texts = [
    ...(invoice.disputeReason && invoice.status === "disputed"
      ? [`In dispute: ${invoice.disputeReason}`]
      : []),
    ...(invoice.status === "exception" ? invoice.reasons : []),
    ...(invoice.status === "rejected" || invoice.status === "voided"
      ? [
          `The agency ${invoice.status === "rejected" ? "did not accept it" : "took it out of its books"} and pays nothing of it. Ask it under Messages what is wrong, then send a corrected invoice.`,
        ]
      : []),
    ...(invoice.held ? ["Payment waits: the agency holds it for a check."] : []),
  ];
  return texts.length === 0 ? null : (
    <ul className="mt-1 grid gap-1 text-13 text-warning">
      {texts.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  );
}

function Row({ invoice }: { invoice: PortalInvoice }) {
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1 border-b border-hair px-4 py-3 last:border-0">
      <span className="min-w-0">
        <span className="font-medium">{invoice.vendorNumber}</span>{" "}
        <span className="mono text-13 text-t3">{invoice.number}</span>
        {invoice.kind === "credit_note" && (
          <>
            {" "}
            <Badge tone="info" label="Credit" />
          </>
        )}
      </span>
      <span className="text-right tabular-nums">{formatCents(invoice.total)}</span>
      <span className="min-w-0 text-13 text-t3">
        {invoice.agency} · {formatDate(invoice.invoiceDate)}
        {invoice.orderNumber && invoice.orderId && (
          <>
            {" "}
            ·{" "}
            <Link
              className="whitespace-nowrap underline"
              to={`/vendor-portal/orders/${invoice.orgId}/${invoice.orderId}`}
            >
              {invoice.orderNumber}
            </Link>
          </>
        )}
        {invoice.dueOn &&
          invoice.status !== "paid" &&
          ` · to be paid by ${formatDate(invoice.dueOn)}`}
        {invoice.retainage > invoice.retainageReleased &&
          ` · ${formatCents(invoice.retainage - invoice.retainageReleased)} withheld as retainage`}
        <Reasons invoice={invoice} />
      </span>
      <span className="text-right">
        <StatusBadge statuses={invoiceStatuses} status={invoice.status} />
      </span>
    </li>
  );
}

const choices = options(invoiceStatuses);

function Invoices() {
  const { query, page, set } = usePortalList();
  const invoices = useGet<Page<PortalInvoice>>(
    "vendor-invoices",
    `/api/v1/vendor-invoices?${query}`,
  );
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <div className="min-w-0 flex-1">
          <ListTools label="Search invoices" choices={choices} />
        </div>
        <Link className="btn btn-primary" to="/vendor-portal/invoices/new">
          <FileUp aria-hidden="true" />
          Invoice from a document
        </Link>
      </div>
      {invoices.isPending ? (
        <TableSkeleton columns={4} />
      ) : !invoices.data ? (
        <ErrorPanel
          error={invoices.error}
          what="Your invoices"
          onRetry={() => void invoices.refetch()}
        />
      ) : invoices.data.items.length === 0 ? (
        <section className="panel">
          <EmptyState
            kind="no-results"
            title="No invoices here"
            action={
              <Link className="btn" to="/vendor-portal/orders">
                Orders
              </Link>
            }
          >
            Open an order and press Send an invoice, or begin with your PDF or XML file.
          </EmptyState>
        </section>
      ) : (
        <section className="panel" aria-label="Invoices">
          <ul>
            {invoices.data.items.map((i) => (
              <Row key={i.id} invoice={i} />
            ))}
          </ul>
        </section>
      )}
      {invoices.data && (
        <Turn page={page} more={invoices.data.more} onPage={(next) => set("page", String(next))} />
      )}
    </>
  );
}

/** /vendor-portal/invoices: what the vendor sent, how it stands, and why it waits. */
export default function PortalInvoices() {
  return (
    <PortalFrame title="Invoices">
      <Invoices />
    </PortalFrame>
  );
}

const methods: Readonly<Record<string, string>> = { ach: "ACH transfer", check: "Check" };

function PaymentRow({ payment }: { payment: PortalPayment }) {
  return (
    <Panel
      title={
        <span className="flex flex-wrap items-center gap-3">
          <span className="mono">{payment.number}</span>
          <StatusBadge statuses={paymentStatuses} status={payment.status} />
        </span>
      }
      aside={
        <b className="text-16 font-semibold tabular-nums text-t1">{formatCents(payment.amount)}</b>
      }
      flush
    >
      <p className="px-4 py-3 text-13 text-t2">
        {payment.agency} · {payment.paidOn ? formatDate(payment.paidOn) : "not dated yet"} ·{" "}
        {methods[payment.method] ?? payment.method}
        {payment.reference && (
          <>
            {" "}
            <span className="mono">{payment.reference}</span>
          </>
        )}
        {payment.bankLast4 && ` to the account ending in ${payment.bankLast4}`}
      </p>
      {payment.status === "returned" && (
        <p className="border-t border-hair px-4 py-2 text-13 text-warning">
          The bank sent it back. If your account has changed, submit to the agency again with the
          new bank details (Company, Agencies) and write to it: it pays again once it has verified
          them.
        </p>
      )}
      {payment.status === "voided" && (
        <p className="border-t border-hair px-4 py-2 text-13 text-warning">
          {payment.method === "check"
            ? "The agency voided it: do not cash a check of this number."
            : "The agency voided it: it does not reach your account."}{" "}
          Its invoices are open again and are paid by another payment.
        </p>
      )}
      <ul className="border-t border-hair">
        {payment.invoices.map((i) => (
          <li
            key={i.number}
            className="flex items-baseline justify-between gap-4 border-b border-hair px-4 py-2 last:border-0"
          >
            <span>
              {i.vendorNumber}{" "}
              <span className="mono text-13 text-t3">
                {i.number}
                {i.orderNumber && ` · ${i.orderNumber}`}
              </span>
            </span>
            <span className="text-right tabular-nums">
              {formatCents(i.amount + i.extras.interest)}
              {i.extras.discount > 0 && (
                <span className="block text-12 text-t3">
                  after {formatCents(i.extras.discount)} discount
                </span>
              )}
              {i.extras.interest > 0 && (
                <span className="block text-12 text-t3">
                  with {formatCents(i.extras.interest)} interest for late payment
                </span>
              )}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** Payments to the vendor with the invoices that each one paid. */
export function PaymentsBody() {
  const { query, page, set } = usePortalList();
  const payments = useGet<Page<PortalPayment>>(
    "vendor-payments",
    `/api/v1/vendor-payments?${query}`,
  );
  return (
    <>
      <ListTools label="Search payments" choices={[]} />
      {payments.isPending ? (
        <TableSkeleton columns={3} />
      ) : !payments.data ? (
        <ErrorPanel
          error={payments.error}
          what="Your payments"
          onRetry={() => void payments.refetch()}
        />
      ) : payments.data.items.length === 0 ? (
        <section className="panel">
          <EmptyState kind="no-results" title="No payments here">
            A payment appears when the agency has released it, with the invoices that it pays.
          </EmptyState>
        </section>
      ) : (
        <div className="grid gap-3">
          {payments.data.items.map((p) => (
            <PaymentRow key={p.id} payment={p} />
          ))}
        </div>
      )}
      {payments.data && (
        <Turn page={page} more={payments.data.more} onPage={(next) => set("page", String(next))} />
      )}
    </>
  );
}
