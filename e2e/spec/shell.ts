// Typed from the specification, sections 2.6 to 2.8, 8 and 9.

/** 2.7: the targets; the first two labels are the specification's own words. */
export const quickActions: readonly (readonly [label: string | null, to: string])[] = [
  ["New RFP", "/rfq-builder"],
  ["New RFQ", "/rfq-builder"],
  [null, "/purchase-orders"],
  [null, "/grant-management"],
  [null, "/smart-requisition"],
  [null, "/disaster-ops-hub"],
  [null, "/emergency-procurement"],
  [null, "/approvals-inbox"],
  [null, "/vendors"],
  [null, "/shipment-tracking"],
  [null, "/inventory"],
  [null, "/reports"],
];

/** 2.8. */
export const paletteGroups = [
  "Create",
  "Emergency",
  "Navigation",
  "Logistics",
  "Security",
  "Performance",
  "Settings",
] as const;

/** 8, as far as the shell says it. */
export const texts = {
  noResults: "No results found.",
  help: "Opening help documentation",
  signedOut: "Signed out successfully",
  lost: ["Connection Lost", "Working offline. Some features may be limited."],
  restored: ["Connection Restored", "All features are now available."],
  error: [
    "Something went wrong",
    "An unexpected error occurred. Our team has been notified.",
    "Try Again",
    "Go Home",
  ],
  routerError: "Unexpected Application Error!",
} as const;

/** 9. */
export const constants = {
  rem: 16,
  sidebar: 16,
  sidebarMobile: 18,
  sidebarCollapsed: 3,
  sidebarCookieDays: 7,
  breakpoint: 768,
  header: 16 * 4,
  tooltipOpenMs: 700,
  toastsVisible: 3,
  toastMs: 4000,
  singleToastMs: 5000,
  analyticsMs: 5000,
} as const;

/** 2.9 and 8: the demonstration of the aging department. */
export const demo = {
  tabs: ["Demo Accounts", "Organization", "Sample Grants", "Features"],
  figures: [
    ["$43.7M", "total grants"],
    ["10", "active programs"],
    ["4", "departments"],
    ["4", "demo roles"],
  ],
  billing: "Enterprise plan, $2,999 per month, unlimited users",
  setUp: "Setup Demo Users",
  busy: "Setting up...",
  done: ["Demo Setup Complete", "Demo users created successfully"],
  failed: ["Setup Error", "Failed to create demo users"],
  days: 30,
  copiedMs: 2000,
  sampleGrants: 4,
  subDepartments: 3,
} as const;

/** 4, 6 and 8: assistant, feedback, tutorial. */
export const widgets = {
  level: "Platform Guide: Get help using the platform",
  chatFailed: "I apologize, but I encountered an error. Please try again.",
  chatPanel: { width: 24 * 16, height: 600 },
  feedbackTypes: ["bug", "feature", "improvement", "general"],
  feedbackDone: ["Feedback submitted", "Thank you for your feedback! We'll review it shortly."],
  feedbackFailed: ["Error", "Failed to submit feedback. Please try again."],
  feedbackStranger: ["Authentication required", "Please sign in to submit feedback"],
  tutorialStart: "Starting tutorial...",
  tutorialDelayMs: 500,
  tutorialNone: "No tutorials available yet. Check back soon!",
  tutorialFailed: "Could not load tutorial. Please try again.",
} as const;
