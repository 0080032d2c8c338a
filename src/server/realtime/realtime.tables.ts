import { bigint, json, pgTable, timestamp, uuid } from "drizzle-orm/pg-core";

export const outboxEvent = pgTable("outbox_event", {
  id: bigint("id", { mode: "number" }).notNull(),
  orgId: uuid("org_id").notNull(),
  at: timestamp("at", { withTimezone: true, mode: "string" }).notNull(),
  events: json("events").notNull(),
});
