import { integer, jsonb, numeric, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { day, instant } from "#server/db/time-columns.ts";
import type { Finding } from "./ocds-read.model.ts";

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
  publishedAt: instant("published_at"),
  processes: integer().notNull().default(0),
  newer: integer().notNull().default(0),
  awards: integer().notNull().default(0),
  lines: integer().notNull().default(0),
  report: jsonb().$type<Finding[]>().notNull().default([]),
  currencies: jsonb().$type<Record<string, number>>().notNull().default({}),
  error: text(),
  loadedBy: uuid("loaded_by"),
  loadedAt: instant("loaded_at"),
  createdAt: instant("created_at").notNull().defaultNow(),
});

export const marketClass = pgTable("market_class", {
  ...own,
  commodityCode: text("commodity_code").notNull(),
  scheme: text().notNull(),
  prefix: text().notNull(),
  createdBy: uuid("created_by"),
  createdAt: instant("created_at").notNull().defaultNow(),
});

export const ocdsProcess = pgTable("ocds_process", {
  orgId: uuid("org_id").notNull(),
  ocid: text("ocid").notNull(),
  importId: uuid("import_id").notNull(),
  releasedAt: instant("released_at").notNull(),
  title: text("title").notNull(),
  buyer: text("buyer").notNull(),
  language: text("language"),
});

export const ocdsLine = pgTable("ocds_line", {
  orgId: uuid("org_id").notNull(),
  id: uuid("id").notNull(),
  ocid: text("ocid").notNull(),
  awardId: text("award_id").notNull(),
  lot: text("lot").notNull(),
  description: text("description").notNull(),
  scheme: text("scheme"),
  classId: text("class_id"),
  quantity: numeric("quantity"),
  unit: text("unit"),
  unitAmount: numeric("unit_amount"),
  currency: text("currency"),
  priceFrom: text("price_from"),
  awardAmount: numeric("award_amount"),
  supplier: text("supplier").notNull(),
  buyer: text("buyer").notNull(),
  awardedOn: day("awarded_on"),
});
