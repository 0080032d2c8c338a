import type { Guide } from "./guide.ts";

/** Guides of whoever makes the budget and the capital plan. */
export const planningGuides: readonly Guide[] = [
  {
    slug: "budget-cycle",
    for: "Budget",
    title: "Next year's budget",
    description:
      "Cycle, base, proposals, positions, fund balances, adoption, amendments with many lines, the book, and forecasts with their error.",
  },
  {
    slug: "outlook",
    for: "Budget",
    title: "Outlook",
    description:
      "What forecasts see coming and nobody wants, cash for 13 weeks, series by month with bands, and how wrong such forecasts were.",
  },
  {
    slug: "capital-planning",
    for: "Budget",
    title: "Capital planning and cost centers",
    description:
      "Requests and scores, the best plan under ceilings with its proof, adoption, cost centers and pools that are shared out.",
  },
];
