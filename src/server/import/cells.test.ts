// One reader of cells for every importer: what each kind takes, and what it hands back.
import { expect, test } from "vitest";
import { cells, isSheetError, oneOf, several, type CellType, type Told } from "./cells.ts";

const read = (type: CellType, text: string, told: Told = {}) => {
  const found = type.read(text, told);
  return found === "none" ? "none" : "value" in found ? found.value : "refused";
};

const said = (type: CellType, text: string) => {
  const found = type.read(text, {});
  return typeof found === "object" && "fix" in found ? found.fix : null;
};

test.each([
  ["1,234.56", 1_234_56],
  ["(1,234.56)", -1_234_56],
  ["$(12.00)", -12_00],
  ["($12.00)", -12_00],
  ["12.00-", -12_00],
  ["−7.10", -7_10],
  ["$5", 5_00],
  ["1 205.99", 1_205_99],
  ["1205.9900", 1_205_99],
  ["-", "none"],
  ["(-3)", "refused"],
  ["--3", "none-ish"],
  ["151,97", "refused"],
  ["1.205,99", "refused"],
  ["12 50", "refused"],
  ["1205.999", "refused"],
  ["12,5", "refused"],
  ["USD 900", "refused"],
  ["€900.00", "refused"],
  ["n/a", "refused"],
  ["1.2E+3", "refused"],
])("money: %s is %s", (text, value) =>
  expect(read(cells.money, text)).toBe(value === "none-ish" ? "refused" : value),
);

test("money of a column whose decimals stand behind a comma", () => {
  for (const [text, cents] of [
    ["151,97", 151_97],
    ["1.205,99", 1_205_99],
    ["1 205,99", 1_205_99],
    ["1.205", 1_205_00],
    ["(12,5)", -12_50],
    ["1,205.99", "refused"],
  ] as const)
    expect(read(cells.money, text, { decimal: "comma" }), text).toBe(cents);
});

test.each([
  ["2026-11-20", "2026-11-20"],
  ["2026-11-20T00:00:00.000Z", "2026-11-20"],
  ["11/20/2026", "2026-11-20"],
  ["11/20/2026 12:00:00 AM", "2026-11-20"],
  ["20-Nov-2026", "2026-11-20"],
  ["Friday, November 20, 2026", "2026-11-20"],
  ["Nov 20 2026", "2026-11-20"],
  ["20261120", "2026-11-20"],
  ["1/5/26", "2026-01-05"],
  ["1/5/62", "1962-01-05"],
  ["13/02/2026", "refused"],
  ["2/30/2026", "refused"],
  ["46346", "refused"],
  ["2026-11-20 14:30:00", "refused"],
  ["2062-01-05", "refused"],
  ["soon", "refused"],
])("a day: %s is %s", (text, value) => expect(read(cells.day, text)).toBe(value));

test("days of a column that is day first, of the next century, far from today", () => {
  expect(read(cells.day, "3/2/2026", { order: "day" })).toBe("2026-02-03");
  expect(read(cells.day, "3/2/2026", { order: "month" })).toBe("2026-03-02");
  expect(read(cells.day, "1/5/62", { century: "this" })).toBe("2062-01-05");
  expect(read(cells.day, "2062-01-05", { far: "take" })).toBe("2062-01-05");
  expect(read(cells.recentDay, "2040-01-05")).toBe("refused");
});

test("fiscal years, ZIP codes, shortened numbers, addresses, phones, yes and no, codes", () => {
  expect(read(cells.fiscalYear, "FY22-23")).toBe(2023);
  expect(read(cells.fiscalYear, "FY22-23", { fiscal: "first" })).toBe(2022);
  expect(read(cells.fiscalYear, "FY 2027")).toBe(2027);
  expect(read(cells.fiscalYear, "FY22-25")).toBe("refused");
  expect(read(cells.zip, "057339912")).toBe("05733-9912");
  expect(read(cells.zip, "01082")).toBe("01082");
  expect(read(cells.zip, "1082")).toBe("refused");
  expect(read(cells.zip, "57339912")).toBe("refused");
  expect(read(cells.zip, "K1A 0B1")).toBe("K1A 0B1");
  expect(read(cells.zip, "5.73399E+08")).toBe("refused");
  expect(read(cells.code, "1.23457E+15")).toBe("refused");
  expect(read(cells.code, "0012")).toBe("0012");
  expect(read(cells.code, "1E05")).toBe("1E05");
  expect(read(cells.email, "a@x.test; b@x.test")).toBe("refused");
  expect(read(cells.email, "mailto:a@x.test")).toBe("a@x.test");
  expect(read(cells.phone, "9.52556E+09")).toBe("refused");
  expect(read(cells.phone, "(952) 555-0134")).toBe("(952) 555-0134");
  expect(read(cells.yesNo, "Y")).toBe(true);
  expect(read(cells.yesNo, "perhaps")).toBe("refused");
  expect(read(cells.percent, "5.5 %")).toBe("5.5");
  expect(read(cells.whole, "1,000")).toBe(1000);
  expect(read(cells.whole, "12.5")).toBe("refused");
  expect(read(cells.number, "44.7891")).toBe(44.7891);
  expect(read(cells.instant, "2026-11-20")).toBe("refused");
  expect(read(cells.leadingDay, "2026-11-20T10:00:00.000Z")).toBe("2026-11-20");
  expect(read(cells.exactMoney, "12.3456")).toBe(1235);
  expect(read(oneOf({ ach: "ACH", check: "Check" }), "CHECK")).toBe("check");
  expect(read(oneOf({ ach: "ACH", check: "Check" }), "cash")).toBe("refused");
  expect(read(several(oneOf({ sb: "Small business" })), "SB; small business")).toEqual([
    "sb",
    "sb",
  ]);
  expect(read(several(oneOf({ sb: "Small business" })), "SB; large")).toBe("refused");
  // Which of them it was: a cell may hold many.
  const fix = said(several(oneOf({ sb: "Small business" })), "SB; large; 99");
  expect(fix).toBe("“large” and “99” cannot be read here: write one of: Small business");
  expect(isSheetError("#REF!")).toBe(true);
});

const decided = (type: CellType, id: string, texts: readonly string[], answer?: string) => {
  const doubt = type.doubts!.find((each) => each.id === id)!;
  const signs: Record<string, number> = {};
  for (const text of texts) {
    const sign = doubt.sign(text);
    if (sign !== null) signs[sign] = (signs[sign] ?? 0) + 1;
  }
  const found = doubt.decide(signs, answer);
  return found === null ? "nothing" : "told" in found ? found.told : `asks ${found.likely}`;
};

test("a whole column decides, or is asked about", () => {
  expect(decided(cells.day, "order", ["3/2/2026", "2/13/2026"])).toBe("month");
  expect(decided(cells.day, "order", ["3/2/2026", "13/2/2026"])).toBe("asks day");
  expect(decided(cells.day, "order", ["3/2/2026", "13/2/2026"], "day")).toBe("day");
  expect(decided(cells.day, "order", ["3/2/2026", "13/2/2026"], "month")).toBe("asks day");
  expect(decided(cells.day, "order", ["3/2/2026", "5/2/2026"])).toBe("asks month");
  expect(decided(cells.day, "order", ["3/2/2026", "5/2/2026"], "day")).toBe("day");
  expect(decided(cells.day, "order", ["3/20/2026", "20/3/2026"])).toBe("asks month");
  expect(decided(cells.day, "order", ["2026-03-20", "3/3/2026"])).toBe("nothing");
  expect(decided(cells.day, "century", ["1/5/62"])).toBe("asks past");
  expect(decided(cells.day, "century", ["1/5/26"])).toBe("nothing");
  expect(decided(cells.recentDay, "far", ["2062-01-05"])).toBe("asks refuse");
  expect(decided(cells.money, "decimal", ["151,97", "1.205,99", "900"])).toBe("asks comma");
  expect(decided(cells.money, "decimal", ["151,97", "1,205.99"])).toBe("nothing");
  expect(decided(cells.money, "decimal", ["1,205", "1.205"])).toBe("nothing");
  expect(decided(cells.fiscalYear, "fiscal", ["FY22-23"])).toBe("asks last");
  expect(decided(cells.fiscalYear, "fiscal", ["2023"])).toBe("nothing");
});
