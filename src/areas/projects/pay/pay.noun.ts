import { orderToPay } from "#areas/procurement/procurement.server.ts";
import type { Db } from "#server/db/db.ts";
import { defineNoun } from "#server/lifecycle.ts";
import { loggersOf } from "../log/logged.service.ts";
import { payCycle, payStatuses, type PayAction, type PayStatus } from "./pay.labels.ts";
import { payApplication } from "./pay.tables.ts";

export type PayStored = typeof payApplication.$inferSelect;
export type PayRecord = PayStored & { authors: readonly string[]; loggers: readonly string[] };

/** An application with who placed, issued or changed its order, and who logged quantities of it. */
export const withAuthors = async (db: Db, row: PayStored): Promise<PayRecord> => {
  const [order, loggers] = await Promise.all([
    orderToPay(db, row.purchaseOrderId),
    loggersOf(db, row.purchaseOrderId, row.periodTo),
  ]);
  return {
    ...row,
    authors: [order?.buyerId, ...(order?.authors ?? [])].flatMap((who) => who ?? []),
    loggers,
  };
};

export const payNoun = defineNoun<PayStatus, PayAction, typeof payApplication, PayRecord>({
  name: "payApplication",
  path: "pay-applications",
  page: "/projects/pay",
  table: payApplication,
  cycle: payCycle,
  number: (row) => row.number,
  standing: (row) => payStatuses[row.paidOn === null ? (row.status as PayStatus) : "paid"],
  askers: ["createdBy", "confirmedBy"],
  read: "project.read",
  keepsFiles: ["certified"],
  load: withAuthors,
});
