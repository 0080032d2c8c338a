import type { Actor } from "#kernel/access.ts";
import { invalid, invalidField, notAllowed, notSignedIn, Problem } from "#kernel/errors.ts";
import type { Instant } from "#kernel/time.ts";
import type { Config } from "#server/config.ts";
import type { Db } from "#server/db/db.ts";
import type { IdentityDb } from "#server/db/scopes/identity.ts";
import { sql } from "#server/db/sql.ts";
import type { Client } from "./identity.model.ts";
import { verifyPasskey } from "./passkey.service.ts";
import { verifyPassword } from "./password.service.ts";
import type { ProofRequest, ProofState } from "./proof.model.ts";
import { proofMinutes } from "./proof.model.ts";
import { spend } from "./rate-limit.service.ts";
import { matchSecondFactor } from "./second-factor.service.ts";
import { logSecurityEvent } from "./security-event.service.ts";

type Ways = {
  passwordHash: string | null;
  code: boolean;
  passkey: boolean;
  until: string | null;
  signedInJustNow: boolean;
};

const life = sql`make_interval(mins => ${proofMinutes})`;

const waysOf = (db: Db, actor: Actor): Promise<Ways> =>
  db.one<Ways>(sql`
    select
      (
        select a.password_hash
        from account a
        where a.person_id = s.person_id and a.provider = 'password'
      ) as password_hash,
      exists (
        select 1
        from two_factor f
        where f.person_id = s.person_id and f.confirmed_at is not null
      ) as code,
      exists (select 1 from passkey k where k.person_id = s.person_id) as passkey,
      case when s.proved_at > clock_timestamp() - ${life} then s.proved_at + ${life} end as until,
      s.created_at > clock_timestamp() - ${life} as signed_in_just_now
    from session s
    where s.id = ${actor.sessionId} and s.person_id = ${actor.personId}
  `);

// Who signs in by a provider alone has nothing to type here: a fresh sign-in is their proof.
const providerAlone = (ways: Ways) => !ways.passwordHash && !ways.passkey;

/** By what this person can prove anew who they are, and until when the last proof counts. */
export const proofState = async (db: Db, actor: Actor): Promise<ProofState> => {
  const ways = await waysOf(db, actor);
  return {
    password: ways.passwordHash !== null,
    code: ways.code,
    passkey: ways.passkey,
    until: ways.until,
  };
};

/**
 * Refuses a change of the ways to sign in where nobody has proved anew within ten minutes, in this
 * very session, who they are (ASVS 5.0, 7.5.1): a session that was stolen adds nothing.
 * @throws Problem 403 `proof_needed`.
 */
export const assertProved = async (db: Db, actor: Actor): Promise<void> => {
  const ways = await waysOf(db, actor);
  if (ways.until) return;
  if (!providerAlone(ways))
    throw notAllowed("Prove first that it is you: with what you sign in with now.", "proof_needed");
  if (!ways.signedInJustNow)
    throw notAllowed(
      `Sign out, and in again the way that you came. Then you can do this for ${proofMinutes} minutes.`,
      "fresh_sign_in_needed",
    );
};

const provedBy = async (
  db: IdentityDb,
  config: Config,
  actor: Actor,
  given: ProofRequest,
): Promise<Problem | null> => {
  if (given.kind === "passkey") {
    const key = await verifyPasskey(db, config, given.answer);
    return key?.id === actor.personId
      ? null
      : invalid("wrong_passkey", "This passkey is not one of yours, or it could not be checked.");
  }
  const ways = await waysOf(db, actor);
  if (!(await verifyPassword(ways.passwordHash, given.present_password)))
    return invalidField("present_password", "The password is not right.", "wrong_password");
  if (!ways.code) return null;
  const right = await db.transaction((tx) =>
    matchSecondFactor(tx, actor.personId!, given.present_code ?? ""),
  );
  return right
    ? null
    : invalidField("present_code", "The code is not right, or it was used before.", "invalid_code");
};

/**
 * Proves anew who sits there: by the password, with a code where two-step sign-in is on, or by a
 * passkey. Counts for ten minutes, in this session alone.
 * @throws Problem 422, 429 after five tries in five minutes.
 */
export const prove = async (
  db: IdentityDb,
  config: Config,
  actor: Actor,
  given: ProofRequest,
  client: Client,
): Promise<ProofState> => {
  if (!actor.sessionId) throw notSignedIn();
  await spend(db, "auth", `proof:${actor.sessionId}`);
  const refused = await provedBy(db, config, actor, given);
  if (refused) {
    await logSecurityEvent(db, {
      type: "proof_failed",
      severity: "medium",
      personId: actor.personId,
      sessionId: actor.sessionId,
      address: client.address,
      data: { kind: given.kind },
    });
    throw refused;
  }
  await db.rows(sql`
    update session
    set proved_at = clock_timestamp()
    where id = ${actor.sessionId} and person_id = ${actor.personId}
  `);
  return proofState(db, actor);
};

/** When the session of an actor began: their last full sign-in. Null without a session. */
export const signedInAt = async (db: Db, actor: Actor): Promise<Instant | null> =>
  (
    await db.maybe<{ createdAt: Instant }>(sql`
      select created_at
      from session
      where id = ${actor.sessionId} and person_id = ${actor.personId}
    `)
  )?.createdAt ?? null;
