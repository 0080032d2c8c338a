import { FileText, Pencil } from "lucide-react";
import { useState } from "react";
import { Link, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { formatDate } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { readTerms, termsSaid } from "#kernel/payment-terms.ts";
import { counted } from "#kernel/words.ts";
import { useAgency, useAuth } from "#web/auth/AuthProvider.tsx";
import { download } from "#web/kit/api.ts";
import { DropZone, uploadFile } from "#web/kit/form/DropZone.tsx";
import { MoneyStrip } from "#web/kit/MoneyStrip.tsx";
import { failureOf, FileFailures, type FileFailure } from "#web/kit/form/eachFile.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import type { ExtraAction } from "#web/kit/record/offers.ts";
import { Attachments, useAttachments } from "#web/kit/record/Attachments.tsx";
import { RecordPage } from "#web/kit/record/RecordPage.tsx";
import { AsIssued } from "#areas/vendors/vendors.ui.tsx";
import { Panel } from "#web/kit/states.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { EvidenceButton } from "#areas/governance/governance.ui.tsx";
import { ApprovalPanel } from "#areas/workflow/workflow.ui.tsx";
import { Facts } from "#web/kit/record/Facts.tsx";
import { booked, headAmounts } from "./head-amounts.model.ts";
import { invoiceCourse, invoiceStatuses } from "./invoice.labels.ts";
import type { InvoiceDetail } from "./invoice.model.ts";
import { RecordFindings } from "#areas/agents/agents.ui.tsx";
import { MatchPanel } from "./MatchPanel.tsx";
import { ReadingPanel, readingNotes } from "./ReadingPanel.tsx";
import { RetainageDialog } from "./RetainageDialog.tsx";
import { TracePanel } from "./TracePanel.tsx";

const look = { statuses: invoiceStatuses, course: invoiceCourse };
const sources = {
  typed: "typed in",
  csv: "imported from CSV",
  ubl: "file of data (UBL or CII)",
  vendor: "sent by the vendor",
};

function InvoiceFacts({ invoice }: { invoice: InvoiceDetail }) {
  const money = (cents: number) => formatCents(cents, { currency: invoice.currency });
  const rows: [string, string][] = [
    ["Lines", money(invoice.subtotal)],
    ...headAmounts(invoice).map(([label, cents]): [string, string] => [label, money(cents)]),
    ["Total", money(invoice.total)],
    [
      "Stated on the document",
      invoice.statedTotal === null ? "—" : money(booked(invoice.kind, invoice.statedTotal)),
    ],
    ["Retainage withheld", money(invoice.withheld)],
    ...(invoice.retainageReleased
      ? [["Retainage released", money(invoice.retainageReleased)] as [string, string]]
      : []),
    ["Paid", money(invoice.paidAmount - invoice.discountTaken)],
    ...(invoice.discountTaken > 0
      ? [["Discount taken", money(invoice.discountTaken)] as [string, string]]
      : []),
    ["Invoice date", formatDate(invoice.invoiceDate)],
    ["Received", formatDate(invoice.receivedOn)],
    ...(invoice.serviceFrom && invoice.serviceTo
      ? [
          [
            "Work done",
            `${formatDate(invoice.serviceFrom)} to ${formatDate(invoice.serviceTo)}`,
          ] as [string, string],
        ]
      : []),
    ["Goods accepted", invoice.acceptedOn ? formatDate(invoice.acceptedOn) : "not yet"],
    ...(invoice.total < 0
      ? []
      : [["Terms", counted(invoice.termsDays, "day")] as [string, string]]),
    ...(invoice.terms ? [["Discount terms", invoice.terms] as [string, string]] : []),
    ...(invoice.discountOn
      ? [["Discount until", formatDate(invoice.discountOn)] as [string, string]]
      : []),
    ["Source", sources[invoice.source]],
  ];
  return (
    <Panel title="Amounts and dates">
      <Facts rows={rows} />
      {invoice.note && <p className="mt-3 text-t2">{invoice.note}</p>}
    </Panel>
  );
}

function Accounts({ invoice }: { invoice: InvoiceDetail }) {
  return (
    <>
      {invoice.budget.map((b) => (
        <Panel
          key={b.code}
          title={<span className="mono">{b.code}</span>}
          aside={<span className="text-t2">{formatCents(b.amount)} here</span>}
        >
          <p className="mb-2 flex flex-wrap items-baseline justify-between gap-x-4">
            <span className="text-t3">{b.fund}</span>
            <span className="ml-auto whitespace-nowrap">{formatCents(b.budget)} budget</span>
          </p>
          <MoneyStrip
            expendedCents={b.expended}
            encumberedCents={b.encumbered + b.preEncumbered}
            availableCents={b.available}
          />
        </Panel>
      ))}
    </>
  );
}

function Notices({ invoice }: { invoice: InvoiceDetail }) {
  const notes = [
    ...(invoice.reading ? readingNotes(invoice.reading) : []),
    ...invoice.holds.map((h) => `Payment is on hold: ${h.reason}`),
    ...(invoice.disputeReason && invoice.status === "disputed"
      ? [`Disputed: ${invoice.disputeReason}. The prompt-payment clock is paused.`]
      : []),
    ...(invoice.interest > 0
      ? [
          `Late: by ${invoice.interestRule} the vendor is owed interest of ${formatCents(invoice.interest)}, ${invoice.status === "paid" ? "until it was paid" : "as of today"}. The run that pays it pays the interest with it.`,
        ]
      : []),
    ...(invoice.terms && !readTerms(invoice.terms).understood ? [termsSaid(invoice.terms)] : []),
    ...(invoice.discountOpen > 0
      ? [
          `${formatCents(invoice.discountOpen)} less when paid ${invoice.discountOn ? `by ${formatDate(invoice.discountOn)}` : "within its discount days, which begin with the receipt of its goods"}.`,
        ]
      : []),
    ...(invoice.discountLost > 0
      ? [
          `A discount of ${formatCents(invoice.discountLost)} was lost. ${invoice.lostTo ?? ""}`.trim(),
        ]
      : []),
  ];
  if (notes.length === 0 && !invoice.duplicateOf) return null;
  return (
    <Panel title="Take note">
      <ul className="checks">
        {notes.map((n) => (
          <li key={n} className="warn">
            {n}
          </li>
        ))}
        {invoice.duplicateOf && (
          <li className="warn">
            <span>
              Same vendor and number as{" "}
              <Link
                className="whitespace-nowrap"
                to={pathTo("invoice", { id: invoice.duplicateOf.id })}
              >
                {invoice.duplicateOf.number}
              </Link>
            </span>
          </li>
        )}
      </ul>
    </Panel>
  );
}

function Attach({ invoice }: { invoice: InvoiceDetail }) {
  const [state, setState] = useState<{ busy: boolean; failed: FileFailure | null }>({
    busy: false,
    failed: null,
  });
  const save = useMutationAction("invoices");
  const attach = async ([file]: readonly File[]) => {
    if (!file) return;
    setState({ busy: true, failed: null });
    try {
      const { id } = await uploadFile(file);
      await save.mutateAsync({
        method: "PATCH",
        path: `/api/v1/invoices/${invoice.id}`,
        body: { fileId: id },
        version: invoice.version,
      });
      setState({ busy: false, failed: null });
    } catch (error) {
      setState({ busy: false, failed: failureOf(file, "attached", error) });
    }
  };
  return (
    <div className="grid gap-3" data-files>
      <DropZone busy={state.busy} onFiles={(files) => void attach(files)} />
      <FileFailures
        failures={state.failed ? [state.failed] : []}
        onRemove={() => setState({ busy: false, failed: null })}
      />
    </div>
  );
}

const proving: readonly string[] = ["requisition", "purchaseOrder", "receipt", "invoice"];

/** What proves a bill: how it was asked for, ordered, received and, for who may read them, paid. */
const provenWith = ({ id, trace }: InvoiceDetail, payments: boolean): string[] => [
  id,
  ...trace.flatMap((step) =>
    step.id && !step.here && (proving.includes(step.kind) || (payments && step.kind === "payment"))
      ? [step.id]
      : [],
  ),
];

function Documents({ invoice }: { invoice: InvoiceDetail }) {
  const { can } = useAuth();
  const get = () =>
    void download(`/api/v1/files/${invoice.fileId}`).catch((error: unknown) =>
      notify.failed("The file was not downloaded", error),
    );
  // The bill itself, and what is attached later: a paid invoice takes its missing bill there.
  return (
    <>
      {(invoice.fileId || invoice.canEdit) && (
        <Panel title="The bill as it came">
          {invoice.fileId ? (
            <button type="button" className="btn" onClick={get}>
              <FileText aria-hidden="true" />
              {invoice.fileName}
            </button>
          ) : (
            <Attach invoice={invoice} />
          )}
        </Panel>
      )}
      <ReadingPanel invoice={invoice} />
      <p>
        <EvidenceButton ids={provenWith(invoice, can("payment.read"))} name={invoice.number} />
      </p>
      <Attachments objectType="invoice" objectId={invoice.id} />
    </>
  );
}

const releaseOf = (invoice: InvoiceDetail, onSelect: () => void): ExtraAction[] =>
  invoice.actions
    .filter((action) => action.name === "releaseRetainage")
    .map((action) => ({ label: action.label, reason: action.reason, onSelect }));

/** One invoice: match, amounts, accounts, trace, history, and what this person may do now. */
export default function InvoicePage() {
  const { id = "" } = useParams();
  const { currency } = useAgency();
  const [releasing, setReleasing] = useState<InvoiceDetail | null>(null);
  const attached = useAttachments("invoice", id, 1, 1).data?.total ?? 0;
  return (
    <>
      <RecordPage<InvoiceDetail>
        path="/api/v1/invoices"
        id={id}
        lifecycle={look}
        title={(i) => i.vendor}
        subtitle={(i) => (
          <>
            {i.kind === "credit_note" ? "Credit note" : "Invoice"} {i.vendorNumber} ·{" "}
            {formatDate(i.invoiceDate)}
            {i.orderNumber && i.purchaseOrderId && (
              <>
                {" "}
                · <Link to={`/purchase-orders/${i.purchaseOrderId}`}>{i.orderNumber}</Link>
              </>
            )}
          </>
        )}
        amountCents={(i) => i.total}
        amountNote={(i) =>
          i.retainage > 0
            ? `${formatCents(i.withheld, { currency })} of ${formatCents(i.retainage, { currency })} retainage withheld`
            : i.status === "paid" && i.total === 0
              ? "settled without a payment"
              : "no retainage"
        }
        deadline={(i) => (i.dueOn && i.total >= 0 ? { at: i.dueOn, label: "Pay by" } : null)}
        ownActions={["releaseRetainage"]}
        extraActions={(i) => [
          ...(i.canEdit
            ? [
                {
                  label: "Correct",
                  icon: <Pencil aria-hidden="true" />,
                  to: pathTo("invoiceEdit", { id }),
                },
              ]
            : []),
          ...releaseOf(i, () => setReleasing(i)),
        ]}
        tabs={[
          {
            id: "match",
            label: "Match",
            count: (i) => i.lines.length,
            content: (i) => (
              <>
                <AsIssued issuedTo={i.issuedTo} />
                <MatchPanel invoice={i} />
                {i.exceptions.length > 0 && <RecordFindings agent="invoice" subjectId={i.id} />}
                <TracePanel invoice={i} />
              </>
            ),
          },
          { id: "amounts", label: "Amounts", content: (i) => <InvoiceFacts invoice={i} /> },
          {
            id: "approvals",
            label: "Approvals",
            content: (i) =>
              i.approvalId ? (
                <ApprovalPanel approvalId={i.approvalId} />
              ) : (
                <Panel title="Approvals">
                  <p className="text-t2">Not submitted yet.</p>
                </Panel>
              ),
          },
          {
            id: "documents",
            label: "Documents",
            count: (i) => (i.fileId ? 1 : 0) + attached,
            content: (i) => <Documents invoice={i} />,
          },
        ]}
        rail={(i) => (
          <>
            <Notices invoice={i} />
            <Accounts invoice={i} />
          </>
        )}
      />
      {releasing && <RetainageDialog invoice={releasing} onClose={() => setReleasing(null)} />}
    </>
  );
}
