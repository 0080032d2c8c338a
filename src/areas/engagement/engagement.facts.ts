import { defineDimension, defineFacts } from "#server/facts/facts.ts";
import { serviceList } from "./service/service.service.ts";

/** What can be counted of what citizens report. */
export const engagementFacts = defineFacts({
  id: "serviceRequests",
  label: "Service requests",
  grain: "a request",
  list: serviceList,
  permission: "serviceRequest.read",
  page: "/service-requests",
  dimensions: [
    {
      of: defineDimension("serviceStatus", "Status of the request"),
      filter: "status",
      name: "status",
    },
    {
      of: defineDimension("service", "What the request is about"),
      filter: "service",
      name: "service",
    },
  ],
  measures: {
    requests: { label: "Number of requests", kind: "count" },
    open: { label: "Open", kind: "count", only: { open: "true" } },
    late: { label: "Late", kind: "count", only: { late: "true" } },
    daysToClose: {
      label: "Days until closed, median",
      kind: "duration",
      began: "createdAt",
      ended: "closedAt",
      percent: 50,
    },
    daysToCloseMost: {
      label: "Days until closed, for 90%",
      kind: "duration",
      began: "createdAt",
      ended: "closedAt",
      percent: 90,
    },
  },
});
