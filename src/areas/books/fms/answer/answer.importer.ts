import type { Actor } from "#kernel/access.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { cells } from "#server/import/cells.ts";
import { defineImporter, type Planned, type Verdict } from "#server/import/importer.ts";
import { acknowledgeBatch, rejectLines } from "../batch/batch.service.ts";
import {
  answerInput,
  answerOf,
  isTaken,
  type AnsweredBatch,
  type AnswerInput,
} from "./answer.model.ts";

type Batch = AnsweredBatch & { id: string; reference: number };
type Plan = { batchId: string; rejected: string };

// A batch is named by its number, or by the reference that its file has, with zeros before it or without.
const nameOf = (text: string): string =>
  /^\d{1,9}$/.test(text) ? String(Number(text)) : text.toUpperCase();

const batchesNamed = async (
  db: Db,
  named: readonly string[],
): Promise<ReadonlyMap<string, Batch>> => {
  const names = [...new Set(named)];
  const found = await db.rows<Batch>(sql`
    select
      b.id, b.number, b.reference, b.status, b.line_count,
      array(
        select l.line_no
        from fms_batch_line l
        where l.org_id = b.org_id and l.batch_id = b.id and l.rejected is not null
        order by l.line_no
      ) as rejected
    from fms_batch b
    where b.org_id = ${db.scope.orgId}
      and (b.number = any(${names}::text[]) or b.reference::text = any(${names}::text[]))
  `);
  return new Map(
    found.flatMap((batch) => [
      [batch.number, batch],
      [String(batch.reference), batch],
    ]),
  );
};

const unknown = (row: AnswerInput): Verdict<Plan> => ({
  action: "reject",
  problem: {
    column: "Batch",
    expected: "a batch of ours, by its number or reference",
    found: row.batch,
    fix: "Correct the batch. Batches stand under Finance system.",
  },
});

const unreadOf = (own: boolean, astray: boolean): string | null => {
  if (own) return "a row of it cannot be read";
  return astray ? "a row of the file whose batch is not known" : null;
};

const plan = async (
  db: Db,
  rows: readonly AnswerInput[],
  _since: string,
  unread: ReadonlySet<string> = new Set(),
): Promise<Verdict<Plan>[]> => {
  const batches = await batchesNamed(
    db,
    [...rows.map(({ batch }) => batch), ...unread].map(nameOf),
  );
  const verdicts = rows.map(unknown);
  const lost = new Set([...unread].map((name) => batches.get(nameOf(name))));
  // A row whose batch is not known may be a rejected line of any batch that names no accepted one.
  const astray = lost.has(undefined) || rows.some((row) => !batches.has(nameOf(row.batch)));
  for (const batch of new Set(batches.values())) {
    const mine = rows.flatMap((row, at) =>
      batches.get(nameOf(row.batch)) === batch ? [{ row, at }] : [],
    );
    const answer = answerOf(
      batch,
      mine.map(({ row }) => row),
      unreadOf(lost.has(batch), astray && !mine.some(({ row }) => isTaken(row.answer))),
    );
    const rejected =
      answer.what === "reject"
        ? answer.rejections.map(({ lineNo, reason }) => `${lineNo}: ${reason}`).join("\n")
        : "";
    mine.forEach(({ at }, n) => {
      if (answer.what === "refused")
        verdicts[at] = { action: "reject", problem: answer.faults[n]! };
      else if (answer.what === "same") verdicts[at] = { action: "skip" };
      else verdicts[at] = { action: "update", plan: { batchId: batch.id, rejected } };
    });
  }
  return verdicts;
};

const apply = async (
  tx: Tx,
  actor: Actor,
  rows: readonly Planned<AnswerInput, Plan>[],
): Promise<void> => {
  const answers = new Map(rows.map(({ plan: { batchId, rejected } }) => [batchId, rejected]));
  for (const [id, rejected] of answers)
    await (rejected === ""
      ? acknowledgeBatch(tx, actor, { id, version: null })
      : rejectLines(tx, actor, { id, version: null }, { rejected }));
};

/** What the finance system says of batches, by file: the rows of a batch are taken together. */
export const answerImporter = defineImporter({
  kind: "fms-answers",
  label: "answers of the finance system",
  permission: "books.import",
  schema: answerInput,
  // A batch has 50,000 lines at most: all its rows are judged at once.
  batch: 100_000,
  whole: "batch",
  // A line that is named twice is looked at with its batch.
  keys: () => [],
  plan,
  apply,
  fields: [
    {
      name: "batch",
      label: "Batch",
      required: true,
      aliases: ["Batch number", "Reference", "Batch ID", "Journal"],
      expected: "a batch such as FMB-2027-00001, or its reference",
      type: cells.code,
    },
    {
      name: "line",
      label: "Line",
      required: true,
      aliases: ["Line number", "Line no", "Row"],
      expected: "the number of the line in the file that was sent",
      type: cells.whole,
    },
    {
      name: "answer",
      label: "Answer",
      required: true,
      aliases: ["Status", "Result", "Accepted", "Posting status"],
      expected: "accepted or rejected",
    },
    {
      name: "reason",
      label: "Reason",
      aliases: ["Error", "Message", "Error message", "Text"],
      expected: "why it was rejected",
    },
  ],
});
