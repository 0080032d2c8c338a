import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { formatInstant } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { useAgency, useAuth } from "#web/auth/AuthProvider.tsx";
import { Panel } from "#web/kit/states.tsx";
import { LineTable, type LinePart } from "#web/kit/table/LineTable.tsx";
import type { OrderDetail } from "./order.answer.model.ts";

type Version = OrderDetail["versions"][number];

/** What is billed of an order. */
export function Invoices({ order }: { order: OrderDetail }) {
  const { can } = useAuth();
  return (
    <Panel
      title="Invoices"
      aside={
        can("invoice.create") &&
        order.issuedAt &&
        order.status !== "cancelled" && (
          <Link to={`${pathTo("invoiceNew")}?purchaseOrderId=${order.id}`}>Enter an invoice</Link>
        )
      }
    >
      {order.invoices.length === 0 ? (
        <p className="text-t2">Nothing is invoiced yet.</p>
      ) : (
        <ul className="grid gap-2">
          {order.invoices.map((i) => (
            <li key={i.id} className="flex justify-between gap-4">
              <Link to={pathTo("invoice", { id: i.id })} className="mono">
                {i.number}
              </Link>
              <span className="inline-block text-t2 first-letter:uppercase">
                {i.status.replace("_", " ")}
              </span>
              <span>{formatCents(i.amount)}</span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

/** Each version as it went out. */
export function Versions({ order }: { order: OrderDetail }) {
  const { timeZone } = useAgency();
  if (order.versions.length === 0)
    return (
      <Panel title="Versions">
        <p className="text-t2">The order has not gone out yet.</p>
      </Panel>
    );
  const before = (v: Version) => order.versions[order.versions.indexOf(v) - 1];
  const parts: readonly LinePart<Version>[] = [
    { label: "Version", words: true, cell: (v) => v.revision },
    { label: "Went out", words: true, cell: (v) => formatInstant(v.createdAt, timeZone) },
    { label: "Why", as: "title", cell: (v) => v.reason },
    { label: "Amount, $", as: "amount", cell: (v) => formatCents(v.amount, { symbol: false }) },
    {
      label: "Difference, $",
      cell: (v) => (before(v) ? formatCents(v.amount - before(v)!.amount, { symbol: false }) : "—"),
    },
  ];
  return (
    <Panel title="Versions" flush>
      <LineTable
        label="Versions of the order"
        parts={parts}
        lines={order.versions}
        keyOf={(v) => String(v.revision)}
        across={3}
      />
    </Panel>
  );
}
