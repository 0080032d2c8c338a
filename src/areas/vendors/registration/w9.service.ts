import type { z } from "zod";
import type { Actor } from "#kernel/access.ts";
import { conflict, notAllowed } from "#kernel/errors.ts";
import { note } from "#server/change.ts";
import { businessNow } from "#server/clock.ts";
import type { Tx } from "#server/db/db.ts";
import { lockRow, updateRow } from "#server/db/rows.ts";
import { requireVersion } from "#server/http/endpoint.ts";
import type { w9Input } from "./registration.model.ts";
import type { RegistrationRecord } from "./submission.service.ts";
import { vendorRegistration } from "./registration.tables.ts";

/**
 * Records whether Form W-9 agrees with the name and tax number that were submitted. One that
 * differs cannot be accepted; a registration that is
 * submitted again is compared again. 409 once it is decided, 403 for who submitted it.
 */
export const recordW9 = async (
  tx: Tx,
  actor: Actor,
  id: string,
  version: number | null,
  input: z.output<typeof w9Input>,
): Promise<RegistrationRecord> => {
  const before = await lockRow(tx, vendorRegistration, id, "vendor registration");
  if (version !== null) requireVersion(before.version, version);
  if (before.status !== "submitted" && before.status !== "screening")
    throw conflict("not_in_this_status", "Only what waits for a decision is compared.");
  if (before.submittedBy === actor.personId)
    throw notAllowed("You submitted this; another person must compare it.", "separation_of_duties");
  const after = await updateRow(tx, vendorRegistration, id, {
    w9Result: input.result,
    w9Note: input.note,
    w9CheckedBy: actor.personId,
    w9CheckedAt: businessNow(tx.scope).toISOString(),
  });
  note(tx, actor, "vendorRegistration", before, {
    action: "checkW9",
    before: { w9: before.w9Result },
    after: { w9: input.result },
    note: input.note || null,
  });
  return after;
};
