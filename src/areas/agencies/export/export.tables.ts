import { bigint, boolean, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "#server/db/time-columns.ts";
import type { ExportStatus } from "./export.labels.ts";

export const agencyExport = pgTable("agency_export", {
  orgId: uuid("org_id").notNull(),
  id: uuid().notNull(),
  status: text().$type<ExportStatus>().notNull().default("making"),
  sealed: boolean().notNull().default(false),
  /** Salt and key of the passphrase, sealed for this record, until the job has ended. */
  keySealed: text("key_sealed"),
  rowCount: bigint("row_count", { mode: "number" }),
  tableCount: integer("table_count"),
  fileCount: integer("file_count"),
  entryCount: bigint("entry_count", { mode: "number" }),
  leftOut: integer("left_out"),
  size: bigint({ mode: "number" }),
  sha256: text(),
  snapshotAt: instant("snapshot_at"),
  readyAt: instant("ready_at"),
  offeredUntil: instant("offered_until"),
  takenAt: instant("taken_at"),
  failure: text().notNull().default(""),
  requestedBy: uuid("requested_by"),
  requestedName: text("requested_name").notNull().default(""),
  version: integer().notNull().default(1),
  createdAt: instant("created_at").notNull().defaultNow(),
  updatedAt: instant("updated_at").notNull().defaultNow(),
});
