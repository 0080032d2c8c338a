import { departmentDimension } from "#areas/organization/organization.server.ts";
import { defineDimension, defineFacts, fiscalYearDimension } from "#server/facts/facts.ts";
import { budgetLineList, commitmentList } from "./line/line.service.ts";

const sideDimension = defineDimension("side", "Spending or revenue");
const fundDimension = defineDimension("fund", "Fund");
const sides = { spending: "Spending", revenue: "Revenue" };

// The lines as their entries say, with the words of the lines' list for its columns. A line that had no
// entry by then did not stand.
const linesOfEntries = budgetLineList.from.replace(
  "budget_line l",
  `(
    select
      b.org_id, b.id, b.fiscal_year_id, b.account_string_id, b.closed, b.version,
      0::bigint as original, sum(e.adjusted)::bigint as adjusted,
      sum(e.pre_encumbered)::bigint as pre_encumbered, sum(e.encumbered)::bigint as encumbered,
      sum(e.expended)::bigint as expended
    from budget_line b
    join commitment_entry e on e.org_id = b.org_id and e.budget_line_id = b.id
    where e.posted_on <= $posted and e.created_at <= $recorded
    group by b.org_id, b.id
  ) l`,
);

/** What can be added up of the budget and its ledger: one year at a time, spending or revenue. */
export const budgetFacts = defineFacts(
  {
    id: "budget",
    label: "Budget lines",
    grain: "an account string in a fiscal year",
    list: budgetLineList,
    permission: "budget.read",
    page: "/budget-management",
    asOf: { from: linesOfEntries },
    dimensions: [
      { of: fiscalYearDimension, filter: "year", name: "year" },
      { of: sideDimension, filter: "side", words: sides },
      { of: departmentDimension, filter: "departmentId", name: "department" },
      { of: fundDimension, filter: "fundId", name: "fund" },
    ],
    apart: ["fiscalYear", "side"],
    // Of every line the days of its fiscal year, the last one that counts included.
    sums: {
      daysGone: "greatest(0, least($until, y.ends_on) - y.starts_on + 1)",
      daysOfYear: "(y.ends_on - y.starts_on + 1)",
    },
    measures: {
      // Before the first change of the year; what it was at a moment no entry says.
      original: { label: "Original budget", kind: "sum", total: "original", now: true },
      variance: { label: "Final budget less actual", kind: "sum", total: "variance" },
      varianceShare: {
        label: "Variance of the final budget",
        kind: "ratio",
        part: "variance",
        whole: "budget",
      },
      budget: { label: "Revised budget", kind: "sum", total: "budget" },
      encumbered: { label: "Encumbered", kind: "sum", total: "encumbered" },
      expended: { label: "Expended", kind: "sum", total: "expended" },
      available: { label: "Available", kind: "sum", total: "available" },
      spent: {
        label: "Expended of the budget",
        kind: "ratio",
        part: "expended",
        whole: "budget",
        against: {
          measure: "gone",
          worse: "ahead",
          of: "its budget",
          time: "the fiscal year",
        },
      },
      gone: {
        label: "Gone of the fiscal year",
        kind: "ratio",
        part: "daysGone",
        whole: "daysOfYear",
      },
      lines: { label: "Lines", kind: "count" },
    },
  },
  {
    id: "ledger",
    label: "Movements of the ledger",
    grain: "a movement of budget money",
    list: commitmentList,
    permission: "ledger.read",
    page: "/budget-management/ledger",
    day: { label: "Posted", filter: "postedOn" },
    asOf: { posted: "postedOn", recorded: "recordedAt" },
    dimensions: [
      { of: fiscalYearDimension, filter: "year", name: "year" },
      { of: sideDimension, filter: "side", words: sides },
      { of: departmentDimension, filter: "departmentId", name: "department" },
      { of: fundDimension, filter: "fundId", name: "fund" },
      { of: defineDimension("movement", "Kind of movement"), filter: "kind", name: "kind" },
      {
        of: defineDimension("ledgerDocument", "Kind of document"),
        filter: "documentType",
        name: "documentType",
      },
    ],
    apart: ["fiscalYear", "side"],
    measures: {
      adjusted: { label: "Change of the budget", kind: "sum", total: "adjusted" },
      encumbered: { label: "Encumbered", kind: "sum", total: "encumbered" },
      expended: { label: "Expended", kind: "sum", total: "expended" },
      movements: { label: "Number of movements", kind: "count" },
      unencumbered: { label: "Available at the end", kind: "balance", total: "available" },
      // What the year's encumbrances come to, part by part; together they are what is encumbered.
      carried: {
        label: "Encumbrances carried in and on",
        kind: "sum",
        total: "encumbered",
        only: { kind: "carry" },
      },
      made: {
        label: "Encumbrances made and changed",
        kind: "sum",
        total: "encumbered",
        only: { kind: "encumber" },
      },
      used: {
        label: "Encumbrances used",
        kind: "sum",
        total: "encumbered",
        only: { kind: "expend" },
      },
      released: {
        label: "Encumbrances released",
        kind: "sum",
        total: "encumbered",
        only: { kind: "release" },
      },
      reversed: {
        label: "Encumbrances restored by reversals",
        kind: "sum",
        total: "encumbered",
        only: { kind: "reverse" },
      },
      outstanding: { label: "Encumbered at the end", kind: "balance", total: "encumbered" },
    },
  },
);
