import { shownDecimal } from "#kernel/quantity.ts";
import { useGet } from "#web/kit/queries.ts";
import { ErrorPanel, Panel } from "#web/kit/states.tsx";
import { Badge } from "#web/kit/StatusBadge.tsx";
import type { TransferHandover as Handover } from "../proof/proof.model.ts";
import { testimonies } from "../shipment/shipment.labels.ts";
import { HandedOver } from "./HandedOver.tsx";
import { OnRoute } from "./OnRoute.tsx";

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
