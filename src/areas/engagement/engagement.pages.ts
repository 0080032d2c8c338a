import type { Page } from "#kernel/access.ts";

export const engagementPages = {
  waitlist: {
    path: "/waitlist",
    title: "Join the waitlist",
    access: "public",
    screen: "forms/Waitlist.tsx",
  },
  requestDemo: {
    path: "/request-demo",
    title: "Request a demo",
    access: "public",
    screen: "forms/RequestDemo.tsx",
  },
  scheduleDemo: {
    path: "/schedule-demo",
    title: "Choose a time for your demo",
    access: "public",
    screen: "forms/ScheduleDemo.tsx",
  },
  contact: { path: "/contact", title: "Contact", access: "public", screen: "forms/Contact.tsx" },
  featureRequests: {
    path: "/feature-requests",
    title: "Feature requests",
    access: "public",
    screen: "forms/FeatureRequests.tsx",
  },
  thankYou: {
    path: "/thank-you",
    title: "Thank you",
    access: "public",
    screen: "forms/ThankYou.tsx",
  },
  publicVendors: {
    path: "/public-vendors",
    title: "Vendors of public agencies",
    access: "public",
    screen: "published/PublicVendors.tsx",
  },
  forVendors: {
    path: "/vendors",
    title: "Sell to public agencies",
    access: "public",
    screen: "published/Vendors.tsx",
  },
  publicOpportunities: {
    path: "/public-opportunities",
    title: "Public opportunities",
    access: "public",
    screen: "published/PublicOpportunities.tsx",
  },
  citizenPortal: {
    path: "/citizen-portal",
    title: "Citizen portal",
    access: "public",
    screen: "published/CitizenPortal.tsx",
  },
  serviceRequests: {
    path: "/service-requests",
    title: "Service requests",
    access: "signed-in",
    screen: "service/ServiceList.tsx",
  },
  serviceTypes: {
    path: "/service-requests/types",
    title: "Kinds of service",
    access: "signed-in",
    screen: "service/ServiceTypes.tsx",
  },
  serviceRequest: {
    path: "/service-requests/:id",
    title: "Service request",
    access: "signed-in",
    screen: "service/ServicePage.tsx",
  },
  adminWaitlist: {
    path: "/admin/waitlist",
    title: "Waitlist",
    access: ["admin"],
    screen: "admin/WaitlistAdmin.tsx",
  },
  adminDemos: {
    path: "/admin/demos",
    title: "Demo requests",
    access: ["admin"],
    screen: "admin/DemosAdmin.tsx",
  },
  adminFeedback: {
    path: "/admin/feedback",
    title: "Feedback",
    access: ["admin"],
    screen: "admin/FeedbackAdmin.tsx",
  },
} as const satisfies Record<string, Page>;
