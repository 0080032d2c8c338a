/**
 * What the server's imports answer. Mapping: our field → a column of the file, or null when it is
 * left out.
 */
type Mapping = Record<string, string | null>;
export type ImportField = { name: string; label: string; required: boolean; expected?: string };
export type LeaveOut = {
  column: string;
  test: "is" | "begins" | "contains" | "empty";
  value: string;
};
/** How the file is read beyond the mapping, as a person says it. */
export type ImportReading = {
  sheet?: string;
  headingRow?: number;
  letters?: string;
  answers?: Record<string, string>;
  fixed?: Record<string, string>;
  names?: Record<string, Record<string, string>>;
  leaveOut?: LeaveOut[];
  addUp?: boolean;
  spread?: { column: string; value: string }[];
};
/** Something that the file leaves open. Of the file itself where it names no field. */
export type ImportQuestion = {
  id: string;
  field: string;
  column: string;
  ask: string;
  choices: { value: string; label: string }[];
  likely: string;
  rows: { row: number; found: string }[];
  names?: { found: string; likely: string | null; rows: number }[];
};
export type ImportProblem = {
  row: number;
  column: string;
  expected: string;
  found: string;
  fix: string;
};
type ImportState = "mapping" | "validating" | "validated" | "committing" | "committed" | "failed";
export type ImportRun = {
  id: string;
  state: ImportState;
  columns: string[];
  fields: ImportField[];
  suggestedMapping: Mapping;
  reading?: ImportReading;
  questions?: ImportQuestion[];
  sheets?: string[];
  firstRows?: { row: number; cells: string[] }[];
  /** The fields that several columns of years or months may give. */
  spread?: { by: string; value: string } | null;
  /** Whether rows of the same record may be added up. */
  addUp?: boolean;
  counts: Record<"create" | "update" | "skip" | "reject", number> & {
    /** Rows that the person's conditions leave out. */
    leftOut?: number;
    /** Cents of the rows of each count, and how many rows show no amount. */
    sums?: Record<"create" | "update" | "skip" | "reject" | "unread", number>;
    /** Cents of the rows that come in, by what they are part of. */
    groups?: Record<string, number>;
  };
  /** At most the first few hundred; the file of rejected rows has all. */
  problems: ImportProblem[];
  /** Rows that a person should look at though they come in, and the first few hundred of them. */
  warned?: number;
  warnings?: ImportProblem[];
  error?: string | null;
  /**
   * Rows of the file, known from the end of the check on, and how many of them are behind a stopped
   * import.
   */
  rowsTotal?: number | null;
  rowsDone?: number;
};

/** What a person says of a file before its rows are checked. */
export type Said = { mapping: Mapping; reading: ImportReading };

/** What the server suggests: columns by their headings, and what was said of this source before. */
export const firstSaid = (run: ImportRun): Said => ({
  mapping: run.suggestedMapping,
  reading: run.reading ?? {},
});

/** What a required field lacks: no column, no words for every row, no columns of years or months. */
export const lacking = (run: ImportRun, { mapping, reading }: Said): ImportField[] => {
  const isSpread = (name: string) =>
    Boolean(reading.spread?.length) && (name === run.spread?.by || name === run.spread?.value);
  return run.fields.filter(
    ({ name, required }) =>
      required && !mapping[name] && !reading.fixed?.[name]?.trim() && !isSpread(name),
  );
};

/** Questions that nothing that was said answers yet. */
export const unanswered = (run: ImportRun, { reading }: Said): ImportQuestion[] =>
  (run.questions ?? []).filter((question) => {
    if (question.names) {
      const said = reading.names?.[question.field] ?? {};
      return question.names.some(({ found }) => said[found.toLowerCase()] === undefined);
    }
    return reading.answers?.[question.id] === undefined;
  });

/** One of the things: `vendors` a vendor, `opportunities` an opportunity. */
export const oneOf = (things: string): string =>
  things.endsWith("ies") ? `${things.slice(0, -3)}y` : things.replace(/s$/, "");

/** Problems under the repair that removes them, the most frequent first. */
export const byRepair = (
  problems: readonly ImportProblem[],
): { fix: string; problems: ImportProblem[] }[] => {
  const groups = new Map<string, ImportProblem[]>();
  for (const problem of problems)
    groups.set(problem.fix, [...(groups.get(problem.fix) ?? []), problem]);
  return [...groups]
    .map(([fix, list]) => ({ fix, problems: list }))
    .sort((a, b) => b.problems.length - a.problems.length);
};

/**
 * Why a failed import is where it is: nothing changed yet (check it again), or stopped on the way
 * (go on).
 */
export const stoppedAt = (
  run: Pick<ImportRun, "state" | "rowsTotal" | "rowsDone">,
): "check" | "import" | null =>
  run.state !== "failed" ? null : run.rowsTotal == null ? "check" : "import";
