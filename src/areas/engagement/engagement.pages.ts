import type { Page } from "../../kernel/access.ts";

export const engagementPages = {
  waitlist: { path: "/waitlist", title: "Join the waitlist", access: "public", screen: "forms/Waitlist.tsx" },
  requestDemo: { path: "/request-demo", title: "Request a demo", access: "public", screen: "forms/RequestDemo.tsx" },
  scheduleDemo: { path: "/schedule-demo", title: "Choose a time for your demo", access: "public", screen: "forms/ScheduleDemo.tsx" },
  contact: { path: "/contact", title: "Contact", access: "public", screen: "forms/Contact.tsx" },
  featureRequests: { path: "/feature-requests", title: "Feature requests", access: "public", screen: "forms/FeatureRequests.tsx" },
  thankYou: { path: "/thank-you", title: "Thank you", access: "public", screen: "forms/ThankYou.tsx" },
  adminWaitlist: { path: "/admin/waitlist", title: "Waitlist", access: ["admin"], screen: "admin/WaitlistAdmin.tsx" },
  adminDemos: { path: "/admin/demos", title: "Demo requests", access: ["admin"], screen: "admin/DemosAdmin.tsx" },
  adminFeedback: { path: "/admin/feedback", title: "Feedback", access: ["admin"], screen: "admin/FeedbackAdmin.tsx" },
} as const satisfies Record<string, Page>;
