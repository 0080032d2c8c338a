import { integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { day, instant } from "#server/db/time-columns.ts";

export const designerLink = pgTable("designer_link", {
  orgId: uuid("org_id").notNull(),
  id: uuid().notNull(),
  /** What it is for: one of both. */
  rfiId: uuid("rfi_id"),
  submittalId: uuid("submittal_id"),
  /** The submittal's revision that was sent. */
  revision: integer(),
  name: text().notNull(),
  email: text().notNull(),
  firm: text().notNull().default(""),
  untilOn: day("until_on").notNull(),
  sentBy: uuid("sent_by").notNull(),
  sentByName: text("sent_by_name").notNull(),
  sentAt: instant("sent_at").notNull(),
  answer: text().notNull().default(""),
  recommendation: text({ enum: ["approve", "approveAsNoted", "reviseResubmit", "reject"] }),
  /** The files of the answer, and all that were uploaded by the link. */
  fileIds: jsonb("file_ids").$type<string[]>().notNull().default([]),
  uploadIds: jsonb("upload_ids").$type<string[]>().notNull().default([]),
  answeredAt: instant("answered_at"),
  takenByName: text("taken_by_name").notNull().default(""),
  takenAt: instant("taken_at"),
  version: integer().notNull().default(1),
  createdAt: instant("created_at").notNull().defaultNow(),
  updatedAt: instant("updated_at").notNull().defaultNow(),
});
