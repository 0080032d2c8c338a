import { integer, jsonb, numeric, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { day, instant } from "#server/db/time-columns.ts";

/** People of an employer on the site; hours are of each of them. */
export type Crew = { employer: string; trade: string; people: number; hours: string };
/** What an employer had at work, and for how many hours. */
export type Machine = { employer: string; what: string; hours: string };

export const dailyLog = pgTable("daily_log", {
  orgId: uuid("org_id").notNull(),
  id: uuid().notNull(),
  number: text().notNull(),
  status: text().notNull().default("draft"),
  projectId: uuid("project_id").notNull(),
  day: day("day").notNull(),
  authorId: uuid("author_id").notNull(),
  authorName: text("author_name").notNull(),
  conditions: text().notNull().default(""),
  temperatureLow: integer("temperature_low"),
  temperatureHigh: integer("temperature_high"),
  crews: jsonb().$type<Crew[]>().notNull().default([]),
  equipment: jsonb().$type<Machine[]>().notNull().default([]),
  delayCause: text("delay_cause", {
    enum: ["weather", "owner", "contractor", "utility", "other"],
  }),
  delayHours: numeric("delay_hours", { precision: 4, scale: 2 }),
  delayNote: text("delay_note").notNull().default(""),
  notes: text().notNull().default(""),
  photoFileIds: jsonb("photo_file_ids").$type<string[]>().notNull().default([]),
  publicFileIds: jsonb("public_file_ids").$type<string[]>().notNull().default([]),
  submittedAt: instant("submitted_at"),
  statusReason: text("status_reason").notNull().default(""),
  version: integer().notNull().default(1),
  createdAt: instant("created_at").notNull().defaultNow(),
  updatedAt: instant("updated_at").notNull().defaultNow(),
});

export const dailyLogQuantity = pgTable("daily_log_quantity", {
  orgId: uuid("org_id").notNull(),
  logId: uuid("log_id").notNull(),
  position: integer().notNull(),
  purchaseOrderId: uuid("purchase_order_id").notNull(),
  purchaseOrderLineId: uuid("purchase_order_line_id").notNull(),
  station: text().notNull().default(""),
  quantity: numeric({ precision: 18, scale: 4 }).notNull(),
  note: text().notNull().default(""),
});

export const dailyLogAmendment = pgTable("daily_log_amendment", {
  orgId: uuid("org_id").notNull(),
  id: uuid().notNull(),
  logId: uuid("log_id").notNull(),
  authorId: uuid("author_id").notNull(),
  authorName: text("author_name").notNull(),
  at: instant("at").notNull(),
  says: text().notNull(),
  reason: text().notNull(),
});
