import { formatCode, shownNumber } from "./number-format.ts";

const tagForm = /<(\/?)(?:[\w.-]+:)?([\w.-]+)((?:[^<>"']|"[^"]*"|'[^']*')*?)(\/?)>/g;
const entities: Readonly<Record<string, string>> = {
  lt: "<",
  gt: ">",
  amp: "&",
  quot: '"',
  apos: "'",
};

/** Text of XML with its signs for letters (`&amp;`, `&#233;`) read. */
export const decoded = (text: string): string =>
  text.includes("&")
    ? text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w{2,4}));/gi, (whole, hex, number, name) => {
        if (name) return entities[name as string] ?? whole;
        const code = hex ? Number.parseInt(hex as string, 16) : Number(number);
        return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : "\uFFFD";
      })
    : text;

// Comments say nothing; what a CDATA section holds is text.
const plainXml = (xml: string): string =>
  xml.includes("<!")
    ? xml.replace(/<!--[^]*?-->|<!\[CDATA\[([^]*?)\]\]>/g, (_, text?: string) =>
        (text ?? "").replaceAll("&", "&amp;").replaceAll("<", "&lt;"),
      )
    : xml;

const attribute = (attributes: string, name: string): string | undefined => {
  const found = new RegExp(`(?:^|\\s)(?:[\\w.-]+:)?${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(
    attributes,
  );
  const value = found?.[1] ?? found?.[2];
  return value === undefined ? undefined : decoded(value);
};

type Visit = {
  open: (name: string, attributes: string) => void;
  close: (name: string, text: string) => void;
};
/** Goes through the tags; a tag that closes gets the text since the last one. */
const walk = (xml: string, { open, close }: Visit): void => {
  const plain = plainXml(xml);
  let behind = 0;
  for (const found of plain.matchAll(tagForm)) {
    const [whole, ending, name, attributes, empty] = found as unknown as string[];
    if (ending) close(name!, plain.slice(behind, found.index));
    else {
      open(name!, attributes!);
      if (empty === "/") close(name!, "");
    }
    behind = found.index + whole!.length;
  }
};

// `_x000D_` is how a spreadsheet writes a letter that XML does not take.
const letters = (text: string): string =>
  decoded(text).replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );

/** The texts that cells name by their place; the readings of Japanese signs (`rPh`) are no text. */
export const sharedTexts = (xml: string): string[] => {
  const texts: string[] = [];
  let text = "";
  let aside = 0;
  walk(xml, {
    open: (name) => {
      if (name === "si") text = "";
      if (name === "rPh") aside++;
    },
    close: (name, found) => {
      if (name === "t" && aside === 0) text += letters(found);
      else if (name === "rPh") aside--;
      else if (name === "si") texts.push(text);
    },
  });
  return texts;
};

/** The code of each style's number format, by the style's place. */
export const styleFormats = (xml: string): string[] => {
  const own = new Map<number, string>();
  const formats: number[] = [];
  let cellStyles = false;
  walk(xml, {
    open: (name, attributes) => {
      if (name === "numFmt")
        own.set(
          Number(attribute(attributes, "numFmtId")),
          attribute(attributes, "formatCode") ?? "General",
        );
      else if (name === "cellXfs") cellStyles = true;
      else if (name === "xf" && cellStyles)
        formats.push(Number(attribute(attributes, "numFmtId") ?? 0));
    },
    close: (name) => {
      if (name === "cellXfs") cellStyles = false;
    },
  });
  return formats.map((id) => formatCode(id, own));
};

const columnOf = (place: string): number => {
  let column = 0;
  for (const letter of place) {
    if (letter < "A" || letter > "Z") break;
    column = column * 26 + letter.charCodeAt(0) - 64;
  }
  return column - 1;
};

type Kept = { texts: readonly string[]; formats: readonly string[]; is1904: boolean };
type Cell = { at: number; type: string; style: number; value: string; text: string };

const cellText = ({ type, style, value, text }: Cell, { texts, formats, is1904 }: Kept): string => {
  if (type === "s") return (texts[Number(value)] ?? "").trim();
  if (type === "inlineStr") return text.trim();
  if (type === "str" || type === "e") return letters(value).trim();
  if (type === "b") return value === "1" ? "TRUE" : "FALSE";
  if (type === "d") return value.replace(/T00:00:00(\.0+)?Z?$/, "");
  if (value === "") return "";
  const number = Number(value);
  return Number.isNaN(number)
    ? decoded(value).trim()
    : shownNumber(number, formats[style] ?? "General", is1904);
};

const lineOf = (place: string | undefined): number | null => {
  const found = /\d+$/.exec(place ?? "");
  return found ? Number(found[0]) - 1 : null;
};

/** The rows of a sheet as text; rows and cells that the sheet leaves out are empty. */
export const sheetRows = (xml: string, kept: Kept): string[][] => {
  const rows: string[][] = [];
  let line = -1;
  let cell: (Cell & { line: number }) | null = null;
  let aside = 0;
  const open = (name: string, attributes: string) => {
    if (name === "row") line = lineOf(attribute(attributes, "r")) ?? line + 1;
    else if (name === "rPh") aside++;
    else if (name === "c") {
      const place = attribute(attributes, "r");
      line = lineOf(place) ?? Math.max(line, 0);
      cell = {
        at: place ? columnOf(place) : (rows[line]?.length ?? 0),
        line,
        type: attribute(attributes, "t") ?? "n",
        style: Number(attribute(attributes, "s") ?? 0),
        value: "",
        text: "",
      };
    }
  };
  const close = (name: string, found: string) => {
    if (name === "rPh") aside--;
    if (!cell) return;
    if (name === "v") cell.value = found;
    else if (name === "t" && aside === 0) cell.text += letters(found);
    else if (name === "c") {
      while (rows.length <= cell.line) rows.push([]);
      const row = rows[cell.line]!;
      while (row.length < cell.at) row.push("");
      row[cell.at] = cellText(cell, kept);
      cell = null;
    }
  };
  walk(xml, { open, close });
  return rows;
};
