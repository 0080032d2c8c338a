import { AgencyMap } from "#areas/places/places.ui.tsx";
import type { Area } from "#kernel/geo/area.ts";
import type { MapArea } from "#web/kit/map/map.types.ts";
import { useGet } from "#web/kit/queries.ts";

type Mapped = { items: { id: string; title: string; area: Area }[] };

/** The areas of the open incidents on the agency's map. */
export function IncidentMap() {
  const areas = useGet<Mapped>("incidents", "/api/v1/incident-areas");
  const drawn: MapArea[] = (areas.data?.items ?? []).map((i) => ({
    id: i.id,
    label: i.title,
    area: i.area,
    tone: "alert",
  }));
  return <AgencyMap label="Areas of open incidents" areas={drawn} />;
}
