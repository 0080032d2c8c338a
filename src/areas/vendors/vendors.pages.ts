import type { Page } from "../../kernel/access.ts";

export const vendorPages = {
  vendors: { path: "/vendor-directory", title: "Vendor directory", access: "signed-in", screen: "vendor/VendorList.tsx" },
  vendorNew: { path: "/vendor-directory/new", title: "New vendor", access: "signed-in", screen: "vendor/VendorNew.tsx" },
  vendorImport: { path: "/vendor-directory/import", title: "Import vendors", access: "signed-in", screen: "vendor/VendorImport.tsx" },
  exclusions: { path: "/vendor-directory/exclusions", title: "Exclusions", access: "signed-in", screen: "screening/ExclusionsPage.tsx" },
  vendor: { path: "/vendor-directory/:id", title: "Vendor", access: "signed-in", screen: "vendor/VendorPage.tsx" },
  vendorEdit: { path: "/vendor-directory/:id/edit", title: "Edit vendor", access: "signed-in", screen: "vendor/VendorEdit.tsx" },
} as const satisfies Record<string, Page>;
