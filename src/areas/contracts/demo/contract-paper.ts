import { PDFDocument, rgb, StandardFonts } from "@cantoo/pdf-lib";

/** A contract as its text: paragraphs, broken into lines where they are drawn. */
export type WrittenPaper = { title: string; paragraphs: readonly string[]; hidden?: string };

const perLine = 92;
const brokenAt = (text: string): string[] => {
  const lines: string[] = [];
  let rest = text;
  while (rest.length > perLine) {
    const at = rest.lastIndexOf(" ", perLine);
    lines.push(rest.slice(0, at));
    rest = rest.slice(at + 1);
  }
  return [...lines, rest];
};

/** The paper as a PDF; `hidden` stands in it in the colour of the ground, as somebody plants it. */
export const drawPaper = async ({
  title,
  paragraphs,
  hidden,
}: WrittenPaper): Promise<Uint8Array> => {
  const document = await PDFDocument.create();
  document.setTitle(title);
  const font = await document.embedFont(StandardFonts.Helvetica);
  let page = document.addPage([612, 792]);
  page.drawText(title, { x: 54, y: 730, size: 15, font });
  if (hidden) page.drawText(hidden, { x: 54, y: 40, size: 9, font, color: rgb(1, 1, 1) });
  let y = 700;
  for (const text of paragraphs) {
    for (const line of brokenAt(text)) {
      if (y < 70) {
        page = document.addPage([612, 792]);
        y = 740;
      }
      page.drawText(line, { x: 54, y, size: 10.5, font });
      y -= 15;
    }
    y -= 8;
  }
  return document.save();
};
