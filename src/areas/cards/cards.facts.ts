import { defineDimension, defineFacts } from "#server/facts/facts.ts";
import { lineList } from "./line/line.list.ts";

/** What can be added up of purchases by card. */
export const cardsFacts = defineFacts({
  id: "cardLines",
  label: "Card lines",
  grain: "a line of a purchase card, as its bank posted it; below zero where money came back",
  list: lineList,
  permission: "cards.read",
  page: "/payments/card-lines",
  day: { label: "Purchased", filter: "purchasedOn" },
  dimensions: [
    { of: defineDimension("card", "Card"), filter: "cardId", name: "lastFour" },
    {
      of: defineDimension("cardLineStatus", "Status of the card line"),
      filter: "status",
      name: "status",
    },
  ],
  measures: {
    amount: { label: "Bought by card", kind: "sum", total: "cents" },
    lines: { label: "Number of card lines", kind: "count" },
    missing: { label: "Without receipt", kind: "count", only: { receiptMissing: "true" } },
  },
});
