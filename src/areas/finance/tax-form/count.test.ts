// Which payments are reported, at, below and above each limit of each year; files read by an independent reader.
import { parse } from "csv-parse/sync";
import { expect, test } from "vitest";
import {
  addUp,
  isReported,
  problemsOf,
  reported,
  sharedOut,
  type PaidPart,
} from "./count.model.ts";
import { irisColumns, irisFiles, type IrisReturn } from "./iris.model.ts";
import { taxBoxes, type BoxKey, type TaxClass } from "./tax-form.labels.ts";
import { limitOf } from "./tax-limit.data.ts";

const boxes = Object.keys(taxBoxes) as BoxKey[];
const on = (box: BoxKey, cents: number, of: TaxClass | null, year: number) =>
  reported({ [box]: cents }, of, year)?.[taxBoxes[box].form]?.[box];

test.each([2020, 2024, 2025, 2026])("%i: each box is reported from its limit on", (year) => {
  for (const box of boxes) {
    const { cents } = limitOf(box, year)!;
    expect(on(box, cents - 1, "individual", year)).toBeUndefined();
    expect(on(box, cents, "individual", year)).toBe(cents);
    expect(on(box, cents + 1, "individual", year)).toBe(cents + 1);
  }
});

test("the limits are $600 through 2025 and $2,000 for services and rents in 2026; later years have none", () => {
  expect(boxes.map((box) => limitOf(box, 2025)?.cents)).toEqual(boxes.map(() => 600_00));
  expect(boxes.map((box) => limitOf(box, 2026)?.cents)).toEqual([
    ...[2_000_00, 2_000_00, 2_000_00, 2_000_00],
    600_00,
  ]);
  expect(limitOf("misc10", 2026)?.verified).toBe(false);
  expect(boxes.map((box) => limitOf(box, 2027))).toEqual(boxes.map(() => null));
  expect(reported({ nec1: 5_000_00 }, "individual", 2027)).toBeNull();
});

test("corporations are exempt but for attorneys and medicine, exempt bodies for all", () => {
  const due = (of: TaxClass | null) => boxes.filter((box) => on(box, 9_000_00, of, 2025));
  expect(due("c_corporation")).toEqual(["nec1Legal", "misc6", "misc10"]);
  expect(due("s_corporation")).toEqual(["nec1Legal", "misc6", "misc10"]);
  expect(due("exempt")).toEqual([]);
  for (const of of ["individual", "partnership", "trust", null] as const)
    expect(due(of)).toEqual(boxes);
});

test("services and attorneys' fees are one box, whose sum is held against the limit", () => {
  expect(reported({ nec1: 300_00, nec1Legal: 300_00 }, "individual", 2025)).toEqual({
    NEC: { nec1: 300_00, nec1Legal: 300_00 },
  });
  expect(reported({ nec1: 300_00, nec1Legal: 300_00 }, "c_corporation", 2025)).toEqual({});
  expect(reported({ misc1: 300_00, misc6: 300_00 }, "individual", 2025)).toEqual({});
});

test("a void or returned payment counts nothing, its reissue once, a card never", () => {
  const part = (over: Partial<PaidPart>): PaidPart => ({
    ...{ vendorId: "v", method: "check", status: "cleared", cents: 600_00, box: "nec1" },
    ...over,
  });
  const parts = [
    part({ status: "voided" }),
    part({ status: "returned" }),
    part({ status: "cancelled" }),
    part({ status: "approved" }),
    part({ status: "released" }),
    part({ method: "card" }),
    part({ box: null }),
    part({ method: "ach", vendorId: "w", cents: 1 }),
  ];
  expect(addUp(parts)).toEqual(
    new Map([
      ["v", { nec1: 600_00 }],
      ["w", { nec1: 1 }],
    ]),
  );
  expect(isReported({ method: "card", status: "cleared" })).toBe(false);
});

test("a payee is settled by its W-9: class, number, name, address", () => {
  const whole = {
    ...{ taxClass: "individual" as const, w9On: "2025-01-02", w9Name: "Ann Lee", w9Last4: "1234" },
    ...{ name: "ANN LEE.", tinLast4: "1234", address: "1 Main St" },
  };
  expect(problemsOf(whole)).toEqual([]);
  expect(problemsOf({ ...whole, w9Last4: "4321" })).toEqual(["differs"]);
  expect(problemsOf({ ...whole, w9Name: "Ann Leigh" })).toEqual(["differs"]);
  expect(problemsOf({ ...whole, taxClass: null, w9On: null, tinLast4: null, address: "" })).toEqual(
    ["no_class", "no_w9", "no_tin", "no_address"],
  );
});

test("a bill is shared over its accounts to the cent", () => {
  expect(sharedOut(100, [1, 1, 1])).toEqual([34, 33, 33]);
  expect(sharedOut(1, [5, 9])).toEqual([0, 1]);
  expect(sharedOut(70, [0, 0])).toEqual([0, 0]);
  for (let cents = 0; cents < 300; cents += 7)
    expect(sharedOut(cents, [3, 5, 11, 2]).reduce((n, s) => n + s, 0)).toBe(cents);
});

const party = (n: number) => ({
  ...{ tin: String(100_000_000 + n), tinType: "SSN" as const, name: `Payee ${n}, "Ltd"` },
  ...{ address1: "1 Main St", address2: "", city: "Chaska", state: "MN", zip: "55318" },
});
const payer = { ...party(0), tinType: "EIN" as const, name: "Carver County", phone: "", email: "" };

test("files hold at most a hundred returns, and an independent reader finds every cent in its column", () => {
  const returns: IrisReturn[] = Array.from({ length: 201 }, (_, n) => ({
    ...{ payee: party(n), account: `V-${n}`, amounts: { nec1: 60_000 + n, nec1Legal: 1 } },
  }));
  const files = irisFiles("NEC", 2025, payer, returns);
  const rows = files.map((file) => parse(file, { columns: true }) as Record<string, string>[]);
  expect(rows.map(({ length }) => length)).toEqual([100, 100, 1]);
  const all = rows.flat();
  const cents = all.map((row) => Math.round(Number(row["Box 1 - Nonemployee Compensation"]) * 100));
  expect(cents).toEqual(returns.map((_, n) => 60_001 + n));
  expect(all[7]).toMatchObject({
    ...{ "Form Type": "1099-NEC", "Tax Year": "2025", "Recipient Taxpayer ID Number": "100000007" },
    "Recipient Business or Entity Name Line 1": 'Payee 7, "Ltd"',
  });
  expect(Object.keys(all[0]!)).toEqual(irisColumns.NEC);
  const [misc] = irisFiles("MISC", 2025, payer, [
    { payee: party(1), account: "V-1", amounts: { misc1: 60_000, misc10: 70_005 } },
  ]);
  const [row] = parse(misc!, { columns: true }) as Record<string, string>[];
  expect(row).toMatchObject({
    "Box 1 - Rents": "600.00",
    "Box 6 - Medical and health care payments": "",
  });
  expect(row!["Box 10 - Gross proceeds paid to an attorney"]).toBe("700.05");
  expect([irisColumns.NEC.length, irisColumns.MISC.length]).toEqual([54, 66]);
});
