import { readFile } from "node:fs/promises";
import { Problem } from "#kernel/errors.ts";
import { answerPieces } from "#server/reading/thread.ts";
import { readPlan } from "./file.model.ts";
import { Refused, type Plan } from "./plan.model.ts";
import { reportOf, type Report } from "./report.model.ts";

/** A file to be read, and the schedule that it is held against. */
export type FileQuestion = { path: string; current: Plan | null };
export type FileAnswer = { plan: Plan; report: Report };

await answerPieces<FileQuestion, FileAnswer>(async function* ({ path, current }) {
  try {
    const plan = readPlan(await readFile(path));
    yield { plan, report: reportOf(plan, current) };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const errors = error.faults.map(({ row, says }) => ({
      path: "fileId",
      message: row > 0 ? `Row ${row}: ${says}` : says,
    }));
    const whole = [{ path: "fileId", message: error.message }];
    throw new Problem("invalid", "schedule_unreadable", error.message, {
      errors: errors.length > 0 ? errors : whole,
    });
  }
});
