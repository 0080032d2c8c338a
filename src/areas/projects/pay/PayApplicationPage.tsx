import { Download, Pencil, Stamp } from "lucide-react";
import { useState } from "react";
import { Link, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { formatDate, formatInstant } from "#kernel/dates.ts";
import { shownDecimal } from "#kernel/quantity.ts";
import { countOf, lineWords, muchOf } from "#kernel/lump-sum.ts";
import { formatCents } from "#kernel/money.ts";
import { invoiceStatuses } from "#areas/finance/finance.public.ts";
import { EvidenceButton } from "#areas/governance/governance.ui.tsx";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import { download } from "#web/kit/api.ts";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { Attachments } from "#web/kit/record/Attachments.tsx";
import { Comments } from "#web/kit/record/Comments.tsx";
import { Facts } from "#web/kit/record/Facts.tsx";
import type { ExtraAction } from "#web/kit/record/offers.ts";
import { RecordPage, type RecordTab } from "#web/kit/record/RecordPage.tsx";
import { Panel } from "#web/kit/states.tsx";
import { MeasuredShapes } from "../takeoff/out/MeasuredShapes.tsx";
import { LineTable, type LinePart } from "#web/kit/table/LineTable.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { payCourse, payCycle, payStatuses } from "./pay.labels.ts";
import { Papers } from "../waiver/Papers.tsx";
import { doneShare } from "./amounts.model.ts";
import type { PayDetail, PayLine } from "./pay.model.ts";

const CertifyDialog = dialogOnDemand(
  async () => (await import("./CertifyDialog.tsx")).CertifyDialog,
);

// The daily logs of the period that saw the line: where a certified quantity comes from.
function Logged({ line }: { line: PayLine }) {
  const { quantity, logs } = line.logged;
  if (logs.length === 0) return <>None</>;
  return (
    <>
      {countOf(line, quantity)}
      {logs.map((log, at) => (
        <Link
          key={`${log.id} ${at}`}
          className="block text-12 text-link"
          to={pathTo("dailyLog", { id: log.id })}
        >
          {countOf(line, log.quantity)} on {formatDate(log.day)}
        </Link>
      ))}
    </>
  );
}

const money = (cents: number) => formatCents(cents, { symbol: false });
const parts: readonly LinePart<PayLine>[] = [
  {
    label: "Work",
    as: "title",
    cell: (l) => (
      <>
        {l.lineNo} {l.description}
        <span className="block text-12 text-t3">{lineWords({ ...l, quantity: l.ordered })}</span>
        {l.cutReason && (
          <span className="block text-12">
            {muchOf(l, l.claimed)}
            {l.stored !== "0" && ` and $${shownDecimal(l.stored, 2)} of stored material`} applied
            for: {l.cutReason}
          </span>
        )}
      </>
    ),
  },
  { label: "Before", cell: (l) => countOf(l, l.previous) },
  { label: "Logged", cell: (l) => <Logged line={l} /> },
  { label: "This period", cell: (l) => countOf(l, l.certified ?? l.claimed) },
  { label: "Stored, $", cell: (l) => money(l.storedCents) },
  { label: "To date, $", cell: (l) => `${money(l.toDateCents)} (${doneShare(l)} %)` },
  { label: "Left", cell: (l) => countOf(l, l.balance) },
  { label: "Retainage, $", cell: (l) => `${money(l.retainageCents)} (${l.retainagePercent} %)` },
  { label: "This period, $", as: "amount", cell: (l) => money(l.thisCents) },
];

function StoredFiles({ a }: { a: PayDetail }) {
  if (a.storedFiles.length === 0) return <>None</>;
  const open = (id: string) =>
    void download(`/api/v1/files/${id}`).catch((error: unknown) =>
      notify.failed("The file could not be fetched", error),
    );
  return a.storedFiles.map(({ id, name }) => (
    <button key={id} type="button" className="block text-left text-link" onClick={() => open(id)}>
      {name}
    </button>
  ));
}

function Sums({ a }: { a: PayDetail }) {
  const { totals: t } = a;
  return (
    <Panel title={a.status === "certified" ? "What is certified" : "What is applied for"}>
      <Facts
        rows={[
          ["This period", formatCents(t.thisPeriod)],
          ["Retainage", formatCents(t.retainage)],
          ["Due now", formatCents(t.due)],
          [
            "Completed and stored to date",
            `${formatCents(t.toDate)} of ${formatCents(t.scheduled)}`,
          ],
          ["Of it stored, not in place", formatCents(t.stored)],
          ["Papers of stored material", <StoredFiles key="files" a={a} />],
          ["Left to complete", formatCents(t.balance)],
          ["Law of retainage", a.retainageLaw || "No rule of the state is entered"],
        ]}
      />
    </Panel>
  );
}

function Behind({ a }: { a: PayDetail }) {
  const { timeZone } = useAgency();
  const { invoice } = a;
  return (
    <Panel title="Who stands behind it">
      <Facts
        rows={[
          [
            "Contractor",
            a.contractorAt
              ? `${a.contractor}, ${formatInstant(a.contractorAt, timeZone)}`
              : a.fileId
                ? "Signed on paper"
                : "Has not signed it yet",
          ],
          ["Entered by", a.creator ?? a.contractor],
          ["Quantities", a.confirmer ? `Confirmed by ${a.confirmer}` : "Not confirmed yet"],
          ["Certified by", a.certifier ?? "Nobody yet"],
          [
            "Invoice",
            invoice ? (
              <Link className="underline" to={pathTo("invoice", { id: invoice.id })}>
                {invoice.number},{" "}
                {invoiceStatuses[invoice.status as keyof typeof invoiceStatuses]?.label ??
                  invoice.status}
              </Link>
            ) : (
              "Follows from the certificate"
            ),
          ],
          [
            "Order",
            <Link key="order" className="underline" to={pathTo("order", { id: a.purchaseOrderId })}>
              {a.order.number}
            </Link>,
          ],
          ["Note", a.note],
        ]}
      />
    </Panel>
  );
}

const tabs: readonly RecordTab<PayDetail>[] = [
  {
    id: "lines",
    label: "Lines",
    count: (a) => a.lines.length,
    content: (a) => (
      <div className="stack">
        <div className="grid gap-5 lg:grid-cols-2">
          <Sums a={a} />
          <Behind a={a} />
        </div>
        <Papers a={a} />
        <MeasuredShapes of="orderId" id={a.purchaseOrderId} />
        <LineTable
          label="Lines of the application"
          parts={parts}
          lines={a.lines}
          keyOf={(l) => l.purchaseOrderLineId}
          total={{ label: "This period", amount: money(a.totals.thisPeriod) }}
        />
      </div>
    ),
  },
  {
    id: "files",
    label: "Files and comments",
    content: (a) => (
      <>
        <p>
          <EvidenceButton ids={[a.id, ...a.payments]} name={a.number} />
        </p>
        <Attachments objectType="payApplication" objectId={a.id} />
        <Comments objectType="payApplication" objectId={a.id} />
      </>
    ),
  },
];

const paper = (a: PayDetail) =>
  void download(`/api/v1/pay-applications/${a.id}/paper`).catch((error: unknown) =>
    notify.failed("The paper could not be made", error),
  );

const extrasOf = (a: PayDetail, certify: () => void): ExtraAction[] => [
  ...(a.actions.some(({ name, enabled }) => name === "certify" && enabled)
    ? [
        {
          label: "Certify",
          tone: "primary" as const,
          icon: <Stamp aria-hidden="true" />,
          onSelect: certify,
        },
      ]
    : []),
  ...(a.canEdit
    ? [
        {
          label: "Edit",
          icon: <Pencil aria-hidden="true" />,
          to: pathTo("payEdit", { id: a.id }),
        },
      ]
    : []),
  { label: "PDF", icon: <Download aria-hidden="true" />, onSelect: () => paper(a) },
];

/** One application: what was done, what it comes to, who stands behind it. */
export default function PayApplicationPage() {
  const { id = "" } = useParams();
  const [certifying, setCertifying] = useState<PayDetail | null>(null);
  return (
    <>
      <RecordPage<PayDetail>
        path="/api/v1/pay-applications"
        id={id}
        lifecycle={{ statuses: payStatuses, course: payCourse, actions: payCycle.actions }}
        title={(a) => `Application ${a.applicationNo}, ${a.vendor}`}
        subtitle={(a) => (
          <>
            <Link to={`${pathTo("project", { id: a.projectId })}?tab=pay`}>
              {a.projectNumber} {a.project}
            </Link>
            , work from {formatDate(a.periodFrom)} to {formatDate(a.periodTo)}
            {a.statusReason && <span className="block">{a.statusReason}</span>}
          </>
        )}
        amountCents={(a) => a.totals.due}
        ownActions={["certify"]}
        extraActions={(a) => extrasOf(a, () => setCertifying(a))}
        tabs={tabs}
      />
      {certifying && <CertifyDialog a={certifying} onClose={() => setCertifying(null)} />}
    </>
  );
}
