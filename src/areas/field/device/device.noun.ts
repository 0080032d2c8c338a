import type { Actor } from "#kernel/access.ts";
import { defineNoun } from "#server/lifecycle.ts";
import { fieldDevice } from "../field.tables.ts";
import { fieldDeviceCycle, type DeviceAction, type DeviceStatus } from "./device.labels.ts";

export type DeviceStored = typeof fieldDevice.$inferSelect;

/** Managers and administrators see every device of the agency, others their own. */
export const seesDevice = (actor: Actor, { personId }: Pick<DeviceStored, "personId">): boolean =>
  actor.permissions.has("device.all") || personId === actor.personId;

export const fieldDeviceNoun = defineNoun<DeviceStatus, DeviceAction, typeof fieldDevice>({
  name: "fieldDevice",
  path: "field/devices",
  table: fieldDevice,
  cycle: fieldDeviceCycle,
  number: ({ number }) => number,
  read: "field.capture",
  visible: (_db, actor, row) => seesDevice(actor, row),
});
