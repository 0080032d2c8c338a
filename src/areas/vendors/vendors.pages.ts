import type { Page } from "#kernel/access.ts";

export const vendorPages = {
  vendors: {
    path: "/vendor-directory",
    title: "Vendor directory",
    access: "signed-in",
    screen: "vendor/VendorList.tsx",
  },
  vendorNew: {
    path: "/vendor-directory/new",
    title: "New vendor",
    access: "signed-in",
    screen: "vendor/VendorNew.tsx",
  },
  vendorImport: {
    path: "/vendor-directory/import",
    title: "Import vendors",
    access: "signed-in",
    screen: "vendor/VendorImport.tsx",
  },
  commodityImport: {
    path: "/vendor-directory/codes",
    title: "Commodity codes",
    access: "signed-in",
    screen: "commodity/CommodityImport.tsx",
  },
  masterData: {
    path: "/master-data",
    title: "Master data",
    access: "signed-in",
    screen: "master/MasterData.tsx",
  },
  vendorMergeNew: {
    path: "/master-data/merges/new",
    title: "Merge two vendors",
    access: "signed-in",
    screen: "merge/MergeNew.tsx",
  },
  vendorMerge: {
    path: "/master-data/merges/:id",
    title: "Vendor merge",
    access: "signed-in",
    screen: "merge/MergePage.tsx",
  },
  masterImport: {
    path: "/master-data/:list/import",
    title: "Import a list",
    access: "signed-in",
    screen: "master/MasterImport.tsx",
  },
  exclusions: {
    path: "/vendor-directory/exclusions",
    title: "Exclusions",
    access: "signed-in",
    screen: "screening/ExclusionsPage.tsx",
  },
  vendor: {
    path: "/vendor-directory/:id",
    title: "Vendor",
    access: "signed-in",
    screen: "vendor/VendorPage.tsx",
  },
  vendorEdit: {
    path: "/vendor-directory/:id/edit",
    title: "Edit vendor",
    access: "signed-in",
    screen: "vendor/VendorEdit.tsx",
  },
  vendorRegistrations: {
    path: "/vendor-registration",
    title: "Vendor registration",
    access: "signed-in",
    screen: "registration/RegistrationHome.tsx",
  },
  vendorRegistration: {
    path: "/vendor-registration/:id",
    title: "Vendor registration",
    access: "signed-in",
    screen: "registration/RegistrationPage.tsx",
  },
  portalCompany: {
    path: "/vendor-portal/company",
    title: "Company",
    access: "signed-in",
    screen: "registration/PortalCompany.tsx",
  },
  portalPerformance: {
    path: "/vendor-portal/performance",
    title: "Performance",
    access: "signed-in",
    screen: "performance/PortalPerformance.tsx",
  },
  vendorPerformance: {
    path: "/vendor-performance",
    title: "Vendor performance",
    access: "signed-in",
    screen: "performance/PerformanceList.tsx",
  },
  correctivePlan: {
    path: "/vendor-performance/plans/:id",
    title: "Corrective plan",
    access: "signed-in",
    screen: "performance/PlanPage.tsx",
  },
  vendorScorecard: {
    path: "/vendor-performance/:id",
    title: "Scorecard",
    access: "signed-in",
    screen: "performance/ScorecardPage.tsx",
  },
} as const satisfies Record<string, Page>;
