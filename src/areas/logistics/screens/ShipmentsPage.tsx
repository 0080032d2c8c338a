import { PackageCheck } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { counted } from "#kernel/words.ts";
import { isToCome } from "#areas/procurement/procurement.public.ts";
import { ArrivingTransfers } from "#areas/inventory/inventory.ui.tsx";
import { AgencyMap } from "#areas/places/places.ui.tsx";
import { Finding, type FindingPart } from "#web/kit/Finding.tsx";
import type { MapPoint } from "#web/kit/map/map.types.ts";
import { useGet } from "#web/kit/queries.ts";
import { ErrorPanel, RecordSkeleton } from "#web/kit/states.tsx";
import { byDay, countsOf } from "../shipment/arrivals.model.ts";
import type { Arriving, ShipmentDesk } from "../shipment/desk.model.ts";
import { Arrivals } from "./Arrivals.tsx";
import { EventDialog } from "./EventDialog.tsx";
import { ShipmentTable } from "./ShipmentTable.tsx";

const at = (query: string): string => `${pathTo("shipments")}?${query}#all-shipments`;

const partsOf = ({ items, today }: ShipmentDesk): FindingPart[] => {
  const n = countsOf(items, today);
  return [
    n.late > 0 && {
      text: `${counted(n.late, "delivery is", "deliveries are")} late`,
      to: at("late=true"),
    },
    n.today > 0 && {
      text: `${counted(n.today, "delivery is", "deliveries are")} due today`,
      to: at("dueToday=true"),
    },
    n.unproved > 0 && {
      text: `${counted(n.unproved, "waits for its proof", "wait for their proof")}`,
      to: at("unproved=true"),
    },
    n.differ > 0 && {
      text: `${counted(n.differ, "proof contradicts", "proofs contradict")} what was announced`,
      to: at("differs=true"),
    },
  ].filter((part) => part !== false);
};

// One point a place: what waits there is counted by it.
const pointsOf = (items: readonly Arriving[], today: string): MapPoint[] =>
  items.flatMap(({ id, number, title, latitude, longitude, status, expectedOn }) =>
    latitude === null || longitude === null
      ? []
      : [
          {
            id,
            label: `${number}, ${title}`,
            about: isToCome(status) ? (expectedOn < today ? "Late" : "To come") : "Waits for proof",
            href: pathTo("shipment", { id }),
            latitude,
            longitude,
            accuracy: 0,
          },
        ],
  );

function Desk({ desk }: { desk: ShipmentDesk }) {
  const [recorded, setRecorded] = useState<readonly Arriving[] | null>(null);
  const toCome = desk.items.filter((one) => isToCome(one.status));
  const points = pointsOf(desk.items, desk.today);
  const record = desk.mayRecord ? (one: Arriving) => setRecorded([one]) : null;
  return (
    <>
      <header className="grid gap-1">
        <div className="flex flex-wrap items-center gap-3">
          <h1 className="mr-auto">Shipments</h1>
          {desk.mayRecord && (
            <Link className="btn max-md:hidden" to={pathTo("shipmentImport")}>
              Import events
            </Link>
          )}
          {desk.mayRecord && toCome.length > 0 && (
            <button type="button" className="btn btn-primary" onClick={() => setRecorded(toCome)}>
              <PackageCheck aria-hidden="true" />
              Record delivery
            </button>
          )}
        </div>
        <Finding parts={partsOf(desk)} none="No delivery is late, and none waits for its proof." />
      </header>
      <div className="grid gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] lg:items-start">
        <div className="grid gap-4">
          {byDay(desk.items, desk.today).map((group) => (
            <Arrivals key={group.key} of={group} onRecord={record} />
          ))}
          <ArrivingTransfers />
        </div>
        {points.length > 0 && (
          <section className="grid gap-2 max-md:hidden">
            <h2>Places that wait</h2>
            <AgencyMap label="Places that wait for deliveries" points={points} alone />
          </section>
        )}
      </div>
      {recorded && <EventDialog of={recorded} delivery onClose={() => setRecorded(null)} />}
    </>
  );
}

/** What arrives by day, what is late, and which deliveries wait for their proof. */
export default function ShipmentsPage() {
  const { data, error, refetch } = useGet<ShipmentDesk>("ship-notices", "/api/v1/shipment-desk");
  return (
    <div className="stack">
      {error && <ErrorPanel error={error} what="Shipments" onRetry={() => void refetch()} />}
      {!error && (data ? <Desk desk={data} /> : <RecordSkeleton />)}
      <section className="grid gap-3">
        <h2 id="all-shipments">All shipments</h2>
        <ShipmentTable />
      </section>
    </div>
  );
}
