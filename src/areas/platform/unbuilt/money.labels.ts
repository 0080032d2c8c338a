import type { UnbuiltTexts } from "./unbuilt-text.labels.ts";

/** Coming screens of billing. */
export const moneyTexts: UnbuiltTexts = {
  "/billing": {
    does: ["Show the agency's plan, how it is used, and what it will cost next."],
    nearest: ["Plan, in Settings", "/settings?tab=billing"],
  },
  "/billing/invoices": {
    does: ["List what the agency was billed for the product, with a document for each bill."],
    nearest: ["Plan, in Settings", "/settings?tab=billing"],
  },
  "/billing/plans": {
    does: ["Compare the plans and change to another one."],
    nearest: ["Plan, in Settings", "/settings?tab=billing"],
  },
  "/business-plan-management": {
    does: ["Keep the operator's plan: agencies served, cost to serve them, income expected."],
    nearest: ["Dashboard", "/dashboard"],
  },
  "/pricing-plans": {
    does: [
      "Edit the plans that the pricing page and billing read: name, price from 0 to 999 USD a month, limits.",
    ],
    nearest: ["Plan, in Settings", "/settings?tab=billing"],
  },
};
