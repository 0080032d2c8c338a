import type { Actor } from "#kernel/access.ts";
import { defineNoun } from "#server/lifecycle.ts";
import { controlWaiver } from "../controls.tables.ts";
import { waiverCycle, type WaiverAction, type WaiverStatus } from "./waiver.labels.ts";

export type WaiverRecord = typeof controlWaiver.$inferSelect;

/** Officers see every waiver; others those that they asked for, and those of records of theirs. */
export const seesWaiver = (
  actor: Actor,
  { askedBy, people }: Pick<WaiverRecord, "askedBy" | "people">,
): boolean =>
  actor.permissions.has("control.read") ||
  (actor.personId !== null && (askedBy === actor.personId || people.includes(actor.personId)));

export const waiverNoun = defineNoun<
  WaiverStatus,
  WaiverAction,
  typeof controlWaiver,
  WaiverRecord
>({
  name: "controlWaiver",
  path: "control-waivers",
  page: "/compliance/waivers",
  table: controlWaiver,
  cycle: waiverCycle,
  number: (row) => row.number,
  read: "controlFailure.read",
  askers: ["askedBy"],
  wordsApart: true,
  visible: (_db, actor, row) => seesWaiver(actor, row),
});
