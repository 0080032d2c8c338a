import { departmentDimension } from "#areas/organization/organization.server.ts";
import { defineDimension, defineFacts } from "#server/facts/facts.ts";
import { budgetLineList } from "./line/line.service.ts";

/** What can be added up of the budget: one year at a time, spending or revenue. */
export const budgetFacts = defineFacts({
  id: "budget",
  label: "Budget lines",
  grain: "an account string in a fiscal year",
  list: budgetLineList,
  permission: "budget.read",
  page: "/budget-management",
  dimensions: [
    { of: defineDimension("fiscalYear", "Fiscal year"), filter: "year", name: "year" },
    { of: defineDimension("side", "Spending or revenue"), filter: "side", name: "side" },
    { of: departmentDimension, filter: "departmentId", name: "department" },
    { of: defineDimension("fund", "Fund"), filter: "fundId", name: "fund" },
  ],
  apart: ["fiscalYear", "side"],
  measures: {
    budget: { label: "Revised budget", kind: "sum", total: "budget" },
    encumbered: { label: "Encumbered", kind: "sum", total: "encumbered" },
    expended: { label: "Expended", kind: "sum", total: "expended" },
    available: { label: "Available", kind: "sum", total: "available" },
    spent: { label: "Expended of the budget", kind: "ratio", part: "expended", whole: "budget" },
    lines: { label: "Lines", kind: "count" },
  },
});
