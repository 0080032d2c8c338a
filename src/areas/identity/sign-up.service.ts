import { newId } from "#kernel/ids.ts";
import { Problem } from "#kernel/errors.ts";
import type { Db, Tx } from "#server/db/db.ts";
import type { IdentityDb } from "#server/db/scopes/identity.ts";
import { sql } from "#server/db/sql.ts";
import { addressForLimits } from "#server/http/proxy.ts";
import { queueMail } from "#server/mail/mail.ts";
import {
  confirmationLetter,
  contestedLetter,
  knownLetter,
  recoveryLetter,
} from "./letters.service.ts";
import { type Client, type Kept, nothingKept, type TokenPair } from "./identity.model.ts";
import { issueLink, personOfLink, redeemLink } from "./link.service.ts";
import { assertUncommon, hashPassword, verifyPassword } from "./password.service.ts";
import { forgetPlaces } from "./place.service.ts";
import { mayWriteTo, spend } from "./rate-limit.service.ts";
import { logSecurityEvent } from "./security-event.service.ts";
import { type PersonRow, startSession } from "./session.service.ts";
import { tokenHash } from "./token.service.ts";
import type { WaysIn } from "./ways.model.ts";
import { droppedInWords, dropWaysIn, tellOfChange, waysInOf } from "./ways.service.ts";

/** What is said whatever the address: whether it is known must not show. */
export const signUpText = "Check your mail: we sent a link that confirms your address.";
export const resendText = "If this address is waiting for confirmation, we sent a new link.";
export const recoverText =
  "If an account uses this address, we sent a link to choose a new password.";

const personByEmail = (db: Db, email: string) =>
  db.maybe<PersonRow>(sql`
    select id, email, display_name, email_verified_at
    from person
    where email = ${email}
    for update
  `);

/** Stores or replaces the password of a person. */
export const storePassword = async (
  db: Db,
  personId: string,
  email: string,
  passwordHash: string,
): Promise<void> => {
  await db.rows(sql`
    insert into account (id, person_id, provider, provider_account_id, password_hash)
    values (${newId()}, ${personId}, 'password', ${email}, ${passwordHash})
    on conflict (person_id, provider)
    do update set password_hash = excluded.password_hash, updated_at = clock_timestamp()
  `);
};

// What a stranger chose (a name) goes into no letter to an address that nobody has confirmed: our
// letters would carry anybody's text to anybody.
/** Mails the link that confirms an address; it is built from the configured origin only. */
/** Mails the link that confirms a person's address. */
export const mailConfirmation = async (
  db: Db,
  person: PersonRow,
  origin: string,
): Promise<void> => {
  const token = await issueLink(db, person.id, "signup");
  await queueMail(db, { ...confirmationLetter({ origin, token }), to: person.email });
};

/**
 * Mails a link to choose a password, which confirms the address too: for an address with which two
 * signed up, so that whoever reads the mail says which password holds.
 */
const mailContested = async (db: Db, person: PersonRow, origin: string): Promise<void> => {
  const token = await issueLink(db, person.id, "recovery");
  await queueMail(db, { ...contestedLetter({ origin, token }), to: person.email });
};

const mailAlreadyKnown = (db: Db, person: PersonRow, origin: string) =>
  queueMail(db, { ...knownLetter({ origin, name: person.displayName }), to: person.email });

export type SignUp = {
  email: string;
  password: string;
  displayName: string;
  /** Demo mode only. */ inboxKey?: string | null;
};

/**
 * The password that waits with an unconfirmed address; `hash` is null where two of them clashed.
 * Null when none waits.
 */
type Waiting = { hash: string | null } | null;
const waitingPassword = (db: Db, email: string) =>
  db.maybe<{ hash: string | null }>(sql`
    select a.password_hash as hash
    from person p
    join account a on a.person_id = p.id and a.provider = 'password'
    where p.email = ${email} and p.email_verified_at is null
  `);

const register = async (
  tx: Tx,
  input: SignUp,
  passwordHash: string,
  confirmsWaiting: (waiting: Waiting) => boolean,
  origin: string,
) => {
  const known = await personByEmail(tx, input.email);
  if (known?.emailVerifiedAt) return mailAlreadyKnown(tx, known, origin);
  const inbox = input.inboxKey ? tokenHash(input.inboxKey) : null;
  const waiting = known && (await waitingPassword(tx, input.email));
  const person = known
    ? await tx.one<PersonRow>(sql`
      update person
      set
        display_name = ${input.displayName}, inbox_key_hash = ${inbox},
        updated_at = clock_timestamp()
      where id = ${known.id}
      returning id, email, display_name, email_verified_at
    `)
    : await tx.maybe<PersonRow>(sql`
      insert into person (id, email, display_name, inbox_key_hash)
      values (${newId()}, ${input.email}, ${input.displayName}, ${inbox})
      on conflict (email)
      do nothing
      returning id, email, display_name, email_verified_at
    `);
  if (!person) return;
  if (!waiting || confirmsWaiting(waiting)) {
    await storePassword(tx, person.id, input.email, passwordHash);
    return mailConfirmation(tx, person, origin);
  }
  // Two passwords for one address: a press on either letter must not let the other's in, so neither
  // holds and no link sent before works.
  await tx.rows(sql`
    update account
    set password_hash = null, updated_at = clock_timestamp()
    where person_id = ${person.id} and provider = 'password'
  `);
  await tx.rows(
    sql`delete from verification where person_id = ${person.id} and purpose = 'signup'`,
  );
  await mailContested(tx, person, origin);
};

/**
 * Registers a person and mails the confirming link. A known address is told by mail that it has an
 * account; the answer and the
 * work are the same, so that nobody learns who is registered. A second sign-up before the
 * confirmation with another password leaves neither: the
 * letter then lets its reader choose one.
 * @throws Problem 422 for a common password, 429.
 */
export const signUp = async (
  db: IdentityDb,
  input: SignUp,
  origin: string,
  client: Client,
): Promise<void> => {
  await spend(db, "authAddress", addressForLimits(client.address));
  await spend(db, "auth", `signup:${input.email}|${addressForLimits(client.address)}`);
  assertUncommon(input.password, input.email);
  const waiting = await waitingPassword(db, input.email);
  const [passwordHash, same] = [
    await hashPassword(input.password),
    await verifyPassword(waiting?.hash ?? null, input.password),
  ];
  if (!(await mayWriteTo(db, input.email))) return;
  await db.transaction((tx) =>
    register(tx, input, passwordHash, (now) => same && now?.hash === waiting?.hash, origin),
  );
};

/**
 * Mails the confirming link again if the address waits for it. Says nothing about whether it does.
 */
export const resendConfirmation = async (
  db: IdentityDb,
  email: string,
  origin: string,
  client: Client,
): Promise<void> => {
  await spend(db, "sensitiveAddress", addressForLimits(client.address));
  await spend(db, "sensitive", `resend:${email}|${addressForLimits(client.address)}`);
  if (!(await mayWriteTo(db, email))) return;
  await db.transaction(async (tx) => {
    const person = await personByEmail(tx, email);
    if (!person || person.emailVerifiedAt) return;
    const waiting = await waitingPassword(tx, email);
    await (waiting && waiting.hash === null ? mailContested : mailConfirmation)(tx, person, origin);
  });
};

const linkGone = () =>
  new Problem(
    "invalid",
    "link_not_valid",
    "This link was used before or has run out. Ask for a new one.",
  );

/**
 * Confirms an address by its link and signs the person in. Of an address that is confirmed already
 * (by Google, or by a link for a new password) it opens nothing:
 * the person may have set up a second step since. @throws Problem 422 `link_not_valid` |
 * `already_confirmed`.
 */
export const confirmAddress = async (
  db: IdentityDb,
  token: string,
  client: Client,
): Promise<TokenPair> => {
  await spend(db, "authAddress", addressForLimits(client.address));
  return db.transaction(async (tx) => {
    const personId = await redeemLink(tx, token, "signup");
    if (!personId) throw linkGone();
    const person = await tx.maybe<PersonRow>(sql`
      update person
      set email_verified_at = clock_timestamp(), updated_at = clock_timestamp()
      where id = ${personId} and email_verified_at is null
      returning id, email, display_name, email_verified_at
    `);
    if (!person)
      throw new Problem(
        "invalid",
        "already_confirmed",
        "This address is confirmed already. Sign in.",
      );
    return startSession(tx, person, client, "password", { method: "password" });
  });
};

/**
 * Mails a link for a new password if the address belongs to somebody. Says nothing about whether it
 * does.
 */
export const recover = async (
  db: IdentityDb,
  email: string,
  origin: string,
  client: Client,
): Promise<void> => {
  await spend(db, "sensitiveAddress", addressForLimits(client.address));
  await spend(db, "sensitive", `recover:${email}|${addressForLimits(client.address)}`);
  if (!(await mayWriteTo(db, email))) return;
  await db.transaction(async (tx) => {
    const person = await personByEmail(tx, email);
    if (!person) return;
    const token = await issueLink(tx, person.id, "recovery");
    const name = person.emailVerifiedAt ? person.displayName : null;
    await queueMail(tx, { ...recoveryLetter({ origin, token, name }), to: email });
  });
};

/**
 * The passkeys and sessions of whoever the link for a new password was sent to; the link stays good.
 * @throws Problem 422 `link_not_valid`, 429.
 */
export const waysInOfLink = async (
  db: IdentityDb,
  token: string,
  client: Client,
): Promise<WaysIn> => {
  await spend(db, "authAddress", addressForLimits(client.address));
  const personId = await personOfLink(db, token, "recovery");
  if (!personId) throw linkGone();
  return waysInOf(db, personId);
};

/**
 * Sets a new password by the link from the mail. Sessions end and passkeys go, except those that the
 * person keeps; they are told by mail. The link also proves the address. @throws Problem 422.
 */
export const resetPassword = async (
  db: IdentityDb,
  token: string,
  password: string,
  client: Client,
  keep: Kept = nothingKept,
): Promise<void> => {
  await spend(db, "authAddress", addressForLimits(client.address));
  const passwordHash = await hashPassword(password);
  await db.transaction(async (tx) => {
    const personId = await redeemLink(tx, token, "recovery");
    if (!personId) throw linkGone();
    const person = await tx.one<PersonRow>(sql`
      update person
      set
        email_verified_at = coalesce(email_verified_at, clock_timestamp()),
        updated_at = clock_timestamp()
      where id = ${personId}
      returning id, email, display_name, email_verified_at
    `);
    assertUncommon(password, person.email);
    await storePassword(tx, personId, person.email, passwordHash);
    await forgetPlaces(tx, personId);
    const dropped = await dropWaysIn(tx, personId, keep, "password_reset");
    await logSecurityEvent(tx, {
      type: "password_reset",
      severity: "medium",
      personId,
      address: client.address,
      data: dropped,
    });
    await tellOfChange(tx, personId, {
      kind: "password_reset",
      subject: "Your Levee password was changed by a link",
      paragraphs: [
        `A link that we mailed to you was used to choose a new password. ${droppedInWords(dropped)}`,
      ],
    });
  });
};
