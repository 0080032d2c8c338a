import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { linkSeconds } from "./identity.model.ts";
import type { Came } from "./session.service.ts";
import { newToken, tokenHash } from "./token.service.ts";

export type Purpose = "signup" | "recovery" | "mfa" | "oauth";

/**
 * A new secret for one purpose; earlier unused ones of that purpose stop working, except second
 * steps: who knows the password would end those of its owner. Only its hash is stored, with `bound`
 * (a secret of the browser) mixed in. `came`: the way that the session will have begun by.
 */
export const issueLink = async (
  db: Db,
  personId: string,
  purpose: Purpose,
  bound = "",
  came: Came | null = null,
): Promise<string> => {
  const token = newToken();
  await db.rows(sql`
    delete from verification
    where person_id = ${personId}
      and purpose = ${purpose}
      and (purpose <> 'mfa' or expires_at <= clock_timestamp())
  `);
  await db.rows(sql`
    insert into verification (hash, person_id, purpose, expires_at, provider_id, org_id, method)
    values (
      ${tokenHash(token + bound)}, ${personId}, ${purpose},
      clock_timestamp() + make_interval(secs => ${linkSeconds[purpose]}),
      ${came?.through?.providerId ?? null}, ${came?.through?.orgId ?? null}, ${came?.method ?? null}
    )
  `);
  return token;
};

/** The person of a secret that is still good; null when it is unknown, used or too old. */
export const personOfLink = async (
  db: Db,
  token: string,
  purpose: Purpose,
): Promise<string | null> => {
  const row = await db.maybe<{ personId: string }>(sql`
    select person_id
    from verification
    where hash = ${tokenHash(token)}
      and purpose = ${purpose}
      and used_at is null
      and expires_at > clock_timestamp()
  `);
  return row?.personId ?? null;
};

/** Uses a secret up; the person it belongs to, or null when it is unknown, used or too old. */
export const redeemLink = async (
  db: Db,
  token: string,
  purpose: Purpose,
): Promise<string | null> => {
  const row = await db.maybe<{ personId: string }>(sql`
    update verification
    set used_at = clock_timestamp()
    where hash = ${tokenHash(token)}
      and purpose = ${purpose}
      and used_at is null
      and expires_at > clock_timestamp()
    returning person_id
  `);
  return row?.personId ?? null;
};
