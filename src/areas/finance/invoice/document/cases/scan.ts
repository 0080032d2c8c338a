import { createRequire } from "node:module";
import { createCanvas, GlobalFonts } from "@napi-rs/canvas";
import { PDFDocument } from "@cantoo/pdf-lib";

/** What a scanned bill says, and how crooked it lay, in degrees. */
export type Scanned = {
  number: string;
  date: string;
  order: string;
  lines: readonly (readonly [words: string, quantity: string, price: string, amount: string])[];
  total: string;
  crooked?: number;
};

const dots = 200 / 72;
const [width, height] = [612, 792];

const pen = (crooked: number) => {
  const file = createRequire(import.meta.url).resolve("dejavu-fonts-ttf/ttf/DejaVuSans.ttf");
  GlobalFonts.registerFromPath(file, "Scanned");
  const canvas = createCanvas(Math.round(width * dots), Math.round(height * dots));
  const at = canvas.getContext("2d");
  at.fillStyle = "#f4f1ea";
  at.fillRect(0, 0, canvas.width, canvas.height);
  at.fillStyle = "#2b2b2b";
  at.font = `${11 * dots}px Scanned`;
  at.rotate((crooked * Math.PI) / 180);
  return {
    canvas,
    put: (text: string, x: number, y: number) => at.fillText(text, x * dots, y * dots),
  };
};

/** A bill as a scanner makes it: one picture on a page, no text. */
export const scannedBill = async (bill: Scanned): Promise<Uint8Array> => {
  const { canvas, put } = pen(bill.crooked ?? 0);
  put("Riverbend Supply Co.", 60, 70);
  put(`Invoice No: ${bill.number}`, 60, 110);
  put(`Invoice date: ${bill.date}`, 60, 130);
  put(`PO number: ${bill.order}`, 60, 150);
  const columns = [60, 300, 380, 480];
  const rows = [["Description", "Qty", "Unit price", "Amount"], ...bill.lines];
  rows.forEach((row, r) => row.forEach((text, c) => put(text, columns[c]!, 210 + 22 * r)));
  put("Total due", 380, 250 + 22 * rows.length);
  put(bill.total, 480, 250 + 22 * rows.length);
  const document = await PDFDocument.create();
  const page = document.addPage([width, height]);
  const picture = await document.embedJpg(canvas.toBuffer("image/jpeg", 80));
  page.drawImage(picture, { x: 0, y: 0, width, height });
  return document.save();
};
