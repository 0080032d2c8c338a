import { defineDimension, defineFacts } from "#server/facts/facts.ts";
import { departmentDimension } from "#areas/organization/organization.server.ts";
import { failureList } from "./failure/failure.list.ts";

/** What can be added up of what breaks controls. */
export const controlFacts = defineFacts({
  id: "controlFailures",
  label: "Failures of controls",
  grain: "a record that broke a control",
  list: failureList,
  permission: "controlFailure.read",
  page: "/compliance/failures",
  day: { label: "To be answered by", filter: "dueOn" },
  dimensions: [
    { of: departmentDimension, filter: "departmentId", name: "department" },
    {
      of: defineDimension("failureStatus", "Status of the failure"),
      filter: "status",
      name: "status",
    },
    { of: defineDimension("failureSeverity", "Severity"), filter: "severity", name: "severity" },
  ],
  measures: {
    failures: { label: "Number of failures", kind: "count" },
    openFailures: { label: "Open failures", kind: "count", only: { open: "true" } },
    failedAmount: { label: "Amount of records that broke a control", kind: "sum", total: "amount" },
  },
});
