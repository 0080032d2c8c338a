import { defineDimension, defineFacts } from "#server/facts/facts.ts";
import { certifications } from "./vendor/vendor.labels.ts";
import { vendorList } from "./vendor/vendor.list.ts";

/** Kinds of certification of firms; a firm with several counts in each, and once in the whole. */
export const certificationDimension = defineDimension("certification", "Certification");

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
    { of: certificationDimension, filter: "certification", words: certifications },
  ],
  measures: {
    vendors: { label: "Number of vendors", kind: "count" },
    registered: { label: "With an own account", kind: "count", only: { registered: "true" } },
    insuranceEnding: {
      label: "With insurance that ends in 30 days or has ended",
      kind: "count",
      only: { insuranceEnding: "true" },
    },
    certificationEnding: {
      label: "With a certification that ends in 30 days or has ended",
      kind: "count",
      only: { certificationEnding: "true" },
    },
  },
});
