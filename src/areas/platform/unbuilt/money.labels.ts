import type { UnbuiltTexts } from "./unbuilt-text.labels.ts";

/** Coming screens of planning, grants and billing. */
export const moneyTexts: UnbuiltTexts = {
  "/capital-planning-management": {
    does: [
      "Score capital projects by criteria that the agency sets, and give each a funding source per year.",
      "Compare scenarios under a budget ceiling over five to ten years.",
      "Adopt a plan, which creates its budget lines and projects.",
    ],
    nearest: ["Budget", "/budget-management"],
  },
  "/capital-planning": {
    does: [
      "Show the adopted capital plan: every project, its cash flow by year and where the money comes from.",
      "Print it for the council.",
    ],
    nearest: ["Budget summary", "/budget-management/summary"],
  },
  "/budget-forecasts": {
    does: [
      "Project each budget line to the end of the year from what is spent, ordered and planned.",
      "Let you move assumptions and see the result, with the error of the same method on past years beside it.",
    ],
    nearest: ["Budget summary", "/budget-management/summary"],
  },
  "/quantum-grant-management": {
    does: [
      "Choose which grants to pursue when staff hours and matching money are limited.",
      "Show how far the choice can be from the best one, and why each grant was left out.",
    ],
    nearest: ["Budget", "/budget-management"],
  },
  "/grant-budget-builder": {
    does: [
      "Build a grant budget by the categories of form SF-424A: personnel with fringe, indirect cost on the right base, match, by year.",
      "Check it against the program's limits while you type.",
    ],
    nearest: ["Budget", "/budget-management"],
  },
  "/ai-hub": {
    does: [
      "Gather the assistants for grants: eligibility, a draft narrative with its sources, a check of the finished application.",
    ],
    nearest: ["Requisitions", "/smart-requisition"],
  },
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
