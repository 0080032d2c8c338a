import { contentNames } from "#server/agency-tables/contents.ts";
import { contentsOfCompanies } from "./registration/contents.service.ts";
import { practiceVendors } from "./vendor/practice-vendor.ts";
import { agencyTables } from "#server/agency-tables/agency-tables.ts";
import { vendorsLeaving } from "./vendors.leaving.data.ts";
import { vendorFacts } from "./vendors.facts.ts";
import { defineDimension } from "#server/facts/facts.ts";
import { placedRecords } from "#areas/places/places.server.ts";
import { programScopes } from "#server/program-scopes.ts";
import { vendorNoun } from "./vendor/vendor.noun.ts";
import { recordTopics } from "#server/webhooks/records.ts";
import {
  firstSteps,
  listUses,
  sharedListEndpoints,
  sharedLists,
} from "#areas/organization/organization.server.ts";
import { vendorStep } from "./vendor/first-step.service.ts";
import { vendorViews } from "./vendor/vendor.labels.ts";
import { newVendorIdentities } from "#areas/identity/identity.server.ts";
import { beginCompanyRecord } from "./registration/company.service.ts";
import { defineArea } from "#server/area.ts";
import { fileHolders } from "#server/files/holders.ts";
import { vendorFiles } from "./registration/files.service.ts";
import {
  commoditiesList,
  commodityList,
  commodityUse,
} from "./commodity/commodity-list.service.ts";
import { commodityEntry } from "./commodity/commodity.model.ts";
import { commodityImporter } from "./commodity/commodity.importer.ts";
import { vendorImporter } from "./vendor/vendor.importer.ts";
import { vendorList } from "./vendor/vendor.list.ts";
import { mergeEndpoints } from "./merge/merge.api.ts";
import { pairDay } from "./merge/merge.jobs.ts";
import { ownReferences } from "./merge/own-references.service.ts";
import { vendorReferences } from "./merge/reference.service.ts";
import { certificationEndpoints } from "./certification/certification.api.ts";
import { bankEndpoints } from "./bank/bank.api.ts";
import { deadlineSources } from "#areas/workflow/workflow.server.ts";
import { planDeadlineSource } from "./performance/plan-deadlines.service.ts";
import { performanceEndpoints } from "./performance/performance.api.ts";
import { scoreDay } from "./performance/performance.jobs.ts";
import { companyEndpoints } from "./registration/company.api.ts";
import { registrationEndpoints } from "./registration/registration.api.ts";
import { seedVendors } from "./vendors.seed.ts";
export { vendorTerms } from "./vendor/terms.service.ts";
export { seedDuplicates } from "./demo/duplicates.seed.ts";
export {
  addOwnCommodities,
  beginCompany,
  linkDemoVendor,
  loadExclusions,
  setRegistrationTerms,
} from "./vendors.seed.ts";
import { sourceTakers } from "#areas/connectors/connectors.server.ts";
import { exclusionTaker } from "./screening/exclusion-connector.service.ts";
import { screeningEndpoints } from "./screening/screening.api.ts";
import { fetchListJob, fetchDay, loadListJob, screenAllJob } from "./screening/screening.jobs.ts";
import { vendorEndpoints } from "./vendor/vendor.api.ts";
import { registrationList } from "./registration/registration.list.ts";
import { planList } from "./performance/plan.service.ts";
import { mergeList } from "./merge/merge.read.service.ts";

export { payeesOf, takeTins, type PayeeRecord } from "./vendor/payees.service.ts";
export {
  vendorReferences,
  type MergeBlock,
  type Merging,
  type VendorReference,
} from "./merge/reference.service.ts";
export { vendorAsIssued } from "./merge/merge.read.service.ts";
export { categoryDimension, categoryOf } from "./commodity/category.service.ts";
export { certifiedOn, kindsOn } from "./certification/in-force.service.ts";
export { certificationDimension } from "./vendors.facts.ts";
export { commodityNames, searchCommodities, unknownCodes } from "./commodity/commodity.service.ts";
export { payableBankAccount, type PayableAccount } from "./bank/bank.service.ts";
export { accountsSince, type AccountSince } from "./bank/account-since.service.ts";
export { vendorHolds, type VendorHold } from "./bank/vendor-holds.service.ts";
export { screenedBefore } from "./screening/screened-before.service.ts";
export { excludedNames } from "./screening/excluded-names.service.ts";
export { hasExclusionList } from "./screening/exclusion-list.service.ts";
export {
  screenAll,
  screenVendor,
  screenVendors,
  type Screening,
} from "./screening/screening.service.ts";
export {
  agenciesOf,
  certificatesEnding,
  companyOf,
  insuranceEnds,
  vendorFacts,
} from "./vendor/vendor-agencies.service.ts";
export { linesInFull } from "./performance/measured.service.ts";
export { listEvents } from "./performance/events.service.ts";
export { createPlan, movePlan } from "./performance/plan.service.ts";
export {
  evaluate,
  recomputeScores,
  replyToEvent,
  spanOf,
} from "./performance/performance.service.ts";
export { addCompanyDocument, readCompany, saveCompany } from "./registration/company.service.ts";
export { companyInput } from "./registration/registration.model.ts";
export { submitTo } from "./registration/submission.service.ts";
export { vendorInput } from "./vendor/vendor.model.ts";
export { vendorsSelling } from "./vendor/selling.service.ts";
export { vendorList } from "./vendor/vendor.list.ts";
export { vendorsByName } from "./vendor/vendor-by-name.service.ts";
export { vendorAddress, vendorsNamed } from "./vendor/vendor-names.service.ts";
export { privatePersons } from "./vendor/private-persons.service.ts";
export { activateVendor, changeVendor, createVendor, moveVendor } from "./vendor/vendor.service.ts";

/** What facts of other areas are told by. */
export const vendorDimension = defineDimension("vendor", "Vendor");

/** What the server mounts of this area. */
export default defineArea({
  name: "vendors",
  facts: vendorFacts,
  endpoints: [
    ...vendorEndpoints,
    ...certificationEndpoints,
    ...bankEndpoints,
    ...screeningEndpoints,
    ...registrationEndpoints,
    ...companyEndpoints,
    ...performanceEndpoints,
    ...mergeEndpoints,
    ...sharedListEndpoints(
      "/api/v1/commodity-codes",
      commoditiesList,
      commodityList,
      commodityEntry,
    ),
  ],
  jobs: [fetchListJob, loadListJob, screenAllJob],
  days: [fetchDay, scoreDay, pairDay],
  importers: [commodityImporter, vendorImporter],
  searches: [
    { kind: "vendor", list: vendorList, permission: "vendor.read", path: "/vendor-directory" },
    {
      kind: "vendorRegistration",
      list: registrationList,
      permission: "vendor.read",
      path: "/vendor-registration",
    },
    {
      kind: "correctivePlan",
      list: planList,
      permission: "vendor.read",
      path: "/vendor-performance/plans",
    },
    {
      kind: "vendorMerge",
      list: mergeList,
      permission: "vendor.read",
      path: "/master-data/merges",
      title: "keptName",
    },
  ],
  brings: [
    agencyTables.of(...vendorsLeaving),
    practiceVendors,
    contentNames.of(contentsOfCompanies),
    fileHolders.of(...vendorFiles),
    placedRecords.of({
      noun: "vendor",
      label: "Vendors",
      permission: "vendor.read",
      list: vendorList,
      page: "/vendor-directory",
      href: (id) => `/vendor-directory/${id}`,
      title: "v.name",
      about: "v.city",
      latitude: "null",
      longitude: "null",
      postalCode: "v.postal_code",
      query: { status: ["active"] },
    }),
    programScopes.of({
      "vendor.read": {
        place: 70,
        noun: "Vendors",
        may: "Read vendors, their documents, performance and screenings",
      },
    }),
    recordTopics.of({ noun: vendorNoun, label: "Vendors" }),
    firstSteps.of(vendorStep),
    vendorReferences.of(...ownReferences),
    sharedLists.of(commoditiesList),
    sourceTakers.of(exclusionTaker),
    listUses.of(commodityUse),
    newVendorIdentities.of(beginCompanyRecord),
    deadlineSources.of(planDeadlineSource),
  ],
  seed: { after: ["workflow"], tell: seedVendors },
  asked: [
    { list: vendorList, permission: "vendor.read", page: "/vendor-directory", views: vendorViews },
  ],
});
