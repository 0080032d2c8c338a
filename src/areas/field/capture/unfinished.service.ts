import type { Actor } from "#kernel/access.ts";
import { peopleWhoMay } from "#areas/organization/organization.server.ts";
import type { Tx } from "#server/db/db.ts";
import { raw, sql } from "#server/db/sql.ts";
import { asSystem, transition } from "#server/lifecycle.ts";
import { captureNoun, type CaptureStored } from "./capture.noun.ts";
import { tellHeld } from "./judge.service.ts";

type Why = { heldFor: string; heldWhy: string };

/** Holds for review what waited for photos, of a device or of a person, with the reason. Gives what it held. */
export const holdUnfinished = async (
  tx: Tx,
  actor: Actor,
  of: "device_id" | "person_id",
  id: string,
  why: Why,
): Promise<CaptureStored[]> => {
  const open = await tx.rows<{ id: string }>(sql`
    select id
    from field_capture
    where org_id = ${tx.scope.orgId} and ${raw(of)} = ${id} and status = 'received'
    order by device_id, capture_no
  `);
  const held: CaptureStored[] = [];
  for (const { id: captureId } of open)
    held.push(
      (await transition(tx, asSystem(actor), captureNoun, {
        id: captureId,
        action: "hold",
        effect: async () => ({ patch: why }),
      })) as CaptureStored,
    );
  return held;
};

const left = {
  heldFor: "role",
  heldWhy:
    "Whoever captured it may not capture in the field any more, and not all its photos came.",
};

/**
 * What waited for the photos of somebody who left, or whose role was withdrawn, waits for a decision
 * now: nobody can send them any more. Whoever reviews is told.
 */
export const holdOfLeaver = async (tx: Tx, actor: Actor, personId: string): Promise<void> => {
  if ((await peopleWhoMay(tx, "field.capture")).includes(personId)) return;
  const held = await holdUnfinished(tx, actor, "person_id", personId, left);
  if (held.length > 0) await tellHeld(tx, { personId, name: held[0]!.personName }, held);
};
