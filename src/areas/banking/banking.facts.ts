import { defineDimension, defineFacts } from "#server/facts/facts.ts";
import { bankLineList } from "./statement/statement.list.ts";

/** What can be added up of what banks say. */
export const bankingFacts = defineFacts({
  id: "bankLines",
  label: "Bank lines",
  grain: "a line of a bank statement",
  list: bankLineList,
  permission: "bank.read",
  page: "/payments/bank-lines",
  day: { label: "On the account", filter: "onDay" },
  dimensions: [
    {
      of: defineDimension("bankDirection", "Direction"),
      filter: "direction",
      name: "direction",
    },
  ],
  measures: {
    moved: { label: "Moved on the account, net", kind: "sum", total: "cents" },
    cameIn: {
      label: "Came in at the bank",
      kind: "sum",
      total: "cents",
      only: { direction: "in" },
    },
    lines: { label: "Number of bank lines", kind: "count" },
  },
});
