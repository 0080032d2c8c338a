/** How a file of a finance system parts its fields. */
export const layoutForms = {
  delimited: "Delimited, a separator between fields",
  fixed: "Fixed width, a place for each field",
} as const;
export const separators = {
  comma: "Comma",
  semicolon: "Semicolon",
  pipe: "Bar",
  tab: "Tab",
} as const;
export type Separator = keyof typeof separators;
export const separatorSigns: Record<Separator, string> = {
  comma: ",",
  semicolon: ";",
  pipe: "|",
  tab: "\t",
};
export const quotings = {
  needed: "Quotes where a text needs them",
  always: "Quotes around every field",
  never: "No quotes",
} as const;
export const lineEnds = { crlf: "Carriage return and line feed", lf: "Line feed" } as const;
export const characterSets = { ascii: "ASCII", latin1: "Latin-1", utf8: "UTF-8" } as const;
export type CharacterSet = keyof typeof characterSets;

export const records = {
  header: "At the beginning",
  line: "For each line",
  trailer: "At the end",
} as const;

/**
 * What a field holds. `of`: `all` in every record, `line` in those of lines only; `as`: how it is written
 * (text is cut to its width, anything else never is).
 */
export const fieldValues = {
  constant: { label: "Constant text", of: "all", as: "text" },
  batch: { label: "Batch number", of: "all", as: "code" },
  year: { label: "Fiscal year", of: "all", as: "count" },
  period: { label: "Number of the period in its year", of: "all", as: "count" },
  periodEnd: { label: "Last day of the period", of: "all", as: "date" },
  lines: { label: "Number of lines", of: "all", as: "count" },
  debits: { label: "All debits", of: "all", as: "amount" },
  credits: { label: "All credits", of: "all", as: "amount" },
  lineNo: { label: "Number of the line", of: "line", as: "count" },
  postedOn: { label: "Day posted", of: "line", as: "date" },
  entry: { label: "Number of the ledger entry", of: "line", as: "count" },
  document: { label: "Document number", of: "line", as: "text" },
  what: { label: "What it is for", of: "line", as: "text" },
  fund: { label: "Fund, as mapped", of: "line", as: "code" },
  account: { label: "Account, as mapped", of: "line", as: "code" },
  string: { label: "Account string, as mapped", of: "line", as: "code" },
  debit: { label: "Debit", of: "line", as: "amount" },
  credit: { label: "Credit", of: "line", as: "amount" },
  signed: { label: "Amount, credits less than nothing", of: "line", as: "amount" },
  unsigned: { label: "Amount without a sign", of: "line", as: "amount" },
  side: { label: "Letters of the side, as D/C", of: "line", as: "code" },
} as const;

export const amountStyles = {
  point: "Dollars with a point",
  cents: "Cents without a point",
} as const;
export const signPlaces = { before: "Minus before", behind: "Minus behind" } as const;
export const datePatterns = {
  "YYYY-MM-DD": "2026-10-31",
  "MM/DD/YYYY": "10/31/2026",
  YYYYMMDD: "20261031",
  MMDDYYYY: "10312026",
  MMDDYY: "103126",
} as const;
export type DatePattern = keyof typeof datePatterns;
export const sides = { left: "Left", right: "Right" } as const;
