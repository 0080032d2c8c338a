import { boolean, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "#server/db/time-columns.ts";
import type { CountStatus } from "./count.labels.ts";

export const assetCount = pgTable("asset_count", {
  orgId: uuid("org_id").notNull(),
  id: uuid().notNull(),
  number: text().notNull(),
  status: text().$type<CountStatus>().notNull().default("open"),
  federal: boolean().notNull(),
  departmentId: uuid("department_id"),
  openedBy: uuid("opened_by").notNull(),
  closedBy: uuid("closed_by"),
  closedAt: instant("closed_at"),
  version: integer().notNull().default(1),
  createdAt: instant("created_at").notNull().defaultNow(),
  updatedAt: instant("updated_at").notNull().defaultNow(),
});

export const assetCountLine = pgTable(
  "asset_count_line",
  {
    orgId: uuid("org_id").notNull(),
    countId: uuid("count_id").notNull(),
    assetId: uuid("asset_id").notNull(),
    foundAt: instant("found_at"),
    foundBy: uuid("found_by"),
    scanned: boolean().notNull().default(false),
    missingReason: text("missing_reason").notNull().default(""),
  },
  (t) => [primaryKey({ columns: [t.orgId, t.countId, t.assetId] })],
);
