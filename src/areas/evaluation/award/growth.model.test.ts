import { expect, test } from "vitest";
import { shortagesOf } from "./growth.model.ts";

const line = (itemId: string, quantity: string, unitPrice: string) => ({
  itemId,
  description: "Pipe",
  quantity,
  unit: "m",
  unitPrice,
  amountCents: 0,
});
const part = (vendorId: string, ...lines: ReturnType<typeof line>[]) => ({
  vendorId,
  bidId: vendorId,
  vendorName: vendorId,
  totalCents: 0,
  lines,
});
const items = (beyond: string) =>
  new Map([
    ["pipe", { id: "pipe", requisitionLineId: "r1", beyond }],
    ["free", { id: "free", requisitionLineId: null, beyond: "0" }],
  ]);
const left = new Map([["r1", { requisitionNumber: "REQ-1", left: "400" }]]);

test("what goes beyond the requisition is named with its price; what an addendum announced is not asked again", () => {
  const parts = [part("a", line("pipe", "420", "9.02"), line("free", "5", "1"))];
  expect(shortagesOf(parts, items("0"), left)).toEqual([
    {
      itemId: "pipe",
      description: "Pipe",
      unit: "m",
      requisitionNumber: "REQ-1",
      left: "400",
      beyond: "20",
      cents: 180_40,
      announced: false,
    },
  ]);
  expect(shortagesOf(parts, items("20"), left)[0]!.announced).toBe(true);
  expect(shortagesOf([part("a", line("pipe", "400", "9.02"))], items("0"), left)).toEqual([]);
});

test("two vendors of one item share what is left", () => {
  const parts = [part("a", line("pipe", "300", "9")), part("b", line("pipe", "120", "10"))];
  expect(shortagesOf(parts, items("0"), left)).toMatchObject([{ beyond: "20", cents: 200_00 }]);
});
