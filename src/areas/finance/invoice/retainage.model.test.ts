import fc from "fast-check";
import { expect, test } from "vitest";
import {
  payable,
  releasable,
  releaseRefusal,
  voidRefusal,
  withheld,
  type Retained,
} from "./retainage.model.ts";

const asker = { personId: "p1", permissions: new Set<string>(), kind: "person" };
const cents = fc.integer({ min: 0, max: 1_000_000_000 });
const retained: fc.Arbitrary<Retained> = fc.tuple(cents, cents, cents, cents).map((n) => {
  const [paidAmount, retainageReleased, retainage, total] = n.toSorted((a, b) => a - b) as [
    number,
    number,
    number,
    number,
  ];
  return { total, retainage, retainageReleased, paidAmount };
});

test("what is paid, payable and withheld is the total, to the cent; only what was released and is unpaid can be withheld again", () =>
  fc.assert(
    fc.property(retained, (i) => {
      expect(i.paidAmount + payable(i) + withheld(i)).toBe(i.total);
      const again = { ...i, retainageReleased: i.retainageReleased - releasable(i) };
      expect(again.retainageReleased).toBeGreaterThanOrEqual(0);
      expect(again.paidAmount + payable(again) + withheld(again)).toBe(i.total);
      if (payable(i) >= 0) expect(payable(again)).toBeGreaterThanOrEqual(0);
      if (releasable(i) > 0)
        expect(payable(again) === 0 || again.retainageReleased === 0).toBe(true);
    }),
  ));

test("who entered an invoice releases nothing on it; nothing is released twice; what is paid in part is not voided", () => {
  const i = {
    total: 1_000_00,
    retainage: 50_00,
    retainageReleased: 0,
    paidAmount: 950_00,
    createdBy: "p1",
  };
  expect(releaseRefusal(i, asker)).toContain("You entered this invoice");
  expect(releaseRefusal({ ...i, createdBy: "p2" }, asker)).toBeNull();
  expect(releaseRefusal({ ...i, createdBy: "p2", retainageReleased: 50_00 }, asker)).toBe(
    "All of the retainage, $50.00, was released.",
  );
  expect(voidRefusal(i)).toContain("$950.00 of it is paid");
  expect(voidRefusal({ paidAmount: 0 })).toBeNull();
});
