import { expect, test } from "vitest";
import { linesBilled, linesLeft } from "./prefill.model.ts";

const line = (
  id: string,
  quantity: string,
  receivedQuantity: string,
  invoicedQuantity: string,
  cancelled = false,
) => ({
  id,
  description: id,
  quantity,
  unit: "each",
  unitPrice: "10.0000",
  receivedQuantity,
  invoicedQuantity,
  cancelled,
});
const left = (matchMode: "two_way" | "three_way", ...lines: ReturnType<typeof line>[]) =>
  linesLeft({ matchMode, lines }).map((l) => [l.purchaseOrderLineId, l.quantity]);

test("a form begins with what was received and is not invoiced; lines with nothing left are left out", () => {
  expect(
    left(
      "three_way",
      line("part", "10", "6.0000", "2.0000"),
      line("whole", "5", "5", "5"),
      line("waiting", "5", "0", "0"),
      line("gone", "5", "5", "0", true),
    ),
  ).toEqual([["part", "4"]]);
  expect(left("three_way", line("whole", "5", "5", "5"))).toEqual([]);
  expect(linesLeft({ matchMode: "three_way", lines: [line("a", "1", "1", "0")] })).toEqual([
    { purchaseOrderLineId: "a", description: "a", quantity: "1", unit: "each", unitPrice: "10.00" },
  ]);
});

test("a two-way match goes by what was ordered; so does a bill that came before all goods", () => {
  expect(left("two_way", line("a", "10", "0", "4"), line("b", "5", "0", "5"))).toEqual([
    ["a", "6"],
  ]);
  expect(left("three_way", line("a", "10", "0", "0"), line("b", "5", "5", "5"))).toEqual([
    ["a", "10"],
  ]);
});

test("a credit note begins with what was invoiced of each line, whatever is left of the order", () => {
  const billed = linesBilled({
    lines: [
      line("whole", "5", "5", "5.0000"),
      line("part", "10", "6", "2.5"),
      line("never", "5", "5", "0"),
      line("gone", "5", "5", "1", true),
    ],
  });
  expect(billed.map((l) => [l.purchaseOrderLineId, l.quantity, l.unitPrice])).toEqual([
    ["whole", "5", "10.00"],
    ["part", "2.5", "10.00"],
    ["gone", "1", "10.00"],
  ]);
});
