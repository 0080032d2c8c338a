import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { day } from "#kernel/time.ts";
import { annuity, benefitCost, expectedAnnual } from "./benefit.model.ts";
import { appealClocks, notNext, plusMonths, workUntil } from "./clocks.model.ts";
import { centsOf, paidUnitMinutes, type HourFacts } from "./hours.model.ts";
import { judgeLabor } from "./labor.model.ts";
import {
  donatedOffsets,
  managementCap,
  mitigationCeiling,
  shareOn,
  sharesOf,
  sizeOf,
} from "./share.model.ts";
import { federalYearOf } from "./thresholds.data.ts";

const cents = fc.integer({ min: 0, max: 5_000_000_00 });
const lines = fc.array(
  fc.record({
    id: fc.uuid(),
    cents,
    rate: fc.constantFrom(7_500, 9_000, 10_000, 0),
  }),
  { minLength: 1, maxLength: 40 },
);

describe("the federal share", () => {
  test("every cent is insured, federal or own, and each rate's federal part is rounded once", () => {
    fc.assert(
      fc.property(lines, cents, (all, insurance) => {
        const shares = sharesOf(all, insurance);
        const total = all.reduce((n, l) => n + l.cents, 0);
        const insured = shares.reduce((n, s) => n + s.insured, 0);
        expect(insured).toBe(Math.min(insurance, total));
        for (const [n, s] of shares.entries()) {
          expect(s.insured + s.federal + s.match).toBe(all[n]!.cents);
          expect(Math.min(s.insured, s.federal, s.match)).toBeGreaterThanOrEqual(0);
        }
        for (const rate of new Set(all.map((l) => l.rate))) {
          const of = shares.filter((_, n) => all[n]!.rate === rate);
          const base = BigInt(of.reduce((n, s) => n + s.base, 0));
          const naive = Number((base * BigInt(rate) + 5_000n) / 10_000n);
          expect(of.reduce((n, s) => n + s.federal, 0)).toBe(naive);
        }
      }),
    );
  });

  test("of windows that lie over each other the one that begins last holds, and none gives none", () => {
    const windows = [
      { id: "a", categories: ["A", "B"], fromDay: "2026-11-01", toDay: null, rate: 7_500 },
      { id: "b", categories: ["B"], fromDay: "2026-11-10", toDay: "2026-11-20", rate: 10_000 },
    ];
    expect(shareOn(windows, "B", "2026-11-09")).toBe(7_500);
    expect(shareOn(windows, "B", "2026-11-10")).toBe(10_000);
    expect(shareOn(windows, "B", "2026-11-20")).toBe(10_000);
    expect(shareOn(windows, "B", "2026-11-21")).toBe(7_500);
    expect(shareOn(windows, "C", "2026-11-10")).toBeNull();
    expect(shareOn(windows, "A", "2026-10-31")).toBeNull();
  });

  test("donated work never pays more than the agency's own part, and no cent of it is lost", () => {
    const project = fc.record({ emergency: fc.boolean(), ownPart: cents, donated: cents });
    fc.assert(
      fc.property(fc.array(project, { maxLength: 12 }), (some) => {
        const projects = some.map((p, n) => ({ ...p, id: String(n) }));
        const offsets = donatedOffsets(projects);
        for (const p of projects) {
          const o = offsets.get(p.id)!;
          expect(o.offset).toBeLessThanOrEqual(p.ownPart);
          expect(o.offset - o.received + o.given + o.unused).toBe(p.donated);
          if (!p.emergency) expect([o.received, o.given]).toEqual([0, 0]);
        }
        const emergency = projects.filter((p) => p.emergency);
        const sum = (of: (p: (typeof projects)[number]) => number) =>
          emergency.reduce((n, p) => n + of(p), 0);
        const offset = sum((p) => offsets.get(p.id)!.offset);
        expect(offset).toBe(
          Math.min(
            sum((p) => p.ownPart),
            sum((p) => p.donated),
          ),
        );
      }),
    );
  });

  test("what volunteers gave beyond one emergency project's part pays that of the next; permanent work keeps its own", () => {
    const offsets = donatedOffsets([
      { id: "debris", emergency: true, ownPart: 1_000_00, donated: 1_500_00 },
      { id: "road", emergency: false, ownPart: 2_000_00, donated: 100_00 },
      { id: "shelter", emergency: true, ownPart: 300_00, donated: 0 },
    ]);
    expect(offsets.get("debris")).toEqual({
      offset: 1_000_00,
      received: 0,
      given: 300_00,
      unused: 200_00,
    });
    expect(offsets.get("shelter")!.offset).toBe(300_00);
    expect(offsets.get("road")!.offset).toBe(100_00);
  });

  test("caps and tiers", () => {
    expect(managementCap(1_000_19, "subrecipient")).toBe(50_00);
    expect(managementCap(1_000_19, "recipient")).toBe(70_01);
    // 15% of 2 billion, 10% of the next 8, 7.5% of the rest up to 35.333 billion.
    expect(mitigationCeiling(200_000_000_000)).toBe(30_000_000_000);
    expect(mitigationCeiling(1_000_000_000_000)).toBe(110_000_000_000);
    expect(mitigationCeiling(3_533_300_000_000)).toBe(299_997_500_000);
    expect(mitigationCeiling(9_000_000_000_000)).toBe(299_997_500_000);
  });
});

describe("size and clocks", () => {
  const t = { minimumCents: 4_000_00, largeCents: 1_062_900_00 };
  test("at the threshold a project is large, a cent below it small", () => {
    expect(sizeOf(t.largeCents, t)).toBe("large");
    expect(sizeOf(t.largeCents - 1, t)).toBe("small");
    expect(sizeOf(t.minimumCents, t)).toBe("small");
    expect(sizeOf(t.minimumCents - 1, t)).toBe("below");
  });

  test("the federal year begins in October; months end where there is no such day", () => {
    expect(federalYearOf("2026-09-30")).toBe(2026);
    expect(federalYearOf("2026-10-01")).toBe(2027);
    expect(plusMonths("2026-08-31", 6)).toBe("2027-02-28");
    expect(workUntil("2026-11-14", "B")).toBe("2027-05-14");
    expect(workUntil("2026-11-14", "C")).toBe("2028-05-14");
  });

  test("an appeal's clocks follow the law of the declaration's day", () => {
    const of = {
      level: "first" as const,
      determinedOn: "2026-03-01",
      sentOn: "2026-03-05",
      receivedOn: "2026-03-09",
    };
    expect(appealClocks({ ...of, declaredOn: "2022-01-01", filedOn: null })).toMatchObject({
      fileBy: "2026-05-04",
      forwardBy: "2026-06-29",
    });
    expect(appealClocks({ ...of, declaredOn: "2021-12-31", filedOn: "2026-04-01" })).toMatchObject({
      fileBy: "2026-05-08",
      forwardBy: "2026-05-31",
    });
    expect(
      appealClocks({ ...of, level: "arbitration", declaredOn: "2024-05-01", filedOn: null }),
    ).toMatchObject({ fileBy: "2026-05-04", forwardBy: null });
  });

  test("arbitration: above $500,000, rural above $100,000, of disasters declared after 1 January 2016", () => {
    const may = (cents: number, rural: boolean) =>
      notNext({ level: "first", declaredOn: "2024-05-01", cents, rural }, "arbitration") === null;
    expect([499_999_99, 500_000_00, 500_000_01].map((cents) => may(cents, false))).toEqual([
      false,
      false,
      true,
    ]);
    expect([99_999_99, 100_000_00, 100_000_01].map((cents) => may(cents, true))).toEqual([
      false,
      false,
      true,
    ]);
    const of = { level: "first" as const, cents: 600_000_00, rural: false };
    expect(notNext({ ...of, declaredOn: "2015-12-31" }, "arbitration")).toContain("1 January 2016");
    expect(notNext({ ...of, declaredOn: "2016-01-01" }, "arbitration")).toContain("1 January 2016");
    expect(notNext({ ...of, declaredOn: "2016-01-02" }, "arbitration")).toBeNull();
    expect(notNext({ ...of, declaredOn: "2015-12-31" }, "second")).toBeNull();
    expect(notNext({ ...of, declaredOn: "2024-01-01" }, "first")).toContain("is decided");
    expect(notNext({ ...of, level: "second", declaredOn: "2024-01-01" }, "arbitration")).toContain(
      "final",
    );
  });
});

describe("hours", () => {
  const hour: HourFacts = {
    workedOn: day("2026-11-15"),
    minutes: 480,
    pay: "regular",
    leave: false,
    dayMinutes: 480,
    overlaps: false,
  };
  const policy = { title: "Rules", adoptedOn: day("2019-01-01"), contingent: false };
  const judgeHour = (h: HourFacts, by: Parameters<typeof judgeLabor>[1]) =>
    judgeLabor({ ...h, person: "Ada", split: null, replacedWorks: false }, by)[0]!;
  const frame = { category: "B" as const, periodFrom: day("2026-11-12"), policy };
  test("each excluded hour names its rule", () => {
    const excluded = [
      judgeHour(hour, frame),
      judgeHour({ ...hour, workedOn: day("2026-11-11") }, frame),
      judgeHour({ ...hour, leave: true }, frame),
      judgeHour({ ...hour, dayMinutes: 1_441 }, frame),
      judgeHour({ ...hour, overlaps: true }, frame),
      judgeHour({ ...hour, pay: "overtime" }, { ...frame, policy: null }),
      judgeHour(
        { ...hour, pay: "overtime" },
        { ...frame, policy: { ...policy, adoptedOn: day("2026-11-12") } },
      ),
      judgeHour(
        { ...hour, pay: "overtime" },
        { ...frame, policy: { ...policy, contingent: true } },
      ),
    ];
    expect(excluded.map((v) => v.eligible)).toEqual(excluded.map(() => false));
    expect(new Set(excluded.map((v) => v.rule)).size).toBe(excluded.length);
    expect(excluded.every((v) => v.citation !== "")).toBe(true);
  });

  test("overtime and permanent work are eligible", () => {
    expect(judgeHour({ ...hour, pay: "overtime" }, frame).eligible).toBe(true);
    expect(judgeHour(hour, { ...frame, category: "C" }).eligible).toBe(true);
  });

  test("a unit is paid for its operator's hours at most, standby only where it mostly ran", () => {
    expect(paidUnitMinutes({ ran: 200, standby: 280, operator: 480 }).minutes).toBe(200);
    expect(paidUnitMinutes({ ran: 240, standby: 240, operator: 480 }).minutes).toBe(240);
    expect(paidUnitMinutes({ ran: 241, standby: 239, operator: 480 }).minutes).toBe(480);
    expect(paidUnitMinutes({ ran: 600, standby: 0, operator: 480 }).minutes).toBe(480);
    expect(centsOf(90, 41_33)).toBe(62_00);
  });
});

test("benefits over costs, by hand: two recurrences, seven percent, fifty years", () => {
  expect(annuity(0.07, 50)).toBeCloseTo(13.800746, 5);
  expect(annuity(0, 50)).toBe(50);
  // (100 + 200) / 2 × (0.1 − 0.01) + 200 × 0.01 = 15.5 dollars a year.
  expect(
    expectedAnnual([
      { years: 10, damage: 100_00 },
      { years: 100, damage: 200_00 },
    ]),
  ).toBe(15_50);
  const found = benefitCost({
    recurrences: [
      { years: 10, before: 100_00, after: 0 },
      { years: 100, before: 200_00, after: 0 },
    ],
    costCents: 100_00,
    maintenanceCents: 1_00,
    usefulYears: 50,
    ratePercent: 7,
  });
  expect(found.benefits).toBe(213_91);
  expect(found.costs).toBe(113_80);
  expect(found.ratio).toBeCloseTo(1.8797, 3);
});
