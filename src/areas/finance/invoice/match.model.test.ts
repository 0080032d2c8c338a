import fc from "fast-check";
import { expect, test } from "vitest";
import { day } from "#kernel/time.ts";
import { invoiceInput, invoiceNumberKey } from "./invoice.model.ts";
import {
  isAccepted,
  matchHead,
  matchLines,
  paymentDueOn,
  type Finding,
  type MatchHead,
  type MatchLine,
  type Terms,
} from "./match.model.ts";
import { priceInvoice } from "./totals.model.ts";

const tolerance = { pricePercent: "2", priceCents: 25_00, quantityPercent: "0" };
const line = (
  over: Partial<MatchLine> = {},
  order: Partial<NonNullable<MatchLine["order"]>> = {},
): MatchLine => ({
  lineId: "l",
  lineNo: 1,
  quantity: "10",
  unit: "t",
  unitPrice: "10.0000",
  amount: 100_00,
  earlier: { quantity: "0", amount: 0, overPrice: 0 },
  ...over,
  order: {
    lineNo: 1,
    quantity: "100",
    unitPrice: "10.0000",
    amount: 1_000_00,
    received: "100",
    unit: "t",
    ...order,
  },
});
const kinds = (lines: MatchLine[], mode: "two_way" | "three_way" | "none" = "three_way") =>
  matchLines(lines, mode, tolerance).map((f) => f.kind);

test("price: both percent and cents must hold, and the boundary is inside", () => {
  expect(kinds([line({ unitPrice: "10.20", amount: 102_00 })])).toEqual([]);
  expect(kinds([line({ unitPrice: "10.21", amount: 102_10 })])).toEqual(["price"]);
  expect(
    kinds([line({ quantity: "100", unitPrice: "10.25", amount: 1_025_00 }, { amount: 2_000_00 })]),
  ).toEqual(["price"]);
  expect(
    kinds([
      line(
        { quantity: "1000", unitPrice: "10.03", amount: 10_030_00 },
        { quantity: "2000", received: "2000", amount: 20_000_00 },
      ),
    ]),
  ).toEqual(["price"]);
  expect(
    kinds([
      line(
        { quantity: "1000", unitPrice: "10.02", amount: 10_020_00 },
        { quantity: "2000", received: "2000", amount: 20_000_00 },
      ),
    ]),
  ).toEqual([]);
});

test("price: exactly the tolerance in cents is within, one cent more is not", () => {
  const dear = (amount: number) =>
    kinds([
      line(
        { quantity: "1000", unitPrice: "10.025", amount },
        { quantity: "2000", received: "2000", amount: 20_000_00 },
      ),
    ]);
  expect(dear(10_025_00)).toEqual([]);
  expect(dear(10_025_01)).toEqual(["price"]);
});

test("cumulative: small overcharges of earlier invoices add up; a cheap line does not pay for a dear one", () => {
  expect(
    kinds([
      line({
        unitPrice: "10.10",
        amount: 101_00,
        earlier: { quantity: "10", amount: 101_90, overPrice: 1_90 },
      }),
    ]),
  ).toEqual([]);
  expect(
    kinds([
      line({
        unitPrice: "10.30",
        amount: 103_00,
        earlier: { quantity: "10", amount: 101_90, overPrice: 1_90 },
      }),
    ]),
  ).toEqual(["price"]);
  expect(
    kinds([
      line({ lineId: "a", unitPrice: "12.00", amount: 120_00 }),
      line({ lineId: "b", unitPrice: "5.00", amount: 50_00 }),
    ]),
  ).toEqual(["price"]);
});

test("quantity: three-way against what was received, two-way against what was ordered; a credit takes back what is billed", () => {
  expect(kinds([line({ quantity: "11", amount: 110_00 }, { received: "10" })])).toEqual([
    "quantity",
  ]);
  expect(kinds([line({ quantity: "11", amount: 110_00 }, { received: "10" })], "two_way")).toEqual(
    [],
  );
  expect(kinds([line({}, { received: "0" })])).toEqual(["no_receipt"]);
  expect(kinds([line({ earlier: { quantity: "95", amount: 950_00, overPrice: 0 } })])).toEqual([
    "quantity",
  ]);
  expect(
    kinds([
      line({
        quantity: "5",
        amount: -50_00,
        earlier: { quantity: "5", amount: 50_00, overPrice: 0 },
      }),
    ]),
  ).toEqual([]);
  expect(kinds([{ ...line(), order: null }])).toEqual(["no_order"]);
  expect(kinds([{ ...line(), order: null }], "none")).toEqual([]);
});

test("another unit is the buyer's to settle, also where the figures agree and on a credit; one that is not stated, or called otherwise, is none", () => {
  expect(matchLines([line({ unit: "BX" })], "two_way", tolerance)).toMatchObject([
    {
      kind: "unit",
      owner: "buyer",
      amount: 100_00,
      message: "Line 1 is billed in another unit: 10 BX at $10.00; 100 t at $10.00 ordered.",
    },
  ]);
  expect(kinds([line({ unit: "" })])).toEqual([]);
  expect(kinds([line({ unit: "TNE" })])).toEqual([]);
  expect(kinds([line({ unit: "STN", quantity: "101", amount: 1_010_00 })])).toEqual([
    "unit",
    "quantity",
  ]);
  expect(
    kinds([
      line({
        unit: "BX",
        quantity: "5",
        amount: -50_00,
        earlier: { quantity: "5", amount: 50_00, overPrice: 0 },
      }),
    ]),
  ).toEqual(["unit"]);
  expect(kinds([{ ...line({ unit: "BX" }), order: null }], "none")).toEqual([]);
});

test("what is billed in another unit does not hide that the whole order is billed beyond what it comes to", () => {
  const head: MatchHead = {
    charges: 0,
    tax: 0,
    rounding: 0,
    subtotal: 600_00,
    total: 600_00,
    order: { amount: 1_000_00, billed: 500_00 },
  };
  const unit: Finding = { kind: "unit", lineId: "l", message: "", amount: 600_00, owner: "buyer" };
  expect(
    [
      matchHead(head, [unit], tolerance),
      matchHead(head, [{ ...unit, kind: "quantity" }], tolerance),
    ].map((found) => found.map((f) => f.kind)),
  ).toEqual([["over_encumbrance"], []]);
});

test("a credit of more than is billed, by quantity or by amount, is a finding; what was credited may be billed again", () => {
  expect(kinds([line({ quantity: "-5", amount: -50_00 })])).toEqual(["quantity"]);
  expect(
    kinds([
      line({
        quantity: "5",
        amount: -50_01,
        earlier: { quantity: "5", amount: 50_00, overPrice: 0 },
      }),
    ]),
  ).toEqual(["quantity"]);
  expect(
    kinds([
      line({
        quantity: "100",
        amount: 1_000_00,
        earlier: { quantity: "0", amount: 0, overPrice: 0 },
      }),
    ]),
  ).toEqual([]);
  expect(kinds([{ ...line({ quantity: "1", amount: -10_00 }), order: null }])).toEqual([
    "no_order",
  ]);
  // Two minus signs bill as much as none.
  expect(kinds([line({ quantity: "-101", unitPrice: "-10", amount: 1_010_00 })])).toEqual([
    "quantity",
  ]);
});

test("what stands on no line stays within the tolerance of the lines, and all bills within that of the order", () => {
  const head = (over: Partial<MatchHead>, found: Finding[] = []) =>
    matchHead(
      {
        charges: 0,
        tax: 0,
        rounding: 0,
        subtotal: 1_000_00,
        total: 1_000_00,
        order: { amount: 2_000_00, billed: 0 },
        ...over,
      },
      found,
      tolerance,
    ).map((f) => [f.kind, f.amount]);
  expect(head({ charges: 20_00, total: 1_020_00 })).toEqual([]);
  expect(head({ charges: 20_00, tax: 1, total: 1_020_01 })).toEqual([["over_encumbrance", 20_01]]);
  expect(head({ charges: 50_000_00, total: 51_000_00 })).toEqual([["over_encumbrance", 50_000_00]]);
  expect(head({ rounding: -5, tax: -100 })).toEqual([]);
  expect(head({ order: { amount: 2_000_00, billed: 1_025_00 } })).toEqual([]);
  expect(head({ order: { amount: 2_000_00, billed: 1_025_01 } })).toEqual([
    ["over_encumbrance", 25_01],
  ]);
});

test("what was accepted covers no more than was accepted, on its line", () => {
  const found: Finding = {
    kind: "quantity",
    lineId: "l",
    amount: 10,
    owner: "receiver",
    message: "",
  };
  expect(isAccepted(found, [{ kind: "no_receipt", lineId: "l", amount: 10 }])).toBe(true);
  expect(
    isAccepted(found, [
      { kind: "quantity", lineId: "l", amount: 9 },
      { kind: "quantity", lineId: "m", amount: 10 },
      { kind: "price", lineId: "l", amount: 10 },
    ]),
  ).toBe(false);
});

test("for any lines: total is lines less allowances plus charges, tax and rounding, and a credit note is its negative, or is refused where it asks for money", () => {
  const amount = fc.integer({ min: 0, max: 1_000_000 });
  const item = fc.record({
    quantity: fc.integer({ min: -9_999, max: 99_999 }).map((n) => (n / 100).toFixed(2)),
    unitPrice: fc.integer({ min: 0, max: 9_999_999 }).map((n) => (n / 10_000).toFixed(4)),
    adjustment: fc.integer({ min: -10_000, max: 10_000 }),
    statedAmount: fc.constant(null),
  });
  fc.assert(
    fc.property(
      fc.array(item, { minLength: 1, maxLength: 20 }),
      amount,
      amount,
      amount,
      fc.integer({ min: -5, max: 5 }),
      (lines, allowances, charges, tax, rounding) => {
        const p = priceInvoice({
          kind: "invoice",
          lines,
          allowances,
          charges,
          tax,
          rounding,
          statedTotal: null,
        });
        expect(p.total).toBe(
          p.lineAmounts.reduce((n, a) => n + a, 0) - allowances + charges + tax + rounding,
        );
        expect(p.lineAmounts.every(Number.isSafeInteger)).toBe(true);
        const credit = () =>
          priceInvoice({
            kind: "credit_note",
            lines,
            allowances,
            charges,
            tax,
            rounding,
            statedTotal: null,
          }).total;
        if (p.total < 0) expect(credit).toThrow(/less than zero/);
        else expect(credit()).toBe(-p.total + 0);
      },
    ),
  );
});

test("payment is due after the later of receipt and acceptance, by what was agreed, else the shorter of bill and rule; not before acceptance", () => {
  const due = (received: string, accepted: string | null, terms: Terms) =>
    paymentDueOn(day(received), accepted === null ? null : day(accepted), terms);
  const rule = { ruleDays: 30, mostAgreed: null };
  expect(due("2026-11-01", "2026-11-10", { agreed: null, stated: 45, ...rule })).toBe("2026-12-10");
  expect(due("2026-11-14", "2026-11-10", { agreed: null, stated: 10, ...rule })).toBe("2026-11-24");
  expect(due("2026-11-01", "2026-11-10", { agreed: 45, stated: 45, ...rule })).toBe("2026-12-25");
  expect(due("2026-11-01", "2026-11-10", { agreed: 10, stated: 30, ...rule })).toBe("2026-11-20");
  expect(
    due("2026-11-01", "2026-11-10", { agreed: null, stated: 20, ruleDays: null, mostAgreed: null }),
  ).toBe("2026-11-30");
  // A law that lets nobody agree on longer.
  expect(
    due("2026-11-01", "2026-11-10", { agreed: 45, stated: 45, ruleDays: 30, mostAgreed: 30 }),
  ).toBe("2026-12-10");
  expect(due("2026-11-14", null, { agreed: 30, stated: 30, ...rule })).toBeNull();
});

test.each([
  ["0033", "33"],
  [" 33 ", "33"],
  ["inv-0033-b", "1NV33B"],
  ["INV 33 B", "1NV33B"],
  ["A001002", "A1002"],
  ["000", "0"],
  ["№ 7/2026", "N72026"],
  ["ΑВ-1O05", "AB1005"],
  ["AB-l005", "AB1005"],
  ["ab-IO05", "AB1005"],
  ["ОКЕ 1", "0KE1"],
])("%s is compared as %s", (text, key) => {
  expect(invoiceNumberKey(text)).toBe(key);
});

test("a typed number keeps nothing that is not seen: line breaks, marks that turn the direction of writing", () => {
  expect(invoiceInput.shape.vendorNumber.parse(" 00\u202e33\n\u200b-B ")).toBe("0033 -B");
  expect(() => invoiceInput.shape.vendorNumber.parse("\u200b\n")).toThrow(/Enter the vendor/);
});
