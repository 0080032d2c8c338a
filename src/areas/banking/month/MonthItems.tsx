import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { formatDate } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { EmptyState, Panel } from "#web/kit/states.tsx";
import { LineTable, type LinePart } from "#web/kit/table/LineTable.tsx";
import { itemKinds } from "./month.labels.ts";
import type { BankMonthDetail } from "./month.model.ts";

type Item = BankMonthDetail["reconciliation"]["items"][number];
const money = (cents: number) => formatCents(cents, { symbol: false });

const parts: readonly LinePart<Item>[] = [
  {
    label: "Record",
    as: "title",
    cell: (i) => (
      <>
        <Link
          className="mono text-link"
          to={
            i.paymentId
              ? pathTo("payment", { id: i.paymentId })
              : pathTo("journal", { id: i.journalId! })
          }
        >
          {i.number}
        </Link>{" "}
        {i.what}
      </>
    ),
  },
  { label: "Why", cell: (i) => itemKinds[i.kind] },
  { label: "Check or trace", cell: (i) => i.reference || "—" },
  { label: "Day", cell: (i) => formatDate(i.onDay) },
  { label: "$", as: "amount", cell: (i) => money(i.cents) },
];

/** What the books have and the bank has not, or the other way round, record by record. */
export function MonthItems({ items }: { items: readonly Item[] }) {
  if (items.length === 0)
    return (
      <EmptyState kind="all-done" title="Nothing is out or in transit">
        Every record of the books up to this day stands on a line of the bank.
      </EmptyState>
    );
  return (
    <Panel title="What the bank does not have yet" flush>
      <LineTable
        label="What differs between books and bank"
        parts={parts}
        lines={items}
        keyOf={(i) => i.paymentId ?? i.journalId!}
        total={{ label: "Together", amount: money(items.reduce((n, i) => n + i.cents, 0)) }}
      />
    </Panel>
  );
}
