import {
  bigint,
  boolean,
  doublePrecision,
  integer,
  jsonb,
  pgTable,
  text,
  uuid,
} from "drizzle-orm/pg-core";
import { instant } from "#server/db/time-columns.ts";

/** The instances of this installation, by what they wrote last. */
export const instance = pgTable("instance", {
  id: uuid("id").notNull(),
  name: text("name").notNull(),
  startedAt: instant("started_at").notNull(),
  seenAt: instant("seen_at").notNull(),
  hostAheadMs: bigint("host_ahead_ms", { mode: "number" }).notNull(),
  marksWrites: boolean("marks_writes").notNull(),
  knows: text("knows"),
});

/** What the instances of this database share; one row. */
export const installation = pgTable("installation", {
  single: boolean("single").notNull(),
  secretCheck: text("secret_check").notNull(),
  filesCheck: text("files_check"),
  keyStoreCheck: text("key_store_check"),
  since: instant("since").notNull(),
  takenOverAt: instant("taken_over_at"),
});

export const outage = pgTable("outage", {
  id: uuid("id").notNull(),
  beganAt: instant("began_at").notNull(),
  endedAt: instant("ended_at").notNull(),
});

export const operationAlarm = pgTable("operation_alarm", {
  id: uuid("id").notNull(),
  kind: text("kind").notNull(),
  instanceName: text("instance_name").notNull(),
  text: text("text").notNull(),
  beganAt: instant("began_at").notNull(),
  endedAt: instant("ended_at"),
  audience: uuid("audience"),
});

export const operationAlarmTold = pgTable("operation_alarm_told", {
  orgId: uuid("org_id").notNull(),
  alarmId: uuid("alarm_id").notNull(),
  toldAt: instant("told_at").notNull(),
});

/** Numbers by the names of `kernel/monitor-metrics.ts`; null where one could not be told. */
export type Measured = Readonly<Record<string, number | null>>;

export const monitorMinute = pgTable("monitor_minute", {
  instanceName: text("instance_name").notNull(),
  at: instant("at").notNull(),
  measured: jsonb("measured").$type<Measured>().notNull(),
});

export const monitorHour = pgTable("monitor_hour", {
  instanceName: text("instance_name").notNull(),
  at: instant("at").notNull(),
  mean: jsonb("mean").$type<Measured>().notNull(),
  most: jsonb("most").$type<Measured>().notNull(),
});

export const alarmRule = pgTable("alarm_rule", {
  id: uuid("id").notNull(),
  metric: text("metric").notNull(),
  direction: text("direction").notNull(),
  threshold: doublePrecision("threshold").notNull(),
  margin: doublePrecision("margin").notNull(),
  minutes: integer("minutes").notNull(),
  audience: text("audience").notNull(),
  enabled: boolean("enabled").notNull(),
  version: integer("version").notNull(),
  updatedAt: instant("updated_at").notNull(),
});
