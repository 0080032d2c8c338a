import { PDFDocument } from "@cantoo/pdf-lib";
import { invalidField } from "#kernel/errors.ts";
import { facesOf, fontsIn } from "#server/pdf/fonts.ts";
import { answerPieces } from "#server/reading/thread.ts";
import { drawLegend } from "./draw-legend.ts";
import { drawShapes } from "./draw-shapes.ts";
import { tooManyPoints, type MarkedSheet } from "./marked.model.ts";

/** The sheet's own PDF, what is drawn on it, and the folder of the installation's fonts. */
export type ToMark = { drawing: Uint8Array; sheet: MarkedSheet; fonts: string | null };

await answerPieces<ToMark, Uint8Array>(async function* ({ drawing, sheet, fonts: folder }) {
  const refused = tooManyPoints(sheet);
  if (refused) throw invalidField("id", refused, "too_many_points");
  const pdf = await PDFDocument.load(drawing, { updateMetadata: false });
  const fonts = await fontsIn(pdf, await facesOf(folder));
  await drawShapes(pdf, pdf.getPage(0), sheet, fonts);
  await drawLegend(pdf, sheet, fonts);
  pdf.setTitle(`Sheet ${sheet.number} ${sheet.title}`.trim());
  yield await pdf.save();
});
