import { defineNoun } from "#server/lifecycle.ts";
import { award } from "../grants.tables.ts";
import { awardCycle, type AwardAction, type AwardStatus } from "./award.labels.ts";

export type AwardRecord = typeof award.$inferSelect;
export const awardNoun = defineNoun<AwardStatus, AwardAction, typeof award, AwardRecord>({
  name: "grantAward",
  path: "grant-awards",
  page: "/grant-management/awards",
  table: award,
  cycle: awardCycle,
  number: (row) => row.number,
  read: "grant.read",
});
