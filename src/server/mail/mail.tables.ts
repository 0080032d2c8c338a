import { integer, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";

const at = (name: string) => timestamp(name, { withTimezone: true, mode: "string" });

export const mail = pgTable("mail", {
  id: uuid("id").primaryKey(),
  orgId: uuid("org_id"),
  kind: text("kind").notNull(),
  toAddress: text("to_address").notNull(),
  subject: text("subject").notNull(),
  bodyText: text("body_text").notNull(),
  link: text("link"),
  attempts: integer("attempts").notNull().default(0),
  nextAttemptAt: at("next_attempt_at").notNull().defaultNow(),
  sentAt: at("sent_at"),
  failedAt: at("failed_at"),
  lastError: text("last_error"),
  createdAt: at("created_at").notNull().defaultNow(),
});
