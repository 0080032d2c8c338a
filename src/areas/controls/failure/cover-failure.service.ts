import type { Actor } from "#kernel/access.ts";
import { businessDate } from "#server/clock.ts";
import type { Tx } from "#server/db/db.ts";
import { updateRow } from "#server/db/rows.ts";
import { transition } from "#server/lifecycle.ts";
import { businessDaysOf, notify } from "#areas/organization/organization.server.ts";
import { controlFailure } from "../controls.tables.ts";
import { controlsInForce } from "../control/control.service.ts";
import { coverOf, type Uncovered } from "../waiver/cover.service.ts";
import { failureNoun, type FailureRecord } from "./failure.noun.ts";

const giveBack = async (tx: Tx, actor: Actor, failure: FailureRecord): Promise<void> => {
  const control = (await controlsInForce(tx)).find((c) => c.controlId === failure.controlId);
  const dueOn = await businessDaysOf(tx, businessDate(tx.scope), control?.days ?? 10);
  const again = await transition(tx, actor, failureNoun, {
    id: failure.id,
    action: "reopen",
    effect: async () => ({ patch: { waiverId: null, dueOn }, note: "Its waiver ended." }),
  });
  if (again.ownerId)
    notify(tx, [again.ownerId], {
      kind: "controlFailure",
      title: `${again.number}: the waiver of ${again.subjectNumber} ended`,
      body: `${again.controlName}: ${again.said}`,
      link: `/compliance/failures/${again.id}`,
    });
};

/**
 * Waives what is open where a waiver covers it, and gives it back where none does any more; its owner is
 * told of that. Gives whether it is waived now.
 */
export const settleCover = async (
  tx: Tx,
  actor: Actor,
  failure: FailureRecord,
  of: Uncovered,
): Promise<boolean> => {
  const cover = await coverOf(tx, of);
  if (!cover) {
    if (failure.status === "waived") await giveBack(tx, actor, failure);
    return false;
  }
  if (failure.status !== "waived")
    await transition(tx, actor, failureNoun, {
      id: failure.id,
      action: "waive",
      effect: async () => ({ patch: { waiverId: cover.id }, note: cover.number }),
    });
  else if (failure.waiverId !== cover.id)
    await updateRow(tx, controlFailure, failure.id, { waiverId: cover.id });
  return true;
};
