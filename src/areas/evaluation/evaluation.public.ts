export { type VendorNotice, vendorNotice } from "./award/award.fields.model.ts";
export { noticeKinds } from "./award/award.labels.ts";
