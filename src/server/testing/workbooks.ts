import { archiveOf } from "../import/zip.ts";

/** A cell: words, a number, or a number under one of the book's formats (by its place). */
export type BookCell = string | number | { value: number; format: number };

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
const columnName = (at: number): string =>
  at < 26
    ? String.fromCharCode(65 + at)
    : `${columnName(Math.floor(at / 26) - 1)}${columnName(at % 26)}`;

const cellXml = (cell: BookCell, place: string): string => {
  if (typeof cell === "string")
    return `<c r="${place}" t="inlineStr"><is><t>${escaped(cell)}</t></is></c>`;
  if (typeof cell === "number") return `<c r="${place}"><v>${cell}</v></c>`;
  return `<c r="${place}" s="${cell.format + 1}"><v>${cell.value}</v></c>`;
};
const sheetXml = (rows: readonly (readonly BookCell[])[]): string =>
  `<worksheet><sheetData>${rows
    .map(
      (row, at) =>
        `<row r="${at + 1}">${row.map((cell, n) => cellXml(cell, `${columnName(n)}${at + 1}`)).join("")}</row>`,
    )
    .join("")}</sheetData></worksheet>`;

const types = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

/** A workbook as spreadsheets write it: number formats, sheets by their names. */
export const sheetBook = ({
  formats,
  sheets,
}: {
  formats: readonly string[];
  sheets: Readonly<Record<string, readonly (readonly BookCell[])[]>>;
}): Buffer => {
  const names = Object.keys(sheets);
  const link = (id: string, kind: string, target: string) =>
    `<Relationship Id="${id}" Type="${types}/${kind}" Target="${target}"/>`;
  const parts: Record<string, string> = {
    "xl/workbook.xml": `<workbook xmlns:r="${types}"><sheets>${names
      .map((name, at) => `<sheet name="${escaped(name)}" sheetId="${at + 1}" r:id="s${at}"/>`)
      .join("")}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships>${names
      .map((_, at) => link(`s${at}`, "worksheet", `sheet${at}.xml`))
      .join("")}${link("f", "styles", "styles.xml")}</Relationships>`,
    "xl/styles.xml": `<styleSheet><numFmts>${formats
      .map((code, at) => `<numFmt numFmtId="${164 + at}" formatCode="${escaped(code)}"/>`)
      .join("")}</numFmts><cellXfs><xf numFmtId="0"/>${formats
      .map((_, at) => `<xf numFmtId="${164 + at}"/>`)
      .join("")}</cellXfs></styleSheet>`,
  };
  for (const [at, name] of names.entries()) parts[`xl/sheet${at}.xml`] = sheetXml(sheets[name]!);
  return archiveOf(new Map(Object.entries(parts).map(([name, xml]) => [name, Buffer.from(xml)])));
};
