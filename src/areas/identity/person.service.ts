import type { Actor } from "#kernel/access.ts";
import { invalidField } from "#kernel/errors.ts";
import type { Db } from "#server/db/db.ts";
import type { IdentityDb } from "#server/db/scopes/identity.ts";
import { sql } from "#server/db/sql.ts";
import type { AuthUser, Client } from "./identity.model.ts";
import { assertUncommon, hashPassword, verifyPassword } from "./password.service.ts";
import { forgetPrincipal } from "./principal.service.ts";
import { spend } from "./rate-limit.service.ts";
import { logSecurityEvent } from "./security-event.service.ts";
import { authUserOf, endSessions, type PersonRow } from "./session.service.ts";
import { storePassword } from "./sign-up.service.ts";
import { passkeysOf, tellOfChange } from "./ways.service.ts";

/** The signed-in person as SPEC 3 shapes it. */
export const userOf = async (db: Db, personId: string): Promise<AuthUser> =>
  authUserOf(
    await db.one<PersonRow>(
      sql`select id, email, display_name, email_verified_at from person where id = ${personId}`,
    ),
  );

/** Changes the name that others see. */
export const renamePerson = async (
  db: Db,
  actor: Pick<Actor, "personId" | "sessionId">,
  displayName: string,
): Promise<void> => {
  await db.rows(sql`
    update person
    set display_name = ${displayName}, version = version + 1, updated_at = clock_timestamp()
    where id = ${actor.personId}
  `);
  if (actor.sessionId) forgetPrincipal(actor.sessionId);
};

type Changing = { personId: string; sessionId: string; email: string };

/**
 * Changes the password, given the current one. All other sessions end and the person is told by
 * mail.
 * @throws Problem 422 naming `current_password` or `password`, 429 after ten tries in an hour.
 */
export const changePassword = async (
  db: IdentityDb,
  who: Changing,
  current: string,
  next: string,
  client: Client,
): Promise<void> => {
  await spend(db, "sensitive", `password:${who.personId}`);
  const stored = await db.maybe<{ passwordHash: string | null }>(sql`
    select password_hash
    from account
    where person_id = ${who.personId} and provider = 'password'
  `);
  if (!(await verifyPassword(stored?.passwordHash ?? null, current)))
    throw invalidField("current_password", "The current password is not right.", "wrong_password");
  assertUncommon(next, who.email);
  const passwordHash = await hashPassword(next);
  await db.transaction(async (tx) => {
    await storePassword(tx, who.personId, who.email, passwordHash);
    await endSessions(tx, who.personId, "password_changed", { but: [who.sessionId] });
    await logSecurityEvent(tx, {
      type: "password_changed",
      severity: "medium",
      personId: who.personId,
      sessionId: who.sessionId,
      address: client.address,
    });
    const keys = await passkeysOf(tx, who.personId);
    await tellOfChange(tx, who.personId, {
      kind: "password_changed",
      subject: "Your Levee password was changed",
      paragraphs: [
        "Your password was changed just now, and your other devices were signed out.",
        keys.length > 0
          ? `These passkeys still sign in as you: ${keys.map((key) => key.name).join(", ")}. Remove those that you do not know: Settings, Sign-in and security.`
          : "No passkey signs in as you.",
      ],
    });
  });
};
