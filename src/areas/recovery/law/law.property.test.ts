// The law's arithmetic against a naive recomputation: windows, caps, tiers, size, clocks, units, hours.
import fc from "fast-check";
import { expect, test } from "vitest";
import { hourCostOf } from "../benefit/hour-cost.model.ts";
import { tieOut } from "../item/proof.model.ts";
import { categories, isEmergencyWork, type Category } from "./categories.labels.ts";
import {
  appealClocks,
  extensionDecider,
  ownExtension,
  plusDays,
  plusMonths,
  workUntil,
} from "./clocks.model.ts";
import { centsOf, paidUnitMinutes } from "./hours.model.ts";
import { judgeLabor } from "./labor.model.ts";
import type { WorkSchedule } from "./schedule.model.ts";
import { managementCap, mitigationCeiling, shareOn, sizeOf } from "./share.model.ts";
import { day as asDay, utcDay } from "#kernel/time.ts";

const category = fc.constantFrom(...(Object.keys(categories) as Category[]));
const day = fc.integer({ min: 0, max: 3_000 }).map((n) => utcDay(Date.UTC(2020, 0, 1 + n)));

test("the share of a day is that of the window which begins last among those that hold", () => {
  const window = fc.record({
    id: fc.uuid(),
    categories: fc.uniqueArray(category, { minLength: 1 }),
    fromDay: day,
    toDay: fc.option(day),
    rate: fc.integer({ min: 0, max: 10_000 }),
  });
  fc.assert(
    fc.property(fc.array(window, { maxLength: 12 }), category, day, (windows, c, on) => {
      let best: (typeof windows)[number] | null = null;
      for (const w of windows) {
        if (!w.categories.includes(c) || on < w.fromDay) continue;
        if (w.toDay !== null && on > w.toDay) continue;
        if (
          best === null ||
          w.fromDay > best.fromDay ||
          (w.fromDay === best.fromDay && w.rate > best.rate)
        )
          best = w;
      }
      expect(shareOn(windows, c, on)).toBe(best?.rate ?? null);
    }),
  );
});

test("caps round down and tiers are marginal, cent by cent", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2 ** 50 }), (award) => {
      expect(managementCap(award, "subrecipient")).toBe(Number((BigInt(award) * 5n) / 100n));
      expect(managementCap(award, "recipient")).toBe(Number((BigInt(award) * 7n) / 100n));
      let [left, sum] = [BigInt(award), 0n];
      for (const [width, rate] of [
        [200_000_000_000n, 1_500n],
        [800_000_000_000n, 1_000n],
        [2_533_300_000_000n, 750n],
      ] as const) {
        const part = left < width ? left : width;
        sum += (part * rate) / 10_000n;
        left -= part;
      }
      expect(mitigationCeiling(award)).toBe(Number(sum));
    }),
  );
});

test("at the threshold large, a cent below small; at the minimum small, a cent below nothing", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 10_000_00 }),
      fc.integer({ min: 1, max: 2_000_000_00 }),
      fc.integer({ min: -3, max: 3 }),
      (minimumCents, more, off) => {
        const t = { minimumCents, largeCents: minimumCents + more };
        const size = (n: number) => sizeOf(n, t);
        expect(size(t.largeCents + Math.abs(off))).toBe("large");
        expect(size(t.largeCents - 1)).toBe("small");
        expect(size(t.minimumCents)).toBe("small");
        expect(size(t.minimumCents - 1)).toBe("below");
      },
    ),
  );
});

test("clocks: sixty days from sending, a hundred and twenty from the determination; before 2022 otherwise", () => {
  fc.assert(
    fc.property(day, day, fc.integer({ min: 0, max: 20 }), (declaredOn, determinedOn, wait) => {
      const sentOn = plusDays(determinedOn, wait);
      const of = {
        level: "second" as const,
        declaredOn,
        determinedOn,
        sentOn,
        receivedOn: sentOn,
        filedOn: sentOn,
      };
      const apart = (a: string, b: string) => (Date.parse(b) - Date.parse(a)) / 86_400_000;
      const { fileBy, forwardBy } = appealClocks(of);
      expect(apart(sentOn, fileBy!)).toBe(60);
      expect(apart(declaredOn >= "2022-01-01" ? determinedOn : sentOn, forwardBy!)).toBe(
        declaredOn >= "2022-01-01" ? 120 : 60,
      );
    }),
  );
});

test("the work's last day and who may extend it", () => {
  fc.assert(
    fc.property(day, category, fc.integer({ min: 1, max: 60 }), (declaredOn, c, months) => {
      const until = workUntil(declaredOn, c);
      const months0 = (a: string, b: string) =>
        (Number(b.slice(0, 4)) - Number(a.slice(0, 4))) * 12 +
        Number(b.slice(5, 7)) -
        Number(a.slice(5, 7));
      expect(months0(declaredOn, until)).toBe(isEmergencyWork(c) ? 6 : 18);
      expect(Number(until.slice(8))).toBeLessThanOrEqual(Number(declaredOn.slice(8)));
      const asked = plusMonths(until, months);
      expect(extensionDecider(declaredOn, c, asked)).toBe(
        asked <= plusMonths(until, ownExtension(c)) ? "recipient" : "fema",
      );
    }),
  );
});

test("a unit is never paid beyond its operator; standby only where it ran more than half of the day", () => {
  const minutes = fc.integer({ min: 0, max: 1_440 });
  fc.assert(
    fc.property(minutes, minutes, minutes, (ran, standby, operator) => {
      const paid = paidUnitMinutes({ ran, standby, operator }).minutes;
      expect(paid).toBeLessThanOrEqual(operator);
      const naive = ran > operator / 2 ? ran + standby : ran;
      expect(paid).toBe(Math.min(naive, operator));
    }),
  );
});

test("every excluded hour has a rule and a citation; one that counts meets none of the rules", () => {
  const hour = fc.record({
    workedOn: day,
    minutes: fc.integer({ min: 1, max: 1_440 }),
    pay: fc.constantFrom(
      "regular" as const,
      "overtime" as const,
      "premium" as const,
      "leave" as const,
    ),
    leave: fc.boolean(),
    dayMinutes: fc.integer({ min: 1, max: 2_000 }),
    overlaps: fc.boolean(),
    replacedWorks: fc.boolean(),
  });
  const of = fc.record({
    employment: fc.constantFrom("budgeted" as const, "unbudgeted" as const, "backfill" as const),
    share: fc.double({ min: 0, max: 1, noNaN: true }),
  });
  const policy = fc.option(
    fc.record({ title: fc.constant("Rules"), adoptedOn: day, contingent: fc.boolean() }),
  );
  fc.assert(
    fc.property(hour, category, day, policy, fc.option(of), (h, c, periodFrom, p, s) => {
      const inside = s ? Math.floor(h.minutes * s.share) : 0;
      const split = s && {
        inside,
        beyond: h.minutes - inside,
        schedule: { employment: s.employment } as WorkSchedule,
        touched: "Monday",
      };
      const emergency = c === "A" || c === "B";
      const parts = judgeLabor(
        { ...h, person: "Ada", split },
        { category: c, periodFrom, policy: p },
      );
      expect(parts.reduce((n, v) => n + v.minutes, 0)).toBe(h.minutes);
      const never =
        h.workedOn < periodFrom ||
        h.leave ||
        h.pay === "leave" ||
        h.dayMinutes > 1_440 ||
        h.overlaps;
      const noPolicy = !p || p.adoptedOn >= periodFrom || p.contingent;
      const extra = h.pay === "overtime" || h.pay === "premium";
      for (const [n, v] of parts.entries()) {
        expect(v.rule).not.toBe("");
        expect(v.citation).not.toBe("");
        const within = split ? inside > 0 && n === 0 : h.pay === "regular";
        const bad =
          never ||
          (!split && h.pay === "premium") ||
          (within
            ? (emergency && s?.employment !== "unbudgeted") ||
              s?.employment === "backfill" ||
              h.pay === "overtime"
            : (extra && noPolicy) || (s?.employment === "backfill" && !h.replacedWorks));
        expect(v.eligible).toBe(!bad);
      }
    }),
  );
});

test("an hour's cost and its benefits are rounded once, half up", () => {
  const line = fc.record({
    label: fc.constant("x"),
    regular: fc.integer({ min: 0, max: 5_000 }),
    overtime: fc.integer({ min: 0, max: 5_000 }),
  });
  fc.assert(
    fc.property(
      fc.array(line, { minLength: 1, maxLength: 9 }),
      fc.integer({ min: 1, max: 20_000 }),
      fc.integer({ min: 0, max: 1_440 }),
      (benefits, wage, minutes) => {
        const sheet = {
          laborClassId: "c",
          fromDay: asDay("2026-01-01"),
          regularWage: wage,
          overtimeWage: wage,
          premiumWage: null,
          benefits,
        };
        for (const pay of ["regular", "overtime"] as const) {
          const rate = benefits.reduce((n, b) => n + BigInt(b[pay]), 0n);
          const naive = Number((BigInt(wage) * rate + 5_000n) / 10_000n);
          expect(hourCostOf(sheet, pay)).toEqual({ wage, benefit: naive });
        }
        expect(centsOf(minutes, wage)).toBe(Number((BigInt(minutes * wage) + 30n) / 60n));
      },
    ),
  );
});

test("hours never claim more than was paid to their person for those days, and name the difference", () => {
  const name = fc.constantFrom("Ada", "Ben");
  const labor = fc.record({
    id: fc.uuid(),
    person: name,
    day: fc.constantFrom("2026-11-02", "2026-11-05", "2026-11-12"),
    cents: fc.integer({ min: 1, max: 50_000 }),
  });
  const pay = fc.record({
    costLineId: fc.uuid(),
    employee: name,
    incurredFrom: fc.constantFrom("2026-11-01", "2026-11-08"),
    incurredTo: fc.constantFrom("2026-11-07", "2026-11-14"),
    open: fc.integer({ min: 0, max: 90_000 }),
  });
  fc.assert(
    fc.property(
      fc.uniqueArray(labor, { maxLength: 15, selector: (l) => l.id }),
      fc.uniqueArray(pay, { maxLength: 6, selector: (p) => p.costLineId }),
      (rows, pays) => {
        const { taken, short } = tieOut(rows, pays);
        for (const p of pays) {
          const of = taken.filter((x) => x.costLineId === p.costLineId);
          expect(of.reduce((n, x) => n + x.cents, 0)).toBeLessThanOrEqual(p.open);
        }
        for (const l of rows) {
          const of = taken.filter((x) => x.itemId === l.id).reduce((n, x) => n + x.cents, 0);
          expect(of).toBe(short.has(l.id) ? 0 : l.cents);
          if (short.has(l.id)) expect(short.get(l.id)).toContain(l.person);
        }
      },
    ),
  );
});
