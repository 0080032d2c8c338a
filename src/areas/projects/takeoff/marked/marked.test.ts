import {
  decodePDFRawStream,
  PDFArray,
  PDFDocument,
  PDFName,
  type PDFRawStream,
} from "@cantoo/pdf-lib";
import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";
import { expect, test } from "vitest";
import { readWhole } from "#server/reading/reader.ts";
import { through, viewOf, type Box } from "../page.model.ts";
import { drawPlans } from "../takeoff.setup.ts";
import { labelOf, type MarkedRow, type MarkedSheet } from "./marked.model.ts";
import type { ToMark } from "./marked.thread.ts";

const thread = new URL("./marked.thread.ts", import.meta.url);
const row = (over: Partial<MarkedRow> = {}): MarkedRow => ({
  ...{ kind: "area", number: "MEA-2027-00001", name: "Riprap", kindLabel: "Area" },
  points: [
    [150, 150],
    [294, 150],
    [294, 294],
    [150, 294],
  ],
  ...{ cutOuts: [], quantity: "177.7778", unit: "sq yd", costCode: "500 Structures" },
  ...{ measuredName: "Łucja Żak", checkedName: "", scaleLabel: `1" = 20'`, revision: 2 },
  ...over,
});
const sheetOf = (over: Partial<MarkedSheet> = {}): MarkedSheet => ({
  ...{ number: "C-101", title: "RIPRAP PLAN", revision: 2, newest: 2, planSet: "Bid set" },
  ...{ project: "P131 Bridge", day: "Nov 29, 2026", box: [0, 0, 1224, 792], rotate: 0 },
  ...{ drawn: [row()], others: [] },
  ...over,
});

const mark = async (sheet: MarkedSheet, drawing?: Uint8Array) => {
  const { box, rotate, number, title } = sheet;
  const crop: Box = [box[0], box[1], box[2] - box[0], box[3] - box[1]];
  const made = drawing ?? (await drawPlans([{ number, title, rotate, crop: [...crop] }]));
  const asked: ToMark = { drawing: new Uint8Array(made), sheet, fonts: null };
  return readWhole<ToMark, Uint8Array>(thread, asked, { path: "id", seconds: 60 });
};

/** What is drawn on the first page besides the page itself: its own content streams, as text. */
const contentOf = async (bytes: Uint8Array): Promise<string> => {
  const pdf = await PDFDocument.load(bytes);
  const all = pdf.getPage(0).node.lookup(PDFName.of("Contents"), PDFArray);
  return all
    .asArray()
    .map((ref) => {
      const stream = pdf.context.lookup(ref) as PDFRawStream;
      return Buffer.from(decodePDFRawStream(stream).decode()).toString("latin1");
    })
    .join("\n");
};

/** The pieces of text of a page with where they begin as the page is looked at, and which way they run. */
const piecesOf = async (bytes: Uint8Array, n: number) => {
  const task = getDocument({ data: bytes.slice(), disableFontFace: true, verbosity: 0 });
  const pdf = await task.promise;
  const page = await pdf.getPage(n);
  const view = page.getViewport({ scale: 1 });
  const { items } = await page.getTextContent();
  const pieces = items.flatMap((item) => {
    if (!("str" in item) || item.str.trim() === "") return [];
    const [a, b, , , x, y] = item.transform as [number, number, number, number, number, number];
    const [right, foot] = view.convertToViewportPoint(x + a, y + b);
    const [left, top] = view.convertToViewportPoint(x, y);
    return [{ text: item.str, at: [left!, top!], runs: [right! - left!, foot! - top!] }];
  });
  const found = { pieces, pages: pdf.numPages, size: [view.width, view.height] };
  await task.destroy();
  return found;
};

test.each([
  [0, [0, 0, 1224, 792]],
  [90, [50, 60, 1150, 760]],
  [180, [0, 0, 1224, 792]],
  [270, [50, 60, 1150, 760]],
] as [number, Box][])(
  "turned by %i, shapes lie in the page's own points and labels stand upright beside them",
  async (rotate, box) => {
    const sheet = sheetOf({ rotate, box });
    const bytes = await mark(sheet);
    const content = await contentOf(bytes);
    expect(content).toMatch(/150 150 m\s+294 150 l\s+294 294 l\s+150 294 l\s+h\s+B\*/);
    const { pieces, pages } = await piecesOf(bytes, 1);
    expect(pages).toBe(2);
    const label = pieces.find(({ text }) => text === labelOf(row()))!;
    expect(label.text).toBe("MEA-2027-00001: 177.7778 sq yd");
    expect(label.runs[0]).toBeGreaterThan(0);
    expect(label.runs[1]).toBeCloseTo(0, 6);
    const middle = through(viewOf({ box, rotate, zoom: 1 }), [222, 222]);
    expect(Math.abs(label.at[1]! - middle[1])).toBeLessThan(20);
    expect(Math.abs(label.at[0]! - middle[0])).toBeLessThan(100);
  },
);

test("a label at the edge of a cropped page stays within what is shown", async () => {
  const corner = row({
    ...{ kind: "count", unit: "each", quantity: "2.0000" },
    points: [
      [52, 62],
      [54, 62],
    ],
  });
  const sheet = sheetOf({ box: [50, 60, 1150, 760], rotate: 90, drawn: [corner] });
  const { pieces, size } = await piecesOf(await mark(sheet), 1);
  const { at } = pieces.find(({ text }) => text === labelOf(corner))!;
  expect(at[0]).toBeGreaterThan(0);
  expect(at[0]! + 100).toBeLessThan(size[0]!);
  expect(at[1]).toBeGreaterThan(0);
  expect(at[1]).toBeLessThan(size[1]!);
});

test("what the page leaves behind of its own state moves no shape", async () => {
  const pdf = await PDFDocument.load(await drawPlans([{ number: "C-101", title: "PLAN" }]));
  const page = pdf.getPage(0);
  // Two groups that are never closed, each turned and shrunk.
  const left = pdf.context.stream("q 0.5 0 0 0.5 90 90 cm q 0 1 -1 0 300 0 cm 1 0 0 rg");
  page.node.addContentStream(pdf.context.register(left));
  const bytes = await mark(sheetOf(), await pdf.save());
  const content = await contentOf(bytes);
  expect(content.match(/\bq\b/g)?.length).toBe(content.match(/\bQ\b/g)?.length);
  expect(content).not.toContain("0.5 0 0 0.5");
  const { pieces } = await piecesOf(bytes, 1);
  const { at } = pieces.find(({ text }) => text === labelOf(row()))!;
  expect(Math.abs(at[1]! - (792 - 222))).toBeLessThan(20);
});

test("the legend says all of each measurement; other revisions are listed and not drawn", async () => {
  const before = row({ number: "MEA-2027-00002", name: "Old riprap", revision: 1 });
  const unscaled = row({
    number: "MEA-2027-00003",
    quantity: null,
    scaleLabel: "",
    kind: "length",
  });
  const sheet = sheetOf({ drawn: [row(), unscaled], others: [before], newest: 3 });
  const bytes = await mark(sheet);
  const legend = (await piecesOf(bytes, 2)).pieces.map(({ text }) => text);
  for (const text of [
    "Sheet C-101 RIPRAP PLAN",
    "Bid set, revision 2, P131 Bridge. Nov 29, 2026",
    "Revision 3 of this sheet is the current one.",
    ...["Riprap", "Area", "177.7778 sq yd", "500 Structures", "Łucja Żak", `1" = 20'`],
    ...["nobody yet", "no quantity", "On other revisions, and not drawn here"],
    ...["MEA-2027-00002", "Old riprap (revision 1)"],
  ])
    expect(legend).toContain(text);
  const drawn = (await piecesOf(bytes, 1)).pieces.map(({ text }) => text).join(" ");
  expect(drawn).toContain("MEA-2027-00003: no quantity");
  expect(drawn).not.toContain("MEA-2027-00002");
});

test("a legend of many goes on over pages, and more points than a PDF may have are refused", async () => {
  const many = Array.from({ length: 120 }, (_, n) => row({ number: `MEA-${n}` }));
  const { pages } = await piecesOf(await mark(sheetOf({ drawn: many })), 1);
  expect(pages).toBeGreaterThan(3);
  const points = Array.from({ length: 200_001 }, (_, n): [number, number] => [n, 0]);
  const large = sheetOf({ drawn: [row({ kind: "length", points })] });
  await expect(mark(large)).rejects.toMatchObject({
    code: "too_many_points",
    message:
      "The shapes on this sheet have more than 200,000 points, too many for a PDF. Drop what nobody needs.",
  });
});
