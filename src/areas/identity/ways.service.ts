import { counted } from "#kernel/words.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { queueMail } from "#server/mail/mail.ts";
import { changeLetters } from "./letters.service.ts";
import type { Kept, PasskeyRow } from "./identity.model.ts";
import { endSessions, openSessions } from "./session.service.ts";
import type { WaysIn } from "./ways.model.ts";

/** Most passkeys of one person. */
export const mostPasskeys = 20;

/** The passkeys of a person, newest first. */
export const passkeysOf = (db: Db, personId: string): Promise<PasskeyRow[]> =>
  db.rows<PasskeyRow>(sql`
    select id, name, backed_up, created_at, last_used_at
    from passkey
    where person_id = ${personId}
    order by created_at desc
    limit ${mostPasskeys}
  `);

/** The passkeys of a person and where they are signed in, for whoever resets the account. */
export const waysInOf = async (db: Db, personId: string): Promise<WaysIn> => {
  const [passkeys, sessions] = await Promise.all([
    passkeysOf(db, personId),
    openSessions(db, personId, null),
  ]);
  return {
    passkeys,
    sessions: sessions.map(({ id, createdAt, seenAt, address, userAgent }) => ({
      id,
      createdAt,
      seenAt,
      address,
      userAgent,
    })),
  };
};

/** What a reset took away: names of passkeys, a number of sessions. */
export type Dropped = { passkeys: string[]; sessions: number };

/**
 * Ends every session and removes every passkey that is not named: what somebody added in a stolen
 * session goes with the reset.
 */
export const dropWaysIn = async (
  tx: Tx,
  personId: string,
  kept: Kept,
  reason: string,
): Promise<Dropped> => {
  const passkeys = await tx.rows<{ name: string }>(sql`
    delete from passkey
    where person_id = ${personId} and not (id = any(${kept.passkeys}::uuid[]))
    returning name
  `);
  const sessions = await endSessions(tx, personId, reason, { but: kept.sessions });
  return { passkeys: passkeys.map((key) => key.name), sessions };
};

/** What was taken away, as a sentence of a letter. */
export const droppedInWords = ({ passkeys, sessions }: Dropped): string =>
  [
    passkeys.length > 0
      ? `These passkeys no longer sign in as you: ${passkeys.join(", ")}.`
      : "No passkey was removed.",
    `${counted(sessions, "session")} ended.`,
  ].join(" ");

/** What changed, as its letter is called. */
export type Change = keyof typeof changeLetters;

/**
 * Tells a person by letter that a way to sign in changed: whoever does it in a stolen session is
 * noticed.
 */
export const tellOfChange = async (
  tx: Tx,
  personId: string,
  { kind, ...words }: { kind: Change; subject: string; paragraphs: readonly string[] },
): Promise<void> => {
  const { email } = await tx.one<{ email: string }>(
    sql`select email from person where id = ${personId}`,
  );
  await queueMail(tx, { ...changeLetters[kind](words), to: email });
};

/** Ends the other sessions of somebody who has just got a new way to sign in. */
export const endOthers = (tx: Tx, personId: string, sessionId: string | null): Promise<number> =>
  endSessions(tx, personId, "way_in_added", { but: sessionId ? [sessionId] : [] });
