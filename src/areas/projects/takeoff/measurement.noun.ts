import { defineNoun } from "#server/lifecycle.ts";
import {
  measurementCycle,
  type MeasurementAction,
  type MeasurementStatus,
} from "./measurement.labels.ts";
import { measurement } from "./measurement.tables.ts";

export type MeasurementStored = typeof measurement.$inferSelect;

export const measurementNoun = defineNoun<MeasurementStatus, MeasurementAction, typeof measurement>(
  {
    name: "measurement",
    path: "measurements",
    page: "/quantity-takeoff/measurements",
    table: measurement,
    cycle: measurementCycle,
    number: (row) => row.number,
    askers: ["measuredBy"],
    read: "project.read",
  },
);
