import { agencyTables } from "#server/agency-tables/agency-tables.ts";
import { vendorPortalLeaving } from "./vendor-portal.leaving.data.ts";
import { threadReference } from "./portal/vendor-merge.service.ts";
import { vendorReferences } from "#areas/vendors/vendors.server.ts";
import { defineArea } from "#server/area.ts";
import { seedVendorSide } from "./demo/vendor-side.seed.ts";
import { portalEndpoints } from "./portal/portal.api.ts";

export type { WaitingItem } from "./portal/portal.model.ts";
export { vendorWaits, type VendorWaits } from "./portal/waits.ts";
export { vendorLists, vendorRecords, vendorWaiting } from "./portal/asked.service.ts";

/** What the server mounts of this area; its story comes after orders, receipts and invoices. */
export default defineArea({
  name: "vendor-portal",
  noFacts: "It shows vendors the agency's records.",
  brings: [agencyTables.of(...vendorPortalLeaving), vendorReferences.of(threadReference)],
  endpoints: portalEndpoints,
  seed: { after: ["finance"], tell: seedVendorSide },
});
