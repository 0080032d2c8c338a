import { defineNoun } from "#server/lifecycle.ts";
import {
  baselineCycle,
  scheduleCycle,
  type BaselineAction,
  type BaselineStatus,
  type ScheduleStatus,
} from "./schedule.labels.ts";
import { schedule, scheduleBaseline } from "./schedule.tables.ts";

export type ScheduleStored = typeof schedule.$inferSelect;
export type BaselineStored = typeof scheduleBaseline.$inferSelect;

export const scheduleNoun = defineNoun<ScheduleStatus, never, typeof schedule>({
  name: "schedule",
  path: "schedules",
  table: schedule,
  cycle: scheduleCycle,
  number: (row) => row.number,
  read: "project.read",
});

export const baselineNoun = defineNoun<BaselineStatus, BaselineAction, typeof scheduleBaseline>({
  name: "scheduleBaseline",
  path: "schedule-baselines",
  table: scheduleBaseline,
  cycle: baselineCycle,
  number: (row) => row.number,
  askers: ["proposedBy"],
  read: "project.read",
});
