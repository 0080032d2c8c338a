import { certifications } from "./vendor.labels.ts";
import type { Filter } from "#web/kit/table/filters.ts";

/** By commodity, as codes or by words. */
export const commodityFilter: Filter = {
  id: "commodity",
  label: "Commodity",
  kind: "set",
  options: [],
  seek: {
    path: "/api/v1/commodities",
    values: "codes",
    option: (c: { code: string; name: string }) => ({
      value: c.code,
      label: `${c.code} ${c.name}`,
    }),
  },
};

/** By the vendor of a document. */
export const vendorFilter: Filter = {
  id: "vendorId",
  label: "Vendor",
  kind: "set",
  options: [],
  seek: {
    path: "/api/v1/vendors",
    values: "id",
    option: (v: { id: string; number: string; name: string }) => ({
      value: v.id,
      label: `${v.number} ${v.name}`,
    }),
  },
};

/** Records of vendors that were certified on the day of the record, by kind, and whether at all. */
export const certificationFilters: readonly Filter[] = [
  {
    id: "certification",
    label: "Certification on that day",
    kind: "set",
    options: Object.entries(certifications).map(([value, label]) => ({ value, label })),
  },
  { id: "certified", label: "Of a certified firm", kind: "flag" },
];
