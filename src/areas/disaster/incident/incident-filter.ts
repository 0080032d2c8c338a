import type { Filter } from "#web/kit/table/filters.ts";

/** By the incident that something is bought for, for lists of documents. */
export const incidentFilter: Filter = {
  id: "incidentId",
  label: "Incident",
  kind: "set",
  options: [],
  seek: {
    path: "/api/v1/incidents",
    values: "id",
    option: (incident: { id: string; number: string; title: string }) => ({
      value: incident.id,
      label: `${incident.number}, ${incident.title}`,
    }),
  },
};
