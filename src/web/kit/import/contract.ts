/**
 * What the server's imports answer. Mapping: our field → a column of the file, or null when it is
 * left out.
 */
export type Mapping = Record<string, string | null>;
type ImportField = { name: string; label: string; required: boolean };
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
  counts: Record<"create" | "update" | "skip" | "reject", number> & {
    /** Cents of the rows of each count, and how many rows show no amount. */
    sums?: Record<"create" | "update" | "skip" | "reject" | "unread", number>;
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

const keyOf = (kind: string) => `levee.import.${kind}`;

/**
 * The mapping used last time for this kind on this device, where its columns are still there; else
 * what the server suggests.
 */
export const firstMapping = (
  kind: string,
  run: Pick<ImportRun, "columns" | "suggestedMapping" | "fields">,
): Mapping => {
  let kept: Mapping = {};
  try {
    kept = JSON.parse(localStorage.getItem(keyOf(kind)) ?? "{}") as Mapping;
  } catch {
    /* nothing was kept */
  }
  return Object.fromEntries(
    run.fields.map(({ name }) => {
      const last = kept[name];
      return [
        name,
        last && run.columns.includes(last) ? last : (run.suggestedMapping[name] ?? null),
      ];
    }),
  );
};

export const rememberMapping = (kind: string, mapping: Mapping): void => {
  try {
    localStorage.setItem(keyOf(kind), JSON.stringify(mapping));
  } catch {
    /* storage refused: suggested again next time */
  }
};

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
