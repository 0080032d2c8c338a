import { citizenParts } from "#areas/engagement/engagement.server.ts";
import { placedRecords } from "#areas/places/places.server.ts";
import { defineArea } from "#server/area.ts";
import { alertEndpoints } from "./alert/alert.api.ts";
import { alertList } from "./alert/alert.list.ts";
import { feedSchedule } from "./alert/feed.jobs.ts";
import { seedDisaster } from "./demo/disaster.seed.ts";
import { incidentEndpoints } from "./incident/incident.api.ts";
import { incidentList } from "./incident/incident.list.ts";
import { releaseEndpoints } from "./release/release.api.ts";
import { releasesPart } from "./release/release.service.ts";
import { requestEndpoints } from "./request/request.api.ts";
import { requestList } from "./request/request.list.ts";
import { riskEndpoints } from "./risk/risk.api.ts";
import { riskList } from "./risk/risk.service.ts";
import { supplyEndpoints } from "./supply/supply.api.ts";

/** What the server mounts of this area. */
export default defineArea({
  name: "disaster",
  endpoints: [
    ...alertEndpoints,
    ...incidentEndpoints,
    ...requestEndpoints,
    ...releaseEndpoints,
    ...riskEndpoints,
    ...supplyEndpoints,
  ],
  schedules: [feedSchedule],
  seed: { after: ["contracts"], tell: seedDisaster },
  searches: [
    { kind: "incident", list: incidentList, permission: "incident.read", path: "/disaster" },
    { kind: "weatherAlert", list: alertList, permission: "alert.read", path: "/weather-alerts" },
    {
      kind: "incidentRequest",
      list: requestList,
      permission: "incident.read",
      path: "/disaster-response/requests",
    },
    { kind: "risk", list: riskList, permission: "risk.read", path: "/incident-risk-register" },
  ],
  brings: [
    citizenParts.of({ name: "releases", part: releasesPart }),
    placedRecords.of({
      noun: "incident",
      label: "Incidents",
      permission: "incident.read",
      list: incidentList,
      page: "/disaster",
      href: (id) => `/disaster/${id}`,
      title: "i.number || ' ' || i.title",
      about: "i.area_text",
      latitude: "null",
      longitude: "null",
      postalCode: "null",
      query: { open: true },
    }),
  ],
});
