import type { Actor } from "#kernel/access.ts";
import { defineNoun } from "#server/lifecycle.ts";
import { controlFailure } from "../controls.tables.ts";
import { failureCycle, type FailureAction, type FailureStatus } from "./failure.labels.ts";

export type FailureRecord = typeof controlFailure.$inferSelect;

/** Officers see every failure; others those of records that they own or had a hand in. */
export const seesFailure = (
  actor: Actor,
  { ownerId, people }: Pick<FailureRecord, "ownerId" | "people">,
): boolean =>
  actor.permissions.has("control.read") ||
  (actor.personId !== null && (ownerId === actor.personId || people.includes(actor.personId)));

export const failureNoun = defineNoun<
  FailureStatus,
  FailureAction,
  typeof controlFailure,
  FailureRecord
>({
  name: "controlFailure",
  path: "control-failures",
  page: "/compliance/failures",
  table: controlFailure,
  cycle: failureCycle,
  number: (row) => row.number,
  wordsApart: true,
  visible: (_db, actor, row) => seesFailure(actor, row),
});
