import { PDFDocument, rgb, StandardFonts } from "@cantoo/pdf-lib";
import { formatDate } from "#kernel/dates.ts";
import { formatCents, lineTotalCents } from "#kernel/money.ts";
import { shownDecimal, shownPrice } from "#kernel/quantity.ts";
import type { Day } from "#kernel/time.ts";

/** A vendor's bill as its own paper says it. */
export type BillPaper = {
  vendor: string;
  number: string;
  date: Day;
  order: string;
  lines: readonly { description: string; quantity: string; unit: string; unitPrice: string }[];
  /** Stands in it in the colour of the ground, as somebody plants it. */
  hidden: string;
};

const columns = [54, 290, 350, 410, 500];

/** The bill as a PDF of one page. */
export const drawBill = async (bill: BillPaper): Promise<Uint8Array> => {
  const document = await PDFDocument.create();
  document.setTitle(`Invoice ${bill.number}`);
  const font = await document.embedFont(StandardFonts.Helvetica);
  const page = document.addPage([612, 792]);
  const put = (text: string, x: number, y: number, size = 10) =>
    page.drawText(text, { x, y, size, font });
  put(bill.vendor, 54, 732, 15);
  put(`Invoice number: ${bill.number}`, 54, 700);
  put(`Invoice date: ${formatDate(bill.date)}`, 54, 684);
  put(`Purchase order: ${bill.order}`, 54, 668);
  const cents = bill.lines.map(({ quantity, unitPrice }) => lineTotalCents(quantity, unitPrice));
  const rows = [
    ["Description", "Quantity", "Unit", "Unit price", "Amount"],
    ...bill.lines.map(({ description, quantity, unit, unitPrice }, at) => [
      ...[description, shownDecimal(quantity), unit, shownPrice(unitPrice)],
      formatCents(cents[at]!),
    ]),
  ];
  rows.forEach((row, r) => row.forEach((text, c) => put(text, columns[c]!, 620 - 20 * r)));
  const foot = 590 - 20 * rows.length;
  put("Total due", columns[3]!, foot);
  put(formatCents(cents.reduce((sum, each) => sum + each, 0)), columns[4]!, foot);
  put("Demonstration copy. It claims nothing.", 54, 80, 9);
  page.drawText(bill.hidden, { x: 54, y: 44, size: 8, font, color: rgb(1, 1, 1) });
  return document.save();
};
