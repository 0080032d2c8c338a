import { useMemo } from "react";
import { AgencyMap } from "#areas/places/places.ui.tsx";
import { noArea, type Area } from "#kernel/geo/area.ts";
import type { MapArea, MapPoint } from "#web/kit/map/map.types.ts";
import type { PlanDetail } from "../plan/plan.model.ts";

const areasOf = ({ answer, closures, vehicles }: PlanDetail): MapArea[] => [
  ...closures.map(({ id, number, name, area, lines }): MapArea => ({
    ...{ id, label: `${number} ${name}`, tone: "closed", lines },
    area: (area as Area | null) ?? noArea,
  })),
  ...(answer?.routes ?? []).map((route): MapArea => ({
    ...{ id: `way-${route.vehicle}`, label: `Route of ${route.vehicle}`, tone: "way" },
    ...{ area: noArea, lines: [route.line] },
    n: vehicles.findIndex(({ key }) => key === route.vehicle),
  })),
];

const about = (plan: PlanDetail, id: string): string => {
  const route = plan.answer?.routes.find(({ visits }) => visits.some((v) => v.stopId === id));
  return route?.vehicle ?? (plan.answer ? "Not in a route" : "Stop");
};

const pointsOf = (plan: PlanDetail): MapPoint[] => [
  {
    ...{ id: "depot", label: plan.depot.name, about: "Depot", href: null, accuracy: 30 },
    ...{ latitude: plan.depot.latitude, longitude: plan.depot.longitude },
  },
  ...plan.stops.map(({ id, told: { name, latitude, longitude } }): MapPoint => ({
    ...{ id, label: name, about: about(plan, id), href: null, accuracy: 30 },
    ...{ latitude, longitude },
  })),
];

/** The stops of a plan, a way a vehicle, and what is closed. */
export function RouteMap({ plan }: { plan: PlanDetail }) {
  const areas = useMemo(() => areasOf(plan), [plan]);
  const points = useMemo(() => pointsOf(plan), [plan]);
  const kinds = useMemo(
    () => [...plan.vehicles.map(({ key }) => key), "Depot", "Stop", "Not in a route"],
    [plan],
  );
  return (
    <AgencyMap
      label={`Map of ${plan.name}`}
      areas={areas}
      points={points}
      kinds={kinds}
      alone
      near
    />
  );
}
