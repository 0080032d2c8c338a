import { defineNoun } from "#server/lifecycle.ts";
import { device } from "../devices.tables.ts";
import { deviceCycle, type DeviceAction, type DeviceStatus } from "./device.labels.ts";

export type DeviceStored = typeof device.$inferSelect;

export const deviceNoun = defineNoun<DeviceStatus, DeviceAction, typeof device>({
  name: "device",
  path: "devices",
  page: "/iot",
  table: device,
  cycle: deviceCycle,
  number: ({ number }) => number,
  read: "device.read",
});
