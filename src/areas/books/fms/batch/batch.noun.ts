import { createHash } from "node:crypto";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { defineNoun } from "#server/lifecycle.ts";
import { destinationOf, obstacleAt } from "#areas/connectors/connectors.server.ts";
import { fmsBatch } from "../fms.tables.ts";
import { batchCycle, type BatchAction, type BatchFacts, type BatchStatus } from "./batch.labels.ts";

export type BatchRecord = typeof fmsBatch.$inferSelect;

/** The bytes of a batch's file. */
export const bytesOf = ({ body, characters }: Pick<BatchRecord, "body" | "characters">): Buffer =>
  Buffer.from(body, characters === "utf8" ? "utf8" : "latin1");

export const shaOf = (bytes: Buffer): string => createHash("sha256").update(bytes).digest("hex");

const beforeItIsThere: ReadonlySet<string> = new Set(["built", "validated", "unknown"]);

/** What the rules of a batch look at. */
export const batchFacts = async (db: Db, row: BatchRecord): Promise<BatchRecord & BatchFacts> => {
  if (!beforeItIsThere.has(row.status)) return { ...row, problems: [] };
  const sums = await db.one<{ n: number; debits: number; credits: number }>(sql`
    select
      count(*)::int as n, coalesce(sum(cents) filter (where cents > 0), 0)::bigint as debits,
      coalesce(-sum(cents) filter (where cents < 0), 0)::bigint as credits
    from fms_batch_line
    where org_id = ${row.orgId} and batch_id = ${row.id} and live
  `);
  const whole =
    sums.n === row.lineCount && sums.debits === row.debits && sums.credits === row.credits;
  const obstacle = row.connectorId ? obstacleAt(await destinationOf(db, row.connectorId)) : null;
  const problems = [
    ...(shaOf(bytesOf(row)) === row.sha256 ? [] : ["Its bytes are not those that were built."]),
    ...(whole ? [] : ["Its lines are not those that were built."]),
    ...(row.correctsId || row.debits === row.credits
      ? []
      : ["Its debits and credits are not the same amount."]),
    ...(obstacle ? [obstacle] : []),
  ];
  return { ...row, problems };
};

export const batchNoun = defineNoun<
  BatchStatus,
  BatchAction,
  typeof fmsBatch,
  BatchRecord & BatchFacts
>({
  name: "fmsBatch",
  path: "fms-batches",
  page: "/budget-management/finance-system/batches",
  table: fmsBatch,
  cycle: batchCycle,
  number: (row) => row.number,
  read: "books.read",
  load: (tx, row) => batchFacts(tx, row),
});
