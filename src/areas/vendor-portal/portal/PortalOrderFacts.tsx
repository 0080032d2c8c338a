import { formatDate } from "#kernel/dates.ts";
import { countOf } from "#kernel/lump-sum.ts";
import { formatCents } from "#kernel/money.ts";
import { counted } from "#kernel/words.ts";
import { invoiceStatuses } from "#areas/finance/finance.public.ts";
import { Facts } from "#web/kit/record/Facts.tsx";
import { Panel } from "#web/kit/states.tsx";
import { StatusBadge } from "#web/kit/StatusBadge.tsx";
import { invoicedSoFar } from "./order-invoices.labels.ts";
import type { PortalOrderDetail } from "./portal.model.ts";

/** A line of the order by its number, also where it was cancelled since. */
export const numbered = (order: PortalOrderDetail, lineNo: number) =>
  order.lines.find((each) => each.lineNo === lineNo) ?? { unit: "", unitPrice: "" };

/** What the order is, its invoices, and what came of it. */
export function PortalOrderFacts({ order }: { order: PortalOrderDetail }) {
  const sent = invoicedSoFar(order.invoices);
  const rows: [string, React.ReactNode][] = [
    ["Agency", order.agency],
    ["Department", order.department],
    ["Ordered", formatDate(order.orderedOn)],
    ["Promised", order.promisedOn ? formatDate(order.promisedOn) : "no date"],
    ["Deliver to", order.deliverTo || "—"],
    ["Terms", counted(order.termsDays, "day")],
    ["Accepted so far", formatCents(order.receivedAmount)],
    ["Invoiced so far", formatCents(sent)],
    ...(sent === order.invoicedAmount
      ? []
      : ([["Of it approved", formatCents(order.invoicedAmount)]] as [string, React.ReactNode][])),
  ];
  return (
    <div className="stack">
      <Panel title="Order">
        <Facts rows={rows} />
        {order.instructions && <p className="mt-3 text-t2">{order.instructions}</p>}
        {order.closeReason && <p className="mt-3 text-t2">Ended: {order.closeReason}</p>}
      </Panel>
      {order.invoices.length > 0 && (
        <Panel title="Invoices" flush>
          <ul>
            {order.invoices.map((i) => (
              <li
                key={i.id}
                className="flex items-center justify-between gap-3 border-b border-hair px-4 py-2 last:border-0"
              >
                <span>
                  {i.vendorNumber} <span className="mono text-12 text-t3">{i.number}</span>
                </span>
                <StatusBadge statuses={invoiceStatuses} status={i.status} />
              </li>
            ))}
          </ul>
        </Panel>
      )}
      {order.receipts.length > 0 && (
        <Panel title="What came" flush>
          <ul>
            {order.receipts.map((r) => (
              <li
                key={`${r.number}${r.lineNo}`}
                className="border-b border-hair px-4 py-2 text-13 last:border-0"
              >
                {formatDate(r.receivedOn)} · line {r.lineNo}:{" "}
                {countOf(numbered(order, r.lineNo), r.quantity)}
                {Number(r.rejectedQuantity) > 0 && (
                  <span className="text-warning">
                    , {countOf(numbered(order, r.lineNo), r.rejectedQuantity)} rejected:{" "}
                    {r.rejectReason}
                  </span>
                )}
              </li>
            ))}
          </ul>
        </Panel>
      )}
    </div>
  );
}
