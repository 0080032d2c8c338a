import type { ComponentType } from "react";
import { CarbonExample } from "#areas/carbon/carbon.ui.tsx";
import { Island } from "./Island.tsx";
import AwardExample from "./live/award/AwardExample.tsx";
import GeofenceExample from "./live/geofence/GeofenceExample.tsx";
import RouteExample from "./live/route/RouteExample.tsx";

/** Live examples of content pages, by name. Each is an island of the same name in `islands.ts`. */
const liveExamples: Readonly<Record<string, ComponentType<object>>> = {
  award: AwardExample,
  route: RouteExample,
  geofence: GeofenceExample,
  carbon: CarbonExample,
};

/** The place of a live example on a page; draws nothing until one is registered under the name. */
export function LiveExample({ name }: { name: string }) {
  const Example = liveExamples[name];
  return Example ? <Island name={name} of={Example} props={{}} wake="visible" /> : null;
}
