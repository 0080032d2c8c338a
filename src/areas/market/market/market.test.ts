import { expect, test } from "vitest";
import prozorro from "./fixtures/prozorro-record-package.json" with { type: "json" };
import composed from "./fixtures/lots-and-currencies.json" with { type: "json" };
import { compiled, readOcds } from "./ocds-read.model.ts";
import { bandOf, hhi, median, outliersOf, trendOf } from "./trend.model.ts";

const series = (prices: readonly number[], step = 30) =>
  prices.map((price, i) => ({
    day: new Date(Date.UTC(2025, 0, 1) + i * step * 86_400_000).toISOString().slice(0, 10),
    price,
  }));

test("the robust line finds the slope, and a wild price does not tilt it", () => {
  expect(trendOf(series([1, 2, 3, 4]))).toBeNull();
  expect(trendOf(Array.from({ length: 9 }, () => ({ day: "2026-01-01", price: 3 })))).toBeNull();
  const even = trendOf(series([10, 11, 12, 13, 14, 15, 16]))!;
  expect(even.perYear).toBeCloseTo(365.25 / 30, 9);
  expect([even.median, even.spread, even.n]).toEqual([13, 0, 7]);
  const wild = trendOf(series([10, 11, 12, 130, 14, 15, 16]))!;
  expect(wild.perYear).toBeCloseTo(365.25 / 30, 9);
  expect(outliersOf(series([10, 11, 12, 130, 14, 15, 16])).map((o) => o.index)).toEqual([3]);
  expect(outliersOf(series([10, 11.2, 11.9, 13.1, 13.8, 15.2, 16]))).toEqual([]);
  // Two levels, eighteen of about 10 and twelve of about 20, and one wild price.
  const levels = Array.from({ length: 30 }, (_, i) => (i % 5 < 3 ? 10 : 20) + (i % 3) / 100);
  expect(outliersOf(series([...levels, 90])).map((o) => o.index)).toEqual([30]);
  expect([median([3, 1, 2]), median([4, 1, 2, 3]), median([])]).toEqual([2, 2.5, Number.NaN]);
});

test("concentration: one supplier 10,000, four equal ones 2,500, and the bands of 2023", () => {
  expect([
    hhi([5]),
    hhi([1, 1, 1, 1]),
    hhi([]),
    hhi([3, -2]),
    Math.round(hhi([50, 30, 20])),
  ]).toEqual([10_000, 2500, 0, 10_000, 3800]);
  expect([bandOf(999.9), bandOf(1000), bandOf(1800), bandOf(1800.1)]).toEqual([
    "open",
    "moderate",
    "moderate",
    "high",
  ]);
});

test("a record package as ProZorro's portal published it comes through, Cyrillic names and hryvnia", () => {
  const read = readOcds(prozorro)!;
  expect(read).toMatchObject({
    kind: "recordPackage",
    publisher: 'SE "Prozorro"',
    currencies: { UAH: 1 },
  });
  expect(read.processes).toHaveLength(1);
  expect(read.processes[0]).toMatchObject({
    ocid: "ocds-be6bcu-UA-2018-06-22-001789-a",
    buyer: expect.stringContaining("ПАРОСТОК"),
    language: "uk",
    awards: 1,
    releasedAt: "2018-06-22T11:00:22.827Z",
  });
  expect(read.processes[0]!.lines).toEqual([
    {
      awardId: "d2c086c2f28740b4a661bd8ccd59de42",
      lot: "",
      description: "Капітальний ремонт вуличного освітлення с.Сенча",
      scheme: "ДК021",
      classId: "45450000-6",
      quantity: 1,
      unit: "шт",
      unitAmount: 68327,
      currency: "UAH",
      priceFrom: "divided",
      awardAmount: 68327,
      supplier: 'ПВКП "Енергосервіс М"',
      awardedOn: "2018-06-22",
    },
  ]);
  expect(read.findings).toEqual([]);
});

test("nested lots, three currencies, four scripts; what was left out is counted", () => {
  const read = readOcds(composed)!;
  expect(read.currencies).toEqual({ UAH: 2, EUR: 1, USD: 1 });
  const lines = read.processes.flatMap((p) => p.lines);
  expect(lines.map((l) => [l.lot, l.unitAmount, l.currency, l.priceFrom])).toEqual([
    ["Дороги / Сіль технічна", 2450.5, "UAH", "stated"],
    ["Дороги / Сіль технічна", 2610, "UAH", "stated"],
    ["Дороги / Реагенти", 98.4, "EUR", "divided"],
    ["", 12.75, "USD", "stated"],
    ["", null, "MDL", null],
  ]);
  expect(lines.map((l) => l.supplier)).toEqual([
    'ТОВ "Сіль Півдня"',
    'ТОВ "Сіль Півдня"',
    "Société Sel & Fils",
    "შპს გზა; Drumuri Noi S.R.L.",
    "",
  ]);
  expect(read.findings.map((f) => [f.kind, f.where, f.count])).toEqual(
    expect.arrayContaining([
      ["skipped", "awards[] of status cancelled", 1],
      ["skipped", "records[] with links to releases only", 1],
      ["skipped", "items[] without a unit price: kept, not compared", 1],
      ["skipped", "awards[] without a supplier: the line is kept without one", 1],
    ]),
  );
});

test("releases of one process are merged: objects by field, lists by id, null takes away", () => {
  const one = {
    ocid: "x",
    date: "2026-01-01T00:00:00Z",
    tender: {
      id: "t",
      title: "Old",
      items: [
        { id: "1", quantity: 5 },
        { id: "2", quantity: 1 },
      ],
      submissionMethod: ["written"],
    },
  };
  const two = {
    ocid: "x",
    date: "2026-02-01T00:00:00Z",
    tender: {
      title: "New",
      items: [{ id: "1", quantity: 7 }],
      submissionMethod: ["electronic"],
      id: null,
    },
  };
  expect(compiled([two, one] as never)).toEqual({
    ocid: "x",
    date: "2026-02-01T00:00:00Z",
    tender: {
      title: "New",
      items: [
        { id: "1", quantity: 7 },
        { id: "2", quantity: 1 },
      ],
      submissionMethod: ["electronic"],
    },
  });
});

test.each([[null], [[]], [{}], ["text"], [{ rows: [] }], [{ releases: [{ id: "no ocid" }] }]])(
  "%j is no OCDS document, or holds nothing",
  (document) => {
    expect(readOcds(document)?.processes ?? []).toEqual([]);
  },
);
