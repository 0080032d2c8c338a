import type { PDFDocument, PDFPage } from "@cantoo/pdf-lib";
import { drawLine, inFrame } from "./draw.service.ts";
import { drawable, type Fonts, type Hand } from "#server/pdf/fonts.ts";
import { wrapped } from "./layout.service.ts";
import { ownTag, type Drawn } from "./read-back.service.ts";

/** A text that goes on: its number, its field's name and page (from 0; null: no field holds it). */
export type Continued = { no: number; label: string; page: number | null; text: string };

type Sheets = {
  pdf: PDFDocument;
  fonts: Fonts;
  drawn: Map<string, Drawn>;
  paper: { title: string };
};
type Pen = { page: PDFPage; y: number };

const [width, height, margin] = [612, 792, 56];
const room = width - 2 * margin;
const whole = { room: { width, height }, matrix: [1, 0, 0, 1, 0, 0] as [1, 0, 0, 1, 0, 0] };

const handOf = async (fonts: Fonts, text: string): Promise<{ hand: Hand; text: string }> => {
  const { hand, missing } = await fonts.handFor(text);
  // A name is no value: it is shown without letters that no font has.
  return { hand, text: [...text].filter((letter) => !missing.includes(letter)).join("") };
};

const newPage = (pdf: PDFDocument): Pen => ({
  page: pdf.addPage([width, height]),
  y: height - margin,
});

/**
 * Adds pages under the heading Continuation with every text that did not fit, each under the name of
 * its field. Letters that no font has are told in `refused`.
 */
export const drawContinuation = async (
  { pdf, fonts, drawn, paper }: Sheets,
  continued: readonly Continued[],
  refused: { path: string; message: string }[],
): Promise<void> => {
  if (continued.length === 0) return;
  let pen = newPage(pdf);
  const write = (hand: Hand, lines: readonly string[], size: number, tag: string | null) => {
    for (const line of lines) {
      if (pen.y - size * 1.4 < margin) pen = newPage(pdf);
      pen.y -= size * 1.4;
      const at = { x: margin, y: pen.y, size };
      const { page } = pen;
      if (tag === null) drawLine(page, hand, line, at);
      else inFrame(page, whole, tag, () => drawLine(page, hand, line, at));
    }
  };
  const head = async (text: string, size: number) => {
    const shown = await handOf(fonts, drawable(text));
    write(shown.hand, wrapped(shown.hand, shown.text, size, room), size, null);
  };
  await head("Continuation", 16);
  await head(paper.title, 10);
  for (const { no, label, page, text } of continued) {
    pen.y -= 12;
    await head(`${no}. ${label}${page === null ? "" : `, page ${page + 1}`}`, 11);
    const value = drawable(text);
    const { hand, missing } = await fonts.handFor(value);
    if (missing.length > 0) {
      refused.push({
        path: label,
        message: `“${label}” holds ${missing.slice(0, 5).join(" ")}, which no font of this server has. Write it otherwise, or have a font with it added.`,
      });
      continue;
    }
    const tag = `${ownTag}${drawn.size + 1}`;
    drawn.set(tag, { label, text: value, box: null });
    write(hand, wrapped(hand, value, 10, room), 10, tag);
  }
};
