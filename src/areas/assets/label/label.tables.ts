import { boolean, integer, pgTable, primaryKey, text, timestamp, uuid } from "drizzle-orm/pg-core";
import type { CountStatus } from "./count.labels.ts";

const at = (name: string) => timestamp(name, { withTimezone: true, mode: "string" });

export const assetCount = pgTable("asset_count", {
  orgId: uuid("org_id").notNull(),
  id: uuid().notNull(),
  number: text().notNull(),
  status: text().$type<CountStatus>().notNull().default("open"),
  federal: boolean().notNull(),
  departmentId: uuid("department_id"),
  openedBy: uuid("opened_by").notNull(),
  closedBy: uuid("closed_by"),
  closedAt: at("closed_at"),
  version: integer().notNull().default(1),
  createdAt: at("created_at").notNull().defaultNow(),
  updatedAt: at("updated_at").notNull().defaultNow(),
});

export const assetCountLine = pgTable(
  "asset_count_line",
  {
    orgId: uuid("org_id").notNull(),
    countId: uuid("count_id").notNull(),
    assetId: uuid("asset_id").notNull(),
    foundAt: at("found_at"),
    foundBy: uuid("found_by"),
    scanned: boolean().notNull().default(false),
    missingReason: text("missing_reason").notNull().default(""),
  },
  (t) => [primaryKey({ columns: [t.orgId, t.countId, t.assetId] })],
);
