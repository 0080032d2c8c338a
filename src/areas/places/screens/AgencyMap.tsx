import { useMemo, useState } from "react";
import type { Bounds } from "#kernel/geo/area.ts";
import type { Position } from "#kernel/geo/fence.ts";
import type { Ground, MapArea, MapPoint } from "#web/kit/map/map.types.ts";
import { MapView } from "#web/kit/map/MapView.tsx";
import { useGet } from "#web/kit/queries.ts";
import type { Outlines } from "../placed/placed.model.ts";

// The middle of the country, until something stands on the map.
const country: Bounds = { west: -98, south: 42, east: -90, north: 47 };

const groundOf = (read: Outlines | undefined): Ground => ({
  outlines: (read?.items ?? []) as never,
  states: (read?.states ?? []) as never,
  towns: read?.towns ?? [],
  streets: read?.streets ?? null,
});

/** The map with the outlines of the counties in view. */
export function AgencyMap({
  label,
  areas = [],
  points = [],
  onPlace,
  alone = false,
  kinds,
  near: fitted = false,
}: {
  label: string;
  areas?: readonly MapArea[];
  points?: readonly MapPoint[];
  onPlace?: (position: Position) => void;
  /** What is on it the page lists itself: nothing is listed beside the map. */
  alone?: boolean;
  /** The page draws the legend itself: the kinds in its order. */
  kinds?: readonly string[];
  /** What stands on it is shown first, not all of the agency. */
  near?: boolean;
}) {
  const near = points[0];
  const [box, setBox] = useState<Bounds | null>(null);
  const shown =
    box ??
    (near
      ? {
          west: near.longitude - 1.5,
          south: near.latitude - 1.5,
          east: near.longitude + 1.5,
          north: near.latitude + 1.5,
        }
      : country);
  // By whole degrees, so that a small move reads nothing anew.
  const query = new URLSearchParams({
    west: String(Math.max(-180, Math.floor(shown.west))),
    south: String(Math.max(-90, Math.floor(shown.south))),
    east: String(Math.min(180, Math.ceil(shown.east))),
    north: String(Math.min(90, Math.ceil(shown.north))),
  });
  const outlines = useGet<Outlines>("map-outlines", `/api/v1/map/outlines?${query}`);
  const ground = useMemo(() => groundOf(outlines.data), [outlines.data]);
  return (
    <MapView
      label={label}
      areas={areas}
      points={points}
      alone={alone}
      home={country}
      agency={fitted ? null : (outlines.data?.agency ?? null)}
      ground={ground}
      {...(kinds && { kinds })}
      onView={setBox}
      {...(onPlace && { onPlace })}
    />
  );
}
