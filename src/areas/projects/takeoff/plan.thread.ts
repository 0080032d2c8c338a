import { readFile } from "node:fs/promises";
import {
  EncryptedPDFError,
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFNumber,
  PDFString,
  type PDFPage,
} from "@cantoo/pdf-lib";
import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";
import { invalidField } from "#kernel/errors.ts";
import { answerPieces } from "#server/reading/thread.ts";
import { type Box, orderedBox, quarterTurn, through, viewOf, viewSize } from "./page.model.ts";
import type { ReadSheet } from "./read-sheet.ts";
import type { FileMeasure } from "./scale.model.ts";
import { proposedTitle, type Piece } from "./title-block.model.ts";

const mostSheets = 500;
const mostPieces = 20_000;

const refuse = (code: string, message: string) => invalidField("fileId", message, code);
const locked = () =>
  refuse(
    "locked_plans",
    "This PDF is locked by a password. Open it, save it without one (Print, Save as PDF), and upload that.",
  );
const damaged = () =>
  refuse("unreadable_plans", "This PDF is damaged, so its sheets cannot be read. Save it anew.");

const textOf = (value: unknown): string =>
  value instanceof PDFString || value instanceof PDFHexString ? value.decodeText() : "";
const numberOf = (value: unknown): number =>
  value instanceof PDFNumber ? value.asNumber() : Number.NaN;

/** The first number format of an axis: units of the largest name for each point. */
const axisOf = (measure: PDFDict, name: string): FileMeasure["y"] => {
  const formats = measure.lookup(PDFName.of(name));
  const first = formats instanceof PDFArray && formats.size() > 0 ? formats.lookup(0) : null;
  if (!(first instanceof PDFDict)) return null;
  return {
    unit: textOf(first.lookup(PDFName.of("U"))),
    perPoint: numberOf(first.lookup(PDFName.of("C"))),
  };
};

/** The viewports that a page says itself, with their measure (ISO 32000-2, 12.9). */
const viewportsOf = (page: PDFPage): ReadSheet["viewports"] => {
  const all = page.node.lookup(PDFName.of("VP"));
  if (!(all instanceof PDFArray)) return [];
  return Array.from({ length: Math.min(all.size(), 50) }, (_, i) => all.lookup(i)).flatMap(
    (one) => {
      const box = one instanceof PDFDict ? one.lookup(PDFName.of("BBox")) : null;
      const measure = one instanceof PDFDict ? one.lookup(PDFName.of("Measure")) : null;
      if (!(one instanceof PDFDict) || !(box instanceof PDFArray) || box.size() !== 4) return [];
      const corners = [0, 1, 2, 3].map((i) => numberOf(box.lookup(i)));
      if (!corners.every(Number.isFinite)) return [];
      const x = measure instanceof PDFDict ? axisOf(measure, "X") : null;
      return [
        {
          name: textOf(one.lookup(PDFName.of("Name"))).slice(0, 80),
          box: orderedBox(corners as unknown as Box),
          measure:
            measure instanceof PDFDict && x
              ? {
                  label: textOf(measure.lookup(PDFName.of("R"))).slice(0, 80),
                  x,
                  y: axisOf(measure, "Y"),
                }
              : null,
        },
      ];
    },
  );
};

type Pdf = Awaited<ReturnType<typeof getDocument>["promise"]>;

const piecesOf = async (pdf: Pdf, n: number, box: Box, rotate: number): Promise<Piece[]> => {
  const page = await pdf.getPage(n);
  const { items } = await page.getTextContent();
  const view = { box, rotate, zoom: 1 };
  const [matrix, { width, height }] = [viewOf(view), viewSize(view)];
  const pieces = items.slice(0, mostPieces).flatMap((item): Piece[] => {
    if (!("str" in item) || item.str.trim() === "") return [];
    const at = item.transform as [number, number, number, number, number, number];
    const [x, y] = through(matrix, [at[4], at[5]]);
    const size = Math.sqrt(at[2] * at[2] + at[3] * at[3]);
    return [{ text: item.str.slice(0, 200), x: x / width, y: y / height, size }];
  });
  page.cleanup();
  return pieces;
};

const sheetOf = async (whole: PDFDocument, pdf: Pdf, at: number): Promise<ReadSheet> => {
  const page = whole.getPage(at);
  const crop = page.getCropBox();
  const box = orderedBox([crop.x, crop.y, crop.x + crop.width, crop.y + crop.height]);
  const rotate = quarterTurn(page.getRotation().angle);
  const userUnit = numberOf(page.node.lookup(PDFName.of("UserUnit")));
  const alone = await PDFDocument.create();
  const [copy] = await alone.copyPages(whole, [at]);
  alone.addPage(copy);
  return {
    page: at + 1,
    pages: whole.getPageCount(),
    box,
    rotate,
    userUnit: userUnit > 0 ? userUnit : 1,
    ...proposedTitle(await piecesOf(pdf, at + 1, box, rotate)),
    viewports: viewportsOf(page),
    bytes: await alone.save({ updateFieldAppearances: false }),
  };
};

const load = async (bytes: Uint8Array): Promise<PDFDocument> => {
  try {
    const whole = await PDFDocument.load(bytes, { updateMetadata: false });
    // What bears no pages fails here only.
    if (whole.getPageCount() > 0) return whole;
  } catch (error) {
    throw error instanceof EncryptedPDFError ? locked() : damaged();
  }
  throw damaged();
};

await answerPieces<string, ReadSheet>(async function* (path) {
  const bytes = await readFile(path);
  const whole = await load(bytes);
  if (whole.getPageCount() > mostSheets)
    throw refuse("too_many_sheets", `A plan set has ${mostSheets} sheets at most. Divide it.`);
  const reading = getDocument({
    data: new Uint8Array(bytes),
    disableFontFace: true,
    useSystemFonts: false,
    verbosity: 0,
  });
  const pdf = await reading.promise.catch((error: Error) => {
    throw error.name === "PasswordException" ? locked() : damaged();
  });
  for (let at = 0; at < whole.getPageCount(); at++) yield await sheetOf(whole, pdf, at);
  await reading.destroy();
});
