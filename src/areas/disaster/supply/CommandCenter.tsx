import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { AgencyMap } from "#areas/places/places.ui.tsx";
import { formatDate } from "#kernel/dates.ts";
import type { Area } from "#kernel/geo/area.ts";
import { formatCents } from "#kernel/money.ts";
import { counted } from "#kernel/words.ts";
import { Finding } from "#web/kit/Finding.tsx";
import { useGet } from "#web/kit/queries.ts";
import { ErrorPanel, Panel, RecordSkeleton } from "#web/kit/states.tsx";
import { supplyFinding } from "./supply.labels.ts";
import { AskedPanel } from "./AskedPanel.tsx";
import { StoresInside } from "./StoresInside.tsx";
import type { Supply } from "./supply.model.ts";
import { consequences, type Consequence } from "./weather.model.ts";

const mostShown = 6;

function Order({ order }: { order: Supply["touched"][number] }) {
  return (
    <li className="flex flex-wrap items-center gap-x-2">
      <Link to={`/purchase-orders/${order.id}`}>
        {order.number} {order.title}
      </Link>
      {order.late && <span className="badge tone-warning">Late</span>}
      <b className="ml-auto">{formatCents(order.amount)}</b>
      <span className="w-full text-13 text-t2">
        {order.vendor},{" "}
        {order.promisedOn ? `promised ${formatDate(order.promisedOn)}` : "no day promised"};{" "}
        {order.verdict === "inside" ? "inside" : "possibly inside"}{" "}
        <Link to={pathTo("weatherAlert", { id: order.alertId })}>{order.headline}</Link>
      </span>
    </li>
  );
}

/** Orders that a warning touches, by what it does to them. */
function Touched({ orders }: { orders: Supply["touched"] }) {
  return (Object.keys(consequences) as Consequence[]).map((consequence) => {
    const own = orders.filter((order) => order.consequence === consequence);
    if (own.length === 0) return null;
    const cents = own.reduce((sum, { amount }) => sum + amount, 0);
    return (
      <section key={consequence} className="grid gap-2">
        <h3 className="text-14 font-semibold">
          {consequences[consequence]}: {counted(own.length, "order")}, {formatCents(cents)}
        </h3>
        <ul className="grid gap-3">
          {own.slice(0, mostShown).map((order) => (
            <Order key={order.id} order={order} />
          ))}
        </ul>
        {own.length > mostShown && (
          <p className="text-13 text-t2">
            {own.length - mostShown} more, of {formatCents(rest(own))}; the map shows where.
          </p>
        )}
      </section>
    );
  });
}
const rest = (orders: Supply["touched"]): number =>
  orders.slice(mostShown).reduce((sum, { amount }) => sum + amount, 0);

function Late({ vendors }: { vendors: Supply["lateVendors"] }) {
  return (
    <>
      <ul className="grid gap-2">
        {vendors.slice(0, mostShown).map((vendor) => (
          <li key={vendor.id} className="flex flex-wrap gap-x-2">
            <Link to={`/purchase-orders?vendorId=${vendor.id}&late=true`}>{vendor.name}</Link>
            <span className="text-13 text-t2">
              {counted(vendor.orders, "order")}, the oldest promised {formatDate(vendor.oldest)}
            </span>
            <b className="ml-auto">{formatCents(vendor.cents)}</b>
          </li>
        ))}
      </ul>
      {vendors.length > mostShown && (
        <Link
          className="mt-2 inline-flex min-h-6 items-center text-link"
          to="/purchase-orders?late=true"
        >
          All late orders, of {counted(vendors.length - mostShown, "more vendor")}
        </Link>
      )}
    </>
  );
}

const linked = ({ noun, id, href }: Supply["places"][number]) =>
  noun === "vendor" ? `/vendor-directory/${id}` : href;

/** What the warnings touch and what is late, with what is at stake; where it is; whether they can deliver. */
export default function CommandCenter() {
  const found = useGet<Supply>("purchase-orders", "/api/v1/supply-chain");
  if (found.isPending) return <RecordSkeleton />;
  if (!found.data) return <ErrorPanel error={found.error} what="The supply chain" />;
  const { late, exposed, alerts, places, touched, stores, lateVendors, vendors } = found.data;
  return (
    <div className="stack">
      <div className="flex flex-wrap items-center gap-3">
        <h1 className="text-22 font-semibold">Supply chain command center</h1>
        <Link className="btn ml-auto" to={pathTo("supplyRisk")}>
          Dependence and alternates
        </Link>
      </div>
      <Finding
        parts={supplyFinding({ late, exposed, stores })}
        none="No order is late, and no warning touches an order or a store."
      />
      {alerts.length > 0 && (
        <Panel title="Where the warnings, the orders and the stores are">
          <AgencyMap
            label="Warnings, and the vendors, deliveries and stores inside"
            areas={alerts.map(({ id, headline, area }) => ({
              ...{ id, label: headline, area: area as Area, tone: "alert" as const },
            }))}
            points={places.map((place) => ({
              ...place,
              href: linked(place),
            }))}
          />
        </Panel>
      )}
      {touched.length > 0 && (
        <Panel title="Touched by a warning">
          <Touched orders={touched} />
        </Panel>
      )}
      <StoresInside stores={stores} />
      {lateVendors.length > 0 && (
        <Panel title="Late, by vendor">
          <Late vendors={lateVendors} />
        </Panel>
      )}
      <AskedPanel toAsk={vendors} />
    </div>
  );
}
