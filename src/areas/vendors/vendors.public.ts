export { certifications, screeningResults, vendorCycle, type ContactRow, type VendorDetail, type VendorRow, type VendorStatus } from "./vendor/vendor.model.ts";
