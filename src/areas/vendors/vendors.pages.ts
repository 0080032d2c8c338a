import type { Page } from "../../kernel/access.ts";

export const vendorPages = {
  vendors: { path: "/vendor-directory", title: "Vendor directory", access: "signed-in", screen: "vendor/VendorList.tsx" },
  vendorNew: { path: "/vendor-directory/new", title: "New vendor", access: "signed-in", screen: "vendor/VendorNew.tsx" },
  vendorImport: { path: "/vendor-directory/import", title: "Import vendors", access: "signed-in", screen: "vendor/VendorImport.tsx" },
  exclusions: { path: "/vendor-directory/exclusions", title: "Exclusions", access: "signed-in", screen: "screening/ExclusionsPage.tsx" },
  vendor: { path: "/vendor-directory/:id", title: "Vendor", access: "signed-in", screen: "vendor/VendorPage.tsx" },
  vendorEdit: { path: "/vendor-directory/:id/edit", title: "Edit vendor", access: "signed-in", screen: "vendor/VendorEdit.tsx" },
  vendorRegistrations: { path: "/vendor-registration", title: "Vendor registration", access: "signed-in", screen: "registration/RegistrationHome.tsx" },
  vendorRegistration: { path: "/vendor-registration/:id", title: "Vendor registration", access: "signed-in", screen: "registration/RegistrationPage.tsx" },
  vendorPortal: { path: "/vendor-portal", title: "Vendor portal", access: "signed-in", screen: "portal/PortalHome.tsx" },
  portalOrders: { path: "/vendor-portal/orders", title: "Orders", access: "signed-in", screen: "portal/PortalOrders.tsx" },
  portalOrder: { path: "/vendor-portal/orders/:orgId/:id", title: "Order", access: "signed-in", screen: "portal/PortalOrderPage.tsx" },
  portalInvoices: { path: "/vendor-portal/invoices", title: "Invoices", access: "signed-in", screen: "portal/PortalInvoices.tsx" },
  portalPayments: { path: "/vendor-portal/payments", title: "Payments", access: "signed-in", screen: "portal/PortalPayments.tsx" },
  portalMessages: { path: "/vendor-portal/messages", title: "Messages", access: "signed-in", screen: "portal/PortalMessages.tsx" },
  portalThread: { path: "/vendor-portal/messages/:orgId/:id", title: "Message", access: "signed-in", screen: "portal/PortalMessages.tsx" },
  portalCompany: { path: "/vendor-portal/company", title: "Company", access: "signed-in", screen: "portal/PortalCompany.tsx" },
  portalJoin: { path: "/vendor-portal/join", title: "Join your company", access: "signed-in", screen: "portal/PortalJoin.tsx" },
} as const satisfies Record<string, Page>;
