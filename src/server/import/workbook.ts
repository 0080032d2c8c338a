import { XMLParser } from "fast-xml-parser";
import { refuseLargePart, refuseLargeSheet } from "./sheet-scan.ts";
import { decoded, sharedTexts, sheetRows, styleFormats } from "./sheet-cells.ts";
import { entriesOf, unpacked, unreadable, type Entry } from "./zip.ts";

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

/** What is read of a workbook: one sheet, the texts and formats that this names. */
type Parts = {
  sheet: Entry;
  strings: Entry | undefined;
  styles: Entry | undefined;
  is1904: boolean;
};

const nameOf = (sheet: Tag): string => decoded(sheet["name"] ?? "");
const shownSheets = (sheets: readonly Tag[]): readonly Tag[] => {
  const shown = sheets.filter((sheet) => !/hidden/i.test(sheet["state"] ?? ""));
  return shown.length > 0 ? shown : sheets;
};

const listOf = (entries: ReadonlyMap<string, Entry>) => {
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
  return { book, links, sheets: shownSheets(sheets) };
};

const partsOf = (entries: ReadonlyMap<string, Entry>, name: string | undefined): Parts => {
  const { book, links, sheets } = listOf(entries);
  const wanted = name === undefined ? sheets[0] : sheets.find((sheet) => nameOf(sheet) === name);
  if (!wanted && name !== undefined)
    throw unreadable(`This workbook has no sheet ${name}. Choose another one.`);
  const at = (link: Tag | undefined): Entry | undefined => {
    const target = link?.["Target"] ?? "";
    return entries.get(target.startsWith("/") ? target.slice(1) : `xl/${target}`);
  };
  const ofKind = (kind: string) => links.find((link) => link["Type"]?.endsWith(`/${kind}`));
  const sheet = at(links.find((link) => link["Id"] === wanted?.["id"]));
  if (!sheet) throw broken();
  return {
    sheet,
    strings: at(ofKind("sharedStrings")) ?? entries.get("xl/sharedStrings.xml"),
    styles: at(ofKind("styles")) ?? entries.get("xl/styles.xml"),
    is1904: /^(1|true)$/.test([book?.workbookPr].flat()[0]?.["date1904"] ?? ""),
  };
};

/** The names of a workbook's sheets, those that are shown; the first is read where nobody says which. */
export const workbookSheets = (file: Buffer): string[] =>
  listOf(entriesOf(file)).sheets.map(nameOf);

const part = (
  entry: Entry | undefined,
  limit: number,
  what: string,
  refuse: (xml: string) => void,
): string => {
  if (!entry) return "";
  const content = unpacked(entry, limit, what);
  refuse(content.toString("latin1"));
  return content.toString("utf8");
};

/**
 * The rows of a workbook's sheet (the first, or the one that is named) as text, as the sheet shows them
 * where their format makes them another thing (`shownNumber`). What it holds is bounded before anything
 * of it is read: 255 sheets; 64 MB of the sheet, 32 MB of its texts, unpacked and never by what the
 * archive says of sizes; rows, columns and cells by `sheetLimits`. 422 `unreadable_file`.
 */
export function* workbookRows(file: Buffer, name?: string): Generator<string[][]> {
  const parts = partsOf(entriesOf(file), name);
  const texts = sharedTexts(
    part(parts.strings, most.strings, "The list of texts", refuseLargePart),
  );
  const formats = styleFormats(
    part(parts.styles, most.styles, "The list of formats", refuseLargePart),
  );
  const xml = part(parts.sheet, most.sheet, "The first sheet", refuseLargeSheet);
  const rows = sheetRows(xml, { texts, formats, is1904: parts.is1904 });
  for (let from = 0; from < rows.length; from += 500) yield rows.slice(from, from + 500);
}
