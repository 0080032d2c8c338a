import {
  bigint,
  boolean,
  date,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  uuid,
} from "drizzle-orm/pg-core";

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
  createdAt: timestamp("created_at", { withTimezone: true, mode: "string" }).notNull(),
  startedAt: timestamp("started_at", { withTimezone: true, mode: "string" }),
  endedAt: timestamp("ended_at", { withTimezone: true, mode: "string" }),
  version: integer("version").notNull(),
});

export const agencyDayDone = pgTable("agency_day_done", {
  orgId: uuid("org_id").notNull(),
  name: text("name").notNull(),
  day: date("day").notNull(),
  heldUntil: timestamp("held_until", { withTimezone: true, mode: "string" }).notNull(),
  tries: integer("tries").notNull().default(1),
  doneAt: timestamp("done_at", { withTimezone: true, mode: "string" }),
});
