import { getRow } from "#server/db/rows.ts";
import { defineNoun } from "#server/lifecycle.ts";
import { endedOf } from "./out/ended.service.ts";
import {
  measurementCycle,
  type MeasurementAction,
  type MeasurementStatus,
} from "./measurement.labels.ts";
import { measurement } from "./measurement.tables.ts";

export type MeasurementStored = typeof measurement.$inferSelect;

export const measurementNoun = defineNoun<
  MeasurementStatus,
  MeasurementAction,
  typeof measurement,
  MeasurementStored & { ended: boolean }
>({
  name: "measurement",
  path: "measurements",
  page: "/quantity-takeoff/measurements",
  table: measurement,
  cycle: measurementCycle,
  number: (row) => row.number,
  askers: ["measuredBy"],
  keepsFiles: ["sent"],
  facts: async (tx, id) => {
    const row = await getRow(tx, measurement, id, "measurement");
    return { ended: (await endedOf(tx, [row])).has(id) };
  },
  read: "project.read",
});
