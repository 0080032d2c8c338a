import type { Db, Tx } from "../db/db.ts";
import { sql } from "../db/sql.ts";
import type { ReadRow } from "./batches.ts";
import { noCounts, type Counts, type ImportRun } from "./import.tables.ts";
import { addGroups, addSums, addToGroup, sumsOf, type Fate } from "./sums.ts";
import type { Coming, Importer, Planned, RowProblem, Verdict } from "./importer.ts";

const shownProblems = 300;

type Reject = { rowNo: number; cells: string[]; problem: RowProblem };

/** Stores refused rows with their cells, for the file of them; a repetition changes nothing. */
export const storeRejects = async (
  tx: Tx,
  run: ImportRun,
  rejects: readonly Reject[],
): Promise<void> => {
  if (rejects.length === 0) return;
  // A line that is spread into several rows is handed back once, with what is wrong with each.
  const lines = new Map<number, Reject[]>();
  for (const each of rejects) lines.set(each.rowNo, [...(lines.get(each.rowNo) ?? []), each]);
  const rows = [...lines].map(([rowNo, of]) => ({
    row_no: rowNo,
    cells: of[0]!.cells.map((cell) => cell.replaceAll("\u0000", "")),
    problems: of.map(({ problem }) => problem),
  }));
  await tx.rows(sql`
    insert into import_reject (org_id, import_id, row_no, cells, problems)
    select
      ${run.orgId}::uuid, ${run.id}::uuid, r.row_no,
      array(select jsonb_array_elements_text(r.cells)), r.problems
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (
      row_no int, cells jsonb, problems jsonb
    )
    on conflict
    do nothing
  `);
};

// What rows that cannot be read are part of, for a kind whose rows are taken together.
const unreadOf = (
  { whole }: Importer,
  { columns, mapping }: ImportRun,
  rows: readonly ReadRow<unknown>[],
): ReadonlySet<string> => {
  const column = whole && mapping[whole];
  const at = column ? columns.indexOf(column) : -1;
  const unread = at < 0 ? [] : rows.filter((r) => r.problem && !r.before);
  return new Set(unread.map((r) => (r.cells[at] ?? "").trim()));
};

/** What would become of some rows. */
export type Judged = {
  counts: Counts;
  rejects: Reject[];
  planned: Planned<unknown, unknown>[];
  coming: Coming<unknown>[];
  warnings: { rowNo: number; problem: RowProblem }[];
};

/**
 * What would become of these rows: what is wrong with the row itself, and what the importer says of
 * the others. `coming` is filled for an importer that watches.
 */
export const judge = async (
  db: Db,
  importer: Importer,
  run: ImportRun,
  rows: readonly ReadRow<unknown>[],
  watched = false,
): Promise<Judged> => {
  const fresh = rows.filter((r) => r.row !== null && !r.before);
  const verdicts: Verdict<unknown>[] =
    fresh.length > 0
      ? await importer.plan(
          db,
          fresh.map((r) => r.row),
          run.createdAt,
          unreadOf(importer, run, rows),
        )
      : [];
  const judged: Judged = {
    counts: { ...noCounts },
    rejects: [],
    planned: [],
    coming: [],
    warnings: [],
  };
  const fates = new Map<ReadRow<unknown>, Fate>();
  judged.counts.skip = rows.filter((r) => r.before || r.added).length;
  for (const r of rows)
    if (r.problem && !r.before)
      judged.rejects.push({ rowNo: r.rowNo, cells: r.cells, problem: r.problem });
  fresh.forEach((r, at) => {
    const v = verdicts[at]!;
    if (v.action === "reject")
      judged.rejects.push({ rowNo: r.rowNo, cells: r.cells, problem: v.problem });
    else {
      judged.counts[v.action]++;
      fates.set(r, v.action);
      if (v.action === "skip") return;
      addToGroup(judged.counts, importer, r.row, v.plan);
      judged.planned.push({ row: r.row, action: v.action, plan: v.plan });
      if (watched) judged.coming.push({ rowNo: r.rowNo, row: r.row, action: v.action });
      if (v.warnings)
        judged.warnings.push(...v.warnings.map((problem) => ({ rowNo: r.rowNo, problem })));
    }
  });
  judged.rejects.sort((a, b) => a.rowNo - b.rowNo);
  judged.counts.reject = judged.rejects.length;
  const sums = sumsOf(importer, run, rows, fates);
  if (sums) judged.counts.sums = sums;
  return judged;
};

export const add = (a: Counts, b: Counts): Counts => ({
  create: a.create + b.create,
  update: a.update + b.update,
  skip: a.skip + b.skip,
  reject: a.reject + b.reject,
  ...addSums(a.sums, b.sums),
  ...addGroups(a.groups, b.groups),
});
/** The problems with these rows behind them, as many as are shown. */
export const merge = (
  problems: ImportRun["problems"],
  rejects: readonly { rowNo: number; problem: RowProblem }[],
) => [...problems, ...rejects.map((r) => ({ row: r.rowNo, ...r.problem }))].slice(0, shownProblems);

/**
 * Makes a transaction ready for many rows. A plan that was made for a small table stays cached while
 * the import makes it large: every statement is planned for its values. The index of words merges
 * what is new in its list of pending entries piece by piece of work_mem: with more of it, each word's
 * place is looked for less often.
 */
export const forManyRows = (tx: Tx) =>
  tx.rows(sql`
    select
      set_config('plan_cache_mode', 'force_custom_plan', true), set_config('work_mem', '32MB', true)
  `);
