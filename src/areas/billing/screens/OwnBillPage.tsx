import { useState } from "react";
import { Link, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { formatDate } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { counted } from "#kernel/words.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { download } from "#web/kit/api.ts";
import { Finding, type FindingPart } from "#web/kit/Finding.tsx";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { useGet } from "#web/kit/queries.ts";
import { Facts } from "#web/kit/record/Facts.tsx";
import { ErrorPanel, Panel, TableSkeleton } from "#web/kit/states.tsx";
import { StatusBadge } from "#web/kit/StatusBadge.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { billKinds, billStatuses } from "../bill/bill.labels.ts";
import type { OwnBillDetail } from "../bill/bill.model.ts";
import { BillDisputes, BillLines, BillPayments } from "./BillParts.tsx";
import { spanWords } from "./words.ts";

const TakeDialog = dialogOnDemand(async () => (await import("./TakeDialog.tsx")).TakeDialog);
const DisputeDialog = dialogOnDemand(
  async () => (await import("./DisputeDialog.tsx")).DisputeDialog,
);

const dueWords = (b: OwnBillDetail): string => {
  if (b.disputed) return "disputed, so its days do not count";
  if (b.daysLate > 0) return `${counted(b.daysLate, "day")} late`;
  return b.dueOn ? `due on ${formatDate(b.dueOn)}` : "";
};

const findingOf = (b: OwnBillDetail): FindingPart[] => {
  if (b.kind === "credit") return [{ text: `${formatCents(b.total)} were credited` }];
  if (b.status !== "open")
    return [
      { text: b.status === "paid" ? `${formatCents(b.total)} are paid` : "It is not to be paid" },
    ];
  return [
    { text: `${formatCents(b.owed)} are owed, ${dueWords(b)}` },
    b.invoiceId
      ? {
          text: `in your accounts payable as ${b.invoice ?? "an invoice"}`,
          to: pathTo("invoice", { id: b.invoiceId }),
        }
      : { text: "not in your accounts payable yet" },
  ];
};

function Head({ bill: b }: { bill: OwnBillDetail }) {
  return (
    <Panel title="The bill">
      <Facts
        rows={[
          ["From", b.operator],
          ["Purchase order", b.orderNumber],
          ["Period", spanWords(b.periodFrom, b.periodTo)],
          ["Sent on", b.issuedOn && formatDate(b.issuedOn)],
          ["Due on", b.dueOn && formatDate(b.dueOn)],
          ["Total", formatCents(b.total)],
          ["Credited", b.credited ? formatCents(b.credited) : null],
          ["Paid", formatCents(b.paid)],
          [
            "Tax",
            b.exemptionNumber
              ? `Exempt: ${b.exemptionReason} (certificate ${b.exemptionNumber})`
              : "No tax is charged",
          ],
          ["Note", b.note],
        ]}
      />
    </Panel>
  );
}

function Acts({ bill, onAsk }: { bill: OwnBillDetail; onAsk: (what: "take" | "dispute") => void }) {
  const { can } = useAuth();
  const take = bill.kind === "bill" && !bill.invoiceId && ["open", "paid"].includes(bill.status);
  const get = (what: "paper" | "ubl") =>
    void download(`/api/v1/billing/bills/${bill.id}/${what}`).catch((error: unknown) =>
      notify.failed("The file did not come", error),
    );
  return (
    <div className="flex flex-wrap gap-2">
      {take && can("invoice.create") && (
        <button type="button" className="btn btn-primary" onClick={() => onAsk("take")}>
          Take into accounts payable
        </button>
      )}
      {bill.mayDispute && can("billing.manage") && (
        <button type="button" className="btn" onClick={() => onAsk("dispute")}>
          Dispute it
        </button>
      )}
      <button type="button" className="btn" onClick={() => get("paper")}>
        As PDF
      </button>
      <button type="button" className="btn" onClick={() => get("ubl")}>
        As UBL data
      </button>
    </div>
  );
}

/** A bill that the agency got: what it charges, by when, and what became of it. */
export default function OwnBillPage() {
  const { id = "" } = useParams();
  const [asked, setAsked] = useState<"take" | "dispute" | null>(null);
  const read = useGet<OwnBillDetail>("own-bills", `/api/v1/billing/bills/${id}`, { first: true });
  const bill = read.data;
  if (read.isError)
    return <ErrorPanel error={read.error} what="The bill" onRetry={() => void read.refetch()} />;
  if (!bill) return <TableSkeleton columns={3} label="Loading the bill" />;
  return (
    <div className="stack">
      <div className="list-head !mb-0">
        <h1>
          {billKinds[bill.kind]} {bill.number}
        </h1>
        <StatusBadge statuses={billStatuses} status={bill.status} />
      </div>
      <Finding parts={findingOf(bill)} none="" />
      <Acts bill={bill} onAsk={setAsked} />
      <BillLines lines={bill.lines} total={bill.total} />
      <BillPayments payments={bill.payments} />
      {bill.credits.length > 0 && (
        <p>
          Corrected by{" "}
          {bill.credits.map((credit) => (
            <Link key={credit.id} className="link" to={pathTo("ownBill", { id: credit.id })}>
              {credit.number}
            </Link>
          ))}
          .
        </p>
      )}
      <BillDisputes disputes={bill.disputes} />
      <Head bill={bill} />
      {asked === "take" && <TakeDialog bill={bill} onClose={() => setAsked(null)} />}
      {asked === "dispute" && <DisputeDialog bill={bill} onClose={() => setAsked(null)} />}
    </div>
  );
}
