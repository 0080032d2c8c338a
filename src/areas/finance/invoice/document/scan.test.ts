import { expect, test } from "vitest";
import { PDFDocument } from "@cantoo/pdf-lib";
import sharp from "sharp";
import { readSent } from "./document.service.ts";
import { scannedBill } from "./cases/scan.ts";

const bill = {
  number: "R-2026-1017",
  date: "11/14/2026",
  order: "PO-2026-0042",
  lines: [
    ["Pipe fitting", "12", "25.00", "300.00"],
    ["Gate valve", "3", "41.50", "124.50"],
  ],
  total: "$424.50",
} as const;

test("scanned bills are read with their places, crooked or not, and none is proved", async () => {
  let right = 0;
  for (const crooked of [0, 0.6, -0.4]) {
    const { said, sheets } = await readSent(Buffer.from(await scannedBill({ ...bill, crooked })));
    expect(said).toMatchObject({ way: "scan", standing: "read" });
    expect(sheets).toEqual([{ width: 612, height: 792, turn: 0 }]);
    right +=
      Number(said.vendorNumber === bill.number) +
      Number(said.invoiceDate === "2026-11-14") +
      Number(said.orderNumber === bill.order) +
      Number(said.total === 424_50) +
      Number(said.lines.length === 2);
    const total = said.marks.find(({ field }) => field === "statedTotal")!;
    expect(Math.abs(total.x - 480)).toBeLessThan(8);
  }
  expect(right).toBeGreaterThanOrEqual(14);
}, 180_000);

test("a picture without letters is refused in words that name the page", async () => {
  const blank = await PDFDocument.create();
  const page = blank.addPage([612, 792]);
  const grey = await sharp({
    create: { width: 600, height: 800, channels: 3, background: "#dddddd" },
  })
    .png()
    .toBuffer();
  page.drawImage(await blank.embedPng(grey), { x: 0, y: 0, width: 612, height: 792 });
  await expect(readSent(Buffer.from(await blank.save()))).rejects.toMatchObject({
    code: "no_text",
    message: expect.stringContaining("Page 1 was not read: no letters were found on it."),
  });
}, 120_000);
