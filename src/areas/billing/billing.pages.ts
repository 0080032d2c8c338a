import type { Page } from "#kernel/access.ts";

const staff = { access: ["admin", "manager"], alsoWith: "billing.read" } as const;
const platform = { access: ["platform_admin"] } as const;

export const billingPages = {
  billing: { ...staff, path: "/billing", title: "Billing", screen: "screens/BillingPage.tsx" },
  ownBills: {
    ...staff,
    path: "/billing/invoices",
    title: "Billing invoices",
    screen: "screens/OwnBillsPage.tsx",
  },
  ownBill: {
    ...staff,
    path: "/billing/invoices/:id",
    title: "Bill for Levee",
    screen: "screens/OwnBillPage.tsx",
  },
  billingPlans: {
    access: ["admin"],
    path: "/billing/plans",
    title: "Plans",
    screen: "screens/PlansPage.tsx",
  },
  businessPlans: {
    ...platform,
    path: "/business-plan-management",
    title: "Business plans",
    screen: "screens/BusinessPage.tsx",
  },
  hostingAgreements: {
    ...platform,
    path: "/business-plan-management/agreements",
    title: "Agreements with agencies",
    screen: "screens/AgreementsPage.tsx",
  },
  hostingAgreement: {
    ...platform,
    path: "/business-plan-management/agreements/:id",
    title: "Agreement with an agency",
    screen: "screens/AgreementPage.tsx",
  },
  hostingAgreementNew: {
    ...platform,
    path: "/business-plan-management/agreements/new",
    title: "New agreement with an agency",
    screen: "screens/AgreementNew.tsx",
  },
  hostingAgreementEdit: {
    ...platform,
    path: "/business-plan-management/agreements/:id/edit",
    title: "Change an agreement with an agency",
    screen: "screens/AgreementEdit.tsx",
  },
  agencyPlans: {
    ...platform,
    path: "/business-plan-management/plans",
    title: "Plans of agencies",
    screen: "screens/AgencyPlansPage.tsx",
  },
  agencyPlan: {
    ...platform,
    path: "/business-plan-management/plans/:id",
    title: "Plan of an agency",
    screen: "screens/AgencyPlanPage.tsx",
  },
  agencyBills: {
    ...platform,
    path: "/business-plan-management/bills",
    title: "Bills to agencies",
    screen: "screens/BillsPage.tsx",
  },
  agencyBill: {
    ...platform,
    path: "/business-plan-management/bills/:id",
    title: "Bill to an agency",
    screen: "screens/BillPage.tsx",
  },
  pricingPlans: {
    ...platform,
    path: "/pricing-plans",
    title: "Pricing plans",
    screen: "screens/OffersPage.tsx",
  },
  pricingPlan: {
    ...platform,
    path: "/pricing-plans/:id",
    title: "Pricing plan",
    screen: "screens/OffersPage.tsx",
  },
} as const satisfies Record<string, Page>;
