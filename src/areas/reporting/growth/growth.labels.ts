/** The steps of a purchase, in the order in which it takes them; the first begins with the requisition. */
export const growthSteps = {
  submitted: { label: "Submitted", from: "requested" },
  approved: { label: "Approved", from: "submitted" },
  ordered: { label: "Ordered", from: "approved" },
  received: { label: "Received", from: "ordered" },
  invoiced: { label: "Invoiced", from: "received" },
  paid: { label: "Paid", from: "invoiced" },
} as const;
export type GrowthStep = keyof typeof growthSteps;

/** Figures of fewer people or purchases than these are not shown. */
export const leastGroup = 5;
/** A period is so many days at the most, and so many of its purchases are measured, the newest first. */
export const mostDays = 400;
export const mostPurchases = 20_000;
/** A draft lies after so many days. */
export const draftDays = 30;
