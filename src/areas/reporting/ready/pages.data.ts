import type { ReadyReport } from "#server/facts/ready.ts";

/** Reports that areas make on screens of their own. */
export const pagesReports: readonly ReadyReport[] = [
  {
    id: "sefa",
    name: "Schedule of expenditures of federal awards",
    says: "Federal money spent by assistance listing.",
    formula: "Cost lines of awards by the day on which they were incurred.",
    citation: "2 CFR 200.510(b)",
    readers: ["grant_manager", "controller", "auditor"],
    page: "/grant-management/reports?tab=sefa",
    permission: "grant.read",
  },
  {
    id: "sf-425",
    name: "Federal financial reports (SF-425)",
    says: "What is due to grantors, prepared from the books.",
    formula: "Lines 10a to 10o as the form says.",
    citation: "2 CFR 200.328",
    readers: ["grant_manager", "controller"],
    page: "/grant-management/reports",
    permission: "grant.read",
  },
  {
    id: "asset-roll-forward",
    name: "Capital assets between two days",
    says: "Additions, disposals and depreciation by class.",
    formula: "Cost and straight-line depreciation, to the cent.",
    citation: "GASB Statement 34, paragraph 117",
    readers: ["asset_manager", "controller", "auditor"],
    page: "/asset-management/book",
    permission: "asset.book",
  },
  {
    id: "osha-300a",
    name: "Summary of injuries (OSHA 300A)",
    says: "Recordable injuries of a calendar year.",
    formula: "Cases that the cited questions make recordable.",
    citation: "29 CFR 1904.32",
    readers: ["safety_officer"],
    page: "/safety-management/forms",
    permission: "safety.read",
  },
  {
    id: "budget-book",
    name: "Budget book",
    says: "The adopted budget, frozen with its hash.",
    formula: "Adopted lines, positions and fund balances of the cycle.",
    readers: ["budget_officer"],
    page: "/budget-management/book",
    permission: "budget.read",
  },
];
