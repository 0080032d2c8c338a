import fc from "fast-check";
import { expect, test } from "vitest";
import { addDays, day } from "#kernel/time.ts";
import { discountOf, discountsOf, waitedFor, type Discounted } from "./discount.model.ts";

const bill = {
  terms: "2/10 net 30",
  total: 1_000_00,
  invoiceDate: day("2026-11-02"),
  receivedOn: day("2026-11-06"),
};
const usual = [{ parameters: { fromReceipt: false, runDays: 7 } }];
const fromReceipt = [{ parameters: { fromReceipt: true, runDays: 7 } }];

test("the days of a discount are counted from the date of the bill", () => {
  expect(discountOf(bill, day("2026-11-09"), usual)).toEqual({
    discountBp: 200,
    discountOn: "2026-11-12",
  });
  expect(discountOf(bill, null, usual).discountOn).toBe("2026-11-12");
});

test("a contract that counts from receipt counts from the later of bill and goods", () => {
  expect(discountOf(bill, day("2026-11-09"), fromReceipt).discountOn).toBe("2026-11-19");
  expect(discountOf(bill, day("2026-11-01"), fromReceipt).discountOn).toBe("2026-11-16");
  expect(discountOf(bill, null, fromReceipt)).toEqual({ discountBp: 200, discountOn: null });
});

test("no discount of a credit, and none of terms that are not understood", () => {
  const none = { discountBp: 0, discountOn: null };
  expect(discountOf({ ...bill, total: -1 }, null, usual)).toEqual(none);
  expect(discountOf({ ...bill, terms: "2% if quick" }, null, usual)).toEqual(none);
  expect(discountOf({ ...bill, terms: "net 30" }, null, usual)).toEqual(none);
});

const granted = (over: Partial<Discounted> = {}): Discounted => ({
  number: "INV-1",
  payable: 1_000_00,
  discountBp: 200,
  discountOn: day("2026-11-12"),
  ...over,
});

test("it is taken on its last day and lost on the day after", () => {
  expect(discountsOf([granted()], day("2026-11-12"))).toEqual([{ won: 20_00, lost: 0 }]);
  expect(discountsOf([granted()], day("2026-11-13"))).toEqual([{ won: 0, lost: 20_00 }]);
});

test("credits that go with a bill lessen what its discount is of", () => {
  const credit = granted({ number: "CR-1", payable: -300_00, discountBp: 0, discountOn: null });
  const plain = granted({ number: "INV-0", discountBp: 0, discountOn: null });
  expect(discountsOf([plain, granted(), credit], day("2026-11-10"))).toEqual([
    { won: 0, lost: 0 },
    { won: 14_00, lost: 0 },
    { won: 0, lost: 0 },
  ]);
});

test("over random payments money and discount make the bill, and no discount exceeds its percent", () => {
  const some = fc.record({
    payable: fc.integer({ min: -500_000, max: 5_000_000 }),
    discountBp: fc.integer({ min: 0, max: 9_999 }),
    late: fc.integer({ min: -20, max: 20 }),
  });
  fc.assert(
    fc.property(fc.array(some, { maxLength: 8 }), (drawn) => {
      const payOn = day("2026-11-12");
      const bills = drawn.map(({ late, ...b }, n) =>
        granted({ ...b, number: `INV-${n}`, discountOn: addDays(payOn, late) }),
      );
      const shares = discountsOf(bills, payOn);
      const net = bills.reduce((sum, { payable }) => sum + payable, 0);
      const won = shares.reduce((sum, share) => sum + share.won, 0);
      const whole = bills.every(({ payable }, at) => {
        const money = payable - shares[at]!.won;
        return money + shares[at]!.won === payable && (payable <= 0 || money >= 0);
      });
      return (
        whole &&
        (net < 0 || won <= net) &&
        shares.every(({ won: w, lost }, at) => w * lost === 0 && (w === 0 || drawn[at]!.late >= 0))
      );
    }),
  );
});

test("a lost discount says whom it waited for", () => {
  const on = {
    discountOn: day("2026-11-12"),
    receivedOn: day("2026-11-06"),
    acceptedOn: day("2026-11-07"),
    approvedOn: day("2026-11-10"),
    disputed: false,
    approver: "Pat Lin",
  };
  expect(waitedFor(on)).toBe(
    "It was approved on Nov 10, 2026 and waited for a payment run of accounts payable.",
  );
  expect(waitedFor({ ...on, approvedOn: day("2026-11-20") })).toBe(
    "On Nov 12, 2026 it waited for its approval, given on Nov 20, 2026 by Pat Lin.",
  );
  expect(waitedFor({ ...on, approvedOn: null })).toBe(
    "On Nov 12, 2026 it waited for its approval.",
  );
  expect(waitedFor({ ...on, acceptedOn: day("2026-11-15") })).toBe(
    "On Nov 12, 2026 it waited for the receipt of its goods, posted on Nov 15, 2026.",
  );
  expect(waitedFor({ ...on, acceptedOn: null })).toBe(
    "On Nov 12, 2026 it waited for the receipt of its goods.",
  );
  expect(waitedFor({ ...on, disputed: true })).toBe(
    "It was disputed with the vendor on Nov 12, 2026.",
  );
  expect(waitedFor({ ...on, receivedOn: day("2026-11-13") })).toBe(
    "It came on Nov 13, 2026, after Nov 12, 2026.",
  );
});
