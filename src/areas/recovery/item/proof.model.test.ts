import fc from "fast-check";
import { expect, test } from "vitest";
import { costLacks, tieOut } from "./proof.model.ts";

test("each missing link of a cost is named with who owes it, and a full chain lacks nothing", () => {
  const full = {
    cents: 100,
    paid: 100,
    emergency: false,
    requisitionId: "q",
    purchaseOrderId: "o",
    receiptId: "r",
    invoiceId: "i",
  };
  expect(costLacks(full)).toEqual([]);
  expect(costLacks({ ...full, requisitionId: null, emergency: true })).toEqual([]);
  expect(
    costLacks({
      ...full,
      paid: 99,
      requisitionId: null,
      purchaseOrderId: null,
      receiptId: null,
      invoiceId: null,
    }),
  ).toHaveLength(5);
});

test("hours never claim more than the open pay of their person and days", () => {
  const labor = fc.array(
    fc.record({
      id: fc.uuid(),
      person: fc.constantFrom("Ann Lee", "Bo Ray"),
      day: fc.constantFrom("2026-11-12", "2026-11-19", "2026-12-30"),
      cents: fc.integer({ min: 1, max: 900_00 }),
    }),
    { maxLength: 30 },
  );
  const pays = fc.array(
    fc.record({
      costLineId: fc.uuid(),
      employee: fc.constantFrom("ann lee", "Bo Ray "),
      incurredFrom: fc.constantFrom("2026-11-10", "2026-11-17"),
      incurredTo: fc.constant("2026-11-23"),
      open: fc.integer({ min: 0, max: 2_000_00 }),
    }),
    { maxLength: 6 },
  );
  fc.assert(
    fc.property(labor, pays, (rows, paid) => {
      const { taken, short } = tieOut(rows, paid);
      for (const pay of paid) {
        const sum = taken
          .filter((t) => t.costLineId === pay.costLineId)
          .reduce((n, t) => n + t.cents, 0);
        expect(sum).toBeLessThanOrEqual(pay.open);
      }
      for (const row of rows) {
        const sum = taken.filter((t) => t.itemId === row.id).reduce((n, t) => n + t.cents, 0);
        expect(sum).toBe(short.has(row.id) ? 0 : row.cents);
      }
    }),
  );
});
