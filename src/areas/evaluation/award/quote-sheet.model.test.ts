import { expect, test } from "vitest";
import type { OpenedBid } from "#areas/sourcing/bid/bid-content.model.ts";
import { quoteSheet } from "./quote-sheet.model.ts";
import { instant } from "#kernel/time.ts";

const items = [{ id: "pipe", description: "Pipe", quantity: "400", unit: "m" }];
const bid = (
  bidId: string,
  unitPrice: string | null,
  over: { leadDays?: number; note?: string; validDays?: number; answer?: string; known?: number[] },
): OpenedBid => ({
  bidId,
  vendorId: bidId,
  vendorName: bidId.toUpperCase(),
  vendorNumber: "",
  receivedAt: instant("2026-11-20T12:00:00Z"),
  status: "opened",
  technical: {
    answers: [{ requirementId: "r", value: over.answer ?? "Yes" }],
    statement: "",
    addendaAcknowledged: over.known ?? [1],
    files: [
      {
        id: `f${bidId}`,
        requirementId: null,
        name: "sheet.pdf",
        mediaType: "",
        size: 9,
        sha256: "",
      },
    ],
  },
  price: {
    lines: [
      {
        itemId: "pipe",
        noBid: unitPrice === null,
        unitPrice,
        quantity: null,
        alternate: "",
        leadDays: over.leadDays ?? 14,
      },
      {
        itemId: "pipe",
        noBid: false,
        unitPrice: "7",
        quantity: null,
        alternate: "Recycled pipe",
        leadDays: null,
      },
    ],
    discounts: [],
    capacities: [],
    validDays: over.validDays ?? 90,
    note: over.note ?? "",
  },
});

test("quotes stand beside each other, and what differs is marked", () => {
  const sheet = quoteSheet(
    [
      bid("a", "9.02", {}),
      bid("b", "8.50", { leadDays: 60, note: "Freight is charged apart.", known: [] }),
      bid("c", null, { answer: "No" }),
    ],
    items,
    [{ id: "r", label: "Made in the USA" }],
    1,
  );
  expect(
    sheet.prices[0]!.cells.map((cell) => [cell.unitPrice, cell.amountCents, cell.lowest]),
  ).toEqual([
    ["9.02", 3_608_00, false],
    ["8.50", 3_400_00, true],
    [null, null, false],
  ]);
  expect(
    sheet.conditions.map((row) => [row.label, row.differs, row.cells.map((cell) => cell.text)]),
  ).toEqual([
    ["Days to delivery", true, ["14 days", "60 days", "14 days"]],
    ["Made in the USA", true, ["Yes", "Yes", "No"]],
    ["Quote holds for", false, ["90 days", "90 days", "90 days"]],
    ["Addenda", true, ["All", "Not acknowledged: 1", "All"]],
    ["Note on the price", true, ["", "Freight is charged apart.", ""]],
  ]);
  expect(sheet.alternates.map((each) => [each.vendorName, each.text, each.unitPrice])).toEqual([
    ["A", "Recycled pipe", "7"],
    ["B", "Recycled pipe", "7"],
    ["C", "Recycled pipe", "7"],
  ]);
  expect(sheet.files).toHaveLength(3);
});
