import type { Actor } from "#kernel/access.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { asSystem, transition } from "#server/lifecycle.ts";
import { tellSubrecipient } from "../subaward/told.service.ts";
import { requestNoun } from "./request.noun.ts";

/**
 * The invoice of an accepted request was rejected or voided: what it claimed of the subaward is free
 * again, and the subrecipient asks anew.
 */
export const fallRequest = async (tx: Tx, actor: Actor, id: string): Promise<void> => {
  const reason = "Its invoice was not paid. Send the request again.";
  await transition(tx, asSystem(actor), requestNoun, {
    id,
    action: "fall",
    reason,
    effect: async (r) => {
      await tx.rows(sql`
        update subaward
        set claimed = claimed - ${r.amount}, version = version + 1
        where org_id = ${r.orgId} and id = ${r.subawardId}
      `);
      await tellSubrecipient(tx, r.subawardId, `${r.number} is returned`, reason);
      return { patch: { statusReason: reason } };
    },
  });
};
