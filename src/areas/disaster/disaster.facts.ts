import { defineDimension, defineFacts } from "#server/facts/facts.ts";
import { incidentList } from "./incident/incident.list.ts";

/** What can be added up of incidents. */
export const disasterFacts = defineFacts({
  id: "incidents",
  label: "Incidents",
  grain: "an incident",
  list: incidentList,
  permission: "incident.read",
  page: "/disaster",
  day: { label: "Began", filter: "beginsOn" },
  dimensions: [
    {
      of: defineDimension("incidentStatus", "Status of the incident"),
      filter: "status",
      name: "status",
    },
  ],
  measures: {
    cost: {
      label: "Committed, spent and issued from the stores, without exercises",
      kind: "sum",
      total: "costCents",
      only: { exercise: "false" },
    },
    incidents: {
      label: "Number of incidents, without exercises",
      kind: "count",
      only: { exercise: "false" },
    },
    exercises: { label: "Number of exercises", kind: "count", only: { exercise: "true" } },
  },
});
