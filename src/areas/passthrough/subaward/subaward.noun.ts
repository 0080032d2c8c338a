import { defineNoun } from "#server/lifecycle.ts";
import { subaward } from "../passthrough.tables.ts";
import { subawardCycle, type SubawardAction, type SubawardStatus } from "./subaward.labels.ts";

export type SubawardRecord = typeof subaward.$inferSelect;
export const subawardNoun = defineNoun<
  SubawardStatus,
  SubawardAction,
  typeof subaward,
  SubawardRecord
>({
  name: "subaward",
  path: "subawards",
  page: "/grant-management/subawards",
  table: subaward,
  cycle: subawardCycle,
  number: (row) => row.number,
  askers: ["createdBy"],
  read: "subaward.read",
});
