import { expect, test } from "vitest";
import { pastedRates } from "./pasted-rates.model.ts";
import { priceAt } from "#areas/procurement/procurement.public.ts";
import { faultsOf, rateInput } from "./rate.model.ts";

const tiers = [
  { from: "500", unitPrice: "9.80" },
  { from: "0", unitPrice: "12.40" },
  { from: "100.5", unitPrice: "11.10" },
];

test("the price is that of the highest tier that the quantity reaches", () => {
  expect(["1", "100", "100.5", "499.9999", "500", "8000"].map((q) => priceAt(tiers, q))).toEqual([
    "12.40",
    "12.40",
    "11.10",
    "11.10",
    "9.80",
    "9.80",
  ]);
  expect(priceAt([{ from: "20", unitPrice: "3" }], "19")).toBeNull();
});

const rate = (over: object) =>
  rateInput.parse({ code: "A", description: "Stone", unit: "t", unitPrice: "1", ...over });

test("one item has one price for a quantity, one unit and one description", () => {
  expect(
    faultsOf([
      rate({}),
      rate({ fromQuantity: "10" }),
      rate({ fromQuantity: "10.0" }),
      rate({ fromQuantity: "20", unit: "yd" }),
      rate({ code: "B", unit: "yd" }),
    ]).map((fault) => fault.at),
  ).toEqual([2, 3]);
});

test("rows of a spreadsheet; what is no price stays to be read", () => {
  expect(
    pastedRates(
      "10\tCrushed stone\tt\t0\t$12.40\n10\tCrushed stone\tt\t1,000\t9.80\nTotal\t\t\t\t\n",
    ),
  ).toEqual({
    rates: [
      {
        code: "10",
        description: "Crushed stone",
        commodityCode: "",
        unit: "t",
        fromQuantity: "0",
        unitPrice: "12.40",
      },
      {
        code: "10",
        description: "Crushed stone",
        commodityCode: "",
        unit: "t",
        fromQuantity: "1000",
        unitPrice: "9.80",
      },
    ],
    unread: ["Total\t\t\t\t"],
  });
});
