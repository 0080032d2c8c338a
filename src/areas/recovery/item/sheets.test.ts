// Two worked sheets, reckoned by hand beside each figure. FEMA publishes no worked example that was verified:
// the layout follows forms 009-0-123 and FF-104-FY-21-141, the figures are ours (not verified).
import { expect, test } from "vitest";
import { day as asDay, instant } from "#kernel/time.ts";
import type { FieldHour } from "#areas/assets/assets.server.ts";
import { hourCostOf, type BenefitSheet } from "../benefit/hour-cost.model.ts";
import type { Category } from "../law/categories.labels.ts";
import { judgeHours, type Judged } from "./judge.service.ts";

const sheet: BenefitSheet = {
  laborClassId: "OPR",
  fromDay: asDay("2026-01-01"),
  regularWage: 28_40,
  overtimeWage: 42_60,
  premiumWage: 56_80,
  benefits: [
    { label: "Holiday", regular: 450, overtime: 0 },
    { label: "Vacation", regular: 625, overtime: 0 },
    { label: "Sick leave", regular: 350, overtime: 0 },
    { label: "Social security", regular: 620, overtime: 620 },
    { label: "Medicare", regular: 145, overtime: 145 },
    { label: "Unemployment", regular: 60, overtime: 60 },
    { label: "Workers' compensation", regular: 310, overtime: 310 },
    { label: "Retirement", regular: 750, overtime: 750 },
    { label: "Health", regular: 1_440, overtime: 0 },
  ],
};
let serial = 0;
const row = (over: Partial<FieldHour>): FieldHour => ({
  id: `h${++serial}`,
  kind: "labor",
  workedOn: asDay("2026-11-16"),
  fromAt: instant("2026-11-16T13:00:00.000Z"),
  toAt: instant("2026-11-16T21:00:00.000Z"),
  minutes: 480,
  standbyMinutes: 0,
  pay: "regular",
  personId: "ada",
  person: "Ada",
  laborClassId: "OPR",
  laborClass: "Operator",
  unitId: null,
  unit: null,
  unitClassId: null,
  meter: null,
  activity: "Sandbags",
  placeId: null,
  assetId: null,
  workOrderId: null,
  workOrder: null,
  incidentId: "i",
  positionId: null,
  approvedBy: "Head",
  ...over,
});
const day = (n: number) => asDay(`2026-11-${16 + n}`);
const at = (n: number, hour: number) =>
  instant(`${day(n)}T${String(hour).padStart(2, "0")}:00:00.000Z`);
const week = [
  ...[0, 1, 2, 3, 4].map((n) => row({ workedOn: day(n), fromAt: at(n, 13), toAt: at(n, 21) })),
  ...(
    [
      [0, 120],
      [1, 150],
      [2, 180],
    ] as const
  ).map(([n, minutes]) =>
    row({ workedOn: day(n), fromAt: at(n, 21), toAt: at(n, 23), minutes, pay: "overtime" }),
  ),
];
const judged = (hours: readonly FieldHour[], category: Category, over: object = {}) =>
  judgeHours({
    hours,
    frame: {
      category,
      periodFrom: "2026-11-12",
      policy: { title: "Rules", adoptedOn: asDay("2019-01-01"), contingent: false },
    },
    rates: new Map(),
    sheets: [sheet],
    schedule: new Map(),
    schedules: [],
    zone: "UTC",
    ...over,
  });
const sum = (of: ReadonlyMap<string, Judged | Judged[]>) =>
  [...of.values()].flat().reduce((n, v) => n + (v.eligible ? v.cents : 0), 0);

test("labor summary: benefits apart, regular and overtime apart, to the cent", () => {
  // REG: 4.5+6.25+3.5+6.2+1.45+0.6+3.1+7.5+14.4 = 47.5% of 28.40 = 13.49.
  expect(hourCostOf(sheet, "regular")).toEqual({ wage: 28_40, benefit: 13_49 });
  // OT: 6.2+1.45+0.6+3.1+7.5 = 18.85% of 42.60 = 8.0301, so 8.03.
  expect(hourCostOf(sheet, "overtime")).toEqual({ wage: 42_60, benefit: 8_03 });
  // Permanent work: 5 × 8 h × 41.89 = 1,675.60; OT 2 h = 101.26, 2.5 h = 126.575 → 126.58, 3 h = 151.89.
  expect(sum(judged(week, "C"))).toBe(1_675_60 + 101_26 + 126_58 + 151_89);
  // Emergency work: the overtime alone.
  expect(sum(judged(week, "B"))).toBe(379_73);
  // Premium by the schedule 13:00 to 21:00: Monday 13:00 to 23:00, ten hours at double time.
  const schedule = {
    personId: "ada",
    fromDay: asDay("2026-01-01"),
    toDay: null,
    employment: "budgeted" as const,
    replacesId: null,
    shifts: [1, 2, 3, 4, 5].map((weekday) => ({
      weekday,
      from: "13:00",
      to: "21:00",
      breakMinutes: 0,
    })),
  };
  const long = row({ workedOn: day(0), fromAt: at(0, 13), toAt: at(0, 23), minutes: 600 });
  const double = { ...long, pay: "premium" as const };
  // 18.85% of 56.80 = 10.7068, so 10.71: 2 h × 67.51 = 135.02. Permanent: 8 h × 41.89 = 335.12 beside it.
  expect(sum(judged([double], "B", { schedules: [schedule] }))).toBe(135_02);
  expect(sum(judged([double], "C", { schedules: [schedule] }))).toBe(335_12 + 135_02);
});

test("equipment summary: the lesser rate, the operator's hours, standby only where it mostly ran", () => {
  const unit = (n: number, over: Partial<FieldHour>) =>
    row({
      kind: "equipment",
      workedOn: day(n),
      fromAt: at(n, 13),
      toAt: at(n, 21),
      unitId: "u",
      unit: "Truck",
      unitClassId: "truck",
      laborClassId: null,
      laborClass: null,
      ...over,
    });
  const loader = unit(2, { minutes: 540, unitId: "l", unit: "Loader" });
  const hours = [
    ...week.slice(0, 3),
    unit(0, { minutes: 390, standbyMinutes: 60 }),
    unit(1, { minutes: 180, standbyMinutes: 120 }),
    loader,
  ];
  const of = judged(hours, "B", {
    schedule: new Map([
      ["u", { assetId: "u", code: "8720", cents: 61_27 }],
      ["l", { assetId: "l", code: "8391", cents: 82_15 }],
    ]),
    rates: new Map([[loader.id, { id: loader.id, regular: 70_00, other: 0 }]]),
  });
  const units = new Map(
    [...of].filter(([id]) => !week.some((w) => w.id === id)).map(([id, v]) => [id, v[0]!]),
  );
  // 6.5 h ran and 1 h standby of 8: 7.5 × 61.27 = 459.525 → 459.53. 3 h of 8 ran: 3 × 61.27 = 183.81.
  // The loader ran 9 h, its operator worked 8: 8 × 70.00, our rate, which is less than 82.15.
  expect([...units.values()].map((v) => v.cents)).toEqual([459_53, 183_81, 560_00]);
  expect(sum(units)).toBe(1_203_34);
  expect([...units.values()][2]!.rule).toContain("the local rate, which is less");
  // A second truck of the same class is another size: it has no code, and is named.
  const other = unit(0, { unitId: "v", unit: "Truck 9" });
  const bare = judged([...week, other], "B", { schedule: new Map() }).get(other.id)![0]!;
  expect(bare).toMatchObject({ eligible: false, cents: 0 });
  expect(bare.rule).toContain("Truck 9 has no code of FEMA's schedule that holds");
});

test("every excluded hour names its rule and where it stands", () => {
  const [monday] = week;
  const cases: readonly [Partial<FieldHour>, RegExp, object?][] = [
    [{}, /budgeted employees/],
    [{ workedOn: asDay("2026-11-11") }, /before the incident/],
    [{ pay: "leave" }, /Leave is not work/],
    [{ pay: "premium" }, /No work schedule of Ada/],
    [
      { pay: "overtime" },
      /depends on federal money/,
      { policies: new Map([["OPR", { title: "P", adoptedOn: "2019-01-01", contingent: true }]]) },
    ],
    [
      { pay: "overtime" },
      /is later than the incident/,
      { policies: new Map([["OPR", { title: "P", adoptedOn: "2026-11-13", contingent: false }]]) },
    ],
    [{ pay: "overtime", minutes: 1_441 }, /More than 24 hours/],
    [{ laborClassId: "LAB", pay: "overtime" }, /No rate of/],
  ];
  for (const [over, rule, side = {}] of cases) {
    const one = { ...monday!, ...over };
    const verdict = judged([one], "B", side).get(one.id)![0]!;
    expect(verdict).toMatchObject({ eligible: false });
    expect(verdict.rule).toMatch(rule);
    expect(verdict.citation).not.toBe("");
  }
  const there = row({ pay: "overtime", placeId: "arena" });
  const truck = row({
    kind: "equipment",
    unitId: "u",
    unitClassId: "truck",
    laborClassId: null,
    placeId: "bridge",
  });
  expect(judged([there, truck], "B").get(truck.id)![0]!.rule).toMatch(/at another site/);
  const late = judgeHours({
    hours: [{ ...monday!, pay: "overtime" }],
    frame: {
      category: "B",
      periodFrom: "2026-11-12",
      workUntil: "2026-11-15",
      policy: { title: "R", adoptedOn: asDay("2019-01-01"), contingent: false },
    },
    rates: new Map(),
    sheets: [sheet],
    schedule: new Map(),
    schedules: [],
    zone: "UTC",
  });
  expect([...late.values()][0]![0]!.rule).toMatch(/after the last day of the work/);
});
