import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { formatDate } from "#kernel/dates.ts";
import { shownDecimal } from "#kernel/quantity.ts";
import { useGet } from "#web/kit/queries.ts";
import { ErrorPanel, Panel } from "#web/kit/states.tsx";
import { Badge } from "#web/kit/StatusBadge.tsx";
import type { TransferHandover as Handover } from "../proof/proof.model.ts";
import { timeOf } from "../route/plan/clock.model.ts";
import { stopStatuses } from "../route/stop/stop.labels.ts";
import { testimonies } from "../shipment/shipment.labels.ts";
import { HandedOver } from "./HandedOver.tsx";

const witnesses = { place: "Place of the driver", quantity: "Quantity sent" } as const;

function Witnesses({ of }: { of: Handover }) {
  return (
    <Panel title="Who bears witness">
      <ul className="grid gap-2">
        {of.witnesses.map(({ witness, says }) => (
          <li key={witness} className="flex flex-wrap items-center gap-3">
            <span>{witnesses[witness]}</span>
            <Badge tone={testimonies[says].tone} label={testimonies[says].label} />
          </li>
        ))}
      </ul>
      {of.lines.map(({ lineId, description, unit, sent, handed }) => (
        <p key={lineId} className="text-13 text-t2">
          {description}: {handed === null ? "not counted by the driver" : shownDecimal(handed)} of{" "}
          {shownDecimal(sent)} {unit}
        </p>
      ))}
    </Panel>
  );
}

/** Which route drives it, and about when it comes there. */
function OnRoute({ route }: { route: NonNullable<Handover["route"]> }) {
  const { planId, number, onDay, vehicle, driver, place, arrival, status } = route;
  return (
    <Panel
      title="On a route"
      aside={<Badge tone={stopStatuses[status].tone} label={stopStatuses[status].label} />}
    >
      <p>
        {vehicle}, driven by {driver}, comes there as stop {place} on {formatDate(onDay)} about{" "}
        {timeOf(arrival * 60)} (
        <Link className="underline" to={pathTo("routePlan", { id: planId })}>
          {number}
        </Link>
        ).
      </p>
    </Panel>
  );
}

/** What drivers handed over of a transfer between own places; nothing while no driver did. */
export function TransferHandover({ id }: { id: string }) {
  const { data, error } = useGet<Handover>(
    "stock-transfers",
    `/api/v1/stock-transfers/${id}/handover`,
  );
  if (error) return <ErrorPanel error={error} what="What the driver handed over" />;
  if (!data) return null;
  if (data.proofs.length === 0) return data.route && <OnRoute route={data.route} />;
  const named = (lineId: string) => data.lines.find((line) => line.lineId === lineId);
  return (
    <>
      {data.route && <OnRoute route={data.route} />}
      <Witnesses of={data} />
      <HandedOver
        proofs={data.proofs}
        counted={({ lineId, quantity }) =>
          `${shownDecimal(quantity)} ${named(lineId)?.unit ?? ""} of ${named(lineId)?.description ?? "?"}`
        }
      />
    </>
  );
}
