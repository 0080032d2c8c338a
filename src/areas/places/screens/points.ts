import type { Verdict } from "#kernel/geo/fence.ts";
import type { MapPoint } from "#web/kit/map/map.types.ts";
import type { Placed } from "../placed/placed.model.ts";

/** A placed record as the map draws it. */
export const pointOf = (record: Placed & { verdict?: Verdict }): MapPoint => ({
  id: `${record.noun}:${record.id}`,
  label: record.label,
  about: record.nounLabel,
  href: record.href,
  latitude: record.latitude,
  longitude: record.longitude,
  accuracy: record.accuracy,
  ...(record.verdict && { verdict: record.verdict }),
});
