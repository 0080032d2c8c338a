import "./commodity/commodity.importer.ts";
import "./vendor/vendor.importer.ts";
import { bankEndpoints } from "./bank/bank.api.ts";
import { performanceEndpoints } from "./performance/performance.api.ts";
import { scoreSchedule } from "./performance/performance.jobs.ts";
import { portalEndpoints } from "./portal/portal.api.ts";
import { companyEndpoints } from "./registration/company.api.ts";
import { registrationEndpoints } from "./registration/registration.api.ts";
import { seedVendors } from "./vendors.seed.ts";
import { screeningEndpoints } from "./screening/screening.api.ts";
import { loadListJob, screenAllJob } from "./screening/screening.jobs.ts";
import { vendorEndpoints } from "./vendor/vendor.api.ts";

export { unknownCodes } from "./commodity/commodity.service.ts";
export {
  payableBankAccount,
  vendorHolds,
  type PayableAccount,
  type VendorHold,
} from "./bank/bank.service.ts";
export { screenVendor, screenVendors, type Screening } from "./screening/screening.service.ts";
export { vendorList } from "./vendor/vendor.list.ts";
export { activateVendor, changeVendor, createVendor, moveVendor } from "./vendor/vendor.service.ts";

/** What the server mounts of this area. */
export const vendors = {
  name: "vendors",
  endpoints: [
    ...vendorEndpoints,
    ...bankEndpoints,
    ...screeningEndpoints,
    ...registrationEndpoints,
    ...companyEndpoints,
    ...portalEndpoints,
    ...performanceEndpoints,
  ],
  jobs: [loadListJob, screenAllJob],
  schedules: [scoreSchedule],
  seed: seedVendors,
};
