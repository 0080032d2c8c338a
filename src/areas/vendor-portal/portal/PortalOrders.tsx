import { Search } from "lucide-react";
import { Link, useSearchParams } from "react-router";
import { formatDate } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { orderStatuses } from "#areas/procurement/procurement.public.ts";
import { useGet } from "#web/kit/queries.ts";
import { EmptyState, ErrorPanel, TableSkeleton } from "#web/kit/states.tsx";
import { Badge, StatusBadge } from "#web/kit/StatusBadge.tsx";
import { PortalFrame, Turn } from "./PortalFrame.tsx";
import type { PortalOrder } from "./portal.model.ts";

export type Page<T> = { items: T[]; more: boolean; page: number };

/** Search, choice of state and page of a list, in the address. */
export const usePortalList = () => {
  const [search, setSearch] = useSearchParams();
  const set = (name: string, value: string) =>
    setSearch(
      (old) => {
        const next = new URLSearchParams(old);
        if (value) next.set(name, value);
        else next.delete(name);
        if (name !== "page") next.delete("page");
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  return {
    q: search.get("q") ?? "",
    status: search.get("status") ?? "",
    page: Number(search.get("page") ?? "1") || 1,
    set,
    query: search.toString(),
  };
};

/** The search box and the states above a list of the portal. */
export function ListTools({
  label,
  choices,
}: {
  label: string;
  choices: readonly { value: string; label: string }[];
}) {
  const { q, status, set } = usePortalList();
  return (
    <div className="flex flex-wrap items-center gap-3">
      <label className="relative min-w-[220px] flex-1">
        <span className="visually-hidden">{label}</span>
        <Search
          className="pointer-events-none absolute left-3 top-1/2 size-4 -translate-y-1/2 text-t3"
          aria-hidden="true"
        />
        <input
          type="search"
          className="field-control !pl-9"
          placeholder={label}
          defaultValue={q}
          onChange={(event) => set("q", event.target.value)}
        />
      </label>
      {choices.length > 0 && (
        <label>
          <span className="visually-hidden">State</span>
          <select
            className="field-control"
            value={status}
            onChange={(event) => set("status", event.target.value)}
          >
            <option value="">Every state</option>
            {choices.map((c) => (
              <option key={c.value} value={c.value}>
                {c.label}
              </option>
            ))}
          </select>
        </label>
      )}
    </div>
  );
}

function Row({ order }: { order: PortalOrder }) {
  return (
    <li className="border-b border-hair last:border-0">
      <Link
        to={`/vendor-portal/orders/${order.orgId}/${order.id}`}
        className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1 px-4 py-3 hover:bg-s2 hover:no-underline"
      >
        <span className="min-w-0">
          <span className="mono text-13 text-t3">{order.number}</span>{" "}
          <span className="font-medium text-t1">{order.title}</span>
        </span>
        <span className="text-right tabular-nums text-t1">{formatCents(order.amount)}</span>
        <span className="text-13 text-t3">
          {order.agency} · ordered {formatDate(order.orderedOn)}
          {order.promisedOn && ` · promised ${formatDate(order.promisedOn)}`}
        </span>
        <span className="flex flex-wrap justify-end gap-2">
          {order.changeOpen && <Badge tone="warning" label="Change asked" />}
          <StatusBadge statuses={orderStatuses} status={order.status} />
        </span>
      </Link>
    </li>
  );
}

const choices = ["issued", "acknowledged", "partly_received", "received", "closed"].map(
  (value) => ({ value, label: orderStatuses[value as keyof typeof orderStatuses].label }),
);

function Body() {
  const { query, page, set } = usePortalList();
  const orders = useGet<Page<PortalOrder>>("vendor-orders", `/api/v1/vendor-orders?${query}`);
  return (
    <>
      <ListTools label="Search orders" choices={choices} />
      {orders.isPending ? (
        <TableSkeleton columns={4} />
      ) : !orders.data ? (
        <ErrorPanel error={orders.error} what="Your orders" onRetry={() => void orders.refetch()} />
      ) : orders.data.items.length === 0 ? (
        <section className="panel">
          <EmptyState kind="no-results" title="No orders here">
            Orders appear as soon as an agency issues them to you.
          </EmptyState>
        </section>
      ) : (
        <section className="panel" aria-label="Orders">
          <ul>
            {orders.data.items.map((o) => (
              <Row key={o.id} order={o} />
            ))}
          </ul>
        </section>
      )}
      {orders.data && (
        <Turn page={page} more={orders.data.more} onPage={(next) => set("page", String(next))} />
      )}
    </>
  );
}

/** /vendor-portal/orders: orders to the vendor, in every agency. */
export default function PortalOrders() {
  return (
    <PortalFrame title="Orders">
      <Body />
    </PortalFrame>
  );
}
