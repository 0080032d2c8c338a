import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { shownDecimal } from "#kernel/quantity.ts";
import { useGet } from "#web/kit/queries.ts";
import { Panel } from "#web/kit/states.tsx";
import type { MeasuredShapes as Found } from "./standing.model.ts";

/** Where what a document buys was measured: each opens its sheet at the shape; nothing where none. */
export function MeasuredShapes({
  of,
  id,
}: {
  of: "requisitionId" | "orderId" | "solicitationId";
  id: string;
}) {
  const { data } = useGet<Found>("measurements", `/api/v1/measured-shapes?${of}=${id}`);
  if (!data?.items.length) return null;
  return (
    <Panel title="Measured on plans">
      <ul className="grid gap-2 text-13">
        {data.items.map((shape) => (
          <li key={`${shape.id} ${shape.description}`} className="grid">
            <Link
              className="underline"
              to={`${pathTo("planSheet", { id: shape.sheetId })}?measurement=${shape.id}`}
            >
              {shape.number} on {shape.sheet} revision {shape.revision}
            </Link>
            <span className="text-t2 [overflow-wrap:anywhere]">
              {shape.description}, {shownDecimal(shape.quantity)} {shape.unit}
              {!shape.current && ", on an older revision"}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
