import { defineNoun } from "#server/lifecycle.ts";
import { waiverCycle, type WaiverAction, type WaiverStatus } from "./waiver.labels.ts";
import { payWaiver } from "./waiver.tables.ts";

export type WaiverStored = typeof payWaiver.$inferSelect;

export const waiverNoun = defineNoun<WaiverStatus, WaiverAction, typeof payWaiver>({
  name: "waiver",
  path: "waivers",
  table: payWaiver,
  cycle: waiverCycle,
  number: (row) => row.number,
  askers: ["recordedBy"],
  read: "project.read",
  keepsFiles: ["signed"],
});
