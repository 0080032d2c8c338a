import { systemActor } from "#kernel/access.ts";
import { note } from "#server/change.ts";
import type { Database } from "#server/db/db.ts";
import { identityDb } from "#server/db/scopes/identity.ts";
import { resetFactorAsOperator } from "#areas/identity/identity.server.ts";

/**
 * Takes the second factor off for somebody whom no administrator can help, as whoever runs the
 * server: a sole administrator who lost phone, codes and passkeys.
 * Every session of theirs ends, they are told by mail, and each agency that they work for has it in
 * its audit record with the reason. Gives the number of these
 * agencies. @throws Problem 404 for an unknown address, 409 when none is on.
 */
export const helpIn = async (
  database: Database,
  email: string,
  reason: string,
): Promise<number> => {
  const { personId, orgIds } = await resetFactorAsOperator(identityDb(database), email);
  for (const orgId of orgIds) {
    const actor = systemActor(orgId, new Set(), "Operator of the server");
    await database.transaction(actor, async (tx) =>
      note(tx, actor, "member", personId, {
        number: email.trim().toLowerCase(),
        action: "resetSecondFactor",
        note: reason,
        event: null,
      }),
    );
  }
  return orgIds.length;
};
