import { defineNoun } from "#server/lifecycle.ts";
import { deviceAlarm } from "../devices.tables.ts";
import { alarmCycle, type AlarmAction, type AlarmStatus } from "./alarm.labels.ts";

export type AlarmStored = typeof deviceAlarm.$inferSelect;

export const alarmNoun = defineNoun<AlarmStatus, AlarmAction, typeof deviceAlarm>({
  name: "deviceAlarm",
  path: "device-alarms",
  page: "/iot/alarms",
  table: deviceAlarm,
  cycle: alarmCycle,
  number: ({ number }) => number,
  read: "device.read",
});
