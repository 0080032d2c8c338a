import { boolean, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "#server/db/time-columns.ts";
import type { Appointment } from "#kernel/appointment.ts";

export const mail = pgTable("mail", {
  id: uuid("id").primaryKey(),
  orgId: uuid("org_id"),
  kind: text("kind").notNull(),
  toAddress: text("to_address").notNull(),
  subject: text("subject").notNull(),
  bodyText: text("body_text").notNull(),
  link: text("link"),
  attempts: integer("attempts").notNull().default(0),
  nextAttemptAt: instant("next_attempt_at").notNull().defaultNow(),
  sentAt: instant("sent_at"),
  failedAt: instant("failed_at"),
  lastError: text("last_error"),
  createdAt: instant("created_at").notNull().defaultNow(),
  replyTo: text("reply_to"),
  notice: boolean("notice").notNull().default(false),
  appointment: jsonb("appointment").$type<Appointment>(),
  linksOnly: boolean("links_only").notNull().default(false),
  deliveryNote: text("delivery_note"),
  bulk: boolean("bulk").notNull().default(false),
  unsubscribe: text("unsubscribe"),
});

/** A stored file that goes out with a letter, or one that is still to be made. */
export const mailPaper = pgTable("mail_paper", {
  orgId: uuid("org_id").notNull(),
  id: uuid("id").notNull(),
  mailId: uuid("mail_id").notNull(),
  position: integer("position").notNull(),
  name: text("name").notNull(),
  fileId: uuid("file_id"),
  state: text("state").notNull().default("ready"),
  maker: text("maker"),
  madeOf: uuid("made_of"),
  dueAt: instant("due_at"),
  tries: integer("tries").notNull().default(0),
});

/** A link to a paper by the hash of its secret. */
export const mailPaperLink = pgTable("mail_paper_link", {
  orgId: uuid("org_id").notNull(),
  digest: text("digest").notNull(),
  paperId: uuid("paper_id").notNull(),
  expiresAt: instant("expires_at").notNull(),
  createdAt: instant("created_at").notNull().defaultNow(),
});
