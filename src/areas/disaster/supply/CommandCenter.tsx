import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { formatDate } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { Finding } from "#web/kit/Finding.tsx";
import { useGet } from "#web/kit/queries.ts";
import { ErrorPanel, Panel, RecordSkeleton } from "#web/kit/states.tsx";
import { supplyFinding } from "./supply.labels.ts";
import { AskedPanel } from "./AskedPanel.tsx";
import type { Supply } from "./supply.model.ts";

function Orders({ orders }: { orders: Supply["orders"] }) {
  return (
    <ul className="grid gap-3">
      {orders.map((order) => (
        <li key={order.id} className="flex flex-wrap items-center gap-2">
          <Link to={`/purchase-orders/${order.id}`}>
            {order.number} {order.title}
          </Link>
          <span className="text-13 text-t2">
            {order.vendor}
            {order.promisedOn && `, promised ${formatDate(order.promisedOn)}`}
          </span>
          {order.late && <span className="badge tone-warning">Late</span>}
          {order.exposure.slice(0, 1).map((alert) => (
            <Link
              key={alert.id}
              className="badge tone-danger"
              to={pathTo("weatherAlert", { id: alert.id })}
            >
              {alert.headline}
            </Link>
          ))}
          <b className="ml-auto">{formatCents(order.amount)}</b>
        </li>
      ))}
    </ul>
  );
}

/** Deliveries that are late or in danger, what is at stake, and which vendors are inside a warning. */
export default function CommandCenter() {
  const found = useGet<Supply>("purchase-orders", "/api/v1/supply-chain");
  if (found.isPending) return <RecordSkeleton />;
  if (!found.data) return <ErrorPanel error={found.error} what="The supply chain" />;
  const { late, exposed, orders, vendors } = found.data;
  const inside = orders.filter((order) => order.exposure.length > 0);
  const behind = orders.filter((order) => order.exposure.length === 0);
  return (
    <div className="stack">
      <div className="flex flex-wrap items-center gap-3">
        <h1 className="text-22 font-semibold">Supply chain command center</h1>
        <span className="flex flex-wrap gap-2 ml-auto">
          <Link className="btn" to={pathTo("supplyRisk")}>
            Dependence and alternates
          </Link>
        </span>
      </div>
      <Finding
        parts={supplyFinding({ late, exposed })}
        none="No order is late, and none is inside a warning."
      />
      {inside.length > 0 && (
        <Panel title="Inside or possibly inside a warning">
          <Orders orders={inside} />
        </Panel>
      )}
      {behind.length > 0 && (
        <Panel title="Late">
          <Orders orders={behind} />
        </Panel>
      )}
      <Panel title="Vendors with open orders inside a warning">
        <ul className="grid gap-2">
          {vendors.map((vendor) => (
            <li key={`${vendor.id}${vendor.alertId}`} className="flex flex-wrap gap-x-2">
              <Link to={`/vendor-directory/${vendor.id}`}>{vendor.name}</Link>
              <span className="text-13 text-t2">
                {" "}
                {vendor.verdict === "inside" ? "inside" : "possibly inside"} {vendor.headline};{" "}
                {vendor.openOrders} open orders
              </span>
            </li>
          ))}
        </ul>
        {vendors.length === 0 && <p className="text-t2">None now.</p>}
      </Panel>
      <AskedPanel toAsk={new Set(vendors.map(({ id }) => id)).size} />
    </div>
  );
}
