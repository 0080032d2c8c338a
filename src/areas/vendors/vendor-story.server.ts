import { seedVendorSide } from "./demo/vendor-side.seed.ts";

/** The demo story's chapter of the vendors' side; after orders, receipts and invoices exist. */
export const vendorStory = { name: "vendor-story", endpoints: [], seed: seedVendorSide };
