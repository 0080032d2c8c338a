import { notAllowed, notSignedIn, Problem } from "#kernel/errors.ts";
import type { Db, Tx } from "#server/db/db.ts";
import type { IdentityDb } from "#server/db/scopes/identity.ts";
import { sql } from "#server/db/sql.ts";
import { addressForLimits } from "#server/http/proxy.ts";
import {
  type Client,
  linkSeconds,
  type SecondFactorNeeded,
  type TokenPair,
} from "./identity.model.ts";
import { giveBack, slowDown, tellOfGuessing, tellOfKnownPassword } from "./guessing.service.ts";
import { issueLink } from "./link.service.ts";
import { verifyPassword } from "./password.service.ts";
import { countedBy, knownPlace } from "./place.service.ts";
import { forgive, spend } from "./rate-limit.service.ts";
import { factorOf, matchSecondFactor } from "./second-factor.service.ts";
import { logSecurityEvent } from "./security-event.service.ts";
import type { SignInMethod } from "./methods.labels.ts";
import { type Came, type PersonRow, startSession } from "./session.service.ts";
import { tokenHash } from "./token.service.ts";

type Standing = Pick<PersonRow, "emailVerifiedAt"> & { disabled: boolean; demoOver: boolean };
type Candidate = PersonRow & Standing & { passwordHash: string | null };

const candidateByEmail = (db: Db, email: string) =>
  db.maybe<Candidate>(sql`
    select
      p.id, p.email, p.display_name, p.email_verified_at, a.password_hash,
      p.disabled_at is not null as disabled,
      coalesce(p.demo_until <= clock_timestamp(), false) as demo_over
    from person p
    left join account a on a.person_id = p.id and a.provider = 'password'
    where p.email = ${email}
  `);

const wrong = () => notSignedIn("invalid_credentials", "Invalid login credentials");

/** Why a person who proved who they are still may not come in. Said only to them. */
const barredBy = (c: Standing): Problem | null => {
  if (!c.emailVerifiedAt)
    return notAllowed(
      "Confirm your email address first. We can send the link again.",
      "email_not_confirmed",
    );
  if (c.disabled)
    return notAllowed(
      "This account has been switched off. Ask your administrator.",
      "account_disabled",
    );
  if (c.demoOver)
    return notAllowed(
      "This demonstration account has run out. Set the demo up again to renew it.",
      "demo_expired",
    );
  return null;
};

/** @throws Problem 403 `email_not_confirmed` | `account_disabled` | `demo_expired`. */
export const assertMayEnter = (standing: Standing): void => {
  const bar = barredBy(standing);
  if (bar) throw bar;
};

/**
 * Starts a session, or asks for the second step when the person has one set up. @throws Problem 403
 * as `assertMayEnter`.
 */
export const secondStepOf = async (
  tx: Tx,
  person: PersonRow,
  client: Client,
  came: Came,
): Promise<TokenPair | SecondFactorNeeded> => {
  assertMayEnter(
    await tx.one<Standing>(sql`
      select
        email_verified_at, disabled_at is not null as disabled,
        coalesce(demo_until <= clock_timestamp(), false) as demo_over
      from person
      where id = ${person.id}
    `),
  );
  const factor = await factorOf(tx, person.id);
  if (!factor?.confirmedAt) return startSession(tx, person, client, "password", came);
  return {
    mfa_required: true as const,
    mfa_token: await issueLink(tx, person.id, "mfa", "", came),
    expires_in: linkSeconds.mfa,
    factors: ["totp" as const, "backup_code" as const],
  };
};

/**
 * Signs in with address and password. With a second factor set up, answers with a short-lived token
 * for the next step instead.
 * Unknown address and wrong password give the same answer after the same work.
 * Attempts are counted by account and network address; from places where nobody of the account ever
 * signed in, also by account alone.
 * @throws Problem 401 `invalid_credentials`, 403 `email_not_confirmed` | `account_disabled` |
 * `demo_expired`, 429.
 */
export const signInWithPassword = async (
  db: IdentityDb,
  email: string,
  password: string,
  client: Client,
): Promise<TokenPair | SecondFactorNeeded> => {
  const known = await knownPlace(db, email, client);
  const key = `${email}|${countedBy(client, known)}`;
  const stranger = !known.browser && !known.address;
  if (!known.browser) await spend(db, "authAddress", addressForLimits(client.address));
  await spend(db, "auth", key);
  const attempts = stranger ? await slowDown(db, "account", email) : 0;
  const candidate = await candidateByEmail(db, email);
  const good = await verifyPassword(candidate?.passwordHash ?? null, password);
  if (!candidate || !good) {
    await logSecurityEvent(db, {
      type: "sign_in_failed",
      severity: "medium",
      personId: candidate?.id ?? null,
      address: client.address,
      data: { email },
    });
    if (candidate?.emailVerifiedAt) await tellOfGuessing(db, candidate.email, attempts);
    throw wrong();
  }
  assertMayEnter(candidate);
  await forgive(db, key, addressForLimits(client.address));
  if (stranger) await giveBack(db, "account", email);
  return db.transaction((tx) => secondStepOf(tx, candidate, client, { method: "password" }));
};

// Says why not, so that the spent attempt stays spent.
const secondStep = async (
  tx: Tx,
  stepToken: string,
  code: string,
  client: Client,
  attempts: number,
): Promise<TokenPair | Problem> => {
  const step = await tx.maybe<{
    personId: string;
    providerId: string | null;
    orgId: string | null;
    method: SignInMethod | null;
  }>(sql`
    update verification
    set attempts = attempts + 1
    where hash = ${tokenHash(stepToken)}
      and purpose = 'mfa'
      and used_at is null
      and expires_at > clock_timestamp()
      and attempts < 5
    returning person_id, provider_id, org_id, method
  `);
  if (!step)
    return notSignedIn(
      "invalid_mfa_token",
      "This sign-in took too long. Start again with your password.",
    );
  const person = await tx.one<PersonRow>(sql`
    select id, email, display_name, email_verified_at
    from person
    where id = ${step.personId}
  `);
  if (!(await matchSecondFactor(tx, person.id, code))) {
    await logSecurityEvent(tx, {
      type: "second_factor_failed",
      severity: "medium",
      personId: person.id,
      address: client.address,
    });
    await tellOfKnownPassword(tx, person.email, attempts);
    return notSignedIn("invalid_code", "The code is not right, or it was used before.");
  }
  await tx.rows(sql`
    update verification
    set used_at = clock_timestamp()
    where hash = ${tokenHash(stepToken)}
  `);
  const { providerId, orgId, method } = step;
  return startSession(
    tx,
    person,
    client,
    "mfa",
    providerId && orgId
      ? { method: "provider", through: { providerId, orgId } }
      : { method: method ?? "password" },
  );
};

/**
 * Signs in by the second step. A step token takes five attempts, a network address five in five
 * minutes; a code works once. What somebody else types who knows the password, elsewhere, counts for
 * them. @throws Problem 401 `invalid_mfa_token` | `invalid_code`, 429.
 */
export const signInWithSecondFactor = async (
  db: IdentityDb,
  stepToken: string,
  code: string,
  client: Client,
): Promise<TokenPair> => {
  const owner = await db.maybe<{ personId: string; email: string }>(sql`
    select v.person_id, p.email
    from verification v
    join person p on p.id = v.person_id
    where v.hash = ${tokenHash(stepToken)} and v.purpose = 'mfa'
  `);
  const known = await knownPlace(db, owner?.email ?? "", client);
  const key = `mfa:${owner?.personId}|${countedBy(client, known)}`;
  const stranger = owner !== null && !known.browser && !known.address;
  if (!known.browser) await spend(db, "authAddress", addressForLimits(client.address));
  if (owner) await spend(db, "auth", key);
  const attempts = stranger ? await slowDown(db, "secondStep", owner.personId) : 0;
  const outcome = await db.transaction((tx) => secondStep(tx, stepToken, code, client, attempts));
  if (outcome instanceof Error) throw outcome;
  if (owner) await forgive(db, key, addressForLimits(client.address));
  if (stranger) await giveBack(db, "secondStep", owner.personId);
  return outcome;
};
