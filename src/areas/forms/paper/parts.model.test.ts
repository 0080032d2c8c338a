import { PDFDocument } from "@cantoo/pdf-lib";
import { expect, test } from "vitest";
import { facesOf } from "#server/pdf/fonts.ts";
import { blankField } from "../form/form.labels.ts";
import { paperChecks } from "./check.model.ts";
import { divide, suggested } from "./editing.ts";
import { fillPaper } from "./fill.service.ts";
import { blankPlace, type PaperFormat, type Place, type Sheet } from "./paper.labels.ts";
import { bareNumber, divisionFrom, isNumber, partOf } from "./parts.model.ts";
import { readTexts } from "./read-back.service.ts";
import { openPaper, sheetOf } from "./sheet.service.ts";
import { valuesOfAnswers } from "./values.model.ts";

/** A row of combs at a height, as W-9 asks EIN and SSN: letters of each, from the left. */
const rows = {
  ein: { y: 700, boxes: [2, 7], value: "12-3456789" },
  ssn: { y: 660, boxes: [3, 2, 4], value: "123-45-6789" },
  zip: { y: 620, boxes: [5, 4], value: "55318-2102" },
  phone: { y: 580, boxes: [3, 3, 4], value: "(952) 361-1500" },
  day: { y: 540, boxes: [2, 2, 4], value: "2026-12-05" },
  plain: { y: 500, boxes: [9], value: "12-3456789" },
  date: { y: 460, boxes: [8], value: "2026-12-05" },
} as const;
type Row = keyof typeof rows;

const paperOf = async () => {
  const pdf = await PDFDocument.create();
  const page = pdf.addPage([612, 792]);
  for (const [name, { y, boxes }] of Object.entries(rows)) {
    let x = 50;
    boxes.forEach((letters, at) => {
      const field = pdf.getForm().createTextField(`${name}.${at}`);
      field.setMaxLength(letters);
      field.enableCombing();
      field.addToPage(page, { x, y, width: letters * 14, height: 18 });
      x += letters * 14 + 12;
    });
  }
  const bytes = await pdf.save();
  return { bytes, sheet: sheetOf(await openPaper(bytes)) };
};

const asked = {
  pages: [
    {
      title: "",
      sections: [
        {
          title: "",
          help: "",
          fields: Object.keys(rows).map((key) =>
            blankField(key, key === "day" || key === "date" ? "date" : "text", key),
          ),
        },
      ],
    },
  ],
};
const source = (key: string) => ({ from: "answer", key, column: "", row: 0 }) as const;
const first = (sheet: Sheet, row: Row) => sheet.fields.find((each) => each.name === `${row}.0`)!;
const placesOf = (sheet: Sheet, row: Row): Place[] => {
  const division = divisionFrom(sheet, first(sheet, row));
  return division
    ? divide([], division, source(row))
    : [blankPlace({ field: `${row}.0`, source: source(row) })];
};
const fill = async (row: Row, value: string) => {
  const { bytes, sheet } = await paperOf();
  const places = placesOf(sheet, row);
  const given = valuesOfAnswers({ sheet, places }, asked as never, { [row]: value });
  const paper = { sheet, places, title: "W-9" };
  const filled = await fillPaper(bytes, paper, given, await facesOf(null));
  const pages = await readTexts(filled.bytes);
  return { values: given.values, pages, report: filled.report };
};

test.each([
  ["ein", ["12", "3456789"]],
  ["ssn", ["123", "45", "6789"]],
  ["zip", ["55318", "2102"]],
  ["phone", ["952", "361", "1500"]],
  ["day", ["12", "05", "2026"]],
  ["plain", ["123456789"]],
  ["date", ["12052026"]],
] as [Row, string[]][])(
  "%s is divided among its boxes and stays on its page",
  async (row, want) => {
    const { values, pages, report } = await fill(row, rows[row].value);
    expect(values).toEqual(want);
    expect(pages).toHaveLength(1);
    expect(pages[0]!.replaceAll(/\s+/g, "")).toBe(want.join(""));
    expect(report.continued).toEqual([]);
  },
);

test.each([
  ["ein", "12-34567", /“0” takes EIN, first two digits, and “12-34567” is no such number/],
  ["ssn", "123-45-678", /SSN, first three digits.*SSN, last four digits/],
  ["zip", "553182", /ZIP, first five digits/],
  ["phone", "361-1500", /Telephone, area code/],
  ["plain", "12-34567890", /“0” has 9 boxes, and “12-34567890” has 11 letters/],
] as [Row, string, RegExp][])("%s refuses %s", async (row, value, why) => {
  await expect(fill(row, value)).rejects.toThrow(why);
});

test("a ZIP of five digits leaves the other boxes empty; +1 is no digit of a number here", async () => {
  expect((await fill("zip", "55318")).values).toEqual(["55318", ""]);
  expect((await fill("phone", "+1 952-361-1500")).values).toEqual(["952", "361", "1500"]);
});

test("what is no number of a known pattern keeps its signs: an amount, a fraction, a minus", () => {
  for (const text of ["1,234.50", "1/2", "-5", "10-12", "12.5"])
    expect(bareNumber(text)).toBe(text);
  expect(["$1,234.50", "-5", "(952) 361-1500", "2026-12-05"].every(isNumber)).toBe(true);
  expect(["Dec 5, 2026", "5 lanes", "", "A-12"].some(isNumber)).toBe(false);
  expect(partOf("shown", "12-3456789")).toBeNull();
});

test("a field proposes how its number goes on, and mapping by names divides it", async () => {
  const { sheet } = await paperOf();
  const names = (["ein", "ssn", "zip", "phone", "day", "plain"] as const).map(
    (row) => divisionFrom(sheet, first(sheet, row))?.name ?? null,
  );
  expect(names).toEqual(["EIN", "SSN", "ZIP", "telephone number", "day", null]);
  const labeled = {
    ...sheet,
    fields: sheet.fields.map((each) => ({ ...each, label: each.name.split(".")[0]! })),
  };
  const base = {
    path: "/api/v1/vendors",
    name: "Vendors",
    columns: [{ key: "ein", label: "EIN", values: [] }],
  };
  expect(suggested(labeled, [], base).map(({ field, format }) => [field, format])).toEqual([
    ["ein.0", "einStart"],
    ["ein.1", "einEnd"],
  ]);
});

test("publishing refuses a part, and a text, that its boxes cannot hold", async () => {
  const { sheet } = await paperOf();
  const at = (format: PaperFormat, over: Partial<Place> = {}) =>
    paperChecks(
      sheet,
      [blankPlace({ field: "ein.0", format, source: source("ein"), ...over })],
      () => true,
    ).filter((each) => !each.ok);
  expect(at("einStart")).toEqual([]);
  expect(at("einEnd")).toMatchObject([
    {
      sentence: "“0” has 2 boxes and is to take 7 digits. Choose another part.",
      path: "places.0.format",
    },
  ]);
  expect(at("shown", { source: { from: "text", text: "Carver" } })).toMatchObject([
    { sentence: "“0” has 2 boxes, and “Carver” is longer. Shorten it." },
  ]);
});
