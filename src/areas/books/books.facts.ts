import { defineDimension, defineFacts } from "#server/facts/facts.ts";
import { glLineList } from "./ledger/ledger.list.ts";

/** What can be added up of the general ledger. */
export const booksFacts = defineFacts({
  id: "ledgerLines",
  label: "General ledger",
  grain: "a line of an entry of the general ledger",
  list: glLineList,
  permission: "books.read",
  page: "/budget-management/ledger-lines",
  day: { label: "Posted", filter: "postedOn" },
  dimensions: [
    { of: defineDimension("ledgerFund", "Fund of the books"), filter: "fund", name: "fund" },
    {
      of: defineDimension("ledgerAccount", "Account of the books"),
      filter: "account",
      name: "account",
    },
    { of: defineDimension("ledgerClass", "Class of account"), filter: "class", name: "class" },
    { of: defineDimension("ledgerEvent", "Event"), filter: "event", name: "event" },
  ],
  measures: {
    debits: { label: "Debits", kind: "sum", total: "debit" },
    credits: { label: "Credits", kind: "sum", total: "credit" },
    balance: { label: "Debits less credits", kind: "sum", total: "net" },
    lines: { label: "Number of ledger lines", kind: "count" },
  },
});
