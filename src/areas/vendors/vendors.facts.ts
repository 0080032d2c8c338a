import { defineDimension, defineFacts } from "#server/facts/facts.ts";
import { vendorList } from "./vendor/vendor.list.ts";

/** What can be counted of the vendor directory. */
export const vendorFacts = defineFacts({
  id: "vendors",
  label: "Vendors",
  grain: "a vendor",
  list: vendorList,
  permission: "vendor.read",
  page: "/vendor-directory",
  // One score of a vendor: vendor_score is unique by agency and vendor.
  single: ["s"],
  dimensions: [
    {
      of: defineDimension("vendorStatus", "Status of the vendor"),
      filter: "status",
      name: "status",
    },
    { of: defineDimension("vendorState", "State of the vendor"), filter: "state", name: "state" },
  ],
  measures: {
    vendors: { label: "Number of vendors", kind: "count" },
    registered: { label: "With an own account", kind: "count", only: { registered: "true" } },
    insuranceEnding: {
      label: "With insurance that ends in 30 days or has ended",
      kind: "count",
      only: { insuranceEnding: "true" },
    },
  },
});
