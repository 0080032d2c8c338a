import { z } from "zod";
import type { Endpoint } from "#server/http/endpoint.ts";
import { listEndpoints } from "#server/http/export.ts";
import { eventList } from "./event.service.ts";

const eventRow = z
  .object({
    id: z.string(),
    at: z.string(),
    kind: z.string(),
    good: z.boolean(),
    providerName: z.string().nullable(),
    who: z.string(),
    told: z.string(),
    place: z.string(),
  })
  .meta({ id: "SignInEvent" });
export type EventRow = z.infer<typeof eventRow>;

export const eventEndpoints: readonly Endpoint[] = [
  ...listEndpoints("/api/v1/sign-in-events", "signOn.manage", eventList, eventRow),
];
