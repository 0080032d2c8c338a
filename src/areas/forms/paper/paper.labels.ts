/** What a field of a PDF form takes. */
export const paperFieldKinds = {
  text: "Text",
  multiline: "Text of several lines",
  comb: "One letter per box",
  check: "Check box",
  radio: "One of several boxes",
  choice: "Drop-down list",
  list: "List",
} as const;
export type PaperFieldKind = keyof typeof paperFieldKinds;

/** A rectangle on a page: points from the lower left corner; `page` counts from 0. */
export type Box = { page: number; x: number; y: number; width: number; height: number };

/** A field that a PDF asks. `boxes` are the places where it stands; `option` is what a box says. */
export type PaperField = {
  name: string;
  label: string;
  kind: PaperFieldKind;
  boxes: (Box & { option: string })[];
  mostLetters: number | null;
  options: string[];
  readOnly: boolean;
  required: boolean;
};

/** `rotate`: by so many degrees clockwise the page is turned when it is shown. */
export type PaperPage = { width: number; height: number; rotate: number };

/** What was read of a PDF. `hybrid`, `usageRights` and `scripts` are dropped when it is filled. */
export type Sheet = {
  pages: PaperPage[];
  fields: PaperField[];
  hybrid: boolean;
  usageRights: boolean;
  scripts: boolean;
};

export const alignments = { left: "Left", center: "Middle", right: "Right" } as const;
export type Alignment = keyof typeof alignments;

/** How a value is written. A day and a number of a known pattern may be divided among boxes. */
export const paperFormats = {
  shown: "As the list shows it",
  mdy: "Day as MM/DD/YYYY",
  ymd: "Day as YYYY-MM-DD",
  long: "Day in words",
  month: "Month alone, MM",
  day: "Day alone, DD",
  year: "Year alone, YYYY",
  plainMoney: "Amount without $",
  digits: "Digits alone",
  capitals: "Capital letters",
  einStart: "EIN, first two digits",
  einEnd: "EIN, last seven digits",
  ssnStart: "SSN, first three digits",
  ssnMiddle: "SSN, middle two digits",
  ssnEnd: "SSN, last four digits",
  zipStart: "ZIP, first five digits",
  zipEnd: "ZIP, last four digits",
  phoneStart: "Telephone, area code",
  phoneMiddle: "Telephone, next three digits",
  phoneEnd: "Telephone, last four digits",
} as const;
export type PaperFormat = keyof typeof paperFormats;

/** Where a value comes from. `row` counts from 1; 0 is no row of a table. */
export type PaperSource =
  | { from: "answer"; key: string; column: string; row: number }
  | { from: "column"; key: string }
  | { from: "text"; text: string };

/** One value on the paper: in a field of the PDF, or in a box that somebody drew on a page. */
export type Place = {
  field: string | null;
  box: Box | null;
  label: string;
  kind: "text" | "check";
  size: number | null;
  align: Alignment;
  source: PaperSource;
  format: PaperFormat;
  /** A check box is ticked where the value is this; empty: where there is one that is not "no". */
  equals: string;
  /** Which box is ticked for which value, of one of several boxes. */
  options: { value: string; option: string }[];
};

/** What a template is filled from: submissions of a form (by family), or a list's records. */
export type PaperBasis = { kind: "form"; formId: string } | { kind: "list"; path: string };

/** How a place is called in sentences. */
export const labelOf = (place: Pick<Place, "field" | "label">, sheet: Sheet): string =>
  place.label ||
  sheet.fields.find((field) => field.name === place.field)?.label ||
  place.field ||
  "box";

/** What a place takes, whether the PDF asks for it or somebody drew it. */
export const kindOf = (place: Pick<Place, "field" | "kind">, sheet: Sheet): PaperFieldKind =>
  place.field === null
    ? place.kind
    : (sheet.fields.find((field) => field.name === place.field)?.kind ?? "text");

/** A place for a field that nobody has mapped yet. */
export const blankPlace = (over: Partial<Place>): Place => ({
  field: null,
  box: null,
  label: "",
  kind: "text",
  size: null,
  align: "left",
  source: { from: "text", text: "" },
  format: "shown",
  equals: "",
  options: [],
  ...over,
});

/** What filling did: smaller letters, what went on, fonts, and fields that the PDF wants filled. */
export type FillReport = {
  shrunk: { label: string; size: number }[];
  continued: { label: string; no: number }[];
  fonts: string[];
  empty: string[];
  pages: number;
};
