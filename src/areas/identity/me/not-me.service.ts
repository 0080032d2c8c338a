import { notSignedIn } from "#kernel/errors.ts";
import type { Instant } from "#kernel/time.ts";
import type { Db } from "#server/db/db.ts";
import type { IdentityDb } from "#server/db/scopes/identity.ts";
import { sql } from "#server/db/sql.ts";
import { queueMail } from "#server/mail/mail.ts";
import type { Client } from "../identity.model.ts";
import { recoveryLetter } from "../letters.service.ts";
import { issueLink } from "../link.service.ts";
import { forgetPlaces } from "../place.service.ts";
import { spend } from "../rate-limit.service.ts";
import { logSecurityEvent } from "../security-event.service.ts";
import { endSessions } from "../session.service.ts";

/** What happened to somebody's own account. */
export type OwnEvent = {
  id: string;
  kind: string;
  at: Instant;
  address: string;
  /** With which session; null where none began. */
  current: boolean;
};

const ownKinds = [
  "signed_in",
  "sign_in_failed",
  "second_factor_failed",
  "refresh_token_reused",
  "second_factor_on",
  "second_factor_off",
  "second_factor_reset",
  "passkey_added",
  "passkey_removed",
  "password_changed",
  "password_reset",
  "provider_linked",
  "not_me",
];

/** The last fifty sign-ins, attempts and changes of factors of a person, whichever agency they work in. */
export const ownSignIns = (
  db: Db,
  personId: string,
  sessionId: string | null,
): Promise<OwnEvent[]> =>
  db.rows<OwnEvent>(sql`
    select
      id, case when event_data->>'newDevice' = 'true' then 'new_device' else event_type end as kind,
      occurred_at as at, address,
      event_type = 'signed_in' and session_id is not distinct from ${sessionId}::uuid as current
    from security_event
    where person_id = ${personId} and event_type = any(${ownKinds}::text[])
    order by occurred_at desc, id desc
    limit 50
  `);

/**
 * Somebody says that a sign-in was not theirs: every session of theirs ends, the password opens the
 * account no more, its places are forgotten, and a letter asks for a new one. @throws Problem 429.
 */
export const sayNotMe = async (
  db: IdentityDb,
  personId: string,
  { client, origin, sessionId }: { client: Client; origin: string; sessionId: string | null },
): Promise<void> => {
  await spend(db, "sensitive", `not-me:${personId}`);
  await db.transaction(async (tx) => {
    const person = await tx.maybe<{ email: string; name: string }>(sql`
      select email, display_name as name
      from person
      where id = ${personId}
      for update
    `);
    if (!person) throw notSignedIn();
    await tx.rows(sql`
      update account
      set password_hash = null, updated_at = clock_timestamp()
      where person_id = ${personId} and provider = 'password'
    `);
    await endSessions(tx, personId, "not_me");
    await forgetPlaces(tx, personId);
    await logSecurityEvent(tx, {
      type: "not_me",
      severity: "critical",
      ...{ personId, sessionId },
      address: client.address,
    });
    const token = await issueLink(tx, personId, "recovery");
    await queueMail(tx, {
      ...recoveryLetter({ origin, token, name: person.name }),
      to: person.email,
    });
  });
};
