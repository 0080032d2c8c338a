// A week's pay against a wage determination, worked out by hand.
import { expect, test } from "vitest";
import { day } from "#kernel/time.ts";
import {
  holdsSocialSecurity,
  missingWeeks,
  payrollDue,
  payrollTotals,
  wageFindings,
  type PaidWorker,
} from "./wages.model.ts";

// A carpenter is due $30.00 and $9.50 of fringe benefits: $39.50, and for overtime $45.00 + $9.50.
const rates = [
  { classification: "Carpenter", basic: 30_00, fringe: 9_50 },
  { classification: "Laborer, common", basic: 21_15, fringe: 0 },
];
const eight = ["8", "8", "8", "8", "8", "0", "0"];
const none = ["0", "0", "0", "0", "0", "0", "0"];
// 40 × $30.00 = $1,200.00; of it $300.00 go off.
const carpenter = (over: Partial<PaidWorker> = {}): PaidWorker => ({
  name: "Ann Lee",
  idNumber: "1234",
  classification: "Carpenter",
  apprenticePercent: null,
  straight: eight,
  overtime: none,
  rate: 30_00,
  overtimeRate: 45_00,
  fringePlans: 9_50,
  fringeCash: 0,
  gross: 1_200_00,
  grossAll: 1_200_00,
  deductions: 300_00,
  net: 900_00,
  ...over,
});
const found = (...workers: PaidWorker[]) =>
  wageFindings(workers, rates).map(({ at, kind, says }) => `${at} ${kind}: ${says}`);

test("what is due may be paid as wages, to plans or in cash, in any mix", () => {
  expect(found(carpenter())).toEqual([]);
  // 40 × ($30.00 + $9.50) = $1,580.00
  const all = { gross: 1_580_00, grossAll: 1_580_00, net: 1_280_00 };
  expect(found(carpenter({ fringePlans: 0, fringeCash: 9_50, ...all }))).toEqual([]);
  expect(found(carpenter({ fringePlans: 0, rate: 39_50, overtimeRate: 54_50, ...all }))).toEqual(
    [],
  );
});

test("a cent below is found, at straight time and at overtime", () => {
  expect(found(carpenter({ fringePlans: 9_49 }))).toEqual([
    "0 short: Ann Lee, Carpenter: $39.49 an hour with fringe benefits is below $39.50 ($30.00 and $9.50)",
  ]);
  // 40 × $30.00 + 2 × $45.00 = $1,290.00; with $44.99 it is $1,289.98.
  const late = { overtime: ["2", "0", "0", "0", "0", "0", "0"], grossAll: 1_290_00, net: 990_00 };
  expect(found(carpenter({ ...late, gross: 1_290_00 }))).toEqual([]);
  expect(found(carpenter({ ...late, overtimeRate: 44_99, gross: 1_289_98 }))).toEqual([
    "0 overtime: Ann Lee, Carpenter: $54.49 an hour of overtime is below $54.50: one and a half times the basic rate, and the fringe benefits once",
  ]);
});

test("the premium is on the basic rate alone, whatever the fringe benefits are", () => {
  // A laborer of $21.15: half a cent of the premium (31.725) is due in full.
  const laborer = (overtimeRate: number, gross: number) =>
    carpenter({
      classification: "laborer,  COMMON",
      straight: ["8", "0", "0", "0", "0", "0", "0"],
      overtime: ["1", "0", "0", "0", "0", "0", "0"],
      rate: 21_15,
      fringePlans: 0,
      overtimeRate,
      gross,
    });
  expect(found(laborer(31_73, 200_93))).toEqual([]);
  expect(found(laborer(31_72, 200_92))[0]).toMatch(
    /\$31\.72 an hour of overtime is below \$31\.73/,
  );
});

test("an apprentice has the program's part of the basic rate and the whole fringe benefits", () => {
  // 60 percent of $30.00 is $18.00: 40 × $18.00 = $720.00.
  const own = { apprenticePercent: 60, rate: 18_00, overtimeRate: 27_00, gross: 720_00 };
  expect(found(carpenter(own))).toEqual([]);
  expect(found(carpenter({ ...own, rate: 17_99, gross: 719_60 }))[0]).toMatch(
    /\$27\.49 an hour with fringe benefits is below \$27\.50 \(\$18\.00 and \$9\.50\)/,
  );
});

test("beyond 40 hours of the week straight time is overtime, over all rows of the worker", () => {
  const more = ["8", "8", "8", "8", "8", "0.25", "0"];
  // 40.25 × $30.00 = $1,207.50
  expect(
    found(carpenter({ straight: more, gross: 1_207_50, grossAll: 1_207_50, net: 907_50 })),
  ).toEqual([
    "0 overtime: Ann Lee: 40.25 hours of the week stand as straight time; what goes beyond 40 is overtime",
  ]);
  const part = ["8", "8", "8", "0", "0", "0", "0"];
  const second = {
    classification: "Laborer, common",
    rate: 30_00,
    grossAll: null,
    deductions: null,
    net: null,
  };
  const rows = [
    carpenter({ straight: part, gross: 720_00, grossAll: 1_440_00, net: 1_140_00 }),
    carpenter({ ...second, straight: part, gross: 720_00 }),
  ];
  expect(found(...rows)).toEqual([
    "0 overtime: Ann Lee: 48 hours of the week stand as straight time; what goes beyond 40 is overtime",
  ]);
  expect(payrollTotals(rows)).toEqual({ people: 1, hours: "48", gross: 1_440_00 });
});

test("sums must come out: of hours and rates, of all work, of what is paid out", () => {
  expect(found(carpenter({ gross: 1_200_02 }))).toEqual([
    "0 sums: Ann Lee: all work earned $1,200.00, less than this project's $1,200.02",
  ]);
  expect(found(carpenter({ gross: 1_199_97 }))).toEqual([
    "0 sums: Ann Lee: the hours and rates come to $1,200.00, and $1,199.97 is written",
  ]);
  expect(found(carpenter({ net: 900_01 }))).toEqual([
    "0 sums: Ann Lee: $1,200.00 less $300.00 is $900.00, and $900.01 is written as net pay",
  ]);
  expect(found(carpenter({ net: null }))[0]).toMatch(/net pay are missing/);
});

test("an unknown classification is found, and its pay is not called right", () => {
  expect(found(carpenter({ classification: "Carpenter II" }))).toEqual([
    "0 unknown: Ann Lee: the wage determination has no classification Carpenter II",
  ]);
});

test("weeks without a payroll are named by their last day; a week that is not over is not asked for", () => {
  const from = day("2026-11-04");
  // Weeks end on Saturdays while nothing says otherwise: November 7, 14, 21.
  expect(missingWeeks({ from, to: day("2026-11-27") }, [])).toEqual([
    "2026-11-07",
    "2026-11-14",
    "2026-11-21",
  ]);
  expect(missingWeeks({ from, to: day("2026-11-28") }, [day("2026-11-14")])).toEqual([
    "2026-11-07",
    "2026-11-21",
    "2026-11-28",
  ]);
  // An employer whose weeks end on Sundays: November 8, 15, 22.
  expect(
    missingWeeks({ from, to: day("2026-11-22") }, [day("2026-11-08"), day("2026-11-22")]),
  ).toEqual(["2026-11-15"]);
  expect(missingWeeks({ from, to: day("2026-11-06") }, [])).toEqual([]);
  expect(payrollDue(day("2026-11-27"))).toBe("2026-12-04");
});

test("a full Social Security number is seen, and the last four digits are not", () => {
  for (const text of ["123-45-6789", "123456789", "Ann 123 45 6789", "no. 123.45.6789."])
    expect(holdsSocialSecurity(text), text).toBe(true);
  for (const text of ["6789", "xxx-xx-6789", "651-555-0100", "1234567890123", "2026-11-28"])
    expect(holdsSocialSecurity(text), text).toBe(false);
});
