import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { formatDate } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { StatusBadge } from "#web/kit/StatusBadge.tsx";
import { orderStatuses } from "./order.labels.ts";
import type { Order } from "./order.answer.model.ts";

/** Orders that were placed under a record, each as a link with its status and amount. */
export function OrdersUnder({ orders }: { orders: readonly Order[] }) {
  return (
    <ul className="grid gap-3">
      {orders.map((o) => (
        <li key={o.id} className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <Link className="mono" to={pathTo("order", { id: o.id })}>
            {o.number}
          </Link>
          <span className="order-last min-w-0 basis-full sm:order-none sm:flex-1 sm:basis-0">
            {o.title}
            <small className="block text-t3">{formatDate(o.orderedOn)}</small>
          </span>
          <StatusBadge statuses={orderStatuses} status={o.status} />
          <span className="ml-auto tabular-nums sm:ml-0">{formatCents(o.amount)}</span>
        </li>
      ))}
    </ul>
  );
}
