import type { Actor } from "#kernel/access.ts";
import { counted } from "#kernel/words.ts";
import { businessNow } from "#server/clock.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { transition, type StepAt } from "#server/lifecycle.ts";
import { screenVendor } from "../screening/screening.service.ts";
import { refuseDuplicates } from "../vendor/duplicates.service.ts";
import { vendorInput } from "../vendor/vendor.model.ts";
import { createVendor } from "../vendor/vendor.service.ts";
import { registrationNoun, type RegistrationRecord } from "./submission.service.ts";
import {
  contentOf,
  duplicatesOf,
  adopt,
  tinOf,
  basics,
  triggerOf,
  aboutOf,
} from "./decision.service.ts";

/**
 * Begins the screening: looks for duplicates (409 `possible_duplicates` until each is confirmed as
 * another firm, or one is named in `useVendorId` as the same),
 * enters the company as a draft vendor, and compares it with the exclusion list. The evidence stays
 * on the vendor's record.
 */
export const screenRegistration = (
  tx: Tx,
  actor: Actor,
  { id, version }: StepAt,
  input: { confirmedDuplicates: readonly string[]; useVendorId?: string | null | undefined },
): Promise<RegistrationRecord> =>
  transition(tx, actor, registrationNoun, {
    id,
    action: "screen",
    version,
    effect: async (record) => {
      const r = record as RegistrationRecord;
      const c = contentOf(r);
      const chosen = input.useVendorId ?? r.vendorId;
      const found = await duplicatesOf(tx, r);
      refuseDuplicates(
        found.filter((d) => d.id !== chosen),
        input.confirmedDuplicates,
      );
      const known = chosen ? await adopt(tx, chosen, r.identityId) : null;
      const tin = tinOf(r);
      const made =
        known ??
        (await createVendor(
          tx,
          actor,
          vendorInput.parse({
            ...basics(c),
            tin,
            tinKind: r.tinKind,
            confirmedDuplicates: found.map((d) => d.id),
          }),
        ));
      // A number that the company states of itself is no independent one: it must age before a
      // call-back may use it.
      if (!known)
        await tx.rows(sql`
          update vendor
          set phone_since = ${businessNow(tx.scope).toISOString()}
          where org_id = ${r.orgId} and id = ${made.id}
        `);
      const outcome = await screenVendor(tx, actor, made.id, triggerOf(r), aboutOf(r));
      return {
        patch: {
          vendorId: made.id,
          duplicates: found,
          screenedBy: actor.personId,
          screenedAt: businessNow(tx.scope).toISOString(),
        },
        note: `Exclusions: ${outcome}; ${counted(found.length, "like vendor")}`,
      };
    },
  });
