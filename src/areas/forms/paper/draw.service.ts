import {
  beginMarkedContent,
  concatTransformationMatrix,
  drawObject,
  endMarkedContent,
  PDFArray,
  PDFDict,
  PDFName,
  PDFNumber,
  PDFRef,
  PDFStream,
  popGraphicsState,
  pushGraphicsState,
  rgb,
  type PDFPage,
} from "@cantoo/pdf-lib";
import type { Hand } from "#server/pdf/fonts.ts";
import { padding, widthOf, type Room } from "./layout.service.ts";
import type { Alignment, Box } from "./paper.labels.ts";

const ink = rgb(0, 0, 0.12);

type Matrix = [number, number, number, number, number, number];
/** A rectangle as whoever reads it sees it: its own width and height, and where it stands. */
export type Frame = { room: Room; matrix: Matrix };

/** The frame of a box whose text is turned by so many degrees against the clock. */
export const frameOf = ({ x, y, width, height }: Omit<Box, "page">, turned: number): Frame => {
  const across = { width: height, height: width };
  if (turned === 90) return { room: across, matrix: [0, 1, -1, 0, x + width, y] };
  if (turned === 180)
    return { room: { width, height }, matrix: [-1, 0, 0, -1, x + width, y + height] };
  if (turned === 270) return { room: across, matrix: [0, -1, 1, 0, x, y + height] };
  return { room: { width, height }, matrix: [1, 0, 0, 1, x, y] };
};

/**
 * Draws within a frame, under a name of its own: the text of the drawn page is read back by it, and
 * nothing that the paper holds has it.
 */
export const inFrame = (page: PDFPage, frame: Frame, tag: string, draw: () => void): void => {
  page.pushOperators(
    pushGraphicsState(),
    concatTransformationMatrix(...frame.matrix),
    beginMarkedContent(tag),
  );
  draw();
  page.pushOperators(endMarkedContent(), popGraphicsState());
};

/** One line of a text, each stretch in its font, from `x` on. */
export const drawLine = (
  page: PDFPage,
  hand: Hand,
  text: string,
  at: { x: number; y: number; size: number },
): void => {
  let { x } = at;
  for (const run of hand(text)) {
    if (run.text !== "")
      page.drawText(run.text, { x, y: at.y, size: at.size, font: run.font, color: ink });
    x += run.font.widthOfTextAtSize(run.text, at.size);
  }
};

/** Where a line of this text begins. */
export const startOf = (
  hand: Hand,
  text: string,
  size: number,
  width: number,
  align: Alignment,
): number => {
  const free = width - widthOf(hand, text, size);
  return align === "center" ? free / 2 : align === "right" ? free - padding : padding;
};

/** A cross through a box. */
export const drawCross = (page: PDFPage, { width, height }: Room): void => {
  const side = Math.min(width, height) * 0.7;
  const [left, low] = [(width - side) / 2, (height - side) / 2];
  const line = { thickness: Math.max(0.8, side / 9), color: ink };
  page.drawLine({
    ...line,
    start: { x: left, y: low },
    end: { x: left + side, y: low + side },
  });
  page.drawLine({
    ...line,
    start: { x: left, y: low + side },
    end: { x: left + side, y: low },
  });
};

/** The stream that draws a widget in this state, where the PDF has one. */
export const appearanceOf = (widget: PDFDict, state: string | null): PDFRef | null => {
  const ap = widget.lookupMaybe(PDFName.of("AP"), PDFDict);
  const normal = ap?.lookup(PDFName.of("N"));
  const context = widget.context;
  const refOf = (holder: PDFDict, name: PDFName): PDFRef | null => {
    const held = holder.get(name);
    if (!(holder.lookup(name) instanceof PDFStream)) return null;
    return held instanceof PDFRef ? held : context.register(held!);
  };
  if (normal instanceof PDFStream) return state === null ? refOf(ap!, PDFName.of("N")) : null;
  if (!(normal instanceof PDFDict)) return null;
  const named = state ?? widget.lookupMaybe(PDFName.of("AS"), PDFName)?.decodeText();
  return named === undefined ? null : refOf(normal, PDFName.of(named));
};

const numbers = (array: PDFArray | undefined): number[] | null => {
  const values = array
    ?.asArray()
    .map((each) => (each instanceof PDFNumber ? each.asNumber() : NaN));
  return values && values.every(Number.isFinite) ? values : null;
};

/** Draws a widget's own appearance where the widget stands (PDF 32000-1, 12.5.5). */
export const drawAppearance = (page: PDFPage, stream: PDFRef, box: Omit<Box, "page">): void => {
  const { dict } = page.doc.context.lookup(stream, PDFStream);
  const bbox = numbers(dict.lookupMaybe(PDFName.of("BBox"), PDFArray));
  if (bbox?.length !== 4) return;
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] =
    numbers(dict.lookupMaybe(PDFName.of("Matrix"), PDFArray)) ?? [];
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = bbox;
  const corners = [
    [x1, y1],
    [x2, y1],
    [x1, y2],
    [x2, y2],
  ].map(([x = 0, y = 0]) => [a * x + c * y + e, b * x + d * y + f] as const);
  const xs = corners.map(([x]) => x);
  const ys = corners.map(([, y]) => y);
  const [left, low] = [Math.min(...xs), Math.min(...ys)];
  const [wide, high] = [Math.max(...xs) - left, Math.max(...ys) - low];
  if (wide === 0 || high === 0) return;
  const [sx, sy] = [box.width / wide, box.height / high];
  const name = page.node.newXObject("Own", stream);
  page.pushOperators(
    pushGraphicsState(),
    concatTransformationMatrix(sx, 0, 0, sy, box.x - left * sx, box.y - low * sy),
    drawObject(name),
    popGraphicsState(),
  );
};
