import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { formatDate } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { StripBar } from "#web/kit/MoneyStrip.tsx";
import { useList } from "#web/kit/queries.ts";
import { ErrorPanel, Panel, TableSkeleton } from "#web/kit/states.tsx";
import { OrdersUnder } from "./OrdersUnder.tsx";
import type { Order, OrderDetail } from "./order.answer.model.ts";

const running = ["issued", "acknowledged"];

/** What the releases hold of a blanket order, and what is left for others. */
export function BlanketMoney({ order: o }: { order: OrderDetail }) {
  const left = o.amount - o.releasedAmount;
  return (
    <Panel
      title="Blanket order"
      aside={<span className="text-t2">until {formatDate(o.endsOn!)}</span>}
    >
      <StripBar expendedCents={o.releasedAmount} encumberedCents={0} availableCents={left} />
      <p className="mt-2 text-13 text-t2">
        <b className="font-medium text-t1">{formatCents(left)}</b> left of {formatCents(o.amount)}.
        Releases hold {formatCents(o.releasedAmount)}.
      </p>
    </Panel>
  );
}

/** The releases of a blanket order, newest first. */
export function ReleasesTab({ order }: { order: OrderDetail }) {
  const { can } = useAuth();
  const releases = useList<Order>("/api/v1/purchase-orders", `blanketId=${order.id}&limit=100`);
  if (releases.isPending) return <TableSkeleton columns={4} />;
  if (!releases.data) return <ErrorPanel error={releases.error} what="Its releases" />;
  return (
    <Panel
      title="Releases"
      aside={
        can("purchaseOrder.create") &&
        running.includes(order.status) && (
          <Link to={`${pathTo("orderNew")}?blanketId=${order.id}`}>Place a release</Link>
        )
      }
    >
      {releases.data.items.length === 0 ? (
        <p className="text-t2">No release is placed on it yet.</p>
      ) : (
        <OrdersUnder orders={releases.data.items} />
      )}
    </Panel>
  );
}
