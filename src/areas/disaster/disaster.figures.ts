import type { FigureSource } from "#server/area.ts";
import { alertList } from "./alert/alert.list.ts";
import { incidentList } from "./incident/incident.list.ts";
import { requestList } from "./request/request.list.ts";

const incidents = {
  id: "incidents-open",
  pressing: true,
  label: "Open incidents",
  permission: "incident.read",
  list: incidentList,
  api: "/api/v1/incidents",
  page: "/disaster",
  query: "open=true",
  says: ["incident is open", "incidents are open"],
} as const;
const alerts = {
  id: "alerts-touching",
  pressing: true,
  label: "Weather alerts in force that touch the agency",
  permission: "alert.read",
  list: alertList,
  api: "/api/v1/weather-alerts",
  page: "/weather-alerts",
  query: "status=active&touch=inside,possibly,unjudged&test=false",
  says: ["warning in force touches the agency", "warnings in force touch the agency"],
} as const;

/** What the dashboard shows an emergency manager of incidents and warnings. */
export const disasterFigures: readonly FigureSource[] = [
  { group: "duty", place: 138, duty: "emergency_manager", ...incidents },
  { group: "duty", place: 139, duty: "emergency_manager", ...alerts },
  {
    group: "duty",
    place: 140,
    duty: "emergency_manager",
    id: "requests-open",
    label: "Resource requests that are open",
    permission: "incident.read",
    list: requestList,
    api: "/api/v1/incident-requests",
    page: "/disaster-ops-hub",
    query: "open=true",
    says: ["resource request is open", "resource requests are open"],
  },
];
