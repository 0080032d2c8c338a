import type { Endpoint } from "#server/http/endpoint.ts";
import { listEndpoints } from "#server/http/export.ts";
import { eventRow } from "./event.model.ts";
import { eventList } from "./event.service.ts";

export const eventEndpoints: readonly Endpoint[] = [
  ...listEndpoints("/api/v1/sign-in-events", "signOn.manage", eventList, eventRow),
];
