import { shippedRules } from "#areas/governance/governance.server.ts";
import { newOrganizations } from "#areas/organization/organization.server.ts";
import { deadlineSources } from "#areas/workflow/workflow.server.ts";
import { closingMatters } from "#server/agencies/ending.ts";
import { agencyTables } from "#server/agency-tables/agency-tables.ts";
import { defineArea } from "#server/area.ts";
import { answeredCalls } from "#server/http/answered.ts";
import { paperMakers } from "#server/mail/paper-makers.ts";
import { agreementDeadlineSource } from "./agreement/agreement-deadlines.service.ts";
import { agreementEndpoints } from "./agreement/agreement.api.ts";
import { agreementViews } from "./agreement/agreement.labels.ts";
import { agreementList } from "./agreement/agreement.list.ts";
import { billingLeaving } from "./billing.leaving.data.ts";
import { billEndpoints } from "./bill/bill.api.ts";
import { billViews, ownBillViews } from "./bill/bill.labels.ts";
import { billList, ownBillList } from "./bill/bill.list.ts";
import { lateBillRule } from "./bill/late-rule.data.ts";
import { billsThatRefuseEnd } from "./bill/closing.service.ts";
import { billPaperMaker, billUblMaker } from "./bill/paper.service.ts";
import { seedBilling } from "./demo/billing.seed.ts";
import { billingDay } from "./morning/morning.service.ts";
import { operatorEndpoints } from "./operator/operator.api.ts";
import { ownEndpoints } from "./own/own.api.ts";
import { landingPage, pricingPage } from "./plan/offers.live.service.ts";
import { planEndpoints } from "./plan/plan.api.ts";
import { beginFirstOffers } from "./plan/plan.service.ts";
import { subscriptionEndpoints } from "./subscription/subscription.api.ts";
import { agencyCounts, countCall, keepCalls } from "./usage/counting.service.ts";

export { agencyCounts, countAgency, keepCalls, useByDay } from "./usage/counting.service.ts";
export { limitsOf } from "./usage/limits.service.ts";

const platform = "platform.read";

/** What the server mounts of this area. */
export default defineArea({
  name: "billing",
  noFacts: "Bills are the operator's with its customers; their own screens add them up.",
  endpoints: [
    ...ownEndpoints,
    ...operatorEndpoints,
    ...planEndpoints,
    ...agreementEndpoints,
    ...subscriptionEndpoints,
    ...billEndpoints,
  ],
  live: { "/pricing": pricingPage, "/": landingPage },
  days: [billingDay],
  schedules: [agencyCounts],
  start: { afterRestore: "goes on", begin: keepCalls },
  seed: { after: ["served"], tell: seedBilling },
  searches: [
    {
      ...{ kind: "ownBill", list: ownBillList, permission: "billing.read", title: "number" },
      path: "/billing/invoices",
    },
    {
      ...{ kind: "agencyBill", list: billList, permission: platform, title: "customer" },
      path: "/business-plan-management/bills",
    },
    {
      ...{ kind: "hostingAgreement", list: agreementList, permission: platform, title: "customer" },
      path: "/business-plan-management/agreements",
    },
  ],
  asked: [
    {
      ...{ list: ownBillList, permission: "billing.read", views: ownBillViews },
      page: "/billing/invoices",
    },
    {
      ...{ list: billList, permission: platform, views: billViews },
      page: "/business-plan-management/bills",
    },
    {
      ...{ list: agreementList, permission: platform, views: agreementViews },
      page: "/business-plan-management/agreements",
    },
  ],
  brings: [
    agencyTables.of(...billingLeaving),
    newOrganizations.of(beginFirstOffers),
    shippedRules.of(lateBillRule),
    answeredCalls.of(countCall),
    deadlineSources.of(agreementDeadlineSource),
    closingMatters.of({ label: "Bills", of: billsThatRefuseEnd }),
    paperMakers.of(billPaperMaker, billUblMaker),
  ],
});
