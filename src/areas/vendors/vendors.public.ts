export { asIssued } from "./merge/as-issued.model.ts";
export { categories, categoryName } from "./commodity/category.labels.ts";
export { certifications, screeningResults, vendorStatuses } from "./vendor/vendor.labels.ts";
export { documentKinds, type DocumentKind } from "./registration/registration.labels.ts";
export { renewalDays } from "./registration/term.model.ts";
