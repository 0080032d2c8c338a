import { formatInstant } from "#kernel/dates.ts";
import { newId } from "#kernel/ids.ts";
import { notSignedIn } from "#kernel/errors.ts";
import type { Instant } from "#kernel/time.ts";
import type { Db, Tx } from "#server/db/db.ts";
import type { IdentityDb } from "#server/db/scopes/identity.ts";
import { restoredLately } from "#server/restored/questions.ts";
import { sql } from "#server/db/sql.ts";
import {
  type AuthUser,
  type Client,
  idleSeconds,
  sessionSeconds,
  type TokenPair,
} from "./identity.model.ts";
import { noteEntry } from "./entry-rule.service.ts";
import { rememberPlace } from "./place.service.ts";
import { forgetPrincipal } from "./principal.service.ts";
import { logSecurityEvent } from "./security-event.service.ts";
import {
  accessSeconds,
  newToken,
  reuseGraceSeconds,
  signAccessToken,
  successor,
  tokenHash,
} from "./token.service.ts";
import { databaseMs } from "#server/db/database-clock.ts";
import type { SignInMethod } from "./methods.labels.ts";

export type PersonRow = {
  id: string;
  email: string;
  displayName: string;
  emailVerifiedAt: string | null;
};

/** The user part of SPEC 3's session. */
export const authUserOf = (p: PersonRow): AuthUser => ({
  id: p.id,
  email: p.email,
  email_confirmed_at: p.emailVerifiedAt,
  user_metadata: { display_name: p.displayName },
});

const pairOf = async (
  person: PersonRow,
  sessionId: string,
  refreshToken: string,
): Promise<TokenPair> => ({
  access_token: await signAccessToken(person.id, sessionId),
  refresh_token: refreshToken,
  token_type: "bearer",
  expires_in: accessSeconds,
  expires_at: Math.floor(databaseMs() / 1000) + accessSeconds,
  user: authUserOf(person),
});

const storeRefreshToken = (db: Db, token: string, sessionId: string, parent: string | null) =>
  db.rows(sql`
    insert into refresh_token (hash, session_id, parent, expires_at)
    values (
      ${tokenHash(token)}, ${sessionId}, ${parent},
      clock_timestamp() + make_interval(secs => ${idleSeconds})
    )
  `);

/**
 * The agency that a new session starts in: the one last worked in, else the oldest membership, else
 * none.
 */
const firstAgency = async (db: Db, personId: string): Promise<string | null> => {
  const row = await db.maybe<{ orgId: string }>(sql`
    select m.org_id
    from organization_member m
    left join lateral (
        select max(s.seen_at) as last
        from session s
        where s.person_id = m.person_id and s.active_org_id = m.org_id
      ) used
      on true
    where m.person_id = ${personId} and m.active
    order by used.last desc nulls last, m.created_at
    limit 1
  `);
  return row?.orgId ?? null;
};

/** The agency's own provider that somebody came through, and its agency, in which they work. */
export type Through = { providerId: string; orgId: string };

/** How somebody came: the way, and where it is an agency's own provider, which. */
export type Came =
  | { method: SignInMethod; through?: undefined }
  | { method: "provider"; through: Through };

/**
 * Starts a session for a person whose identity has just been proved, and issues its first pair of
 * tokens.
 */
export const startSession = async (
  tx: Tx,
  person: PersonRow,
  client: Client,
  assurance: "password" | "mfa",
  { method, through }: Came,
): Promise<TokenPair> => {
  const id = newId();
  const orgId = through?.orgId ?? (await firstAgency(tx, person.id));
  const token = newToken();
  await tx.rows(sql`
    insert into session (
      id, person_id, active_org_id, assurance, address, user_agent, expires_at, provider_id,
      provider_org_id, method
    )
    values (
      ${id}, ${person.id}, ${orgId}, ${assurance}, ${client.address},
      ${client.userAgent.slice(0, 300)},
      clock_timestamp() + make_interval(secs => ${sessionSeconds}), ${through?.providerId ?? null},
      ${through?.orgId ?? null}, ${method}
    )
  `);
  await storeRefreshToken(tx, token, id, null);
  const newDevice = await rememberPlace(tx, person.id, client);
  await logSecurityEvent(tx, {
    type: "signed_in",
    severity: "low",
    personId: person.id,
    orgId,
    sessionId: id,
    address: client.address,
    data: {
      ...{ assurance, method },
      ...(newDevice && { newDevice }),
      ...(through && { providerId: through.providerId }),
    },
  });
  await noteEntry(tx, id);
  return pairOf(person, id, token);
};

/**
 * Ends sessions of a person: one, or all, or all but some. Access tokens stop within a second on
 * every instance.
 */
export const endSessions = async (
  db: Db,
  personId: string,
  reason: string,
  which: { only?: string; but?: readonly string[] } = {},
): Promise<number> => {
  const ended = await db.rows<{ id: string }>(sql`
    update session
    set ended_at = clock_timestamp(), ended_reason = ${reason}
    where person_id = ${personId}
      and ended_at is null
      and (${which.only ?? null}::uuid is null or id = ${which.only ?? null}::uuid)
      and not (id = any(${[...(which.but ?? [])]}::uuid[]))
    returning id
  `);
  for (const { id } of ended) forgetPrincipal(id);
  return ended.length;
};

type Presented = PersonRow & {
  sessionId: string;
  usedSecondsAgo: number | null;
  expired: boolean;
  ended: boolean;
  /** It ended by a restore. */
  restored: boolean;
  sessionOver: boolean;
  barred: boolean;
};

// The session row is locked first, so that all refreshes of one family happen one after the other.
const present = async (tx: Tx, token: string): Promise<Presented | null> => {
  const found = await tx.maybe<{ sessionId: string }>(
    sql`select session_id from refresh_token where hash = ${tokenHash(token)}`,
  );
  if (!found) return null;
  await tx.rows(sql`select id from session where id = ${found.sessionId} for update`);
  return tx.maybe<Presented>(sql`
    select
      p.id, p.email, p.display_name, p.email_verified_at, s.id as session_id,
      extract(epoch from clock_timestamp() - r.used_at)::float8 as used_seconds_ago,
      r.expires_at <= clock_timestamp() as expired, s.ended_at is not null as ended,
      s.ended_reason is not distinct from 'restored' as restored,
      s.expires_at <= clock_timestamp() as session_over,
      p.disabled_at is not null or coalesce(p.demo_until <= clock_timestamp(), false) as barred
    from refresh_token r
    join session s on s.id = r.session_id
    join person p on p.id = s.person_id
    where r.hash = ${tokenHash(token)}
  `);
};

/**
 * Marks `token` used and stores what follows it; with a used token, walks to the newest of the
 * chain.
 */
const rotate = async (tx: Tx, token: string, sessionId: string, used: boolean): Promise<string> => {
  let next = successor(token);
  if (!used) {
    await tx.rows(
      sql`update refresh_token set used_at = clock_timestamp() where hash = ${tokenHash(token)}`,
    );
    await storeRefreshToken(tx, next, sessionId, tokenHash(token));
    return next;
  }
  for (;;) {
    const row = await tx.one<{ usedAt: Instant | null }>(
      sql`select used_at from refresh_token where hash = ${tokenHash(next)}`,
    );
    if (!row.usedAt) return next;
    next = successor(next);
  }
};

const over = () => notSignedIn("session_ended", "Your session has expired. Please log in again.");

/** Sessions end by a restore, and those that began after its backup are unknown: it says so. */
const endedByRestore = async (tx: Tx, personId: string | null) => {
  const from = await restoredLately(tx, personId);
  if (!from) return null;
  return notSignedIn(
    "session_restored",
    `Levee was restored from its backup of ${formatInstant(from.madeAt, from.timeZone)}, so everybody signs in again. What was entered after that moment is not there: look through your last work.`,
  );
};

/**
 * Exchanges a refresh token for a new pair. Each token works once; presented again within 30 s it
 * answers with the same newest
 * token of its family (two tabs, or an answer that was lost), later it counts as stolen and the
 * session with all its tokens ends.
 * @throws Problem 401 (`session_missing`, `session_ended`, `session_restored`,
 * `refresh_token_reused`).
 */
export const refreshSession = async (
  db: IdentityDb,
  token: string,
  client: Client,
): Promise<TokenPair> => {
  const outcome = await db.transaction(async (tx) => {
    const p = await present(tx, token);
    if (!p)
      return (
        (await endedByRestore(tx, null)) ?? notSignedIn("session_missing", "Auth session missing!")
      );
    if (p.restored) return (await endedByRestore(tx, p.id)) ?? over();
    if (p.ended || p.sessionOver || p.barred) return over();
    if (p.usedSecondsAgo !== null && p.usedSecondsAgo > reuseGraceSeconds) {
      await endSessions(tx, p.id, "refresh_token_reused", { only: p.sessionId });
      await logSecurityEvent(tx, {
        type: "refresh_token_reused",
        severity: "high",
        personId: p.id,
        sessionId: p.sessionId,
        address: client.address,
      });
      return notSignedIn("refresh_token_reused", "Your session has expired. Please log in again.");
    }
    if (p.expired && p.usedSecondsAgo === null) return over();
    const next = await rotate(tx, token, p.sessionId, p.usedSecondsAgo !== null);
    await tx.rows(sql`update session set seen_at = clock_timestamp() where id = ${p.sessionId}`);
    return pairOf(p, p.sessionId, next);
  });
  if (outcome instanceof Error) throw outcome;
  return outcome;
};

/**
 * The session that a refresh token belongs to, for signing out with an access token that has run
 * out.
 */
export const sessionOfRefreshToken = (
  db: Db,
  token: string,
): Promise<{ personId: string; sessionId: string } | null> =>
  db.maybe(sql`
    select s.person_id, s.id as session_id
    from refresh_token r
    join session s on s.id = r.session_id
    where r.hash = ${tokenHash(token)}
  `);

export type SessionView = {
  id: string;
  createdAt: Instant;
  seenAt: Instant;
  expiresAt: string;
  address: string;
  userAgent: string;
  assurance: "password" | "mfa";
  current: boolean;
};

/** Open sessions of a person, newest first. */
export const openSessions = (
  db: Db,
  personId: string,
  currentId: string | null,
): Promise<SessionView[]> =>
  db.rows<SessionView>(sql`
    select
      id, created_at, seen_at, expires_at, address, user_agent, assurance,
      id is not distinct from ${currentId}::uuid as current
    from session
    where person_id = ${personId}
      and ended_at is null
      and expires_at > clock_timestamp()
      and seen_at > clock_timestamp() - make_interval(secs => ${idleSeconds + accessSeconds})
    order by seen_at desc
  `);
