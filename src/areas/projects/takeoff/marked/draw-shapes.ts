import {
  appendBezierCurve,
  closePath,
  degrees,
  lineTo,
  moveTo,
  PDFName,
  PDFOperator,
  PDFOperatorNames,
  popGraphicsState,
  pushGraphicsState,
  rgb,
  setFillingRgbColor,
  setGraphicsState,
  setLineWidth,
  setStrokingRgbColor,
  stroke,
  type PDFDocument,
  type PDFPage,
} from "@cantoo/pdf-lib";
import { drawable, type Fonts } from "#server/pdf/fonts.ts";
import type { Outline, Point } from "../geometry.model.ts";
import {
  labelOf,
  labelPlace,
  letterSize,
  type MarkedRow,
  type MarkedSheet,
} from "./marked.model.ts";

const blue = [0, 0.28, 0.66] as const;
// A circle of four curves: how far their handles lie from their ends.
const handle = 0.5523;

const lineOf = (points: Outline, closed: boolean): PDFOperator[] => [
  ...points.map(([x, y], at) => (at === 0 ? moveTo(x, y) : lineTo(x, y))),
  ...(closed ? [closePath()] : []),
];
const circleOf = ([x, y]: Point, r: number): PDFOperator[] => {
  const k = r * handle;
  return [
    moveTo(x + r, y),
    appendBezierCurve(x + r, y + k, x + k, y + r, x, y + r),
    appendBezierCurve(x - k, y + r, x - r, y + k, x - r, y),
    appendBezierCurve(x - r, y - k, x - k, y - r, x, y - r),
    appendBezierCurve(x + k, y - r, x + r, y - k, x + r, y),
    closePath(),
  ];
};

// Filled by the even-odd rule, so that cut-outs stay open.
const fillAndStroke = PDFOperator.of(PDFOperatorNames.FillEvenOddAndStroke);

const shapeOf = ({ kind, points, cutOuts }: MarkedRow, size: number): PDFOperator[] => {
  if (kind === "length") return [setLineWidth(size / 3), ...lineOf(points, false), stroke()];
  const path =
    kind === "count"
      ? points.flatMap((at) => circleOf(at, size / 2))
      : [points, ...cutOuts].flatMap((outline) => lineOf(outline, true));
  return [setLineWidth(size / 6), ...path, fillAndStroke];
};

/**
 * What the page itself shows becomes one form of its own: whatever state, transformation or unclosed
 * group it leaves, what is drawn on it afterwards lies in the page's own points.
 */
const setApart = async (pdf: PDFDocument, page: PDFPage): Promise<void> => {
  const { node } = page;
  if (!node.Contents()) return;
  const { x, y, width, height } = page.getMediaBox();
  const form = await pdf.embedPage(
    page,
    { left: x, bottom: y, right: x + width, top: y + height },
    [1, 0, 0, 1, 0, 0],
  );
  await form.embed();
  node.set(PDFName.of("Resources"), pdf.context.obj({ XObject: {}, Font: {}, ExtGState: {} }));
  const name = node.newXObject("Sheet", form.ref);
  const shown = pdf.context.contentStream([
    pushGraphicsState(),
    PDFOperator.of(PDFOperatorNames.DrawObject, [name]),
    popGraphicsState(),
  ]);
  node.set(PDFName.of("Contents"), pdf.context.obj([pdf.context.register(shown)]));
};

/** Draws the shapes on the sheet's own page, and number and quantity beside each. */
export const drawShapes = async (
  pdf: PDFDocument,
  page: PDFPage,
  sheet: MarkedSheet,
  fonts: Fonts,
): Promise<void> => {
  await setApart(pdf, page);
  const size = letterSize(sheet.box);
  const seen = page.node.newExtGState("Marked", pdf.context.obj({ ca: 0.18, CA: 1 }) as never);
  page.pushOperators(
    pushGraphicsState(),
    setGraphicsState(seen.asString().slice(1)),
    setStrokingRgbColor(...blue),
    setFillingRgbColor(...blue),
    ...sheet.drawn.flatMap((row) => shapeOf(row, size)),
    popGraphicsState(),
  );
  for (const row of sheet.drawn) {
    const text = drawable(labelOf(row));
    const runs = (await fonts.handFor(text)).hand(text);
    const width = runs.reduce((sum, run) => sum + run.font.widthOfTextAtSize(run.text, size), 0);
    const place = labelPlace(sheet, row.points, { width, size });
    const rotate = degrees(place.degrees);
    const along = [
      Math.cos((place.degrees * Math.PI) / 180),
      Math.sin((place.degrees * Math.PI) / 180),
    ];
    let done = 0;
    for (const { text: piece, font } of runs) {
      const [x, y] = [place.x + done * along[0]!, place.y + done * along[1]!];
      page.drawText(piece, { x, y, size, font, rotate, color: rgb(0, 0.16, 0.42) });
      done += font.widthOfTextAtSize(piece, size);
    }
  }
};
