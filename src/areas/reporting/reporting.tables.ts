import { boolean, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "#server/db/time-columns.ts";
import type { ReportQuestion } from "./figure/figure.model.ts";
import type { ChartKind, SavedReportStatus } from "./report/report.labels.ts";

const own = {
  orgId: uuid("org_id").notNull(),
  id: uuid().notNull(),
  number: text().notNull(),
  name: text().notNull(),
  question: jsonb().$type<ReportQuestion>().notNull(),
};

/** A question with a name, as whoever owns it keeps it; its history has its versions. */
export const savedReport = pgTable("saved_report", {
  ...own,
  status: text().$type<SavedReportStatus>().notNull(),
  chart: text().$type<ChartKind>().notNull(),
  ownerId: uuid("owner_id").notNull(),
  version: integer().notNull().default(1),
  createdAt: instant("created_at").notNull().defaultNow(),
  updatedAt: instant("updated_at").notNull().defaultNow(),
});

/** What a report said at a moment. Nothing of it is changed. */
export const keptRun = pgTable("kept_run", {
  ...own,
  status: text().$type<"kept">().notNull().default("kept"),
  reportId: uuid("report_id"),
  reportVersion: integer("report_version"),
  /** The ready report that it answers. */
  ready: text(),
  finding: text().notNull(),
  /** JSON as it was hashed. */
  result: text().notNull(),
  sha256: text().notNull(),
  /** Everybody reads it who may read its figures; else only who kept it. */
  shared: boolean().notNull(),
  permissions: text().array().notNull(),
  keptBy: uuid("kept_by").notNull(),
  keptAt: instant("kept_at").notNull(),
  version: integer().notNull().default(1),
});
