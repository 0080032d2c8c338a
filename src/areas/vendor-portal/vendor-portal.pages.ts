import type { Page } from "#kernel/access.ts";

export const vendorPortalPages = {
  vendorPortal: {
    path: "/vendor-portal",
    title: "Vendor portal",
    access: "signed-in",
    screen: "portal/PortalHome.tsx",
  },
  portalOrders: {
    path: "/vendor-portal/orders",
    title: "Orders",
    access: "signed-in",
    screen: "portal/PortalOrders.tsx",
  },
  portalOrder: {
    path: "/vendor-portal/orders/:orgId/:id",
    title: "Order",
    access: "signed-in",
    screen: "portal/PortalOrderPage.tsx",
  },
  portalInvoices: {
    path: "/vendor-portal/invoices",
    title: "Invoices",
    access: "signed-in",
    screen: "portal/PortalInvoices.tsx",
  },
  portalPayments: {
    path: "/vendor-portal/payments",
    title: "Payments",
    access: "signed-in",
    screen: "portal/PortalPayments.tsx",
  },
  portalMessages: {
    path: "/vendor-portal/messages",
    title: "Messages",
    access: "signed-in",
    screen: "portal/PortalMessages.tsx",
  },
  portalThread: {
    path: "/vendor-portal/messages/:orgId/:id",
    title: "Message",
    access: "signed-in",
    screen: "portal/PortalMessages.tsx",
  },
  portalJoin: {
    path: "/vendor-portal/join",
    title: "Join your company",
    access: "signed-in",
    screen: "portal/PortalJoin.tsx",
  },
} as const satisfies Record<string, Page>;
