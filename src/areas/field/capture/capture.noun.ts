import type { Actor } from "#kernel/access.ts";
import { defineNoun } from "#server/lifecycle.ts";
import { fieldCapture } from "../field.tables.ts";
import { captureCycle, type CaptureAction, type CaptureStatus } from "./capture.labels.ts";

export type CaptureStored = typeof fieldCapture.$inferSelect;

/** Whoever reviews sees every capture, whoever made one sees theirs. */
export const seesCapture = (actor: Actor, { personId }: Pick<CaptureStored, "personId">): boolean =>
  actor.permissions.has("field.review") || personId === actor.personId;

export const captureNoun = defineNoun<CaptureStatus, CaptureAction, typeof fieldCapture>({
  name: "fieldCapture",
  path: "field/captures",
  table: fieldCapture,
  cycle: captureCycle,
  number: ({ number }) => number,
  read: "field.capture",
  visible: (_db, actor, row) => seesCapture(actor, row),
});
