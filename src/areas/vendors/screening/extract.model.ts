import { invalid } from "#kernel/errors.ts";
import { isDate, utcDay, leadingDay } from "#kernel/time.ts";
import { isOnlyForm, joinedPairs, matchKey, matchWords } from "./match.model.ts";

/** Columns of the SAM.gov Public Exclusions extract (CSV), as published. */
export const samColumns = [
  "Classification",
  "Name",
  "Prefix",
  "First",
  "Middle",
  "Last",
  "Suffix",
  "Address 1",
  "Address 2",
  "Address 3",
  "Address 4",
  "City",
  "State / Province",
  "Country",
  "Zip Code",
  "Open Data Flag",
  "Blank (Deprecated)",
  "Unique Entity ID",
  "Exclusion Program",
  "Excluding Agency",
  "CT Code",
  "Exclusion Type",
  "Additional Comments",
  "Active Date",
  "Termination Date",
  "Record Status",
  "Cross-Reference",
  "SAM Number",
  "CAGE",
  "NPI",
  "Creation_Date",
] as const;
export type SamColumn = (typeof samColumns)[number];
/** Where each column stands in a file; -1 where it has none. */
export type ListLayout = Record<SamColumn, number>;
/** Which of day and month stands first where a day is written with both as numbers. */
export type DayFirst = "month" | "day";
const needed: readonly SamColumn[] = [
  "Classification",
  "Name",
  "First",
  "Last",
  "Address 1",
  "City",
  "State / Province",
  "Zip Code",
  "Unique Entity ID",
  "Exclusion Program",
  "Excluding Agency",
  "Exclusion Type",
  "Active Date",
  "Termination Date",
  "SAM Number",
];

/** A record as it is stored. */
export type ExclusionRow = {
  rowNo: number;
  classification: string;
  name: string;
  matchKey: string;
  uei: string | null;
  address: string;
  city: string;
  state: string;
  country: string;
  zip: string;
  program: string;
  agency: string;
  exclusionType: string;
  activeOn: string | null;
  endsOn: string | null;
  samNumber: string;
  cage: string;
  comments: string;
  crossReference: string;
  aliases: string[];
  words: string[];
};

const plain = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, "");

const placesIn = (header: readonly string[]) =>
  new Map(header.map((name, i) => [plain(name.replace(/^\uFEFF/, "")), i]));
const missingOf = (header: readonly string[]): SamColumn[] => {
  const at = placesIn(header);
  return needed.filter((name) => !at.has(plain(name)));
};

/**
 * Where each column of the layout is in this file's header; spelling of blanks and punctuation does
 * not matter. Null where a column that is needed is missing.
 */
export const samLayout = (header: readonly string[]): ListLayout | null => {
  if (missingOf(header).length > 0) return null;
  const at = placesIn(header);
  return Object.fromEntries(
    samColumns.map((name) => [name, at.get(plain(name)) ?? -1]),
  ) as ListLayout;
};

/** Where each column stands by what somebody matched: the extract's column, and the file's heading. */
export const matchedLayout = (
  header: readonly string[],
  mapping: Readonly<Record<string, string | null>>,
): ListLayout =>
  Object.fromEntries(
    samColumns.map((name) => [name, mapping[name] ? header.indexOf(mapping[name]) : -1]),
  ) as ListLayout;

/** 422 for a file of another layout whose headings nobody has matched. */
export const unknownLayout = (header: readonly string[]) => {
  const missing = missingOf(header).join(", ");
  return invalid(
    "not_an_exclusion_extract",
    `The file has other headings than the SAM.gov Public Exclusions extract: ${missing} are missing. Take the extract, or say under Exclusions which column is which; it is kept for the next file of this source.`,
    [{ path: "file", message: `Missing columns: ${missing}` }],
  );
};

/** `MM/DD/YYYY` or day first, as `first` says, `YYYY-MM-DD`, or nothing (`Indefinite`, empty). */
const dateOf = (text: string, first: DayFirst): string | null => {
  const found = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(text);
  const [month, day] = first === "month" ? [found?.[1], found?.[2]] : [found?.[2], found?.[1]];
  const iso = found
    ? `${found[3]}-${month!.padStart(2, "0")}-${day!.padStart(2, "0")}`
    : leadingDay(text);
  return iso !== null && isDate(iso) ? iso : null;
};

/** The first day of a line that cannot be read as `first` says; words such as Indefinite are none. */
export const unreadDay = (
  cells: readonly string[],
  layout: ListLayout,
  first: DayFirst,
): { column: SamColumn; found: string } | null => {
  for (const column of ["Active Date", "Termination Date"] as const) {
    const found = (cells[layout[column]] ?? "").trim();
    if (/\d/.test(found) && dateOf(found, first) === null) return { column, found };
  }
  return null;
};

// What stands before a name to say what kind of name it is.
const kind = String.raw`(?:also known as|doing business as|formerly known as|formerly|also|and|aka|a\/k\/a|dba|d\/b\/a|fka|f\/k\/a|nka|n\/k\/a)\b\s*:?\s*`;
const atStart = new RegExp(`^(?:${kind})+`, "i");
const inBrackets = new RegExp(String.raw`\(\s*(${kind}[^()]*)\)`, "gi");
const longest = 160;

/**
 * A text parted at commas and semicolons that stand within `base` brackets, and at the brackets
 * around these; null when brackets do not close.
 */
const parted = (text: string, base: 0 | 1): string[] | null => {
  const pieces = [""];
  let depth = 0;
  for (const sign of text) {
    if (sign === "(") depth++;
    if (
      (depth <= base && (sign === "," || sign === ";")) ||
      (base === 1 && depth === 1 && (sign === "(" || sign === ")"))
    )
      pieces.push("");
    else pieces.push(pieces.pop()! + sign);
    if (sign === ")" && --depth < 0) return null;
  }
  return depth === 0 ? pieces.map((piece) => piece.trim()) : null;
};

/**
 * The names in a cell of Cross-Reference, `(also ACME HOLDINGS, LLC, J. DOE)`; legal forms and
 * suffixes are given back to the name before them.
 * Empty for a text that does not begin like this or whose brackets do not close: the text alone is
 * then the evidence.
 */
export const crossReferenced = (text: string): string[] => {
  if (!/^\(?\s*also\b/i.test(text.trim())) return [];
  const names: string[] = [];
  for (const raw of parted(
    text
      .trim()
      .replace(inBrackets, (all, inner: string, at: number) => (at === 0 ? all : `, ${inner}, `)),
    text.trim().startsWith("(") ? 1 : 0,
  ) ?? []) {
    const piece = raw.replace(atStart, "");
    if (!isOnlyForm(piece)) names.push(piece);
    else if (piece && names.length > 0) names.push(`${names.pop()}, ${piece}`);
  }
  return [
    ...new Set(
      names.filter(
        (name) => name.length <= longest && /\p{L}/u.test(name) && matchKey(name).length >= 3,
      ),
    ),
  ];
};

/**
 * One line of the extract as a record, or null for a line without any name or that is no longer in
 * force by its status.
 */
export const exclusionOf = (
  cells: readonly string[],
  layout: ListLayout,
  rowNo: number,
  first: DayFirst = "month",
): ExclusionRow | null => {
  const get = (name: SamColumn) => (layout[name] >= 0 ? (cells[layout[name]] ?? "").trim() : "");
  const name =
    get("Name") ||
    [get("First"), get("Middle"), get("Last"), get("Suffix")].filter(Boolean).join(" ");
  const key = matchKey(name);
  if (!key || /^inactive$/i.test(get("Record Status"))) return null;
  const uei = get("Unique Entity ID").toUpperCase();
  const words = key.split(" ");
  const crossReference = get("Cross-Reference").slice(0, 4000);
  const aliases = crossReferenced(crossReference).filter((alias) => matchKey(alias) !== key);
  return {
    rowNo,
    classification: get("Classification"),
    name,
    matchKey: key,
    uei: /^[A-Z0-9]{12}$/.test(uei) ? uei : null,
    address: get("Address 1"),
    city: get("City"),
    state: get("State / Province"),
    country: get("Country"),
    zip: get("Zip Code"),
    program: get("Exclusion Program"),
    agency: get("Excluding Agency"),
    exclusionType: get("Exclusion Type"),
    activeOn: dateOf(get("Active Date"), first),
    endsOn: dateOf(get("Termination Date"), first),
    samNumber: get("SAM Number"),
    cage: get("CAGE"),
    comments: get("Additional Comments").slice(0, 1000),
    crossReference,
    aliases,
    words: [
      ...new Set(
        [words, ...aliases.map(matchWords)].flatMap((name) => [...name, ...joinedPairs(name)]),
      ),
    ],
  };
};

/**
 * The day of a file by its published name, `…_V2_26315.CSV` (year and day of the year), else null.
 */
export const extractDate = (fileName: string): string | null => {
  const found = /_(\d{2})(\d{3})\.(csv|zip)$/i.exec(fileName);
  if (!found || Number(found[2]) < 1 || Number(found[2]) > 366) return null;
  return utcDay(Date.UTC(2000 + Number(found[1]), 0, Number(found[2])));
};
