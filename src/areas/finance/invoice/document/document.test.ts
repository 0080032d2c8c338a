import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { PDFDocument } from "@cantoo/pdf-lib";
import { pdfLayout } from "#server/files/pdf-layout.ts";
import { baseline } from "./cases/baseline.ts";
import { invoiceCases, type InvoiceCase } from "./cases/cases.ts";
import { drawCase } from "./cases/draw.ts";
import { readInvoiceText } from "./read.model.ts";

let folder: string;
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), "invoices-"))));
afterAll(() => rm(folder, { recursive: true }));

const layoutOf = async (bytes: Uint8Array, name = "one") => {
  const path = join(folder, `${name}.pdf`);
  await writeFile(path, bytes);
  return pdfLayout(path);
};
type Head = { vendorNumber: string | null; invoiceDate: string | null; total: number | null };
const rightIn = (found: Head, one: InvoiceCase) =>
  Number(found.vendorNumber === one.number) +
  Number(found.invoiceDate === one.date) +
  Number(found.total === one.total);

test("of forty invoices number, date and total are right in 95 %, nothing proved is wrong, no hidden text is a value", async () => {
  let [right, plain, proved, slowest] = [0, 0, 0, 0];
  const wrong: string[] = [];
  for (const one of invoiceCases) {
    const bytes = await drawCase(one);
    const began = performance.now();
    const { seen, unseen } = await layoutOf(bytes);
    const read = readInvoiceText(seen);
    slowest = Math.max(slowest, performance.now() - began);
    const values = rightIn(read, one);
    if (values < 3)
      wrong.push(`${one.name}: ${JSON.stringify({ ...read, marks: 0, lines: read.lines.length })}`);
    right += values;
    plain += rightIn(baseline([...seen, ...unseen].map((i) => i.text).join("\n")), one);
    expect(JSON.stringify(read), one.name).not.toContain("HACK");
    expect(unseen.length > 0, `${one.name} ${one.hidden}`).toBe(one.hidden !== "none");
    if (read.standing === "proved") {
      proved++;
      expect(values, one.name).toBe(3);
      expect(one.standing, one.name).toBe("proved");
      expect(read.lines.map((l) => l.amount)).toEqual(
        one.lines.map((l) => l.quantity * l.price - l.off),
      );
    }
  }
  const all = invoiceCases.length * 3;
  console.info(
    `right ${right}/${all}, baseline ${plain}/${all}, proved ${proved}, slowest ${Math.round(slowest)} ms`,
  );
  console.info(wrong.join("\n"));
  expect(right / all).toBeGreaterThanOrEqual(0.95);
  expect(right).toBeGreaterThan(plain);
  expect(proved).toBeGreaterThanOrEqual(30);
}, 120_000);

test("an invoice of two pages is read within two seconds, thread and all", async () => {
  const long = invoiceCases.find(({ lines }) => lines.length > 30)!;
  const bytes = await drawCase(long);
  const seconds: number[] = [];
  for (let time = 0; time < 3; time++) {
    const began = performance.now();
    const { pages, seen } = await layoutOf(bytes, `long-${time}`);
    expect(pages).toBe(2);
    expect(readInvoiceText(seen)).toMatchObject({ vendorNumber: long.number, total: long.total });
    seconds.push((performance.now() - began) / 1000);
  }
  console.info(`two pages in ${seconds.map((each) => each.toFixed(2)).join(", ")} s`);
  // The best of three: what another process took from the machine is not the reader's.
  expect(Math.min(...seconds)).toBeLessThan(2);
}, 60_000);

test("a damaged PDF and one of too many pages are refused in words", async () => {
  const refused = (message: RegExp) => ({
    code: "unreadable_file",
    message: expect.stringMatching(message) as string,
  });
  await expect(layoutOf(Buffer.from("%PDF-1.7 nothing"))).rejects.toMatchObject(
    refused(/damaged|cannot be read/),
  );
  const many = await PDFDocument.create();
  for (let n = 0; n < 51; n++) many.addPage();
  await expect(layoutOf(await many.save())).rejects.toMatchObject(refused(/has 51 pages/));
});
