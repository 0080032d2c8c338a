import fc from "fast-check";
import { expect, test } from "vitest";
import { formatDate } from "#kernel/dates.ts";
import { day } from "#kernel/time.ts";
import { mostRetainage, retainageFault } from "#areas/finance/invoice/retainage.model.ts";
import { stateRules } from "#areas/governance/rule/state-rules.data.ts";
import {
  capRefusal,
  completionFault,
  heldAtMost,
  lawOf,
  releaseBy,
  spreadRelease,
  standingOf,
} from "./retainage.model.ts";

const minnesota = stateRules.find(
  (rule) => rule.state === "Minnesota" && rule.key === "retainage",
)!;
const california = stateRules.find((rule) => rule.state === "California")!;
const law = lawOf([minnesota], "construction")!;

test("a rule of construction says nothing of goods; of several the strictest holds", () => {
  expect(lawOf([minnesota], "goods")).toBeNull();
  expect(lawOf([], "construction")).toBeNull();
  const own = { parameters: { capPercent: 3 }, citation: "Ordinance 7" };
  expect(lawOf([minnesota, own], "construction")).toMatchObject({
    capPercent: 3,
    releaseDays: 60,
    citation: "Minn. Stat. 15.72, subd. 2; Ordinance 7",
  });
  expect(lawOf([minnesota, own], "goods")).toMatchObject({ capPercent: 3, releaseDays: null });
});

test("what is above the cap is refused with its citation", () => {
  expect(capRefusal("5", law)).toBeNull();
  expect(capRefusal("5.01", law)).toBe(
    "Retainage of 5.01% is above the 5% that Minn. Stat. 15.72, subd. 2 allows. Enter 5% or less.",
  );
  expect(capRefusal("99", null)).toBeNull();
});

test("after substantial completion: a share of the punch list, and for papers the greater of a share and an amount", () => {
  const open = { costToCorrect: 10_000_00, papersOpen: true };
  expect(heldAtMost(law, open, 1_000_000_00)).toBe(25_000_00 + 10_000_00);
  expect(heldAtMost(law, open, 10_000_00)).toBe(25_000_00 + 500_00);
  expect(heldAtMost(law, { ...open, papersOpen: false }, 1_000_000_00)).toBe(25_000_00);
  const both = lawOf([minnesota, california], "construction");
  expect(heldAtMost(both, open, 1_000_000_00)).toBe(15_000_00);
  expect(heldAtMost(null, open, 1)).toBeNull();
  const silent = lawOf([{ parameters: { capPercent: 5 }, citation: "x" }], "construction");
  expect(heldAtMost(silent, open, 1)).toBeNull();
  expect(releaseBy(law, day("2027-01-01"))).toBe("2027-03-02");
  expect(releaseBy(null, day("2027-01-01"))).toBeNull();
});

test("the standing in words", () => {
  const at = {
    atMost: 10_00,
    releaseBy: day("2027-03-02"),
    today: day("2027-02-01"),
    shown: formatDate,
  };
  expect(standingOf({ ...at, withheld: 0 })).toBe("Nothing is withheld.");
  expect(standingOf({ ...at, atMost: null, withheld: 5_00 })).toBe("$5.00 is withheld.");
  expect(standingOf({ ...at, withheld: 10_00 })).toContain("$10.00 may be held");
  expect(standingOf({ ...at, withheld: 30_00 })).toBe(
    "$20.00 of $30.00 withheld is to be released by Mar 2, 2027; $10.00 may be held.",
  );
  expect(standingOf({ ...at, today: day("2027-03-03"), withheld: 30_00 })).toContain(
    "which has passed",
  );
});

test("substantial completion is neither to come nor before the contract", () => {
  const c = { startsOn: day("2027-01-01") };
  const today = day("2027-06-01");
  expect(completionFault("2027-06-02", c, today)).toContain("still to come");
  expect(completionFault("2026-12-31", c, today)).toContain("had not begun");
  expect(completionFault("2027-06-01", c, today)).toBeNull();
});

test("whatever is billed, never more than the cap of each and what is left of the whole is kept back", () =>
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 1e9 }), { minLength: 1, maxLength: 12 }),
      fc.integer({ min: 0, max: 20 }),
      fc.option(fc.integer({ min: 0, max: 1e8 })),
      (totals, capPercent, atMost) => {
        const limits = { percent: "10", capPercent, atMost, citation: "x" };
        let held = 0;
        for (const total of totals) {
          const most = mostRetainage(total, limits, held);
          expect(most).toBeGreaterThanOrEqual(0);
          expect(most * 100).toBeLessThanOrEqual(total * capPercent + 50);
          expect(retainageFault(most, total, limits, held)).toBeNull();
          expect(retainageFault(most + 1, total, limits, held)).not.toBeNull();
          held += most;
          if (atMost !== null) expect(held).toBeLessThanOrEqual(Math.max(atMost, 0));
        }
      },
    ),
  ));

test("a release falls on approved invoices in their order, to the cent, or on none", () => {
  const invoice = fc.record({
    id: fc.uuid(),
    number: fc.string(),
    withheld: fc.integer({ min: 1, max: 1_000_00 }),
    releasable: fc.boolean(),
  });
  fc.assert(
    fc.property(
      fc.array(invoice, { maxLength: 8 }),
      fc.integer({ min: 1, max: 4_000_00 }),
      (all, amount) => {
        const open = all.filter((i) => i.releasable);
        const most = open.reduce((sum, i) => sum + i.withheld, 0);
        const parts = spreadRelease(all, amount);
        if (amount > most) {
          expect(parts).toBeNull();
          return;
        }
        expect(parts!.reduce((sum, part) => sum + part.amount, 0)).toBe(amount);
        // All but the last are released whole.
        expect(parts!.slice(0, -1).map((part) => part.amount)).toEqual(
          open.slice(0, parts!.length - 1).map((i) => i.withheld),
        );
      },
    ),
  );
});
