import { bigint, boolean, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { day, instant } from "#server/db/time-columns.ts";

export const job = pgTable("job", {
  orgId: uuid("org_id").notNull(),
  id: uuid("id").notNull(),
  kind: text("kind").notNull(),
  title: text("title").notNull(),
  personId: uuid("person_id"),
  state: text("state").notNull(),
  stage: text("stage").notNull(),
  done: bigint("done", { mode: "number" }).notNull(),
  total: bigint("total", { mode: "number" }),
  payload: jsonb("payload").notNull(),
  result: jsonb("result"),
  resultPath: text("result_path"),
  error: text("error"),
  cancelAsked: boolean("cancel_asked").notNull(),
  attempts: integer("attempts").notNull(),
  createdAt: instant("created_at").notNull(),
  startedAt: instant("started_at"),
  endedAt: instant("ended_at"),
  version: integer("version").notNull(),
});

export const agencyDayDone = pgTable("agency_day_done", {
  orgId: uuid("org_id").notNull(),
  name: text("name").notNull(),
  day: day("day").notNull(),
  heldUntil: instant("held_until").notNull(),
  tries: integer("tries").notNull().default(1),
  doneAt: instant("done_at"),
});
