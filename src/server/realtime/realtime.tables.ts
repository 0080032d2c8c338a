import { bigint, json, pgTable, uuid } from "drizzle-orm/pg-core";
import { instant } from "#server/db/time-columns.ts";

export const outboxEvent = pgTable("outbox_event", {
  id: bigint("id", { mode: "number" }).notNull(),
  orgId: uuid("org_id").notNull(),
  at: instant("at").notNull(),
  events: json("events").notNull(),
});
