import { departmentDimension } from "#areas/organization/organization.server.ts";
import { vendorDimension } from "#areas/vendors/vendors.server.ts";
import { defineDimension, defineFacts } from "#server/facts/facts.ts";
import { contractList } from "./contract/contract.list.ts";

/** What can be added up of contracts. */
export const contractFacts = defineFacts({
  id: "contracts",
  label: "Contracts",
  grain: "a contract; of one with lots each lot",
  list: contractList,
  permission: "contract.read",
  page: "/contracts",
  day: { label: "Begins", filter: "startsOn" },
  dimensions: [
    { of: vendorDimension, filter: "vendorId", name: "vendor" },
    { of: departmentDimension, filter: "departmentId", name: "department" },
    {
      of: defineDimension("contractStatus", "Status of the contract"),
      filter: "status",
      name: "status",
    },
    { of: defineDimension("contractKind", "Kind of contract"), filter: "kind", name: "kind" },
  ],
  measures: {
    ceiling: { label: "Ceilings", kind: "sum", total: "ceiling" },
    drawn: { label: "Drawn", kind: "sum", total: "drawn" },
    left: { label: "Left", kind: "sum", total: "left" },
    used: { label: "Drawn of ceilings", kind: "ratio", part: "drawn", whole: "ceiling" },
    contracts: { label: "Number of contracts", kind: "count" },
    vendors: { label: "Vendors under contract", kind: "distinct", dimension: "vendor" },
  },
});
