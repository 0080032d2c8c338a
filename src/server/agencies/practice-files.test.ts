// What is handed out of a copy for practice says so itself, and nobody takes it for a record: the first line of
// a table, a mark on every page of a paper.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import readXlsx from "read-excel-file/node";
import { afterAll, expect, test } from "vitest";
import { plainCsv, toCsv, toXlsx } from "../http/export.ts";
import { headOf, rowsOf } from "../import/rows.ts";
import { pdfText } from "../files/pdf-text.ts";
import { makePdf } from "../pdf/pdf.ts";
import { refusalOf } from "../testing/asking.ts";
import { practising } from "./practice-now.ts";

const folder = mkdtempSync(join(tmpdir(), "levee-practice-"));
afterAll(() => rmSync(folder, { recursive: true }));

const table = [
  ["Number", "Title"],
  ["R-1", "Stone"],
] as const;
const sheet = () => toXlsx(["Number"], [["R-1"]], [false], "UTC");
const imported = async (name: string, content: string | Buffer): Promise<string[][]> => {
  const path = join(folder, name);
  writeFileSync(path, content);
  const rows: string[][] = [];
  for await (const some of rowsOf(path, await headOf(path))) rows.push(...some);
  return rows;
};
const refused =
  /^unreadable_file: This file was exported from a practice copy, as its first line says: it is no record\./;

test("the first line of a CSV says that it is of a practice copy, and importers refuse it in words", async () => {
  const csv = practising(true, () => toCsv(table[0], [table[1]]));
  expect(csv.replace("\uFEFF", "").split("\n")[0]).toBe("PRACTICE COPY – not a record");
  expect(await refusalOf(imported("copy.csv", csv))).toMatch(refused);
  const real = practising(false, () => toCsv(table[0], [table[1]]));
  expect(await imported("real.csv", real)).toEqual(table.map((row) => [...row]));
});

test("so does the first line of a workbook", async () => {
  const copy = await practising(true, sheet);
  expect((await readXlsx(copy))[0]?.data[0]).toEqual(["PRACTICE COPY – not a record"]);
  expect(await refusalOf(imported("copy.xlsx", copy))).toMatch(refused);
  expect(await imported("real.xlsx", await practising(false, sheet))).toEqual([
    ["Number"],
    ["R-1"],
  ]);
});

test("rows that an import hands back are handed in again within the copy", () => {
  const csv = practising(true, () => plainCsv(table[0], [table[1]]));
  expect(csv.replace("\uFEFF", "").split("\n")[0]).toBe("Number,Title");
});

test("a paper has the mark on each of its pages, as it is read in the rendered file", async () => {
  const page = `<html lang="en"><head><title>Order</title></head><body><p>One</p><p style="break-before:page">Two</p></body></html>`;
  const marks = async (practice: boolean) => {
    const path = join(folder, `${practice}.pdf`);
    writeFileSync(path, await practising(practice, () => makePdf(page)));
    // Its letters stand apart: a reader finds blanks between them.
    const text = (await pdfText(path)).text.replace(/\s/g, "");
    return text.match(/PRACTICECOPY/g)?.length ?? 0;
  };
  expect([await marks(true), await marks(false)]).toEqual([2, 0]);
});
