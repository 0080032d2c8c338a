import { useState } from "react";
import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { formatDate } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import { LineTable, type LinePart } from "#web/kit/table/LineTable.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { lineKinds } from "../bill/bill.labels.ts";
import type { BillDetail, BillLine, ReceiptRow } from "../bill/bill.model.ts";

const BookDialog = dialogOnDemand(async () => (await import("./BillDialogs.tsx")).BookDialog);
const TakeBackDialog = dialogOnDemand(
  async () => (await import("./BillDialogs.tsx")).TakeBackDialog,
);

const money = (cents: number) => formatCents(cents, { symbol: false });
const muchOf = ({ minutes, quantity, rate }: BillLine): string => {
  if (minutes !== null) return `${(minutes / 60).toFixed(2)} h`;
  return quantity !== null && rate !== null ? `${quantity} × ${money(rate)}` : "";
};

const parts: readonly LinePart<BillLine>[] = [
  { label: "What", as: "title", cell: (line) => line.description },
  { label: "Kind", cell: (line) => lineKinds[line.kind], words: true },
  { label: "Service", cell: (line) => line.service, words: true },
  { label: "Request", cell: (line) => line.request ?? "", words: true },
  { label: "Day", cell: (line) => formatDate(line.servedOn), words: true },
  { label: "Quantity", cell: muchOf },
  { label: "Amount, $", as: "amount", cell: (line) => money(line.cents) },
];

/** What a bill takes: costs, hours and fees; a draft's lines are taken out here. */
export function BillLines({ bill }: { bill: BillDetail }) {
  const { can } = useAuth();
  const send = useMutationAction("client-bills", "costs");
  const takeOut = (id: string) =>
    send
      .mutateAsync({
        path: `/api/v1/client-bills/${bill.id}/actions/take-out`,
        body: { lineIds: [id] },
        version: bill.version,
      })
      .catch((error: unknown) => notify.failed("The line was not taken out", error));
  const open = bill.status === "draft" && can("served.write");
  const out: LinePart<BillLine> = {
    label: "",
    as: "badge",
    cell: (line) => (
      <button type="button" className="btn btn-small" onClick={() => void takeOut(line.id)}>
        Take out<span className="visually-hidden"> {line.description}</span>
      </button>
    ),
  };
  return (
    <section className="grid gap-3">
      <h2>What is billed</h2>
      {bill.lines.length === 0 ? (
        <p className="text-t2">Nothing stands on it yet: add costs or a fixed fee.</p>
      ) : (
        <LineTable
          label="Lines of the bill"
          parts={open ? [...parts, out] : parts}
          lines={bill.lines}
          keyOf={(line) => line.id}
          total={{ label: "Without overhead", amount: money(bill.total - bill.overhead) }}
        />
      )}
    </section>
  );
}

function ReceiptActs({
  receipt,
  onAsk,
}: {
  receipt: ReceiptRow;
  onAsk: (what: "book" | "back") => void;
}) {
  if (!receipt.live) return <span className="text-t2">taken back</span>;
  return (
    <span className="flex flex-wrap gap-2">
      {!receipt.journal && (
        <button type="button" className="btn btn-small" onClick={() => onAsk("book")}>
          The books have it<span className="visually-hidden">: {receipt.reference}</span>
        </button>
      )}
      <button type="button" className="btn btn-small" onClick={() => onAsk("back")}>
        Take back<span className="visually-hidden"> {receipt.reference}</span>
      </button>
    </span>
  );
}

/** What came in for a bill, and whether the books have it. */
export function BillReceipts({ bill }: { bill: BillDetail }) {
  const { can } = useAuth();
  const [asked, setAsked] = useState<{ what: "book" | "back"; receipt: ReceiptRow } | null>(null);
  if (bill.receipts.length === 0) return null;
  const close = () => setAsked(null);
  const parts: readonly LinePart<ReceiptRow>[] = [
    { label: "Reference", as: "title", cell: (r) => r.reference },
    { label: "Came in", cell: (r) => formatDate(r.receivedOn), words: true },
    {
      label: "In the books",
      words: true,
      cell: (r) =>
        r.journalId ? (
          <Link to={pathTo("journal", { id: r.journalId })}>{r.journal}</Link>
        ) : (
          "not yet"
        ),
    },
    { label: "Amount, $", as: "amount", cell: (r) => money(r.live ? r.cents : 0) },
  ];
  const acts: LinePart<ReceiptRow> = {
    label: "",
    as: "badge",
    cell: (receipt) => (
      <ReceiptActs receipt={receipt} onAsk={(what) => setAsked({ what, receipt })} />
    ),
  };
  return (
    <section className="grid gap-3">
      <h2>What came in</h2>
      <LineTable
        label="Receipts of the bill"
        parts={can("served.write") ? [...parts, acts] : parts}
        lines={bill.receipts}
        keyOf={(r) => r.id}
        total={{ label: "Received", amount: money(bill.received) }}
      />
      {asked?.what === "book" && <BookDialog receipt={asked.receipt} onClose={close} />}
      {asked?.what === "back" && <TakeBackDialog receipt={asked.receipt} onClose={close} />}
    </section>
  );
}
