import { newId } from "../../kernel/ids.ts";
import { Problem } from "../../kernel/errors.ts";
import type { Db, Tx } from "../../server/db/db.ts";
import type { IdentityDb } from "../../server/db/identity.ts";
import { sql } from "../../server/db/sql.ts";
import { queueMail } from "../../server/mail/mail.ts";
import type { Client, TokenPair } from "./identity.model.ts";
import { issueLink, redeemLink } from "./link.service.ts";
import { assertUncommon, hashPassword } from "./password.service.ts";
import { spend } from "./rate-limit.service.ts";
import { logSecurityEvent } from "./security-event.service.ts";
import { endSessions, type PersonRow, startSession } from "./session.service.ts";
import { tokenHash } from "./token.service.ts";

/** What is said whatever the address: whether it is known must not show. */
export const signUpText = "Check your mail: we sent a link that confirms your address.";
export const resendText = "If this address is waiting for confirmation, we sent a new link.";
export const recoverText = "If an account uses this address, we sent a link to choose a new password.";

const personByEmail = (db: Db, email: string) => db.maybe<PersonRow>(sql`select id, email, display_name, email_verified_at from person where email = ${email} for update`);

/** Stores or replaces the password of a person. */
export const storePassword = async (db: Db, personId: string, email: string, passwordHash: string): Promise<void> => {
  await db.rows(sql`insert into account (id, person_id, provider, provider_account_id, password_hash) values (${newId()}, ${personId}, 'password', ${email}, ${passwordHash})
    on conflict (person_id, provider) do update set password_hash = excluded.password_hash, updated_at = clock_timestamp()`);
};

/** Mails the link that confirms an address; it is built from the configured origin only. */
export const mailConfirmation = async (db: Db, person: PersonRow, origin: string): Promise<void> => {
  const token = await issueLink(db, person.id, "signup");
  await queueMail(db, {
    kind: "signup", to: person.email, subject: "Confirm your address for Levee",
    paragraphs: [`Hello ${person.displayName},`, "Press the link to confirm your address. It works once, for 24 hours.", "If you did not sign up, ignore this letter: nothing happens."],
    link: { label: "Confirm my address", href: `${origin}/auth?token_hash=${token}&type=signup` },
  });
};

const mailAlreadyKnown = (db: Db, person: PersonRow, origin: string) =>
  queueMail(db, {
    kind: "signup_known", to: person.email, subject: "You already have a Levee account",
    paragraphs: [`Hello ${person.displayName},`, "Somebody, probably you, signed up with your address. You have an account already: sign in, or choose a new password if you forgot yours.", "Nothing was changed."],
    link: { label: "Choose a new password", href: `${origin}/request-reset` },
  });

export type SignUp = { email: string; password: string; displayName: string; /** Demo mode only. */ inboxKey?: string | null };

const register = async (tx: Tx, input: SignUp, passwordHash: string, origin: string) => {
  const known = await personByEmail(tx, input.email);
  if (known?.emailVerifiedAt) return mailAlreadyKnown(tx, known, origin);
  const inbox = input.inboxKey ? tokenHash(input.inboxKey) : null;
  // Until the address is confirmed the newest sign-up counts, so that nobody can plant a password in advance.
  const person = known
    ? await tx.one<PersonRow>(sql`update person set display_name = ${input.displayName}, inbox_key_hash = ${inbox}, updated_at = clock_timestamp() where id = ${known.id} returning id, email, display_name, email_verified_at`)
    : await tx.maybe<PersonRow>(sql`insert into person (id, email, display_name, inbox_key_hash) values (${newId()}, ${input.email}, ${input.displayName}, ${inbox})
        on conflict (email) do nothing returning id, email, display_name, email_verified_at`);
  if (!person) return;
  await storePassword(tx, person.id, input.email, passwordHash);
  await mailConfirmation(tx, person, origin);
};

/**
 * Registers a person and mails the confirming link. A known address is told by mail that it has an account; the answer and the
 * work are the same, so that nobody learns who is registered.
 * @throws Problem 422 for a common password, 429.
 */
export const signUp = async (db: IdentityDb, input: SignUp, origin: string, client: Client): Promise<void> => {
  await spend(db, "authAddress", client.address);
  await spend(db, "auth", `signup:${input.email}|${client.address}`);
  assertUncommon(input.password, input.email);
  const passwordHash = await hashPassword(input.password);
  await db.transaction((tx) => register(tx, input, passwordHash, origin));
};

/** Mails the confirming link again if the address waits for it. Says nothing about whether it does. */
export const resendConfirmation = async (db: IdentityDb, email: string, origin: string, client: Client): Promise<void> => {
  await spend(db, "sensitiveAddress", client.address);
  await spend(db, "sensitive", `resend:${email}|${client.address}`);
  await db.transaction(async (tx) => {
    const person = await personByEmail(tx, email);
    if (person && !person.emailVerifiedAt) await mailConfirmation(tx, person, origin);
  });
};

const linkGone = () => new Problem("invalid", "link_not_valid", "This link was used before or has run out. Ask for a new one.");

/** Confirms an address by its link and signs the person in. @throws Problem 422 `link_not_valid`. */
export const confirmAddress = async (db: IdentityDb, token: string, client: Client): Promise<TokenPair> => {
  await spend(db, "authAddress", client.address);
  return db.transaction(async (tx) => {
    const personId = await redeemLink(tx, token, "signup");
    if (!personId) throw linkGone();
    const person = await tx.one<PersonRow>(sql`update person set email_verified_at = coalesce(email_verified_at, clock_timestamp()), updated_at = clock_timestamp()
      where id = ${personId} returning id, email, display_name, email_verified_at`);
    return startSession(tx, person, client, "password");
  });
};

/** Mails a link for a new password if the address belongs to somebody. Says nothing about whether it does. */
export const recover = async (db: IdentityDb, email: string, origin: string, client: Client): Promise<void> => {
  await spend(db, "sensitiveAddress", client.address);
  await spend(db, "sensitive", `recover:${email}|${client.address}`);
  await db.transaction(async (tx) => {
    const person = await personByEmail(tx, email);
    if (!person) return;
    const token = await issueLink(tx, person.id, "recovery");
    await queueMail(tx, {
      kind: "recovery", to: email, subject: "Choose a new password for Levee",
      paragraphs: [`Hello ${person.displayName},`, "Press the link to choose a new password. It works once, for one hour.", "If you did not ask for it, ignore this letter: your password stays as it is."],
      link: { label: "Choose a new password", href: `${origin}/reset-password?token_hash=${token}&type=recovery` },
    });
  });
};

/** Sets a new password by the link from the mail. All sessions end; the link also proves the address. @throws Problem 422. */
export const resetPassword = async (db: IdentityDb, token: string, password: string, client: Client): Promise<void> => {
  await spend(db, "authAddress", client.address);
  const passwordHash = await hashPassword(password);
  await db.transaction(async (tx) => {
    const personId = await redeemLink(tx, token, "recovery");
    if (!personId) throw linkGone();
    const person = await tx.one<PersonRow>(sql`update person set email_verified_at = coalesce(email_verified_at, clock_timestamp()), updated_at = clock_timestamp()
      where id = ${personId} returning id, email, display_name, email_verified_at`);
    assertUncommon(password, person.email);
    await storePassword(tx, personId, person.email, passwordHash);
    await endSessions(tx, personId, "password_reset");
    await logSecurityEvent(tx, { type: "password_reset", severity: "medium", personId, address: client.address });
  });
};
