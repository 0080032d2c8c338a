import { rejectedLine } from "#areas/procurement/procurement.server.ts";
import type { Db } from "#server/db/db.ts";
import { defineNoun } from "#server/lifecycle.ts";
import { nonconformance } from "../quality.tables.ts";
import {
  nonconformanceCycle,
  type NonconformanceAction,
  type NonconformanceFacts,
  type NonconformanceStatus,
} from "./nonconformance.labels.ts";

export type NonconformanceStored = typeof nonconformance.$inferSelect;
type NonconformanceRecord = NonconformanceStored & Pick<NonconformanceFacts, "goodsOut">;

/** Adds what the rules ask of the receipt: whether goods that go back went. */
export const withGoods = async (
  db: Db,
  row: NonconformanceStored,
): Promise<NonconformanceRecord> => {
  const asks = row.status === "returned" && row.receiptLineId;
  const line = asks ? await rejectedLine(db, asks) : null;
  return { ...row, goodsOut: line !== null && line.returnedOn === null };
};

export const nonconformanceNoun = defineNoun<
  NonconformanceStatus,
  NonconformanceAction,
  typeof nonconformance,
  NonconformanceRecord
>({
  name: "nonconformance",
  path: "nonconformances",
  page: "/admin/quality/nonconformances",
  table: nonconformance,
  cycle: nonconformanceCycle,
  number: ({ number }) => number,
  read: "quality.read",
  askers: ["reportedBy"],
  load: withGoods,
  keepsFiles: ["use_as_is", "rework", "returned", "scrap"],
});
