import { databaseMs } from "#server/db/database-clock.ts";
import { defineNoun } from "#server/lifecycle.ts";
import { exceptionCycle, type ExceptionAction, type ExceptionStatus } from "./positive.labels.ts";
import { checkException } from "./positive.tables.ts";

export type ExceptionStored = typeof checkException.$inferSelect;

/** With the moment by the database's clock, which decides whether the cut-off has passed. */
export const atNow = (row: ExceptionStored) => ({
  ...row,
  now: new Date(databaseMs()).toISOString(),
  cutOffAt: new Date(row.cutOffAt).toISOString() as typeof row.cutOffAt,
});

export const exceptionNoun = defineNoun<
  ExceptionStatus,
  ExceptionAction,
  typeof checkException,
  ReturnType<typeof atNow>
>({
  name: "checkException",
  path: "check-exceptions",
  page: "/payments/check-exceptions",
  table: checkException,
  cycle: exceptionCycle,
  number: ({ number }) => number,
  read: "bank.read",
  load: (_tx, row) => Promise.resolve(atNow(row)),
});
