import { conflict, notAllowed, notFound } from "#kernel/errors.ts";
import type { Actor } from "#kernel/access.ts";
import type { Instant } from "#kernel/time.ts";
import type { Db, Tx } from "#server/db/db.ts";
import type { IdentityDb } from "#server/db/scopes/identity.ts";
import { sql, type Sql } from "#server/db/sql.ts";
import { logSecurityEvent } from "./security-event.service.ts";
import { endSessions, openSessions, type SessionView } from "./session.service.ts";
import { mailConfirmation } from "./sign-up.service.ts";

/** How somebody came into an agency last, and how well they proved who they are. */
export type SignIn = {
  personId: string;
  lastSignInAt: Instant | null;
  /** The strength of that sign-in; null where there was none. */
  strength: "password" | "mfa" | null;
  /** A code of an app or a passkey is set up. */
  secondFactor: boolean;
  sessions: number;
};

/** SQL: this person has set up a code of an app, or a passkey. */
export const hasSecondFactor = (personId: Sql): Sql => sql`
  (
    exists (
      select 1
      from two_factor f
      where f.person_id = ${personId} and f.confirmed_at is not null
    )
    or exists (select 1 from passkey k where k.person_id = ${personId})
  )
`;

/** The sign-ins of an agency's members, or of some of them: sessions of other agencies count for nothing. */
export const signInsOf = (
  db: Db,
  orgId: string,
  personIds: readonly string[] | null = null,
): Promise<SignIn[]> =>
  db.rows<SignIn>(sql`
    select
      m.person_id, last.created_at as last_sign_in_at, last.assurance as strength,
      ${hasSecondFactor(sql`m.person_id`)} as second_factor,
      (
        select count(*)::int
        from session s
        where s.person_id = m.person_id
          and s.active_org_id = m.org_id
          and s.ended_at is null
          and s.expires_at > clock_timestamp()
      ) as sessions
    from organization_member m
    left join lateral (
        select s.created_at, s.assurance
        from session s
        where s.person_id = m.person_id and s.active_org_id = m.org_id
        order by s.created_at desc
        limit 1
      ) last
      on true
    where m.org_id = ${orgId}
      and (${personIds === null} or m.person_id = any(${[...(personIds ?? [])]}::uuid[]))
  `);

const inAgency = (db: Db, orgId: string, personId: string, only: string | null) =>
  db.rows<{ id: string }>(sql`
    select id
    from session
    where person_id = ${personId}
      and active_org_id = ${orgId}
      and ended_at is null
      and (${only}::uuid is null or id = ${only}::uuid)
  `);

/** Open sessions of a member that work in this agency, the latest first. */
export const sessionsIn = async (
  db: Db,
  orgId: string,
  personId: string,
): Promise<SessionView[]> => {
  const here = await inAgency(db, orgId, personId, null);
  const open = await openSessions(db, personId, null);
  return open.filter((session) => here.some(({ id }) => id === session.id));
};

/**
 * Ends sessions of a member that work in this agency, one or all; those of other agencies go on.
 * Gives how many ended. Told to the security events.
 */
export const endSessionsIn = async (
  db: Db,
  orgId: string,
  personId: string,
  by: { actor: Actor; reason: string; only?: string | null },
): Promise<number> => {
  const here = await inAgency(db, orgId, personId, by.only ?? null);
  for (const { id } of here) await endSessions(db, personId, by.reason, { only: id });
  if (here.length > 0)
    await logSecurityEvent(db, {
      type: "sessions_ended",
      severity: "medium",
      personId: by.actor.personId,
      orgId,
      sessionId: by.actor.sessionId,
      data: { member: personId, sessions: here.length, reason: by.reason },
    });
  return here.length;
};

export type AccountRow = {
  id: string;
  name: string;
  email: string;
  createdAt: string;
  confirmed: boolean;
  lockedAt: string | null;
  secondFactor: boolean;
  sessions: number;
  lastSignInAt: string | null;
};

const accountFilters = {
  all: sql`true`,
  locked: sql`p.disabled_at is not null`,
  unconfirmed: sql`p.email_verified_at is null`,
} as const;
export type AccountFilter = keyof typeof accountFilters;

/** Accounts of the whole installation, whatever they work for; 50 a page. */
export const accountsOf = async (
  db: Db,
  { q, page, show }: { q: string; page: number; show: AccountFilter },
): Promise<{ items: AccountRow[]; total: number }> => {
  const where = sql`
    ${accountFilters[show]} and (
      ${q} = ''
      or p.email ilike '%' || ${q} || '%'
      or p.display_name ilike '%' || ${q} || '%'
    )
  `;
  const [items, { n }] = await Promise.all([
    db.rows<AccountRow>(sql`
      select
        p.id, p.display_name as name, p.email, p.created_at,
        p.email_verified_at is not null as confirmed, p.disabled_at as locked_at,
        ${hasSecondFactor(sql`p.id`)} as second_factor,
        (
          select count(*)::int
          from session s
          where s.person_id = p.id and s.ended_at is null and s.expires_at > clock_timestamp()
        ) as sessions,
        (select max(s.created_at) from session s where s.person_id = p.id) as last_sign_in_at
      from person p
      where ${where}
      order by p.email
      limit 50
      offset ${(page - 1) * 50}
    `),
    db.one<{ n: number }>(sql`select count(*)::int as n from person p where ${where}`),
  ]);
  return { items, total: n };
};

const lockedAccount = async (tx: Tx, id: string) => {
  const row = await tx.maybe<{
    id: string;
    email: string;
    displayName: string;
    emailVerifiedAt: Instant | null;
    disabledAt: Instant | null;
  }>(sql`
    select id, email, display_name, email_verified_at, disabled_at
    from person
    where id = ${id}
    for update
  `);
  if (!row) throw notFound("account");
  return row;
};

const log = (tx: Tx, actor: Actor, type: string, id: string, reason: string) =>
  logSecurityEvent(tx, {
    type,
    severity: "high",
    personId: actor.personId,
    orgId: null,
    sessionId: actor.sessionId,
    data: { account: id, reason },
  });

/**
 * Locks an account, with a reason: nobody signs in with it, every session ends at once. Its agencies
 * keep what it did.
 * @throws Problem 403 for one's own, 404, 409 when it is locked already.
 */
export const lockAccount = (
  db: IdentityDb,
  actor: Actor,
  id: string,
  reason: string,
): Promise<void> =>
  db.transaction(async (tx) => {
    const before = await lockedAccount(tx, id);
    if (id === actor.personId) throw notAllowed("You cannot lock your own account.", "own_account");
    if (before.disabledAt) throw conflict("locked", "This account is locked already.");
    await tx.rows(sql`update person set disabled_at = clock_timestamp() where id = ${id}`);
    await endSessions(tx, id, "account_locked");
    await log(tx, actor, "account_locked", id, reason);
  });

/** Unlocks an account: its owner signs in as before. @throws Problem 404, 409 when it is not locked. */
export const unlockAccount = (
  db: IdentityDb,
  actor: Actor,
  id: string,
  reason: string,
): Promise<void> =>
  db.transaction(async (tx) => {
    const before = await lockedAccount(tx, id);
    if (!before.disabledAt) throw conflict("not_locked", "This account is not locked.");
    await tx.rows(sql`update person set disabled_at = null where id = ${id}`);
    await log(tx, actor, "account_unlocked", id, reason);
  });

/** Mails the confirming link of an account again. @throws Problem 404, 409 when it is confirmed. */
export const resendAccountConfirmation = (
  db: IdentityDb,
  id: string,
  origin: string,
): Promise<void> =>
  db.transaction(async (tx) => {
    const person = await lockedAccount(tx, id);
    if (person.emailVerifiedAt)
      throw conflict("already_confirmed", "This address is confirmed already.");
    await mailConfirmation(tx, person, origin);
  });
