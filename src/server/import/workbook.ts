import { XMLParser } from "fast-xml-parser";
import { refuseLargePart, refuseLargeSheet } from "./sheet-scan.ts";
import { archiveOf, entriesOf, unpacked, unreadable, type Entry } from "./zip.ts";
import { utcDay } from "#kernel/time.ts";

const megabyte = 1024 * 1024;
const mostSheets = 255;
const most = { list: megabyte, styles: 4 * megabyte, strings: 32 * megabyte, sheet: 64 * megabyte };
const broken = () =>
  unreadable("This workbook could not be read. Save it as .xlsx or CSV and try again.");

type Tag = Readonly<Record<string, string>>;
type Sheets = { sheet?: Tag[] };

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: "",
  removeNSPrefix: true,
  processEntities: false,
  isArray: (name: string) => name === "sheet" || name === "Relationship",
});

/** What is read of a workbook: its first sheet, the texts and formats that this names. */
type Parts = {
  sheet: Entry;
  strings: Entry | undefined;
  styles: Entry | undefined;
  is1904: boolean;
};

const partsOf = (entries: ReadonlyMap<string, Entry>): Parts => {
  const list = (name: string) => {
    const entry = entries.get(name);
    if (!entry) throw broken();
    const xml = unpacked(entry, most.list, "The list of sheets").toString("utf8");
    refuseLargePart(xml);
    return parser.parse(xml) as Record<string, unknown>;
  };
  const book = list("xl/workbook.xml")["workbook"] as
    | { sheets?: Sheets; workbookPr?: Tag | Tag[] }
    | undefined;
  const links =
    (list("xl/_rels/workbook.xml.rels")["Relationships"] as { Relationship?: Tag[] } | undefined)
      ?.Relationship ?? [];
  const sheets = book?.sheets?.sheet ?? [];
  if (sheets.length > mostSheets)
    throw unreadable(
      `This workbook has ${sheets.length} sheets; at most ${mostSheets} are taken. Save the first one by itself.`,
    );
  const at = (link: Tag | undefined): Entry | undefined => {
    const target = link?.["Target"] ?? "";
    return entries.get(target.startsWith("/") ? target.slice(1) : `xl/${target}`);
  };
  const ofKind = (kind: string) => links.find((link) => link["Type"]?.endsWith(`/${kind}`));
  const sheet = at(links.find((link) => link["Id"] === sheets[0]?.["id"]));
  if (!sheet) throw broken();
  return {
    sheet,
    strings: at(ofKind("sharedStrings")) ?? entries.get("xl/sharedStrings.xml"),
    styles: at(ofKind("styles")) ?? entries.get("xl/styles.xml"),
    is1904: [book?.workbookPr].flat()[0]?.["date1904"] === "1",
  };
};

const type = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const link = (id: string, kind: string, target: string) =>
  `<Relationship Id="${id}" Type="${type}/${kind}" Target="${target}"/>`;

/**
 * A workbook with the first sheet of the given one and nothing else, none of it packed: the library
 * that reads it meets only what was bounded here, whatever the archive says elsewhere.
 */
const firstSheetOf = (file: Buffer): Buffer<ArrayBuffer> => {
  const { sheet, strings, styles, is1904 } = partsOf(entriesOf(file));
  const parts = new Map<string, Buffer>([
    [
      "xl/workbook.xml",
      Buffer.from(
        `<workbook xmlns:r="${type}"><workbookPr date1904="${is1904 ? 1 : 0}"/><sheets><sheet name="1" sheetId="1" r:id="s"/></sheets></workbook>`,
      ),
    ],
    [
      "xl/_rels/workbook.xml.rels",
      Buffer.from(
        `<Relationships>${link("s", "worksheet", "sheet.xml")}${link("t", "sharedStrings", "strings.xml")}${link("f", "styles", "styles.xml")}</Relationships>`,
      ),
    ],
  ]);
  const add = (
    name: string,
    entry: Entry | undefined,
    limit: number,
    what: string,
    refuse: (xml: string) => void,
  ) => {
    if (!entry) return;
    const content = unpacked(entry, limit, what);
    refuse(content.toString("latin1"));
    parts.set(name, content);
  };
  add("xl/strings.xml", strings, most.strings, "The list of texts", refuseLargePart);
  add("xl/styles.xml", styles, most.styles, "The list of formats", refuseLargePart);
  add("xl/sheet.xml", sheet, most.sheet, "The first sheet", refuseLargeSheet);
  return archiveOf(parts);
};

const cellText = (cell: unknown): string =>
  cell === null || cell === undefined
    ? ""
    : cell instanceof Date
      ? utcDay(cell)
      : String(cell).trim();

/**
 * The rows of a workbook's first sheet as text, trimmed. What it holds is bounded before anything of
 * it is read: 255 sheets; 64 MB of the sheet, 32 MB of its texts, unpacked and never by what the
 * archive says of sizes; rows, columns and cells by `sheetLimits`. 422 `unreadable_file`.
 */
export async function* workbookRows(file: Buffer): AsyncGenerator<string[][]> {
  const bounded = firstSheetOf(file);
  // Loaded with the first workbook, not by every start.
  const { readSheet } = await import("read-excel-file/node");
  const rows = (await readSheet(bounded).catch((error: Error) => {
    throw error instanceof RangeError ? error : broken();
  })) as unknown[][];
  for (let from = 0; from < rows.length; from += 500)
    yield rows.slice(from, from + 500).map((row) => row.map(cellText));
}
