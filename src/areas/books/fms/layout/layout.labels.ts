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

export const signPlaces = { before: "Minus before", behind: "Minus behind" } as const;
