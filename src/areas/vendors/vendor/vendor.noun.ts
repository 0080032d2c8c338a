import { defineNoun } from "#server/lifecycle.ts";
import { vendor } from "../vendors.tables.ts";
import { vendorCycle } from "./vendor.model.ts";

export const vendorNoun = defineNoun({
  name: "vendor",
  path: "vendors",
  page: "/vendor-directory",
  table: vendor,
  cycle: vendorCycle,
  number: (r) => r.number,
});
export type VendorRecord = typeof vendor.$inferSelect;
