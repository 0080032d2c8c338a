import type { Actor } from "#kernel/access.ts";
import { note } from "#server/change.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { requireVersion } from "#server/http/endpoint.ts";
import type { TermsShown } from "./device/device.model.ts";

type Terms = Pick<TermsShown, "daysWithoutSignIn" | "lockMinutes" | "version">;

/** What holds where an agency has said nothing. */
const usual: Terms = { daysWithoutSignIn: 7, lockMinutes: 15, version: 0 };

/** What an agency demands of its devices: days since the last full sign-in, minutes until they lock. */
export const termsOf = async (db: Db): Promise<Terms> =>
  (await db.maybe<Terms>(sql`
    select days_without_sign_in, lock_minutes, version
    from field_terms
    where org_id = ${db.scope.orgId}
  `)) ?? usual;

/** Sets them. 412 for a stale version, 428 without one. */
export const setTerms = async (
  tx: Tx,
  actor: Actor,
  given: Omit<Terms, "version">,
  version: number | null,
): Promise<Terms> => {
  await tx.rows(sql`
    select pg_advisory_xact_lock(hashtextextended(${`field terms ${actor.orgId}`}, 0))::text as held
  `);
  const before = await termsOf(tx);
  requireVersion(before.version, version);
  const after = await tx.one<Terms>(sql`
    insert into field_terms (org_id, days_without_sign_in, lock_minutes)
    values (${actor.orgId}, ${given.daysWithoutSignIn}, ${given.lockMinutes})
    on conflict (org_id)
    do update set
      days_without_sign_in = excluded.days_without_sign_in, lock_minutes = excluded.lock_minutes,
      version = field_terms.version + 1, updated_at = clock_timestamp()
    returning days_without_sign_in, lock_minutes, version
  `);
  note(tx, actor, "fieldTerms", actor.orgId!, { action: "set", before, after, number: null });
  return after;
};
