import { z } from "zod";
import { ublDraft } from "../ubl-draft.model.ts";
import { markShape, sheetShape } from "./kept-reading.model.ts";

/** What a PDF says, for the form: as of a UBL file, with the order that it names and the lines that fit. */
export const pdfDraft = ublDraft
  .extend({
    purchaseOrderId: z.string().nullable(),
    lines: z.array(
      ublDraft.shape.lines.element.extend({ purchaseOrderLineId: z.string().nullable() }),
    ),
    /** Every line and the sums agree to the cent. */
    proved: z.boolean(),
    way: z.enum(["text", "xml", "scan"]),
    /** Where each value stands on which page. */
    marks: z.array(markShape),
    sheets: z.array(sheetShape),
  })
  .meta({ id: "PdfDraft" });
export type PdfDraft = z.output<typeof pdfDraft>;
