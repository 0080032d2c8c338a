import { expect, test } from "vitest";
import { booked, headAmounts, totalLabel } from "./head-amounts.model.ts";
import { priceInvoice } from "./totals.model.ts";

test.each(["invoice", "credit_note"] as const)(
  "lines and what stands beside them add up to the total of a %s as it is shown",
  (kind) => {
    const paper = {
      kind,
      allowances: 10_00,
      charges: 3_50,
      tax: 8_00,
      rounding: -1,
      statedTotal: 101_49,
      lines: [{ quantity: "3", unitPrice: "33.3333", adjustment: 0, statedAmount: null }],
    };
    const { subtotal, total } = priceInvoice(paper);
    expect(subtotal + headAmounts(paper).reduce((n, [, cents]) => n + cents, 0)).toBe(total);
    expect(booked(kind, paper.statedTotal)).toBe(total);
    expect(headAmounts({ ...paper, tax: 0 }).find(([label]) => label === "Tax")![1]).toBe(0);
  },
);

test("a total that is not the sum of its lines says what makes the difference", () => {
  const plain = { kind: "invoice" as const, allowances: 0, charges: 0, tax: 0, rounding: 0 };
  expect(totalLabel(plain)).toBe("Total");
  expect(totalLabel({ ...plain, allowances: 50, tax: 8_00 })).toBe(
    "Total, with allowances ($0.50), tax $8.00",
  );
  expect(totalLabel({ ...plain, kind: "credit_note", tax: 8_00 })).toBe("Total, with tax ($8.00)");
});
