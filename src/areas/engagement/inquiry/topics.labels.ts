/** What the public site collects. */
export const inquiryKinds = {
  waitlist: "Waiting list",
  demo: "Demonstration",
  contact: "Message",
} as const;
/** What a person who writes can be about. */
export const topics = {
  sales: "Sales",
  support: "Support",
  security: "A security concern",
  accessibility: "Accessibility",
  press: "Press",
  other: "Something else",
} as const;
