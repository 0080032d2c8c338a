import { useMemo } from "react";
import { pathTo } from "#areas.ts";
import { counted } from "#kernel/words.ts";
import { AgencyMap } from "#areas/places/places.ui.tsx";
import type { MapPoint } from "#web/kit/map/map.types.ts";
import { useGet } from "#web/kit/queries.ts";
import { ErrorPanel } from "#web/kit/states.tsx";
import type { ProjectRow } from "../project/project.model.ts";
import { worstOf } from "./states.ts";

/** A place that was typed is so exact, in meters. */
const typed = 30;

const pointsOf = (projects: readonly ProjectRow[]): MapPoint[] =>
  projects.flatMap((p) =>
    p.latitude === null || p.longitude === null
      ? []
      : [
          {
            id: p.id,
            label: `${p.number} ${p.name}`,
            about: worstOf(p),
            href: pathTo("project", { id: p.id }),
            latitude: Number(p.latitude),
            longitude: Number(p.longitude),
            accuracy: typed,
          },
        ],
  );

/** Where open projects are, each by the worst that is so of it. */
export function ProjectMap() {
  const { data, error } = useGet<{ items: ProjectRow[] }>(
    "projects",
    "/api/v1/projects?open=true&limit=200",
  );
  const points = useMemo(() => pointsOf(data?.items ?? []), [data]);
  if (error) return <ErrorPanel error={error} what="The map" />;
  const without = (data?.items.length ?? 0) - points.length;
  return (
    <section className="grid min-w-0 gap-2" aria-label="Map of projects">
      <AgencyMap label="Map of projects" points={points} alone />
      {without > 0 && (
        <p className="text-13 text-t2">
          {counted(without, "project has", "projects have")} no place yet.
        </p>
      )}
    </section>
  );
}
