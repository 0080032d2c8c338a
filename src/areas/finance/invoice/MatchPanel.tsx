import { useState } from "react";
import { formatCents } from "#kernel/money.ts";
import { countOf, isLumpSum, rateOf } from "#kernel/lump-sum.ts";
import { messageOf } from "#web/kit/api.ts";
import { Dialog } from "#web/kit/overlays.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import { Badge } from "#web/kit/StatusBadge.tsx";
import { Panel } from "#web/kit/states.tsx";
import { LineTable, type LinePart } from "#web/kit/table/LineTable.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { booked, totalLabel } from "./head-amounts.model.ts";
import type { InvoiceDetail, InvoiceException } from "./invoice.model.ts";
import { exceptionNames, exceptionOwners } from "./invoice.labels.ts";

const dash = (text: string | null, show: (text: string) => string) =>
  text === null ? "—" : show(text);

function Result({ exceptions }: { exceptions: readonly InvoiceException[] }) {
  const open = exceptions.filter((e) => e.status === "open");
  const accepted = exceptions.filter((e) => e.status === "accepted");
  if (open.length)
    return (
      <>
        {open.map((e) => (
          <Badge key={e.id} tone="warning" label={exceptionNames[e.kind]} />
        ))}
      </>
    );
  return accepted.length ? (
    <Badge tone="info" label="Accepted" />
  ) : (
    <Badge tone="success" label="Matches" />
  );
}

type Line = InvoiceDetail["lines"][number];
// The line of the order, as far as the invoice's stands on one.
const ordered = (l: Line) => ({ unit: l.orderUnit ?? l.unit, unitPrice: l.orderPrice ?? "" });

const modes = { three_way: "Three-way match", two_way: "Two-way match", none: "Lines" };

function Lines({ invoice }: { invoice: InvoiceDetail }) {
  const of = (lineId: string) =>
    invoice.exceptions.filter((e) => e.lineId === lineId && e.status !== "cleared");
  const parts: readonly LinePart<Line>[] = [
    {
      label: "Line",
      as: "title",
      cell: (l) => (
        <>
          <span className="font-medium">{l.description}</span>{" "}
          {!isLumpSum(ordered(l)) && !isLumpSum(l) && (
            <span className="text-t3">{l.orderUnit ?? l.unit}</span>
          )}
          {l.adjustment !== 0 && (
            <span className="block text-12 text-t3">{`with ${formatCents(booked(invoice.kind, l.adjustment))} of allowances and charges`}</span>
          )}
        </>
      ),
    },
    { label: "Ordered", cell: (l) => dash(l.ordered, (much) => countOf(ordered(l), much)) },
    { label: "Received", cell: (l) => dash(l.received, (much) => countOf(ordered(l), much)) },
    {
      label: "Invoiced",
      cell: (l) => (
        <>
          {countOf(l, l.quantity)}
          {l.orderUnit && l.unit !== "" && l.unit !== l.orderUnit && (
            <span className="text-t3"> {l.unit}</span>
          )}
        </>
      ),
    },
    { label: "Order price", cell: (l) => dash(l.orderPrice, () => rateOf(ordered(l))) },
    { label: "Price", cell: (l) => rateOf(l) },
    { label: "Amount, $", as: "amount", cell: (l) => formatCents(l.amount, { symbol: false }) },
    {
      label: "Result",
      as: "badge",
      cell: (l) =>
        invoice.matchMode === "none" ? (
          <span className="text-t3">No order</span>
        ) : (
          <span className="inline-flex flex-wrap gap-1">
            <Result exceptions={of(l.id)} />
          </span>
        ),
    },
  ];
  return (
    <LineTable
      label="Lines of the invoice"
      parts={parts}
      lines={invoice.lines}
      keyOf={(l) => l.id}
      total={{ label: totalLabel(invoice), amount: formatCents(invoice.total, { symbol: false }) }}
      tight
      across={3}
    />
  );
}

function AcceptDialog({
  invoice,
  exception,
  onClose,
}: {
  invoice: InvoiceDetail;
  exception: InvoiceException;
  onClose: () => void;
}) {
  const [reason, setReason] = useState("");
  const [error, setError] = useState<string | null>(null);
  const accept = useMutationAction("invoices");
  const send = async () => {
    try {
      await accept.mutateAsync({
        path: `/api/v1/invoices/${invoice.id}/actions/accept-exception`,
        body: { exceptionId: exception.id, reason },
        version: invoice.version,
      });
      notify.done("Exception accepted");
      onClose();
    } catch (problem) {
      setError(messageOf(problem));
    }
  };
  return (
    <Dialog
      onClose={onClose}
      title="Accept this exception"
      description={exception.message}
      footer={
        <>
          <button type="button" className="btn" onClick={onClose}>
            Cancel
          </button>
          <button
            type="button"
            className="btn btn-primary"
            onClick={() => void send()}
            aria-disabled={accept.isPending}
          >
            Accept with this reason
          </button>
        </>
      }
    >
      <label className="field">
        <span className="field-label">Reason</span>
        <textarea
          className="field-control"
          rows={3}
          value={reason}
          onChange={(e) => setReason(e.target.value)}
          aria-describedby="accept-error"
        />
      </label>
      <p id="accept-error" role="alert" className="text-danger">
        {error}
      </p>
    </Dialog>
  );
}

function Exceptions({ invoice }: { invoice: InvoiceDetail }) {
  const [asked, setAsked] = useState<InvoiceException | null>(null);
  const shown = invoice.exceptions.filter((e) => e.status !== "cleared");
  if (shown.length === 0) return null;
  return (
    <ul className="panel-rows">
      {shown.map((e) => (
        <li key={e.id} className="flex flex-wrap items-center gap-3 px-4 py-3 border-t border-hair">
          <div className="flex-1 min-w-60">
            <p>{e.message}</p>
            <p className="text-12 text-t3">
              {e.status === "accepted"
                ? `Accepted by ${e.resolvedBy ?? "a former member"}: ${e.resolution}`
                : `${exceptionOwners[e.ownerDuty] ?? e.ownerDuty} settles this`}
            </p>
          </div>
          {e.canAccept && (
            <button type="button" className="btn" onClick={() => setAsked(e)}>
              Accept with reason
            </button>
          )}
        </li>
      ))}
      {asked && <AcceptDialog invoice={invoice} exception={asked} onClose={() => setAsked(null)} />}
    </ul>
  );
}

/** Lines beside order and receipts, what does not agree, and how it was settled. */
export function MatchPanel({ invoice }: { invoice: InvoiceDetail }) {
  const t = invoice.tolerance;
  const aside =
    invoice.matchMode === "none" ? undefined : (
      <span className="text-12 text-t3">
        tolerance {Number(t.pricePercent)}% and {formatCents(t.priceCents)} per line, cumulative
      </span>
    );
  return (
    <Panel title={modes[invoice.matchMode]} aside={aside} flush>
      <Lines invoice={invoice} />
      <Exceptions invoice={invoice} />
    </Panel>
  );
}
