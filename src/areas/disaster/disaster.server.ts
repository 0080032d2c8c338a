import { agencyTables } from "#server/agency-tables/agency-tables.ts";
import { disasterLeaving } from "./disaster.leaving.data.ts";
import { vendorRiskAgent } from "./agent/vendor-risk.agent.ts";
import { weatherAgent } from "./agent/weather.agent.ts";
import { disasterFacts } from "./disaster.facts.ts";
import { citizenParts } from "#areas/engagement/engagement.server.ts";
import { flowRecords } from "#areas/flows/flows.server.ts";
import { placedRecords } from "#areas/places/places.server.ts";
import { incidentOrders, receiptListeners } from "#areas/procurement/procurement.server.ts";
import { vendorWaits } from "#areas/vendor-portal/vendor-portal.server.ts";
import { vendorReferences } from "#areas/vendors/vendors.server.ts";
import { fieldKinds } from "#areas/field/field.server.ts";
import { capturedLog } from "./incident/field.service.ts";
import { defineArea } from "#server/area.ts";
import { observationEndpoints } from "./after/observation.api.ts";
import { alertEndpoints } from "./alert/alert.api.ts";
import { alertList } from "./alert/alert.list.ts";
import { feedSchedule } from "./alert/feed.jobs.ts";
import { touchSchedule } from "./alert/touch.service.ts";
import { disasterFigures } from "./disaster.figures.ts";
import { seedDisaster } from "./demo/disaster.seed.ts";
import { incidentEndpoints } from "./incident/incident.api.ts";
import { incidentList, releaseList } from "./incident/incident.list.ts";
import { releaseEndpoints } from "./release/release.api.ts";
import { releasesPart, urgentPart } from "./release/release.service.ts";
import { requestEndpoints } from "./request/request.api.ts";
import { orderOfIncident, receiptOfIncident } from "./request/line.service.ts";
import { incidentRequestFlow } from "./request/request-flow.service.ts";
import { requestList } from "./request/request.list.ts";
import { riskEndpoints } from "./risk/risk.api.ts";
import { riskList } from "./risk/risk.service.ts";
import { siteEndpoints } from "./site/site.api.ts";
import { situationEndpoints } from "./situation/situation.api.ts";
import { questionEndpoints } from "./supply/question.api.ts";
import { questionReference, questionsWaiting } from "./supply/question.service.ts";
import { supplyEndpoints } from "./supply/supply.api.ts";

export { incidentsNamed, type NamedIncident } from "./incident/incident-names.service.ts";

/** What the server mounts of this area. */
export default defineArea({
  name: "disaster",
  facts: disasterFacts,
  agents: [vendorRiskAgent, weatherAgent],
  endpoints: [
    ...alertEndpoints,
    ...incidentEndpoints,
    ...requestEndpoints,
    ...releaseEndpoints,
    ...riskEndpoints,
    ...supplyEndpoints,
    ...questionEndpoints,
    ...situationEndpoints,
    ...observationEndpoints,
    ...siteEndpoints,
  ],
  schedules: [feedSchedule, touchSchedule],
  seed: { after: ["emergency"], tell: seedDisaster },
  searches: [
    { kind: "incident", list: incidentList, permission: "incident.read", path: "/disaster" },
    {
      kind: "weatherAlert",
      list: alertList,
      permission: "alert.read",
      path: "/weather-alerts",
      title: "headline",
    },
    {
      kind: "incidentRequest",
      list: requestList,
      permission: "incident.read",
      path: "/disaster-response/requests",
    },
    { kind: "risk", list: riskList, permission: "risk.read", path: "/incident-risk-register" },
    {
      kind: "incidentRelease",
      list: releaseList,
      permission: "incident.read",
      path: "/disaster-response/releases",
    },
  ],
  figures: disasterFigures,
  asked: [
    {
      list: incidentList,
      permission: "incident.read",
      page: "/disaster",
      views: [{ name: "Open incidents", query: "open=true" }],
    },
    {
      list: alertList,
      permission: "alert.read",
      page: "/weather-alerts",
      views: [
        { name: "Alerts in force", query: "status=active" },
        {
          name: "Alerts that touch the agency",
          query: "status=active&touch=inside,possibly,unjudged&test=false",
        },
      ],
    },
  ],
  brings: [
    agencyTables.of(...disasterLeaving),
    fieldKinds.of(capturedLog),
    flowRecords.of(incidentRequestFlow),
    vendorReferences.of(questionReference),
    incidentOrders.of(orderOfIncident),
    receiptListeners.of(receiptOfIncident),
    vendorWaits.of(questionsWaiting),
    citizenParts.of({ name: "releases", part: releasesPart }),
    citizenParts.of({ name: "urgent", part: urgentPart }),
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
