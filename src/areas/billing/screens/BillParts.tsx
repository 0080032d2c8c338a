import type { ReactNode } from "react";
import { formatDate } from "#kernel/dates.ts";
import { LineTable, type LinePart } from "#web/kit/table/LineTable.tsx";
import { Panel } from "#web/kit/states.tsx";
import { lineKinds, meansOfPayment, paymentStatuses } from "../bill/bill.labels.ts";
import type { BillLine, DisputeRow, PaymentRow } from "../bill/bill.model.ts";
import { plainMoney, spanWords } from "./words.ts";

const lineParts: readonly LinePart<BillLine>[] = [
  { label: "What", as: "title", cell: (line) => line.description },
  { label: "Kind", cell: (line) => lineKinds[line.kind], words: true },
  { label: "For", cell: (line) => spanWords(line.fromOn, line.toOn), words: true },
  { label: "Amount, $", as: "amount", cell: (line) => plainMoney(line.cents) },
];

/** What a bill charges, line by line. */
export function BillLines({ lines, total }: { lines: readonly BillLine[]; total: number }) {
  return (
    <section className="grid gap-3">
      <h2>What is billed</h2>
      {lines.length === 0 ? (
        <p className="text-t2">Nothing stands on it.</p>
      ) : (
        <LineTable
          label="Lines of the bill"
          parts={lineParts}
          lines={lines}
          keyOf={(line) => line.id}
          total={{ label: "Total", amount: plainMoney(total) }}
        />
      )}
    </section>
  );
}

/** Money of a bill; `acts` are the operator's buttons beside what is to be decided. */
export function BillPayments({
  payments,
  acts,
}: {
  payments: readonly PaymentRow[];
  acts?: (payment: PaymentRow) => ReactNode;
}) {
  if (payments.length === 0) return null;
  const parts: readonly LinePart<PaymentRow>[] = [
    { label: "Reference", as: "title", cell: (p) => p.reference },
    { label: "Came", cell: (p) => formatDate(p.receivedOn), words: true },
    { label: "By", cell: (p) => meansOfPayment[p.means], words: true },
    {
      label: "Standing",
      words: true,
      cell: (p) =>
        `${paymentStatuses[p.status].label}${p.rejectedBecause ? `: ${p.rejectedBecause}` : ""}`,
    },
    { label: "Amount, $", as: "amount", cell: (p) => plainMoney(p.cents) },
  ];
  const people: LinePart<PaymentRow> = {
    label: "Recorded and decided by",
    words: true,
    cell: (p) => [p.recordedBy, p.decidedBy].filter(Boolean).join(", "),
  };
  const buttons: LinePart<PaymentRow> = { label: "", as: "badge", cell: (p) => acts?.(p) };
  return (
    <section className="grid gap-3">
      <h2>Payments</h2>
      <LineTable
        label="Payments of the bill"
        parts={acts ? [...parts, people, buttons] : parts}
        lines={payments}
        keyOf={(p) => p.id}
      />
    </section>
  );
}

/** What was held against a bill, and what was found. */
export function BillDisputes({ disputes }: { disputes: readonly DisputeRow[] }) {
  if (disputes.length === 0) return null;
  return (
    <Panel title="Disputes">
      <ul className="grid gap-3">
        {disputes.map((dispute) => (
          <li key={dispute.id}>
            <p>
              {formatDate(dispute.openedOn)}, {dispute.openedName}: {dispute.reason}
            </p>
            <p className="text-t2">
              {dispute.settledOn
                ? `Answered on ${formatDate(dispute.settledOn)}: ${dispute.outcome}`
                : "Not answered yet; its days do not count meanwhile."}
            </p>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
