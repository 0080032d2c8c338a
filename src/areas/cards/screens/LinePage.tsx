import { Camera, Store } from "lucide-react";
import { useState } from "react";
import { Link, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { formatDate, formatInstant } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import { Finding } from "#web/kit/Finding.tsx";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { Attachments } from "#web/kit/record/Attachments.tsx";
import { Comments } from "#web/kit/record/Comments.tsx";
import { Facts } from "#web/kit/record/Facts.tsx";
import type { ExtraAction } from "#web/kit/record/offers.ts";
import { RecordPage, type RecordTab } from "#web/kit/record/RecordPage.tsx";
import { Thumbnail } from "#web/kit/record/Thumbnail.tsx";
import { Panel } from "#web/kit/states.tsx";
import { LineTable, type LinePart } from "#web/kit/table/LineTable.tsx";
import { StoredFileButton } from "./StoredFileButton.tsx";
import { kindLabels, type FindingKind } from "../finding/finding.labels.ts";
import { lineCycle, lineStatuses } from "../line/line.labels.ts";
import type { LineDetail } from "../line/line.model.ts";

const MerchantDialog = dialogOnDemand(
  async () => (await import("./MerchantDialog.tsx")).MerchantDialog,
);

const look = { statuses: lineStatuses, course: lineCycle.course, actions: lineCycle.actions };

const saidOf = (line: LineDetail): string => {
  switch (line.status) {
    case "approved":
      return `${line.decidedName} approved it.`;
    case "sent":
      return `It waits for ${line.approverName}.`;
    case "returned":
      return `It came back: ${line.statusReason}`;
    case "coded":
      return line.receiptMissing ? "Its receipt is missing." : "It can be sent.";
    default:
      return line.receiptMissing
        ? "Photograph the receipt and say what it was for."
        : "Say what it was for.";
  }
};

const findingsOf = (line: LineDetail) =>
  line.found
    .filter(({ status }) => status === "open")
    .map(({ id, kind, says }) => ({
      text: `${kindLabels[kind as FindingKind]}: ${says}`,
      to: pathTo("cardFinding", { id }),
    }));

type Part = LineDetail["splits"][number];
const parts: readonly LinePart<Part>[] = [
  { label: "Account", as: "title", cell: ({ code }) => <span className="mono">{code}</span> },
  {
    label: "Amount, $",
    as: "amount",
    cell: ({ cents }) => formatCents(cents, { symbol: false }),
  },
];

function Receipts({ line }: { line: LineDetail }) {
  if (line.files.length === 0)
    return <p className="text-t2">{line.lostReceipt || "No receipt yet."}</p>;
  return (
    <ul className="grid gap-4 sm:grid-cols-2">
      {line.files.map(({ id, name, mediaType }) => (
        <li key={id} className="grid gap-1">
          {mediaType.startsWith("image/") && <Thumbnail fileId={id} alt={name} />}
          <StoredFileButton id={id} name={name} />
        </li>
      ))}
    </ul>
  );
}

function Line({ line }: { line: LineDetail }) {
  const { timeZone } = useAgency();
  return (
    <div className="stack">
      <Finding parts={findingsOf(line)} none={saidOf(line)} />
      <section className="grid gap-3">
        <h2>Receipt</h2>
        <Receipts line={line} />
      </section>
      <section className="grid gap-3">
        <h2>Accounts</h2>
        <LineTable
          label="Parts of the line"
          parts={parts}
          lines={line.splits}
          keyOf={({ accountStringId, cents }) => `${accountStringId} ${cents}`}
          total={{ label: "Total", amount: formatCents(line.cents, { symbol: false }) }}
        />
      </section>
      <Panel title="Facts">
        <Facts
          rows={[
            ["Bought for", line.purpose],
            [
              "Card",
              <Link key="card" to={pathTo("purchaseCard", { id: line.cardId })}>
                {line.holderName}, ends in {line.lastFour}
              </Link>,
            ],
            ["Purchased", formatDate(line.purchasedOn)],
            ["Posted", formatDate(line.postedOn)],
            ["Category code", line.category],
            ["Sales tax", line.taxCents === 0 ? null : formatCents(line.taxCents)],
            [
              "Vendor",
              line.vendorId && (
                <Link key="vendor" to={pathTo("vendor", { id: line.vendorId })}>
                  {line.vendorName}
                </Link>
              ),
            ],
            [
              "Pays the order",
              line.orderId && (
                <Link key="order" to={pathTo("order", { id: line.orderId })}>
                  {line.orderNumber}
                </Link>
              ),
            ],
            [
              "Cycle",
              line.cycleId && (
                <Link key="cycle" to={pathTo("cardCycle", { id: line.cycleId })}>
                  {line.cycleNumber}
                </Link>
              ),
            ],
            [
              "Decided",
              line.decidedAt && `${line.decidedName}, ${formatInstant(line.decidedAt, timeZone)}`,
            ],
            ["The bank says", line.says],
            ["Note", line.note],
          ]}
        />
      </Panel>
    </div>
  );
}

const tabs: readonly RecordTab<LineDetail>[] = [
  { id: "line", label: "Line", content: (line) => <Line line={line} /> },
  {
    id: "files",
    label: "Files and comments",
    content: ({ id }) => (
      <>
        <Attachments objectType="cardLine" objectId={id} />
        <Comments objectType="cardLine" objectId={id} />
      </>
    ),
  },
];

const extrasOf = (line: LineDetail, merchant: () => void): ExtraAction[] => [
  ...(line.canCode
    ? [
        {
          label: line.status === "coded" ? "Change the coding" : "Photograph and code",
          ...(line.status === "coded" ? {} : { tone: "primary" as const }),
          icon: <Camera aria-hidden="true" />,
          to: pathTo("cardLineCode", { id: line.id }),
        },
      ]
    : []),
  ...(line.canSettleMerchant
    ? [
        {
          label: "Which vendor it is",
          icon: <Store aria-hidden="true" />,
          onSelect: merchant,
        },
      ]
    : []),
];

/** A purchase by card: its receipt, what it was for, what rules found of it. */
export default function LinePage() {
  const { id = "" } = useParams();
  const [naming, setNaming] = useState<LineDetail | null>(null);
  return (
    <>
      <RecordPage<LineDetail>
        path="/api/v1/card-lines"
        id={id}
        lifecycle={look}
        title={({ merchant }) => merchant}
        subtitle={({ purpose, number }) => purpose || `Reference ${number}`}
        owner={({ holderName }) => holderName}
        amountCents={({ cents }) => cents}
        tabs={tabs}
        ownActions={["code"]}
        extraActions={(line) => extrasOf(line, () => setNaming(line))}
      />
      {naming && <MerchantDialog line={naming} onClose={() => setNaming(null)} />}
    </>
  );
}
