import { PackageCheck } from "lucide-react";
import { useState } from "react";
import { Link, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { formatDate, formatInstant } from "#kernel/dates.ts";
import { shownDecimal } from "#kernel/quantity.ts";
import {
  isToCome,
  shipmentCourse,
  shipNoticeStatuses,
} from "#areas/procurement/procurement.public.ts";
import { AgencyMap } from "#areas/places/places.ui.tsx";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import { Fact, Facts } from "#web/kit/record/Facts.tsx";
import { RecordPage } from "#web/kit/record/RecordPage.tsx";
import { Panel } from "#web/kit/states.tsx";
import { Badge } from "#web/kit/StatusBadge.tsx";
import type { ShipmentDetail } from "../shipment/desk.model.ts";
import { eventKinds, eventSources, testimonies, witnesses } from "../shipment/shipment.labels.ts";
import { pastWords } from "./Arrivals.tsx";
import { useDriverLink } from "./DriverLink.tsx";
import { EventDialog } from "./EventDialog.tsx";
import { HandedOver } from "./HandedOver.tsx";
import { OnRoute } from "./OnRoute.tsx";

const look = { statuses: shipNoticeStatuses, course: shipmentCourse };

function Awaited({ of: s }: { of: ShipmentDetail }) {
  return (
    <Panel title="When it is awaited">
      <Facts>
        <Fact label="Promised">{s.promisedOn ? formatDate(s.promisedOn) : "No day"}</Fact>
        <Fact label="The carrier says">{formatDate(s.expectedOn)}</Fact>
        {isToCome(s.status) && (
          <Fact label="Our own day">
            {s.route ? `${formatDate(s.route.onDay)}, by ${s.route.number}` : pastWords(s)}
          </Fact>
        )}
        <Fact label="Delivered">{s.deliveredOn ? formatDate(s.deliveredOn) : "Not yet"}</Fact>
      </Facts>
    </Panel>
  );
}

function Way({ of: s }: { of: ShipmentDetail }) {
  return (
    <Panel title="What is sent">
      <Facts>
        <Fact label="Order">
          <Link to={pathTo("order", { id: s.orderId })}>{s.orderNumber}</Link>
        </Fact>
        <Fact label="Carrier">{s.carrier}</Fact>
        {s.tracking && <Fact label="Tracking number">{s.tracking}</Fact>}
        <Fact label="Left on">{formatDate(s.shippedOn)}</Fact>
        {s.packages !== null && <Fact label="Packages">{s.packages}</Fact>}
        <Fact label="Where to">{s.place || "No place was named"}</Fact>
        <Fact label="Announced by">{s.by || s.vendor}</Fact>
        {s.note && <Fact label="Note">{s.note}</Fact>}
      </Facts>
    </Panel>
  );
}

function Lines({ of: s }: { of: ShipmentDetail }) {
  return (
    <Panel title="Announced and received" flush>
      <div className="overflow-x-auto">
        <table className="table">
          <thead>
            <tr>
              <th scope="col">Line</th>
              <th scope="col" className="text-right">
                Announced
              </th>
              <th scope="col" className="text-right">
                Came
              </th>
              <th scope="col" className="text-right">
                Of it rejected
              </th>
            </tr>
          </thead>
          <tbody>
            {s.lines.map((l) => (
              <tr key={l.lineId}>
                <td>
                  {l.lineNo} {l.description}
                  {l.lot && <span className="text-t3"> · lot {l.lot}</span>}
                </td>
                <td className="text-right tabular-nums">
                  {shownDecimal(l.announced)} {l.unit}
                </td>
                <td className="text-right tabular-nums">
                  {shownDecimal(l.came)} {l.unit}
                </td>
                <td className="text-right tabular-nums">{shownDecimal(l.rejected)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Panel>
  );
}

function Proof({ of: s }: { of: ShipmentDetail }) {
  const differs = s.testimony.some(({ says, demanded }) => demanded && says === "differs");
  return (
    <Panel title="Who bears witness">
      <ul className="grid gap-2">
        {s.testimony.map(({ witness, says, demanded }) => (
          <li key={witness} className="flex flex-wrap items-center gap-3">
            <span>{witnesses[witness]}</span>
            <Badge tone={testimonies[says].tone} label={testimonies[says].label} />
            {!demanded && <span className="text-13 text-t3">not demanded of this order</span>}
          </li>
        ))}
      </ul>
      {s.receipts.map((r) => (
        <p key={r.number} className="text-13 text-t2">
          <Link to={`${pathTo("order", { id: s.orderId })}?tab=receipts`}>{r.number}</Link>,{" "}
          {formatDate(r.on)}, {r.receiver ?? "no receiver is named"}
        </p>
      ))}
      {differs && (
        <p className="notice">
          {s.buyer ?? "Whoever buys"} settles with {s.vendor} what does not agree.
        </p>
      )}
    </Panel>
  );
}

function Events({ of: s }: { of: ShipmentDetail }) {
  const { timeZone } = useAgency();
  return (
    <Panel title="What was heard" flush>
      {s.events.length === 0 ? (
        <p className="px-4 py-3 text-t2">Nothing was heard since it was announced.</p>
      ) : (
        <ol>
          {s.events.map((e) => (
            <li key={e.id} className="grid gap-1 border-b border-hair px-4 py-3 last:border-0">
              <span className="flex flex-wrap items-baseline gap-3">
                <span>{eventKinds[e.kind]}</span>
                <span className="text-13 text-t2">{formatInstant(e.at, timeZone)}</span>
                {e.place && <span className="text-13 text-t2">{e.place}</span>}
              </span>
              <span className="text-12 text-t3">
                {eventSources[e.source]}
                {e.by && `, ${e.by}`}
                {e.code && `, code ${e.code}`}, here since {formatInstant(e.enteredAt, timeZone)}
              </span>
            </li>
          ))}
        </ol>
      )}
    </Panel>
  );
}

function Place({ of: s }: { of: ShipmentDetail }) {
  if (s.latitude === null || s.longitude === null) return null;
  return (
    <section className="grid gap-2">
      <h2>Where to</h2>
      <AgencyMap
        label={`Where ${s.number} is delivered`}
        alone
        points={[
          {
            id: s.id,
            label: s.place,
            about: "Where to",
            href: null,
            latitude: s.latitude,
            longitude: s.longitude,
            accuracy: 0,
          },
        ]}
      />
    </section>
  );
}

/** A shipment: where it stands, what was heard of it, and who bears witness that it came. */
export default function ShipmentPage() {
  const { id = "" } = useParams();
  const { timeZone } = useAgency();
  const driver = useDriverLink(timeZone);
  const [entered, setEntered] = useState<{ of: ShipmentDetail; delivery: boolean } | null>(null);
  const extra = (s: ShipmentDetail) => [
    ...(s.mayRecord && isToCome(s.status)
      ? [
          {
            label: "Record delivery",
            icon: <PackageCheck aria-hidden="true" />,
            tone: "primary" as const,
            onSelect: () => setEntered({ of: s, delivery: true }),
          },
        ]
      : []),
    ...(s.mayReceive && s.receipts.length === 0
      ? [
          {
            label: "Receive goods",
            to: `${pathTo("orderReceive", { id: s.orderId })}?shipment=${s.id}`,
          },
        ]
      : []),
    ...(s.mayLink
      ? [
          {
            label: "Link for the driver",
            onSelect: () => driver.make(`/api/v1/ship-notices/${s.id}/driver-links`),
          },
        ]
      : []),
    ...(s.mayRecord
      ? [
          {
            label: "Enter what happened",
            onSelect: () => setEntered({ of: s, delivery: false }),
          },
        ]
      : []),
  ];
  return (
    <>
      <RecordPage<ShipmentDetail>
        path="/api/v1/ship-notices"
        id={id}
        lifecycle={look}
        title={(s) => s.title}
        subtitle={(s) => `${s.number}, ${s.vendor}`}
        owner={(s) => s.buyer}
        deadline={(s) => ({ at: s.expectedOn, label: "Expected", done: !isToCome(s.status) })}
        extraActions={extra}
        tabs={[
          {
            id: "shipment",
            label: "Shipment",
            content: (s) => (
              <div className="stack">
                {s.route && <OnRoute route={s.route} />}
                <Proof of={s} />
                <HandedOver
                  proofs={s.proofs}
                  counted={({ lineId, quantity }) =>
                    `${shownDecimal(quantity)} of line ${s.lines.find((l) => l.lineId === lineId)?.lineNo ?? "?"}`
                  }
                />
                <Lines of={s} />
                <Awaited of={s} />
                <Way of={s} />
                <Place of={s} />
              </div>
            ),
          },
          {
            id: "events",
            label: "What was heard",
            count: (s) => s.events.length,
            content: (s) => <Events of={s} />,
          },
        ]}
      />
      {driver.shown}
      {entered && (
        <EventDialog
          of={[entered.of]}
          delivery={entered.delivery}
          onClose={() => setEntered(null)}
        />
      )}
    </>
  );
}
