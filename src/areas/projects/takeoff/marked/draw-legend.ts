import { rgb, type PDFDocument, type PDFPage } from "@cantoo/pdf-lib";
import { drawable, type Fonts } from "#server/pdf/fonts.ts";
import { shownQuantity, type MarkedRow, type MarkedSheet } from "./marked.model.ts";

const [wide, high, margin, size, lead] = [792, 612, 36, 8, 11] as const;
const ink = rgb(0.1, 0.1, 0.15);

type Column = { label: string; width: number; of: (row: MarkedRow) => string };
const columns: readonly Column[] = [
  { label: "Measurement", width: 78, of: (row) => row.number },
  { label: "What is measured", width: 138, of: (row) => row.name },
  { label: "Kind", width: 46, of: (row) => row.kindLabel },
  { label: "Quantity", width: 84, of: shownQuantity },
  { label: "Cost code", width: 96, of: (row) => row.costCode || "none" },
  { label: "Measured by", width: 90, of: (row) => row.measuredName },
  { label: "Checked by", width: 90, of: (row) => row.checkedName || "nobody yet" },
  { label: "Scale", width: 98, of: (row) => row.scaleLabel || "none" },
];

/** Writes text in the fonts that have its letters. */
const penOf = (fonts: Fonts) => {
  const runsOf = async (text: string) => (await fonts.handFor(text)).hand(text);
  const widthOf = async (text: string, at: number): Promise<number> =>
    (await runsOf(text)).reduce((sum, run) => sum + run.font.widthOfTextAtSize(run.text, at), 0);
  return {
    /** A text in lines that are no wider; a word that is wider itself is cut. */
    linesOf: async (text: string, width: number): Promise<string[]> => {
      const lines = [""];
      for (const word of drawable(text).split(/\s+/)) {
        const longer = `${lines.at(-1)} ${word}`.trim();
        if ((await widthOf(longer, size)) <= width) {
          lines[lines.length - 1] = longer;
          continue;
        }
        let rest = word;
        if (lines.at(-1) !== "") lines.push("");
        while ((await widthOf(rest, size)) > width) {
          let fits = rest.length - 1;
          while (fits > 1 && (await widthOf(rest.slice(0, fits), size)) > width) fits--;
          lines[lines.length - 1] = rest.slice(0, fits);
          lines.push("");
          rest = rest.slice(fits);
        }
        lines[lines.length - 1] = rest;
      }
      return lines;
    },
    write: async (page: PDFPage, text: string, at: { x: number; y: number; size: number }) => {
      let { x } = at;
      const shown = drawable(text);
      if (shown === "") return;
      for (const { text: piece, font } of await runsOf(shown)) {
        page.drawText(piece, { ...at, x, font, color: ink });
        x += font.widthOfTextAtSize(piece, at.size);
      }
    },
  };
};
type Pen = ReturnType<typeof penOf>;

/** Rows below each other, on as many pages as they take. */
const rowsOn = (pdf: PDFDocument, pen: Pen) => {
  let page = pdf.addPage([wide, high]);
  let y = high - margin;
  const write = (text: string, x: number, at: number = size) =>
    pen.write(page, text, { x, y, size: at });
  const heads = async () => {
    let x = margin;
    for (const { label, width } of columns) {
      await write(label, x);
      x += width;
    }
    page.drawLine({
      ...{ thickness: 0.7, color: ink },
      start: { x: margin, y: y - 3 },
      end: { x: wide - margin, y: y - 3 },
    });
    y -= lead * 1.4;
  };
  const turn = (needed: number): boolean => {
    if (y - needed > margin) return false;
    page = pdf.addPage([wide, high]);
    y = high - margin;
    return true;
  };
  return {
    line: async (text: string, at: number) => {
      for (const each of await pen.linesOf(text, (wide - 2 * margin) * (size / at))) {
        turn(at * 1.5);
        y -= at;
        await write(each, margin, at);
        y -= at * 0.5;
      }
    },
    gap: () => (y -= lead),
    heads: async () => {
      turn(lead * 4);
      await heads();
    },
    row: async (row: MarkedRow) => {
      const cells = await Promise.all(columns.map((c) => pen.linesOf(c.of(row), c.width - 6)));
      const lines = Math.max(...cells.map(({ length }) => length));
      if (turn(lines * lead)) await heads();
      const top = y;
      let x = margin;
      for (const [at, cell] of cells.entries()) {
        y = top;
        for (const each of cell) {
          await write(each, x);
          y -= lead;
        }
        x += columns[at]!.width;
      }
      y = top - lines * lead - 2;
    },
  };
};

/** Adds the legend: the sheet, what is drawn on it, and what of other revisions is not. */
export const drawLegend = async (
  pdf: PDFDocument,
  sheet: MarkedSheet,
  fonts: Fonts,
): Promise<void> => {
  const on = rowsOn(pdf, penOf(fonts));
  await on.line(`Sheet ${sheet.number} ${sheet.title}`.trim(), 14);
  await on.line(`${sheet.planSet}, revision ${sheet.revision}, ${sheet.project}. ${sheet.day}`, 9);
  if (sheet.newest > sheet.revision)
    await on.line(`Revision ${sheet.newest} of this sheet is the current one.`, 9);
  on.gap();
  await on.line(
    sheet.drawn.length > 0 ? "Drawn on the sheet" : "Nothing is measured on this sheet.",
    11,
  );
  if (sheet.drawn.length > 0) await on.heads();
  for (const row of sheet.drawn) await on.row(row);
  if (sheet.others.length === 0) return;
  on.gap();
  await on.line("On other revisions, and not drawn here", 11);
  await on.heads();
  for (const row of sheet.others)
    await on.row({ ...row, name: `${row.name} (revision ${row.revision})` });
};
