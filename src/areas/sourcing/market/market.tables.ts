import { integer, jsonb, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import type { Finding } from "./ocds-read.model.ts";

const at = (name: string) => timestamp(name, { withTimezone: true, mode: "string" });
const own = { orgId: uuid("org_id").notNull(), id: uuid().notNull() };

export const ocdsImport = pgTable("ocds_import", {
  ...own,
  fileId: uuid("file_id").notNull(),
  fileName: text("file_name").notNull(),
  sha256: text().notNull(),
  state: text({ enum: ["queued", "done", "failed"] })
    .notNull()
    .default("queued"),
  documentKind: text("document_kind"),
  publisher: text(),
  publishedAt: at("published_at"),
  processes: integer().notNull().default(0),
  newer: integer().notNull().default(0),
  awards: integer().notNull().default(0),
  lines: integer().notNull().default(0),
  report: jsonb().$type<Finding[]>().notNull().default([]),
  currencies: jsonb().$type<Record<string, number>>().notNull().default({}),
  error: text(),
  loadedBy: uuid("loaded_by"),
  loadedAt: at("loaded_at"),
  createdAt: at("created_at").notNull().defaultNow(),
});

export const marketClass = pgTable("market_class", {
  ...own,
  commodityCode: text("commodity_code").notNull(),
  scheme: text().notNull(),
  prefix: text().notNull(),
  createdBy: uuid("created_by"),
  createdAt: at("created_at").notNull().defaultNow(),
});
