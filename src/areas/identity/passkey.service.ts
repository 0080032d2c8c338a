import { conflict, invalid, notFound, notSignedIn } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import type { Config } from "#server/config.ts";
import { isAway } from "#server/db/away.ts";
import type { Db } from "#server/db/db.ts";
import type { IdentityDb } from "#server/db/scopes/identity.ts";
import { sql } from "#server/db/sql.ts";
import { addressForLimits } from "#server/http/proxy.ts";
import type { Client, PasskeyRow, TokenPair } from "./identity.model.ts";
import { spend } from "./rate-limit.service.ts";
import { logSecurityEvent } from "./security-event.service.ts";
import { startSession, type PersonRow } from "./session.service.ts";
import { assertMayEnter } from "./sign-in.service.ts";
import { tokenHash } from "./token.service.ts";
import { endOthers, mostPasskeys, tellOfChange } from "./ways.service.ts";

// Three hundred modules: loaded by who uses a passkey first, not by every start.
const webauthn = () => import("@simplewebauthn/server");

// An answer that does not hold is none; a database that could not be asked is no such answer.
const noneUnlessAway = (error: unknown): null => {
  if (isAway(error)) throw error;
  return null;
};

/** Life of a challenge, seconds. */
const challengeSeconds = 300;

const site = (config: Config) => new URL(config.origin).hostname;

const keepChallenge = async (db: Db, challenge: string, personId: string | null) => {
  await db.rows(sql`delete from passkey_challenge where expires_at < clock_timestamp()`);
  await db.rows(sql`
    insert into passkey_challenge (hash, person_id, expires_at)
    values (
      ${tokenHash(challenge)}, ${personId},
      clock_timestamp() + make_interval(secs => ${challengeSeconds})
    )
  `);
};

/** Uses a challenge up; true when it was ours, of this person (or of nobody), and still good. */
const redeem =
  (db: Db, personId: string | null) =>
  async (challenge: string): Promise<boolean> =>
    (
      await db.rows(sql`
        delete from passkey_challenge
        where hash = ${tokenHash(challenge)}
          and person_id is not distinct from ${personId}::uuid
          and expires_at > clock_timestamp()
        returning hash
      `)
    ).length > 0;

type Who = { personId: string; name: string; email: string; sessionId: string | null };

/**
 * Begins adding a passkey: options for the browser's authenticator. @throws Problem 409 with twenty
 * of them, 429.
 */
export const beginPasskey = async (db: IdentityDb, config: Config, who: Who) => {
  await spend(db, "sensitive", `passkey:${who.personId}`);
  const existing = await db.rows<{ credentialId: string; transports: string[] }>(
    sql`select credential_id, transports from passkey where person_id = ${who.personId}`,
  );
  if (existing.length >= mostPasskeys)
    throw conflict("too_many_passkeys", `You have ${mostPasskeys} passkeys. Remove one first.`);
  const { generateRegistrationOptions } = await webauthn();
  const options = await generateRegistrationOptions({
    rpName: "Levee",
    rpID: site(config),
    userName: who.email,
    userDisplayName: who.name,
    userID: new TextEncoder().encode(who.personId),
    excludeCredentials: existing.map((key) => ({
      id: key.credentialId,
      transports: key.transports,
    })),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
    // Some authenticators give keys (of a field device's store) only for passkeys that were made for it.
    extensions: { prf: {} },
  });
  await keepChallenge(db, options.challenge, who.personId);
  return options;
};

/**
 * Stores a passkey that answered its challenge with user verification. The person's other sessions
 * end, and they are told by mail. @throws Problem 422.
 */
export const addPasskey = async (
  db: IdentityDb,
  config: Config,
  who: Who,
  name: string,
  answer: unknown,
): Promise<PasskeyRow> => {
  const refused = (cause?: unknown) =>
    invalid("passkey_refused", "The passkey could not be checked. Nothing was saved: try again.", [
      {
        path: "answer",
        message: cause instanceof Error ? cause.message.slice(0, 200) : "Not a good answer.",
      },
    ]);
  const { verifyRegistrationResponse } = await webauthn();
  const checked = await verifyRegistrationResponse({
    response: answer as never,
    expectedChallenge: redeem(db, who.personId),
    expectedOrigin: config.origin,
    expectedRPID: site(config),
    requireUserVerification: true,
  }).catch((error: unknown) => {
    throw isAway(error) ? error : refused(error);
  });
  if (!checked.verified || !checked.registrationInfo) throw refused();
  const { credential, credentialBackedUp } = checked.registrationInfo;
  return db.transaction(async (tx) => {
    const row = await tx.maybe<PasskeyRow>(sql`
      insert into passkey (
        id, person_id, credential_id, public_key, counter, transports, name, backed_up
      )
      values (
        ${newId()}, ${who.personId}, ${credential.id},
        ${Buffer.from(credential.publicKey).toString("base64url")}, ${credential.counter},
        ${credential.transports ?? []}, ${name}, ${credentialBackedUp}
      )
      on conflict (credential_id)
      do nothing
      returning id, name, backed_up, created_at, last_used_at
    `);
    if (!row) throw conflict("passkey_known", "This passkey is registered already.");
    await logSecurityEvent(tx, {
      type: "passkey_added",
      severity: "medium",
      personId: who.personId,
      data: { name },
    });
    await endOthers(tx, who.personId, who.sessionId);
    await tellOfChange(tx, who.personId, {
      kind: "passkey_added",
      subject: "A passkey was added to your Levee account",
      paragraphs: [
        `The passkey "${name}" can now sign in as you. Your other devices were signed out.`,
      ],
    });
    return row;
  });
};

/** Removes a passkey of the person, who is told by mail. @throws Problem 404. */
export const removePasskey = (
  db: IdentityDb,
  personId: string,
  id: string,
): Promise<{ id: string }> =>
  db.transaction(async (tx) => {
    const row = await tx.maybe<{ id: string; name: string }>(
      sql`delete from passkey where id = ${id} and person_id = ${personId} returning id, name`,
    );
    if (!row) throw notFound("passkey");
    await logSecurityEvent(tx, {
      type: "passkey_removed",
      severity: "medium",
      personId,
      data: { name: row.name },
    });
    await tellOfChange(tx, personId, {
      kind: "passkey_removed",
      subject: "A passkey was removed from your Levee account",
      paragraphs: [`The passkey "${row.name}" can no longer sign in as you.`],
    });
    return { id: row.id };
  });

/**
 * Options for signing in with a passkey; they name no person, so that nothing about accounts is
 * told.
 */
export const passkeyQuestion = async (db: IdentityDb, config: Config, client: Client) => {
  await spend(db, "authAddress", addressForLimits(client.address));
  const { generateAuthenticationOptions } = await webauthn();
  const options = await generateAuthenticationOptions({
    rpID: site(config),
    userVerification: "required",
  });
  await keepChallenge(db, options.challenge, null);
  return options;
};

type Known = PersonRow & {
  keyId: string;
  credentialId: string;
  publicKey: string;
  counter: number;
  transports: string[];
  disabled: boolean;
  demoOver: boolean;
};

/**
 * The person whose passkey answered a challenge of ours; null when it is unknown or could not be
 * checked.
 */
export const verifyPasskey = async (
  db: IdentityDb,
  config: Config,
  answer: { id: string },
): Promise<Known | null> => {
  const key = await db.maybe<Known>(sql`
    select
      p.id, p.email, p.display_name, p.email_verified_at, k.id as key_id, k.credential_id,
      k.public_key, k.counter, k.transports, p.disabled_at is not null as disabled,
      coalesce(p.demo_until <= clock_timestamp(), false) as demo_over
    from passkey k
    join person p on p.id = k.person_id
    where k.credential_id = ${answer.id}
  `);
  if (!key) return null;
  const { verifyAuthenticationResponse } = await webauthn();
  const checked = await verifyAuthenticationResponse({
    response: answer as never,
    expectedChallenge: redeem(db, null),
    expectedOrigin: config.origin,
    expectedRPID: site(config),
    requireUserVerification: true,
    credential: {
      id: key.credentialId,
      publicKey: new Uint8Array(Buffer.from(key.publicKey, "base64url")),
      counter: key.counter,
      transports: key.transports as never,
    },
  }).catch(noneUnlessAway);
  if (!checked?.verified) {
    await logSecurityEvent(db, {
      type: "sign_in_failed",
      severity: "medium",
      personId: key.id,
      data: { passkey: true },
    });
    return null;
  }
  await db.rows(sql`
    update passkey
    set
      counter = ${checked.authenticationInfo.newCounter},
      backed_up = ${checked.authenticationInfo.credentialBackedUp}, last_used_at = clock_timestamp()
    where id = ${key.keyId}
  `);
  return key;
};

/**
 * Signs in with a passkey: possession and verification of the user in one, so it counts as two
 * factors. @throws Problem 401, 403, 429.
 */
export const signInWithPasskey = async (
  db: IdentityDb,
  config: Config,
  answer: { id: string },
  client: Client,
): Promise<TokenPair> => {
  await spend(db, "authAddress", addressForLimits(client.address));
  const key = await verifyPasskey(db, config, answer);
  if (!key)
    throw notSignedIn(
      "invalid_passkey",
      "This passkey is not known here, or it could not be checked. Sign in another way.",
    );
  assertMayEnter(key);
  return db.transaction((tx) => startSession(tx, key, client, "mfa", { method: "passkey" }));
};
