/** The columns that a source's rows fill, by the names of the import's fields. */
const columns = [
  "number",
  "title",
  "agency",
  "postedStatus",
  "alns",
  "eligibility",
  "summary",
  "floorCents",
  "ceilingCents",
  "totalCents",
  "expectedAwards",
  "costSharing",
  "postedOn",
  "closesOn",
  "url",
  "source",
  "sourceKey",
] as const;
export type SourceRow = Partial<Record<(typeof columns)[number], string>>;

export const rowsOf = (found: readonly SourceRow[]): { columns: string[]; rows: string[][] } => ({
  columns: [...columns],
  rows: found.map((row) => columns.map((name) => row[name] ?? "")),
});

/** Text of a description that may be marked up, at most so long as the import takes. */
export const plainText = (text: string): string =>
  text
    .replace(/<(?:br|\/p|\/li|\/div)\b[^>]*>/gi, "\n")
    .replace(/<[^>]*>/g, "")
    .replace(/&nbsp;/g, " ")
    .replace(/&lt;/g, "<")
    .replace(/&gt;/g, ">")
    .replace(/&quot;/g, '"')
    .replace(/&#39;|&rsquo;/g, "'")
    .replace(/&amp;/g, "&")
    .replace(/[ \t]+/g, " ")
    .replace(/\s*\n\s*/g, "\n")
    .trim()
    .slice(0, 20_000);
