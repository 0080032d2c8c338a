import fc from "fast-check";
import { expect, test } from "vitest";
import { costLacks, damageLacks, tieOut } from "./proof.model.ts";

test("each missing link of a cost is named with who owes it, and a full chain lacks nothing", () => {
  const full = {
    cents: 100,
    paid: 100,
    emergency: false,
    requisitionId: "q",
    purchaseOrderId: "o",
    receiptId: "r",
    invoiceId: "i",
    invoiceFiled: true,
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

test("a line counts as proven only if each of its papers is there", () => {
  const present = fc.record({
    requisition: fc.boolean(),
    order: fc.boolean(),
    clauses: fc.boolean(),
    receipt: fc.boolean(),
    invoice: fc.boolean(),
    bill: fc.boolean(),
    payment: fc.boolean(),
  });
  const damage = fc.array(
    fc.record({
      number: fc.constantFrom("DMG-1", "DMG-2"),
      documented: fc.boolean(),
      photos: fc.integer({ min: 0, max: 2 }),
    }),
    { maxLength: 3 },
  );
  fc.assert(
    fc.property(
      present,
      damage,
      fc.constantFrom("A", "B", "C", "E", "Z"),
      (has, found, category) => {
        const lacks = [
          ...costLacks({
            cents: 100,
            paid: has.payment ? 100 : 99,
            emergency: false,
            requisitionId: has.requisition ? "q" : null,
            purchaseOrderId: has.order ? "o" : null,
            withoutClauses: !has.clauses,
            receiptId: has.receipt ? "r" : null,
            invoiceId: has.invoice ? "i" : null,
            invoiceFiled: has.bill,
          }),
          ...damageLacks(category, found),
        ];
        const whole =
          Object.values(has).every(Boolean) &&
          (!["C", "E"].includes(category) ||
            (found.length > 0 && found.every((d) => d.documented && d.photos > 0)));
        expect(lacks.length === 0).toBe(whole);
      },
    ),
  );
  expect(damageLacks("C", [])).toEqual([
    "No damage record: the recovery coordinator puts the damage in.",
  ]);
  expect(damageLacks("C", [{ number: "DMG-1", documented: false, photos: 0 }])).toEqual([
    "No photo of DMG-1: whoever stands before it.",
    "DMG-1 is not documented yet: inspector and coordinator.",
  ]);
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
