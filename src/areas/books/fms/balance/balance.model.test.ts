import { expect, test } from "vitest";
import { compared } from "./balance.model.ts";

const line = (account: string, cents: number, acknowledged = true) => ({
  fund: "100",
  account,
  cents,
  acknowledged,
});
const there = (account: string, cents: number) => ({ fund: "100", account, cents });

test("both sides are compared by fund and account, and each difference says who owes what", () => {
  const rows = compared(
    [
      line("cash", 500),
      line("cash", -200),
      line("payable", 90, false),
      line("payable", 10),
      line("gone", 70),
      line("mixed", 40, false),
    ],
    [there("cash", 300), there("payable", 10), there("alone", 25), there("mixed", 5)],
  );
  expect(rows.map((r) => [r.account, r.here, r.there, r.difference, r.owed])).toEqual([
    ["payable", 100, 10, 90, "Not acknowledged by the finance system yet"],
    ["gone", 70, null, 70, "Acknowledged, and not in the finance system's balances"],
    ["mixed", 40, 5, 35, "Partly not acknowledged, partly changed in the finance system"],
    ["alone", 0, 25, -25, "Entered in the finance system alone, or changed there"],
    ["cash", 300, 300, 0, ""],
  ]);
});

test("what is here less what is there is the sum of the differences, whatever the lines are", () => {
  let state = 7;
  const draw = (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
  for (let n = 0; n < 200; n += 1) {
    const here = Array.from({ length: draw(30) }, () =>
      line(`a${draw(5)}`, draw(2000) - 1000, draw(2) === 0),
    );
    const accounts = [...new Set(Array.from({ length: draw(6) }, () => `a${draw(7)}`))];
    const balances = accounts.map((account) => there(account, draw(2000) - 1000));
    const rows = compared(here, balances);
    const sum = (of: readonly { cents: number }[]) => of.reduce((all, l) => all + l.cents, 0);
    expect(rows.reduce((all, r) => all + r.difference, 0)).toBe(sum(here) - sum(balances));
  }
});
