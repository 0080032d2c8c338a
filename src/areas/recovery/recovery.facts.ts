import { defineDimension, defineFacts } from "#server/facts/facts.ts";
import { itemList } from "./item/item.list.ts";
import { projectList } from "./project/project.list.ts";

/** What can be added up of public assistance: projects, and what they cost. */
export const recoveryFacts = defineFacts(
  {
    id: "recoveryProjects",
    label: "Recovery projects",
    grain: "a project of public assistance",
    list: projectList,
    permission: "recovery.read",
    page: "/fema-grants-hub?tab=projects",
    dimensions: [
      { of: defineDimension("recoveryProject", "Recovery project"), filter: "id", name: "title" },
      {
        of: defineDimension("recoveryStatus", "Status of the project"),
        filter: "status",
        name: "status",
      },
      {
        of: defineDimension("recoveryCategory", "Category of work"),
        filter: "category",
        name: "category",
      },
    ],
    measures: {
      estimate: { label: "Estimated", kind: "sum", total: "estimateCents" },
      obligated: { label: "Obligated", kind: "sum", total: "obligated" },
      requested: { label: "Requested", kind: "sum", total: "requested" },
      paid: { label: "Paid", kind: "sum", total: "paid" },
      unproved: { label: "Eligible and not requested", kind: "sum", total: "unproved" },
      projects: { label: "Number of projects", kind: "count" },
    },
  },
  {
    id: "recoveryCosts",
    label: "Recovery costs",
    grain: "a cost of a project",
    list: itemList,
    permission: "recovery.read",
    page: "/fema-grants-hub?tab=costs",
    dimensions: [
      { of: defineDimension("recoveryCostKind", "Kind of cost"), filter: "kind", name: "kind" },
    ],
    measures: {
      costs: { label: "Cost", kind: "sum", total: "cents" },
      waiting: {
        label: "Eligible, waiting for a request",
        kind: "sum",
        total: "cents",
        only: { waiting: "true" },
      },
      excluded: { label: "Excluded", kind: "sum", total: "cents", only: { excluded: "true" } },
      lines: { label: "Number of costs", kind: "count" },
    },
  },
);
