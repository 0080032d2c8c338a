import { databaseNow } from "#server/clock.ts";
import type { Db } from "#server/db/db.ts";
import { defineNoun } from "#server/lifecycle.ts";
import { hoursOpen, logCycle, type LogAction, type LogStatus } from "./log.labels.ts";
import { dailyLog } from "./log.tables.ts";

export type LogStored = typeof dailyLog.$inferSelect;
export type LogRecord = LogStored & { locked: boolean };

/** The instant in milliseconds at which a submitted log is locked; null where it was not submitted. */
export const lockOf = ({ submittedAt }: Pick<LogStored, "submittedAt">): number | null =>
  submittedAt === null ? null : Date.parse(submittedAt) + hoursOpen * 3_600_000;

/** A log with whether it is locked by the database's clock; ask behind its lock. */
export const withLock = async (db: Db, row: LogStored): Promise<LogRecord> => {
  const lock = row.status === "submitted" ? lockOf(row) : null;
  return { ...row, locked: lock !== null && (await databaseNow(db)).getTime() >= lock };
};

export const logNoun = defineNoun<LogStatus, LogAction, typeof dailyLog, LogRecord>({
  name: "dailyLog",
  path: "daily-logs",
  page: "/projects/logs",
  table: dailyLog,
  cycle: logCycle,
  number: (row) => row.number,
  askers: ["authorId"],
  read: "project.read",
  load: withLock,
});
