import { Link } from "react-router";
import { formatCents } from "#kernel/money.ts";
import { countOf, isLumpSum, rateOf } from "#kernel/lump-sum.ts";
import { Panel } from "#web/kit/states.tsx";
import { LineTable, type LinePart } from "#web/kit/table/LineTable.tsx";
import type { OrderDetail } from "./order.answer.model.ts";

type Line = OrderDetail["lines"][number];

function Item({ line }: { line: Line }) {
  const codes = line.splits
    .map((s) => (line.splits.length > 1 ? `${s.code} ${formatCents(s.amount)}` : s.code))
    .join(" · ");
  return (
    <>
      <span className="block font-medium">{line.description}</span>
      <span className="mono flex flex-wrap gap-x-3 text-12 text-t3">
        {line.rateCode && <span>Rate {line.rateCode}</span>}
        <span>{codes}</span>
        {line.costCode && <span>Cost code {line.costCode}</span>}
        {line.requisitionId && (
          <Link to={`/smart-requisition/${line.requisitionId}`}>{line.requisitionNumber}</Link>
        )}
      </span>
    </>
  );
}

const parts: readonly LinePart<Line>[] = [
  { label: "Item and account", as: "title", cell: (l) => <Item line={l} /> },
  {
    label: "Ordered",
    cell: (l) => (
      <>
        {countOf(l, l.quantity)} {!isLumpSum(l) && <span className="text-t3">{l.unit}</span>}
      </>
    ),
  },
  { label: "Received", cell: (l) => countOf(l, l.receivedQuantity) },
  { label: "Invoiced", cell: (l) => countOf(l, l.invoicedQuantity) },
  { label: "Unit price", cell: (l) => rateOf(l) },
  { label: "Amount, $", as: "amount", cell: (l) => formatCents(l.amount, { symbol: false }) },
];

/** Lines with accounts, and what of them came and was billed. */
export function OrderLinesPanel({ order }: { order: OrderDetail }) {
  return (
    <Panel title="Lines" flush>
      <LineTable
        label="Lines of the order"
        parts={parts}
        lines={order.lines}
        keyOf={(l) => l.id}
        rowClass={(l) => (l.cancelled ? "line-through text-t3" : "")}
        total={{ label: "Total", amount: formatCents(order.amount, { symbol: false }) }}
      />
    </Panel>
  );
}
