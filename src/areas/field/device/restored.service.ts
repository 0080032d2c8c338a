import { getRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { asSystem, transition } from "#server/lifecycle.ts";
import type { Closed, Closing } from "#server/restored/closing.ts";
import type { Actor } from "#kernel/access.ts";
import type { Tx } from "#server/db/db.ts";
import { fieldDevice } from "../field.tables.ts";
import { fieldDeviceNoun } from "./device.noun.ts";

const sentences: Record<string, string> = {
  "fieldDevice.lock": "Locked",
  "fieldDevice.revoke": "Revoked",
  "fieldDevice.erase": "Erased",
};

const lock = async (tx: Tx, actor: Actor, id: string): Promise<Closed | null> => {
  const found = await tx.maybe<{ name: string }>(sql`
    select name
    from field_device
    where org_id = ${tx.scope.orgId} and id::text = ${id} and status in ('enrolled', 'active')
  `);
  if (!found) return null;
  await transition(tx, asSystem(actor), fieldDeviceNoun, {
    ...{ id, action: "lock" },
    reason: "Locked, revoked or erased after the backup that was restored.",
  });
  return { subjectId: id, name: found.name, before: {} };
};

/** Devices of the field that were locked, revoked or erased after the backup stay locked until somebody answers. */
export const fieldDevicesAfterRestore: Closing = {
  kind: "fieldDevice",
  told: ({ action, objectId }) => {
    const sentence = sentences[action];
    if (sentence) return { subject: objectId, taken: {}, sentence };
    return action === "fieldDevice.unlock"
      ? { subject: objectId, taken: null, sentence: "Unlocked" }
      : null;
  },
  close: lock,
  closeAll: async (tx, actor) => {
    const open = await tx.rows<{ id: string }>(sql`
      select id
      from field_device
      where org_id = ${tx.scope.orgId} and status in ('enrolled', 'active')
      order by id
    `);
    const closed: Closed[] = [];
    for (const { id } of open) {
      const one = await lock(tx, actor, id);
      if (one) closed.push(one);
    }
    return closed;
  },
  open: async (tx, actor, { subjectId, reason }) => {
    const { status } = await getRow(tx, fieldDevice, subjectId, "field device");
    if (status === "locked")
      await transition(tx, asSystem(actor), fieldDeviceNoun, {
        ...{ id: subjectId, action: "unlock", reason },
      });
    return null;
  },
};
