export {
  certifications,
  screeningResults,
  vendorStatuses,
  type Certification,
} from "./vendor/vendor.labels.ts";
export {
  vendorCycle,
  type ContactRow,
  type VendorDetail,
  type VendorRow,
  type VendorStatus,
} from "./vendor/vendor.model.ts";
export { documentKinds, type DocumentKind } from "./registration/registration.labels.ts";
export { renewalDays } from "./registration/term.model.ts";
