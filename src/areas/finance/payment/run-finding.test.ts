import { expect, test } from "vitest";
import { day } from "#kernel/time.ts";
import { changedByDay, findingSaid, runSaid, type Share } from "./run-finding.model.ts";

const share = (over: Partial<Share> = {}): Share => ({
  discount: 0,
  discountOn: null,
  discountLost: 0,
  interest: 0,
  late: false,
  ...over,
});
const shares = [
  share({ discount: 1_000_00, discountOn: day("2026-12-05") }),
  share({ discount: 240_00, discountOn: day("2026-12-03") }),
  share({ discountLost: 12_00, discountOn: day("2026-11-20") }),
  share({ interest: 88_10, late: true }),
];

test("a run begins with what it wins, lost and owes", () => {
  expect(findingSaid(shares, null)).toBe(
    "$1,240.00 can be won by paying 2 invoices by Dec 3, 2026; $12.00 of discounts on 1 invoice can be won no more; $88.10 interest is owed on 1 invoice.",
  );
  expect(findingSaid([share()], "the agency's state for 2026")).toBe(
    "No discount can be won and no interest is owed in this run.",
  );
});

test("late bills without a rule of the state are named, and no interest is invented", () => {
  expect(findingSaid([share({ late: true })], "the agency's state for 2026")).toBe(
    "No discount can be won and no interest is owed in this run. 1 invoice is late, and no prompt-payment rule of the agency's state for 2026 stands under Rules: no interest is reckoned without one.",
  );
  expect(findingSaid([share({ late: true }), share({ late: true })], "it")).toContain(
    "2 invoices are late",
  );
});

test("whoever approves a run reads the same of it", () => {
  expect(runSaid(shares)).toBe(
    "This run takes $1,240.00 of discounts on 2 invoices, lost $12.00 of discounts on 1 invoice, pays $88.10 interest for paying late on 1 invoice.",
  );
  expect(runSaid([share()])).toBeNull();
});

test("what was approved for a day does not leave on another that changes it", () => {
  const approved = { number: "PAY-1", discount: 20_00, interest: 10_00 };
  const on = day("2026-12-07");
  expect(changedByDay(approved, approved, on)).toBeNull();
  expect(changedByDay(approved, { ...approved, discount: 0 }, on)).toBe(
    "PAY-1 takes a discount of $20.00 that has ended when it leaves on Dec 7, 2026. Take the payment off the run and propose it anew.",
  );
  expect(changedByDay(approved, { ...approved, interest: 20_00 }, on)).toBe(
    "PAY-1 pays interest of $10.00; $20.00 is owed when it leaves on Dec 7, 2026. Take the payment off the run and propose it anew.",
  );
});
