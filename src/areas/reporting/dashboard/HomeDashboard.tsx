import { useRef } from "react";
import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { useNear } from "#web/kit/useNear.ts";
import { useGet } from "#web/kit/queries.ts";
import type { ShownDashboard } from "./dashboard.model.ts";
import { TileGrid } from "./TileGrid.tsx";

function Board() {
  const { data } = useGet<{ dashboard: ShownDashboard | null }>(
    "report-dashboards",
    "/api/v1/home-dashboard",
  );
  const board = data?.dashboard;
  if (!board) return null;
  const { id, name, tiles, filters } = board;
  return (
    <section className="stack" aria-label={name}>
      <div className="flex flex-wrap items-baseline justify-between gap-2">
        <h2 className="text-18 font-semibold">{name}</h2>
        <p className="text-12">
          {id ? (
            <Link to={pathTo("reportDashboard", { id })}>Open this dashboard</Link>
          ) : (
            <Link to={`${pathTo("reports")}?tab=dashboards`}>Choose another dashboard</Link>
          )}
        </p>
      </div>
      <TileGrid tiles={tiles} filters={filters} level="h3" />
    </section>
  );
}

/**
 * What stands below a person's work: their own dashboard, that of their duty, or the product's. Its
 * figures are asked once it is about to be seen.
 */
export function HomeDashboard() {
  const place = useRef<HTMLDivElement>(null);
  const near = useNear(place);
  return <div ref={place}>{near && <Board />}</div>;
}
