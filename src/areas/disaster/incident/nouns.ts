import { defineNoun } from "#server/lifecycle.ts";
import { requestCycle } from "../request/request.labels.ts";
import { riskCycle } from "../risk/risk.labels.ts";
import { siteCycle } from "../site/site.labels.ts";
import { incidentCycle, planCycle, releaseCycle } from "./incident.labels.ts";
import {
  incident,
  incidentPlan,
  incidentRelease,
  incidentRequest,
  incidentSite,
  risk,
} from "./incident.tables.ts";
import { tellersOfRelease, tellersOfSite } from "./telling.service.ts";

export const incidentNoun = defineNoun({
  name: "incident",
  path: "incidents",
  page: "/disaster",
  table: incident,
  cycle: incidentCycle,
  number: (row) => row.number,
  read: "incident.read",
});
export const planNoun = defineNoun({
  name: "incidentPlan",
  path: "incident-plans",
  page: "/disaster-response/plans",
  table: incidentPlan,
  cycle: planCycle,
  number: (row) => row.number,
  read: "incident.read",
});
export const requestNoun = defineNoun({
  name: "incidentRequest",
  path: "incident-requests",
  page: "/disaster-response/requests",
  table: incidentRequest,
  cycle: requestCycle,
  number: (row) => row.number,
  askers: ["requestedBy"],
  read: "incident.read",
});
export const releaseNoun = defineNoun({
  name: "incidentRelease",
  path: "incident-releases",
  page: "/disaster-response/releases",
  table: incidentRelease,
  cycle: releaseCycle,
  number: (row) => row.number,
  facts: tellersOfRelease,
  read: "incident.read",
});
export const riskNoun = defineNoun({
  name: "risk",
  path: "risks",
  page: "/incident-risk-register",
  table: risk,
  cycle: riskCycle,
  number: (row) => row.number,
  read: "risk.read",
});
export const siteNoun = defineNoun({
  name: "incidentSite",
  path: "incident-sites",
  page: "/disaster",
  table: incidentSite,
  cycle: siteCycle,
  number: (row) => row.name,
  facts: tellersOfSite,
  read: "incident.read",
});
