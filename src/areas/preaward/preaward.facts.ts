import { defineDimension, defineFacts } from "#server/facts/facts.ts";
import { applicationList } from "./application/application.list.ts";

/** What can be added up of applications for grants. */
export const preawardFacts = defineFacts({
  id: "applications",
  label: "Grant applications",
  grain: "an application",
  list: applicationList,
  permission: "grantApplication.read",
  page: "/grant-applications",
  day: { label: "Due", filter: "dueOn" },
  dimensions: [
    {
      of: defineDimension("applicationStatus", "Status of the application"),
      filter: "status",
      name: "status",
    },
  ],
  measures: {
    federal: { label: "Federal money asked for", kind: "sum", total: "federalCents" },
    match: { label: "Match", kind: "sum", total: "matchCents" },
    applications: { label: "Number of applications", kind: "count" },
  },
});
