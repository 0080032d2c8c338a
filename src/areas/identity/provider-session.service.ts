import { newId } from "#kernel/ids.ts";
import type { Instant } from "#kernel/time.ts";
import type { Db, Tx } from "#server/db/db.ts";
import type { IdentityDb } from "#server/db/scopes/identity.ts";
import { sql } from "#server/db/sql.ts";
import { addressForLimits } from "#server/http/proxy.ts";
import type { Client, SecondFactorNeeded, TokenPair } from "./identity.model.ts";
import { hasSecondFactor } from "./people.service.ts";
import { spend } from "./rate-limit.service.ts";
import { endSessions, startSession, type PersonRow, type Through } from "./session.service.ts";
import { assertMayEnter, secondStepOf } from "./sign-in.service.ts";
import { email as emailRule, nameOf } from "./validators.model.ts";

type Standing = PersonRow & { disabled: boolean; demoOver: boolean };

/**
 * Begins the session of somebody whom an agency's own provider named. `strong`: the provider proved
 * two factors and the agency believes it; else the person's own second factor is asked for, where
 * one is set up.
 * @throws Problem 403 `account_disabled` | `demo_expired` | `email_not_confirmed`.
 */
export const beginProviderSession = (
  db: IdentityDb,
  personId: string,
  through: Through,
  client: Client,
  strong: boolean,
): Promise<TokenPair | SecondFactorNeeded> =>
  db.transaction(async (tx) => {
    const person = await tx.one<Standing>(sql`
      select
        id, email, display_name, email_verified_at, disabled_at is not null as disabled,
        coalesce(demo_until <= clock_timestamp(), false) as demo_over
      from person
      where id = ${personId}
    `);
    assertMayEnter(person);
    return strong
      ? startSession(tx, person, client, "mfa", { method: "provider", through })
      : secondStepOf(tx, person, client, { method: "provider", through });
  });

/** The account of an address, also one that was never confirmed; null when there is none. */
export const accountOf = async (db: Db, email: string): Promise<string | null> =>
  (await db.maybe<{ id: string }>(sql`select id from person where email = ${email}`))?.id ?? null;

/**
 * An account for somebody whom an agency's provider named, with an address in a domain that the
 * agency has proved to be its own: that confirms it. Null when the address has an account already;
 * its owner links it.
 */
export const newProviderPerson = async (
  db: IdentityDb,
  who: { email: string; name: string },
): Promise<string | null> => {
  const email = emailRule.parse(who.email);
  const made = await db.maybe<{ id: string }>(sql`
    insert into person (id, email, display_name, email_verified_at)
    values (
      ${newId()}, ${email}, ${nameOf(who.name.trim().slice(0, 120) || email.split("@")[0]!)},
      clock_timestamp()
    )
    on conflict
    do nothing
    returning id
  `);
  return made?.id ?? null;
};

/** Whether a session came through this provider, and began within so many minutes. */
export const cameThrough = async (
  db: Db,
  sessionId: string | null,
  providerId: string,
  minutes: number,
): Promise<boolean> =>
  (await db.maybe(sql`
    select 1
    from session
    where id = ${sessionId}
      and provider_id = ${providerId}
      and ended_at is null
      and created_at > clock_timestamp() - make_interval(mins => ${minutes}::int)
  `)) !== null;

/** Those of some people who have a second factor or a passkey. */
export const withSecondFactor = async (db: Db, ids: readonly string[]): Promise<string[]> =>
  (
    await db.rows<{ id: string }>(sql`
      select p.id
      from person p
      where p.id = any(${[...ids]}::uuid[]) and ${hasSecondFactor(sql`p.id`)}
    `)
  ).map((row) => row.id);

/** Ends the sessions of these people that did not come through the provider. */
export const endSessionsBeside = async (
  db: IdentityDb,
  people: readonly string[],
  providerId: string,
): Promise<void> => {
  for (const personId of people) {
    const kept = await db.rows<{ id: string }>(sql`
      select id
      from session
      where person_id = ${personId} and provider_id = ${providerId} and ended_at is null
    `);
    await endSessions(db, personId, "provider_enforced", { but: kept.map((row) => row.id) });
  }
};

/** Counts one question or answer of an agency's own sign-in by network address. @throws 429. */
export const limitProviderSignIn = (db: Db, client: Client): Promise<void> =>
  spend(db, "providerAddress", addressForLimits(client.address));

export type EntryRule = {
  providerId: string;
  providerName: string;
  enforcedAt: Instant;
  enforcedBy: string;
  liftedUntil: Instant | null;
  liftedReason: string | null;
  /** Whether it keeps anybody out now. */
  inForce: boolean;
};

/** The rule by which the scope's agency is entered; null where every way will do. */
export const entryRule = (db: Db): Promise<EntryRule | null> =>
  db.maybe<EntryRule>(sql`
    select
      provider_id, provider_name, enforced_at, enforced_by, lifted_until, lifted_reason,
      coalesce(lifted_until <= clock_timestamp(), true) as in_force
    from sign_in_rule
    where org_id = ${db.scope.orgId}
  `);

/** From now on the scope's agency is entered through this provider; an earlier rule goes. */
export const setEntryRule = async (
  tx: Tx,
  provider: { id: string; name: string },
  enforcedBy: string,
): Promise<void> => {
  await tx.rows(sql`
    insert into sign_in_rule (org_id, provider_id, provider_name, enforced_by)
    values (${tx.scope.orgId}, ${provider.id}, ${provider.name}, ${enforcedBy})
    on conflict (org_id)
    do update set
      provider_id = excluded.provider_id, provider_name = excluded.provider_name,
      enforced_by = excluded.enforced_by, enforced_at = clock_timestamp(), lifted_until = null,
      lifted_reason = null, version = sign_in_rule.version + 1
  `);
};

/** The rule tells people the provider's present name. */
export const renameEntryRule = async (
  tx: Tx,
  provider: { id: string; name: string },
): Promise<void> => {
  await tx.rows(sql`
    update sign_in_rule
    set provider_name = ${provider.name}
    where org_id = ${tx.scope.orgId} and provider_id = ${provider.id}
  `);
};

/** Every way in counts again. */
export const endEntryRule = async (tx: Tx): Promise<void> => {
  await tx.rows(sql`delete from sign_in_rule where org_id = ${tx.scope.orgId}`);
};

/** Lets every way in count for some hours. Null where no rule is. */
export const liftEntryRule = (
  tx: Tx,
  hours: number,
  reason: string,
): Promise<{ liftedUntil: string } | null> =>
  tx.maybe<{ liftedUntil: Instant }>(sql`
    update sign_in_rule
    set
      lifted_until = clock_timestamp() + make_interval(hours => ${hours}::int),
      lifted_reason = ${reason}, version = version + 1
    where org_id = ${tx.scope.orgId}
    returning lifted_until
  `);

/** The members of the scope's agency who may come in beside its provider. */
export const breakGlassOf = async (db: Db): Promise<string[]> =>
  (
    await db.rows<{ personId: string }>(sql`
      select person_id
      from break_glass_member
      where org_id = ${db.scope.orgId}
      order by named_at, person_id
    `)
  ).map((row) => row.personId);

/** Makes the members who may come in beside the provider exactly these. */
export const setBreakGlass = async (
  tx: Tx,
  people: readonly string[],
  namedBy: string,
): Promise<void> => {
  await tx.rows(sql`
    delete from break_glass_member
    where org_id = ${tx.scope.orgId} and not (person_id = any(${[...people]}::uuid[]))
  `);
  for (const personId of people)
    await tx.rows(sql`
      insert into break_glass_member (org_id, person_id, named_by)
      values (${tx.scope.orgId}, ${personId}, ${namedBy})
      on conflict
      do nothing
    `);
};

/** Agencies in which somebody came in beside the provider and nobody was told yet. */
export const agenciesToTell = async (db: IdentityDb): Promise<string[]> =>
  (
    await db.rows<{ orgId: string }>(
      sql`select distinct org_id from break_glass_use where told_at is null order by org_id`,
    )
  ).map((row) => row.orgId);

/** Takes what nobody was told of yet in the scope's agency; it counts as told with the commit. */
export const takeUntold = (tx: Tx): Promise<{ personId: string; usedAt: Instant }[]> =>
  tx.rows(sql`
    update break_glass_use
    set told_at = clock_timestamp()
    where org_id = ${tx.scope.orgId} and told_at is null
    returning person_id, used_at
  `);
