import { copyFile, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { degrees, PDFDocument } from "@cantoo/pdf-lib";
import { beforeAll, expect, test } from "vitest";
import { flatPaper, officialPaper, type Traits } from "#server/testing/official-papers.ts";
import { fillPaper } from "./fill.service.ts";
import { facesOf, type Faces } from "#server/pdf/fonts.ts";
import { blankPlace, type Place, type Sheet } from "./paper.labels.ts";
import { readBack, readTexts } from "./read-back.service.ts";
import { openPaper, sheetOf } from "./sheet.service.ts";

let faces: Faces;
let bytes: Uint8Array;
let sheet: Sheet;
beforeAll(async () => {
  faces = await facesOf(null);
  bytes = await officialPaper({ hybrid: true, usageRights: true, scripts: true });
  sheet = sheetOf(await openPaper(bytes));
});

const field = (name: string, over: Partial<Place> = {}) => blankPlace({ field: name, ...over });
const fill = async (
  given: Record<string, string | boolean>,
  beyond: { label: string; text: string }[] = [],
) => {
  const places = Object.keys(given).map((name) => field(name));
  return fillPaper(
    bytes,
    { sheet, places, title: "Vendor statement" },
    { values: Object.values(given), beyond },
    faces,
  );
};
/** What the pages show, all of it, without spaces. */
const shown = async (filled: Uint8Array) =>
  (await readTexts(filled)).map((page) => page.replaceAll(/\s+/g, ""));

test("a PDF is read: its fields with label, kind, place and options, and what it will lose", () => {
  expect(sheet).toMatchObject({ hybrid: true, usageRights: true, scripts: true });
  const kinds = Object.fromEntries(sheet.fields.map((each) => [each.name, each.kind]));
  expect(kinds).toMatchObject({
    "vendor.name": "text",
    "vendor.why": "multiline",
    "vendor.zip": "comb",
    "vendor.small": "check",
    "vendor.kind": "radio",
    "vendor.state": "choice",
    exclusive: "radio",
  });
  const find = (name: string) => sheet.fields.find((each) => each.name === name)!;
  expect(find("vendor.name")).toMatchObject({ label: "Name of vendor", required: true });
  expect(find("vendor.name").boxes[0]).toMatchObject({ page: 0, x: 49.75, width: 220.5 });
  expect(find("vendor.zip").mostLetters).toBe(5);
  expect(find("vendor.kind").options).toEqual(["company", "person"]);
  expect(find("exclusive").options).toEqual(["yes", "no"]);
});

test.each([
  [{ encrypted: true }, /locked.*print it to a new PDF/],
  [{ certified: true }, /certified.*plain form/],
  [{ signed: true }, /signed.*before anybody signed/],
  [{ dynamic: true }, /dynamic XFA.*static or flat/],
] as [Traits, RegExp][])("refused, with what to do: %o", async (traits, why) => {
  const official = await officialPaper(traits);
  await expect(openPaper(official).then(sheetOf)).rejects.toThrow(why);
});

test("what is no PDF, or damaged, is refused", async () => {
  for (const broken of [new TextEncoder().encode("%PDF-1.7 and nothing"), bytes.slice(0, 900)])
    await expect(openPaper(broken).then(sheetOf)).rejects.toThrow(/damaged/);
});

test("the drawn text equals the values, in letters that Helvetica lacks too; combs, boxes and turned fields", async () => {
  const values = {
    "vendor.name": "Łukasz Ðorđe",
    "vendor.why": "Ωmega, naïve façade\nsecond line",
    "vendor.zip": "94110",
    "vendor.small": true,
    "vendor.kind": "person",
    exclusive: "no",
    edge: "Case 2026/17",
    "vendor.state": "TX",
    "rows.item1": "Pumps",
    "rows.amount1": "1,234.50",
  };
  const { bytes: filled, report } = await fill(values);
  const [page] = await shown(filled);
  for (const value of Object.values(values).filter((each) => typeof each === "string"))
    if (value !== "person" && value !== "no") expect(page).toContain(value.replaceAll(/\s+/g, ""));
  expect(report).toMatchObject({ continued: [], empty: [], pages: 1 });
  expect(report.fonts.toSorted()).toEqual(["DejaVu Sans", "Helvetica"]);
});

test("the filled copy holds neither form nor XFA, usage rights, scripts: nor their bytes", async () => {
  const { bytes: filled } = await fill({ "vendor.name": "Delta Pumps" });
  const pdf = await PDFDocument.load(filled);
  const keys = pdf.catalog.keys().map(String);
  expect(keys).not.toEqual(expect.arrayContaining(["/AcroForm"]));
  expect(keys.filter((key) => /Perms|AcroForm|OpenAction|NeedsRendering/.test(key))).toEqual([]);
  const objects = pdf.context
    .enumerateIndirectObjects()
    .map(([, object]) => String(object))
    .join("\n");
  expect(objects).not.toMatch(/JavaScript|Widget|UR3|Adobe\.PPKLite/);
  const inside = pdf.context
    .enumerateIndirectObjects()
    .flatMap(([, object]) =>
      "getContents" in object
        ? [String((object as { getContents: () => Uint8Array }).getContents())]
        : [],
    );
  const secret = String(new TextEncoder().encode("what only Adobe draws"));
  expect(inside.some((each) => each.includes(secret))).toBe(false);
});

test("fonts of the installation are tried behind the two that come with the server", async () => {
  const folder = await mkdtemp(join(tmpdir(), "levee-fonts-"));
  const mono = createRequire(import.meta.url).resolve("dejavu-fonts-ttf/ttf/DejaVuSansMono.ttf");
  await copyFile(mono, join(folder, "mono.ttf"));
  await writeFile(join(folder, "readme.txt"), "no font");
  expect((await facesOf(folder)).map((face) => face.name)).toEqual([
    "Helvetica",
    "DejaVu Sans",
    "DejaVu Sans Mono",
  ]);
  await rm(folder, { recursive: true });
});

test("a letter that no font has blocks the file and names field and letter", async () => {
  await expect(fill({ "vendor.name": "Łukasz 市", "vendor.zip": "94110" })).rejects.toMatchObject({
    status: 422,
    code: "paper_blocked",
    message: expect.stringMatching(/“Name of vendor” holds 市, which no font/) as string,
    errors: [{ path: "places.0" }],
  });
});

test("long text shrinks to 6 points, then continues on a page that names its field, with a mark in the field", async () => {
  const near = await fill({
    "vendor.name": "Consolidated Pump and Valve Works of the Lower Delta",
  });
  expect(near.report.shrunk).toMatchObject([{ label: "Name of vendor" }]);
  expect(near.report.shrunk[0]!.size).toBeGreaterThanOrEqual(6);
  const words = Array.from({ length: 300 }, (_, n) => `word${n}`).join(" ");
  const { bytes: filled, report } = await fill({ "vendor.why": words });
  expect(report.continued).toEqual([{ no: 1, label: "Reason" }]);
  const [first = "", second = ""] = await shown(filled);
  expect(first).toContain("word0word1");
  expect(first).toContain("seecontinuation1");
  expect(second).toMatch(/^Continuation.*1\.Reason,page1word/);
  const begun = /word0.*(?=seecontinuation1)/.exec(first)![0];
  const rest = /(?<=1\.Reason,page1).*/.exec(second)![0];
  expect(begun + rest).toBe(words.replaceAll(" ", ""));
});

test("a number is whole or refused: in boxes, in a field of its own, never on a continuation page", async () => {
  await expect(fill({ "vendor.zip": "94110-1234" })).rejects.toMatchObject({
    code: "paper_blocked",
    message: expect.stringMatching(/“ZIP code” has 5 boxes, and “94110-1234” has 10 letters/),
    errors: [{ path: "places.0" }],
  });
  await expect(fill({ "rows.amount1": "1,234,567,890,123,456,789.50" })).rejects.toThrow(
    /“Amount 1” is too small for the number/,
  );
});

test("the drawn page is judged and not what was meant: other text, none, and text beside its box are found", async () => {
  const { bytes: filled } = await fill({ "vendor.name": "Delta Pumps" });
  const [box] = sheet.fields.find((each) => each.name === "vendor.name")!.boxes;
  const judged = async (tag: string, text: string, at = box!) =>
    (await readBack(filled, new Map([[tag, { label: "Name", text, box: at }]]))).map(
      (each) => each.why,
    );
  expect(await judged("Levee1", "Delta  Pumps")).toEqual([]);
  expect(await judged("Levee1", "Delta Pump")).toEqual(["the page shows “Delta Pumps”"]);
  expect(await judged("Levee9", "Delta Pumps")).toEqual(["nothing of it is on the page"]);
  expect(await judged("Levee1", "Delta Pumps", { ...box!, width: 20 })).toEqual([
    "the text does not stay within its field",
  ]);
});

test("rows that the paper lacks go to the continuation", async () => {
  const { bytes: filled } = await fill({ "rows.item1": "Pumps" }, [
    { label: "Items, row 4", text: "Item: Valves; Amount: 12.00" },
  ]);
  expect((await shown(filled))[1]).toContain("1.Items,row4Item:Valves;Amount:12.00");
});

test("boxes that somebody placed on a flat page, ticked and written", async () => {
  const flat = await flatPaper();
  const places = [
    blankPlace({
      label: "Road",
      box: { page: 0, x: 60, y: 600, width: 200, height: 20 },
      size: 11,
    }),
    blankPlace({
      label: "Whole",
      kind: "check",
      box: { page: 0, x: 60, y: 560, width: 12, height: 12 },
    }),
    blankPlace({ label: "Narrow", box: { page: 0, x: 60, y: 500, width: 9, height: 9 } }),
  ];
  const paper = { sheet: sheetOf(await openPaper(flat)), places, title: "Permit" };
  const done = await fillPaper(
    flat,
    paper,
    { values: ["Orchard Avenue", true, null], beyond: [] },
    faces,
  );
  expect((await shown(done.bytes))[0]).toContain("OrchardAvenue");
  await expect(
    fillPaper(flat, paper, { values: [null, null, "much too long for it"], beyond: [] }, faces),
  ).rejects.toThrow(/“Narrow” is too small/);
});

test.each([90, 180, 270])(
  "a box on a page that is turned by %i degrees reads upright",
  async (by) => {
    const turned = await PDFDocument.load(await flatPaper());
    turned.getPage(0).setRotation(degrees(by));
    const pdf = await turned.save();
    const box = { page: 0, x: 60, y: 300, width: 120, height: 120 };
    const places = [blankPlace({ label: "Road", box, size: 9 })];
    const paper = { sheet: sheetOf(await openPaper(pdf)), places, title: "Permit" };
    const values = { values: ["Orchard Avenue, between 4th and 6th Street"], beyond: [] };
    const done = await fillPaper(pdf, paper, values, faces);
    expect((await shown(done.bytes))[0]).toContain("OrchardAvenue,between4thand6thStreet");
  },
);
