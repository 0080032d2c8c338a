import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { formatDate } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { muchOf, rateOf } from "#kernel/lump-sum.ts";
import { counted } from "#kernel/words.ts";
import { methods, type Method } from "#areas/procurement/procurement.public.ts";
import type { Order } from "#areas/procurement/procurement.public.ts";
import { OrdersUnder } from "#areas/procurement/procurement.ui.tsx";
import { useList } from "#web/kit/queries.ts";
import { Facts } from "#web/kit/record/Facts.tsx";
import { ErrorPanel, Panel, TableSkeleton } from "#web/kit/states.tsx";
import { LineTable, type LinePart } from "#web/kit/table/LineTable.tsx";
import { bases, priceTypes, sources } from "./contract.labels.ts";
import type { ContractDetail } from "./contract.model.ts";
import { noticeDay, noticeWords } from "./term.model.ts";

type Of = { contract: ContractDetail };

/** What must be there before counsel reads it. */
export function Missing({ contract: c }: Of) {
  if (c.missing.length === 0) return null;
  return (
    <Panel
      title={
        c.status === "approved" || c.status === "out_for_signature"
          ? "Before it is signed"
          : "Before counsel reads it"
      }
    >
      <ul className="checks">
        {c.missing.map((text) => (
          <li key={text} className="warn">
            {text}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** How the vendor's certificate stands where one is demanded. */
export function Insurance({ contract: c }: Of) {
  if (c.insured.length === 0) return null;
  return (
    <Panel title="Insurance">
      <ul className="checks">
        {c.insured.map(({ ok, text }) => (
          <li key={text} className={ok ? "pass" : "warn"}>
            {text}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** From when to when, and what options add. */
export function Term({ contract: c }: Of) {
  const open = c.optionCount - c.optionsUsed;
  return (
    <Panel title="Term">
      <Facts
        rows={[
          ["Begins", formatDate(c.startsOn)],
          ["Ends", formatDate(c.endsOn)],
          ...(c.originalEndsOn && c.originalEndsOn !== c.endsOn
            ? [["As signed", formatDate(c.originalEndsOn)] as const]
            : []),
          [
            "Options",
            c.optionCount === 0
              ? "none"
              : `${c.optionsUsed} of ${c.optionCount} used, ${counted(c.optionMonths, "month")} each`,
          ],
          ...(open > 0 && c.optionNoticeDays + c.optionNoticeMonths > 0
            ? [
                [
                  "Notice for an option",
                  `by ${formatDate(noticeDay(c.endsOn, c))}, ${noticeWords(c)} before the end`,
                ] as const,
              ]
            : []),
        ]}
      />
    </Panel>
  );
}

/** Where a contract came from, as a link. */
function Origin({ contract: c }: Of) {
  if (c.solicitationId)
    return <Link to={`/bid-evaluation/quotes/${c.solicitationId}`}>From an award</Link>;
  if (c.requisitionId)
    return <Link to={pathTo("requisition", { id: c.requisitionId })}>From a requisition</Link>;
  return <>{sources[c.source]}</>;
}

/** How it was bought, at which prices, under which conditions. */
export function Terms({ contract: c }: Of) {
  return (
    <Panel title="Terms">
      <Facts
        rows={[
          ["Department", c.department],
          ["Price", priceTypes[c.priceType]],
          ["Why time and materials", c.determination],
          ["Chosen by", c.basis ? bases[c.basis] : "—"],
          ["Method", c.method ? methods[c.method as Method] : "—"],
          ["Evidence", c.evidence || "—"],
          ["Began", <Origin key="origin" contract={c} />],
          ["Number before", c.earlierNumber],
          ["Federal award", c.federalAward || "none"],
          ["Retainage", `${Number(c.retainagePercent)}%`],
          ["Insurance", c.insuranceRequired ? "demanded" : "not demanded"],
          ["Reason", c.statusReason],
          ["Scope", c.scope],
          ["Deliverables", c.deliverables],
          ["Description", c.description],
        ]}
      />
    </Panel>
  );
}

type Line = ContractDetail["lines"][number];
const parts: readonly LinePart<Line>[] = [
  { label: "Item", as: "title", cell: (l) => l.description },
  { label: "Quantity", cell: (l) => muchOf(l, l.quantity) },
  { label: "Unit price, $", cell: (l) => rateOf(l) },
  { label: "Amount, $", as: "amount", cell: (l) => formatCents(l.amount, { symbol: false }) },
];

/** Items and prices as they were awarded or requested. */
export function Lines({ contract: c }: Of) {
  if (c.lines.length === 0) return null;
  return (
    <Panel title="Items and prices" flush>
      <LineTable
        label="Items of the contract"
        parts={parts}
        lines={c.lines}
        keyOf={(l) => l.id}
        total={{
          label: "Total",
          amount: formatCents(
            c.lines.reduce((n, l) => n + l.amount, 0),
            { symbol: false },
          ),
        }}
      />
    </Panel>
  );
}

/** The orders under it, newest first. */
export function OrdersOf({ contract: c, mayOrder }: Of & { mayOrder: boolean }) {
  const orders = useList<Order>("/api/v1/purchase-orders", `contractId=${c.id}&limit=100`);
  if (orders.isPending) return <TableSkeleton columns={4} />;
  if (!orders.data) return <ErrorPanel error={orders.error} what="Its orders" />;
  return (
    <Panel
      title="Orders"
      aside={
        mayOrder &&
        c.status === "active" && (
          <Link to={`${pathTo("orderNew")}?contractId=${c.id}`}>Place an order</Link>
        )
      }
    >
      {orders.data.items.length === 0 ? (
        <p className="text-t2">Nothing is ordered under it yet.</p>
      ) : (
        <OrdersUnder orders={orders.data.items} />
      )}
    </Panel>
  );
}
