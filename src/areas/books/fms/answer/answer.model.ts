import { z } from "zod";
import { counted } from "#kernel/words.ts";
import { batchCycle, batchStatuses, type BatchStatus } from "../batch/batch.labels.ts";

/** What the finance system says of a line of a batch. */
export const answerInput = z.object({
  batch: z.string().trim().min(1, "Name the batch.").max(60),
  line: z.number("Enter the number of the line.").int().min(1),
  answer: z.string().trim().min(1, "Say what became of the line.").max(60),
  reason: z
    .string()
    .trim()
    .max(500)
    .default("")
    .transform((text) => text.replace(/\s+/g, " ")),
});
export type AnswerInput = z.output<typeof answerInput>;

// Words that say one thing in every finance system: a P may be posted or pending, an S successful or
// suspended, and what was loaded is not posted yet.
const accepting =
  "a|acc|accept|accepted|ack|acknowledged|ok|okay|pass|passed|post|posted|success|successful|succeeded";
const rejecting = [
  "r|rej|reject|rejected|err|error|errors|fail|failed|failure|declined|denied|invalid",
  "not posted|not accepted|unposted|not ok",
].join("|");
const words = new Map<string, boolean>([
  ...accepting.split("|").map((word): [string, boolean] => [word, true]),
  ...rejecting.split("|").map((word): [string, boolean] => [word, false]),
]);

/** Whether a word of a finance system says that it took a line; null for one that is not known. */
export const isTaken = (word: string): boolean | null =>
  words.get(
    word
      .toLowerCase()
      .replace(/[^a-z]+/g, " ")
      .trim(),
  ) ?? null;

/** A batch as its answer finds it; `rejected` are the lines that were rejected before. */
export type AnsweredBatch = {
  number: string;
  status: string;
  lineCount: number;
  rejected: readonly number[];
};
type Fault = { column: string; expected: string; found: string; fix: string };
/** What becomes of the rows of a batch: of all of them the same, or each refused with what is wrong. */
export type Answer =
  | { what: "acknowledge" }
  | { what: "reject"; rejections: { lineNo: number; reason: string }[] }
  | { what: "same" }
  | { what: "refused"; faults: Fault[] };

const sampled = (lines: readonly number[]): string =>
  lines.slice(0, 5).join(", ") + (lines.length > 5 ? " and more" : "");

const faultOf = (row: AnswerInput, { number, lineCount }: AnsweredBatch): Fault | null => {
  if (isTaken(row.answer) === null)
    return {
      column: "Answer",
      expected: "accepted or rejected",
      found: row.answer,
      fix: "Write accepted or rejected.",
    };
  if (row.line > lineCount)
    return {
      column: "Line",
      expected: `a line of ${number}, 1 to ${lineCount}`,
      found: String(row.line),
      fix: "Correct the line or the batch.",
    };
  return null;
};

const twice = (rows: readonly AnswerInput[]): number | null => {
  const said = new Map<number, boolean | null>();
  for (const { line, answer } of rows) {
    const before = said.get(line);
    if (before !== undefined && before !== isTaken(answer)) return line;
    said.set(line, isTaken(answer));
  }
  return null;
};

// What is wrong with the rows of a batch as one answer.
const wholeFault = (
  batch: AnsweredBatch,
  rows: readonly AnswerInput[],
  unread: string | null,
): Fault | null => {
  const both = twice(rows);
  if (both !== null)
    return {
      column: "Answer",
      expected: "one answer for each line",
      found: `line ${both} is accepted and rejected`,
      fix: `Nothing of ${batch.number} was taken: a line has one answer.`,
    };
  if (unread !== null)
    return {
      column: "Batch",
      expected: `every row of ${batch.number}`,
      found: unread,
      fix: `Nothing of ${batch.number} was taken: correct the other rows of the file first.`,
    };
  const named = new Set(rows.map(({ line }) => line));
  const missing = Array.from({ length: batch.lineCount }, (_, n) => n + 1).filter(
    (line) => !named.has(line),
  );
  // A list of what was rejected alone is an answer: all other lines were taken.
  if (missing.length > 0 && rows.some(({ answer }) => isTaken(answer)))
    return {
      column: "Line",
      expected: `all ${counted(batch.lineCount, "line")} of ${batch.number}`,
      found: counted(named.size, "line"),
      fix: `Nothing of ${batch.number} was taken without ${sampled(missing)}: name every line, or those alone that were rejected.`,
    };
  return null;
};

const beside = (batch: AnsweredBatch, rejected: readonly number[]): Fault | null => {
  const waits = batchCycle.actions.acknowledge.from as readonly string[];
  if (waits.includes(batch.status)) return null;
  const label = batchStatuses[batch.status as BatchStatus].label.toLowerCase();
  if (!["acknowledged", "rejected", "corrected"].includes(batch.status))
    return {
      column: "Batch",
      expected: "a batch that was sent",
      found: `${batch.number}: ${label}`,
      fix: "Correct the number of the batch, or send it first.",
    };
  return {
    column: "Answer",
    expected:
      batch.rejected.length === 0
        ? `every line of ${batch.number} accepted, as it was answered`
        : `lines ${sampled(batch.rejected)} of ${batch.number} rejected, as it was answered`,
    found: rejected.length === 0 ? "all accepted" : `lines ${sampled(rejected)} rejected`,
    fix: `${batch.number} was answered otherwise: ask the finance system which answer holds.`,
  };
};

/**
 * What becomes of the rows that a file has of a batch, all together: every line accepted, or those that
 * were rejected. A file that names rejected lines alone says that all others were taken; one that names
 * accepted lines names all. The answer that the batch has already changes nothing, another one is
 * refused. `unread` says which rows of the file may be of the batch and cannot be taken; null for none.
 */
export const answerOf = (
  batch: AnsweredBatch,
  rows: readonly AnswerInput[],
  unread: string | null,
): Answer => {
  const faults = rows.map((row) => faultOf(row, batch));
  const first = faults.findIndex((fault) => fault !== null);
  if (first >= 0) {
    const whole: Fault = {
      column: "Batch",
      expected: `every row of ${batch.number} as it should be`,
      found: `line ${rows[first]!.line}: ${faults[first]!.found}`,
      fix: `Nothing of ${batch.number} was taken: its rows are taken together, and line ${rows[first]!.line} is wrong.`,
    };
    return { what: "refused", faults: faults.map((fault) => fault ?? whole) };
  }
  const all = (fault: Fault): Answer => ({ what: "refused", faults: rows.map(() => fault) });
  const broken = wholeFault(batch, rows, unread);
  if (broken) return all(broken);
  const rejections = new Map(
    rows
      .filter(({ answer }) => isTaken(answer) === false)
      .map(({ line, reason }) => [line, reason || "The finance system gave no reason"]),
  );
  const rejected = [...rejections.keys()].toSorted((a, b) => a - b);
  const other = beside(batch, rejected);
  if (other)
    return ["acknowledged", "rejected", "corrected"].includes(batch.status) &&
      rejected.join() === batch.rejected.join()
      ? { what: "same" }
      : all(other);
  return rejected.length === 0
    ? { what: "acknowledge" }
    : {
        what: "reject",
        rejections: rejected.map((lineNo) => ({ lineNo, reason: rejections.get(lineNo)! })),
      };
};
