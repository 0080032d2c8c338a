import { expect, test } from "vitest";
import { day } from "#kernel/time.ts";
import { accountRoles } from "./chart/chart.labels.ts";
import { periodsOf, placeIn, type Standing } from "./period/months.model.ts";
import { divided, entryLines, NotPosted, type Happening } from "./posting/entry-lines.model.ts";
import { anHourBefore } from "./posting/looked.model.ts";
import { postingEvents } from "./rules/rules.labels.ts";
import { isBalanced, rulesChecks, usualRules } from "./rules/rules.model.ts";

const codes = (role: string) => accountRoles[role as keyof typeof accountRoles].code;
const usual = usualRules(codes);
const all = new Set(Object.values(accountRoles).map(({ code }) => code));
const chart = new Map(
  Object.entries(accountRoles).map(([role, { code }]) => [code, { id: role, code, role }]),
);

test("the usual rules cover every event and can be published", () => {
  expect(new Set(usual.map((l) => l.event)).size).toBe(Object.keys(postingEvents).length);
  expect(rulesChecks(usual, all).filter((c) => !c.ok)).toEqual([]);
});

test("rules that would unbalance a fund, name an unknown account or an amount that an event lacks cannot be published", () => {
  const without = usual.filter((l) => !(l.event === "invoice" && l.measure === "retained"));
  expect(isBalanced(without.filter((l) => l.event === "invoice"))).toBe(false);
  const wrong = (rules: typeof usual) =>
    rulesChecks(rules, all)
      .filter((c) => !c.ok)
      .map((c) => c.sentence);
  expect(wrong(without)).toEqual([
    "Bill posted or taken back: debits and credits are the same amount.",
  ]);
  const unknown = usual.map((l) => (l.account === "1010" ? { ...l, account: "9999" } : l));
  expect(wrong(unknown)[0]).toMatch(/9999 is no account of the general ledger in use/);
  const own = usual.map((l) => (l.event === "payment" ? { ...l, account: "OWN" } : l));
  expect(wrong(own)).toEqual([
    "Payment released has no account string of its own: name an account.",
  ]);
});

test("a bill becomes its account, what is owed and what is withheld, by hand", () => {
  const happening: Happening = {
    event: "invoice",
    fundId: "f",
    amounts: { gross: 1000, net: 900, retained: 100 },
    own: { accountStringId: "s", accountId: "a", code: "101-RDS-5340" },
    billId: "b",
  };
  const lines = entryLines([happening], usual, chart, () => "");
  expect(lines.map((l) => [l.accountId, l.cents, l.item])).toEqual([
    ["a", 1000, null],
    ["vouchers", -900, "payable"],
    ["retainage", -100, "retained"],
  ]);
  expect(() => entryLines([happening], [], chart, () => "Bill")).toThrow(NotPosted);
});

test("parts make the whole, whatever is divided", () => {
  expect(divided(100, [1, 1, 1])).toEqual([34, 33, 33]);
  expect(divided(-100, [1, 1, 1])).toEqual([-34, -33, -33]);
  expect(divided(7, [0, 0])).toEqual([7, 0]);
  for (let n = 1; n < 400; n += 1) {
    const weights = Array.from(
      { length: 1 + (n % 6) },
      (_, at) => ((n * 7919 * (at + 1)) % 997) + 1,
    );
    const cents = (n * 104_729) % 1_000_003;
    expect(divided(cents, weights).reduce((a, b) => a + b, 0)).toBe(cents);
  }
});

test("a fiscal year has its months and its adjustments, also where it begins within a month", () => {
  const periods = periodsOf({ year: 2027, startsOn: day("2026-10-01"), endsOn: day("2027-09-30") });
  expect(periods).toHaveLength(13);
  expect([periods[0]!.name, periods[4]!.lastDay, periods[12]!.name]).toEqual([
    "October 2026",
    "2027-02-28",
    "Adjustments 2027",
  ]);
  const short = periodsOf({ year: 2027, startsOn: day("2027-01-15"), endsOn: day("2027-03-10") });
  expect(short.map((p) => [p.firstDay, p.lastDay])).toEqual([
    ["2027-01-15", "2027-01-31"],
    ["2027-02-01", "2027-02-28"],
    ["2027-03-01", "2027-03-10"],
    ["2027-03-10", "2027-03-10"],
  ]);
});

test("what comes late stands in the first open period, what comes after the year in its adjustments", () => {
  const periods = periodsOf({ year: 2027, startsOn: day("2026-10-01"), endsOn: day("2027-09-30") });
  const standing = (closed: number): Standing[] =>
    periods.map((p, n) => ({
      ...p,
      id: p.name,
      fiscalYearId: "y",
      status: n < closed ? "closed" : "open",
    }));
  const at = (text: string, closed: number) => {
    const found = placeIn(standing(closed), day(text));
    return found && `${found.periodId}, ${found.postedOn}`;
  };
  expect(at("2026-10-20", 0)).toBe("October 2026, 2026-10-20");
  expect(at("2026-10-20", 2)).toBe("December 2026, 2026-12-01");
  expect(at("2026-06-15", 0)).toBe("October 2026, 2026-10-01");
  expect(at("2027-11-02", 12)).toBe("Adjustments 2027, 2027-09-30");
  expect(at("2027-11-02", 13)).toBe(null);
});

test("the books look an hour back, and at everything where an id says no time", () => {
  expect(anHourBefore("019a0000-0000-7abc-8000-000000000001")).toBe(
    "0199ffc9-1180-7000-8000-000000000000",
  );
  expect(anHourBefore("c0ffee00-0000-4abc-8000-000000000001")).toBe(null);
});
