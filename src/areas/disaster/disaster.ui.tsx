export { incidentFilter } from "./incident/incident-filter.ts";
