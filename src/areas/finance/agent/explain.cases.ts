import type { AgentCase } from "#server/agents/agent.ts";
import type { ExplainCase } from "./explain.evaluation.ts";

const labelled = (name: string, right: string, given: ExplainCase): AgentCase => ({
  name,
  right,
  given,
});

/** Exceptions as accounts payable sees them, each with the cause that a person found. */
export const explainCases: readonly AgentCase[] = [
  labelled("gloves by the case of 24", "unit_factor", {
    kind: "price",
    line: {
      quantity: "2",
      unit: "CS",
      unitPrice: "48",
      amount: 9600,
      orderPrice: "2",
      ordered: "48",
    },
  }),
  labelled("paper by the ream, ordered by the carton of 10", "unit_factor", {
    kind: "unit",
    line: {
      ...{ quantity: "30", unit: "REAM", unitPrice: "4.5", amount: 13500 },
      ...{ orderPrice: "45", orderUnit: "CT", ordered: "3" },
    },
  }),
  labelled("a factor that does not come to the cent", "none", {
    kind: "unit",
    line: { quantity: "2", unit: "CS", unitPrice: "47.99", amount: 9598, orderPrice: "2" },
  }),
  labelled("quantity and price exchanged", "swapped", {
    kind: "price",
    line: { quantity: "12.5", unitPrice: "4", amount: 5000, orderPrice: "12.5", ordered: "4" },
  }),
  labelled("a price typed wrong", "typed_price", {
    kind: "price",
    line: {
      ...{ quantity: "10", unitPrice: "15.4", amount: 15400, statedAmount: 14500 },
      ...{ orderPrice: "14.5", ordered: "10" },
    },
  }),
  labelled("the price from before the change", "earlier_price", {
    kind: "price",
    line: { quantity: "10", unitPrice: "16", amount: 16000, orderPrice: "14.5", ordered: "10" },
    order: [{ earlierPrices: ["16.0000"] }],
  }),
  labelled("all of it came before the price was lowered", "price_then", {
    kind: "price",
    line: { quantity: "10", unitPrice: "16", amount: 16000, orderPrice: "14.5", ordered: "10" },
    order: [{ earlierPrices: ["16.0000"], priceThen: "16.0000" }],
  }),
  labelled("it came at one earlier price and is billed at another", "earlier_price", {
    kind: "price",
    line: { quantity: "10", unitPrice: "17", amount: 17000, orderPrice: "14.5", ordered: "10" },
    order: [{ earlierPrices: ["17.0000", "16.0000"], priceThen: "16.0000" }],
  }),
  labelled("five more were accepted than ordered", "more_came", {
    kind: "over_encumbrance",
    line: {
      ...{ quantity: "105", unitPrice: "2", amount: 21000, orderPrice: "2" },
      ...{ ordered: "100", received: "105", invoiced: "105" },
    },
  }),
  labelled("more is billed than was accepted beyond the order", "none", {
    kind: "over_encumbrance",
    line: {
      ...{ quantity: "110", unitPrice: "2", amount: 22000, orderPrice: "2" },
      ...{ ordered: "100", received: "105", invoiced: "110" },
    },
  }),
  labelled("what came fits, and the price is another one", "none", {
    kind: "over_encumbrance",
    line: {
      ...{ quantity: "100", unitPrice: "2.1", amount: 21000, orderPrice: "2" },
      ...{ ordered: "100", received: "100", invoiced: "100" },
    },
  }),
  labelled("a price that nobody agreed", "price", {
    kind: "price",
    line: { quantity: "10", unitPrice: "17", amount: 17000, orderPrice: "14.5", ordered: "10" },
  }),
  labelled("two were rejected", "rejected", {
    kind: "quantity",
    line: { quantity: "10", ordered: "10", received: "8" },
    order: [{ receivedQuantity: "8", rejected: "2" }],
  }),
  labelled("three did not come, one was rejected", "short_receipt", {
    kind: "quantity",
    line: { quantity: "10", ordered: "10", received: "7" },
    order: [{ receivedQuantity: "7", rejected: "1" }],
  }),
  labelled("nobody posted the receipt", "not_received", {
    kind: "no_receipt",
    line: { quantity: "10", ordered: "10", received: "0" },
  }),
  labelled("ten cases billed where ten pieces came", "unit_factor", {
    kind: "quantity",
    line: {
      ...{ quantity: "240", unit: "EA", unitPrice: "2", amount: 48000, received: "10" },
      ...{ orderUnit: "CS", orderPrice: "48", ordered: "10" },
    },
    order: [{ receivedQuantity: "10", unitPrice: "48", unit: "CS" }],
  }),
  labelled("a line tied to nothing, with one that fits", "other_line", {
    kind: "no_order",
    line: { purchaseOrderLineId: null, quantity: "3", unitPrice: "7.25", amount: 2175 },
    order: [
      { unitPrice: "9", quantity: "5" },
      { unitPrice: "7.25", quantity: "5" },
    ],
  }),
  labelled("a line tied to nothing, with two that fit", "none", {
    kind: "no_order",
    line: { purchaseOrderLineId: null, quantity: "3", unitPrice: "7.25", amount: 2175 },
    order: [
      { unitPrice: "7.25", quantity: "5" },
      { unitPrice: "7.25", quantity: "5" },
    ],
  }),
  labelled("two digits of the total exchanged", "transposed", {
    kind: "totals",
    invoice: { statedTotal: 132450, total: 123450 },
  }),
  labelled("a line left out of the total", "left_out", {
    kind: "totals",
    line: { amount: 4500 },
    invoice: { statedTotal: 100000, total: 104500 },
  }),
  labelled("a total that nothing explains", "none", {
    kind: "totals",
    invoice: { statedTotal: 100017, total: 104500 },
  }),
  labelled("sales tax", "sales_tax", {
    kind: "over_encumbrance",
    invoice: { tax: 8250, charges: 0, subtotal: 100000, total: 108250 },
  }),
  labelled("freight", "freight", {
    kind: "over_encumbrance",
    invoice: { charges: 4500, subtotal: 100000, total: 104500 },
  }),
];
