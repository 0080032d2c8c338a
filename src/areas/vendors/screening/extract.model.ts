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
type SamColumn = (typeof samColumns)[number];
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

/**
 * Where each column of the layout is in this file's header; spelling of blanks and punctuation does
 * not matter. 422 naming the columns that are missing.
 */
export const samLayout = (header: readonly string[]): Record<SamColumn, number> => {
  const at = new Map(header.map((name, i) => [plain(name.replace(/^\uFEFF/, "")), i]));
  const missing = needed.filter((name) => !at.has(plain(name)));
  if (missing.length > 0)
    throw invalid(
      "not_an_exclusion_extract",
      `This is not the SAM.gov Public Exclusions extract: the columns ${missing.join(", ")} are missing. Expected a CSV file whose first line begins with Classification, Name, Prefix, First.`,
      [{ path: "file", message: `Missing columns: ${missing.join(", ")}` }],
    );
  return Object.fromEntries(samColumns.map((name) => [name, at.get(plain(name)) ?? -1])) as Record<
    SamColumn,
    number
  >;
};

/** `MM/DD/YYYY`, `YYYY-MM-DD`, or nothing (`Indefinite`, empty). */
const dateOf = (text: string): string | null => {
  const us = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text);
  const iso = us
    ? `${us[3]}-${us[1]!.padStart(2, "0")}-${us[2]!.padStart(2, "0")}`
    : leadingDay(text);
  return iso !== null && isDate(iso) ? iso : null;
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
  layout: Record<SamColumn, number>,
  rowNo: number,
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
    activeOn: dateOf(get("Active Date")),
    endsOn: dateOf(get("Termination Date")),
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
