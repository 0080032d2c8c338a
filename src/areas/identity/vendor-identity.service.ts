import { extensionPoint } from "#server/area.ts";
import type { Actor } from "#kernel/access.ts";
import { conflict, notAllowed, notFound } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import type { Db } from "#server/db/db.ts";
import type { IdentityDb } from "#server/db/scopes/identity.ts";
import { sql } from "#server/db/sql.ts";
import { queueMail } from "#server/mail/mail.ts";
import { colleagueLetter } from "./letters.service.ts";
import { forgetPrincipal } from "./principal.service.ts";
import { newToken, tokenHash } from "./token.service.ts";

const lifeDays = 14;

/**
 * Refuses who works in an agency, also in one that this session has left for the moment: whoever is
 * paid must not be one of those who pay.
 */
const assertNoMember = async (tx: Db, actor: Actor, company: string): Promise<void> => {
  const at = await tx.maybe<{ name: string }>(sql`
    select o.name
    from organization_member m
    join organization o on o.id = m.org_id
    where m.person_id = ${actor.personId} and m.active
    order by m.created_at
    limit 1
  `);
  if (at)
    throw conflict(
      "works_in_agency",
      `You work for ${at.name}. ${company} with an account of its own, under another address.`,
    );
};

type Company = { id: string; name: string; email: string | null };
const beginnings: ((db: Db, company: Company) => Promise<void>)[] = [];
/** What begins with a vendor's identity (the record of its company), in the same transaction. */
export const newVendorIdentities = extensionPoint<(typeof beginnings)[number]>(
  "new vendor identities",
  (begin) => void beginnings.push(begin),
  { required: true },
);

/**
 * Founds a company that supplies agencies; the person who does it is its first. Their address must
 * be confirmed (403 `email_not_verified`).
 * 409 for somebody who works in an agency or acts for a company already.
 */
export const foundVendorIdentity = async (
  db: IdentityDb,
  actor: Actor,
  name: string,
): Promise<string> => {
  if (actor.vendorIds.length > 0)
    throw conflict("company_exists", "You act for a company already.");
  const person = await db.maybe<{ verified: boolean }>(sql`
    select email_verified_at is not null as verified
    from person
    where id = ${actor.personId}
  `);
  if (!person?.verified)
    throw notAllowed(
      "Confirm your e-mail address first: the link is in the letter that we sent.",
      "email_not_verified",
    );
  const id = newId();
  await db.transaction(async (tx) => {
    await assertNoMember(tx, actor, "A company is registered");
    await tx.rows(sql`insert into vendor_identity (id, name) values (${id}, ${name})`);
    await tx.rows(
      sql`insert into vendor_user (person_id, vendor_id) values (${actor.personId}, ${id})`,
    );
    for (const begin of beginnings) await begin(tx, { id, name, email: actor.email });
  });
  if (actor.sessionId) forgetPrincipal(actor.sessionId);
  return id;
};

export type Colleague = { id: string; name: string; email: string; since: string; self: boolean };
export type ColleagueInvitation = {
  id: string;
  email: string;
  createdAt: string;
  expiresAt: string;
};

const own = (actor: Actor): string => {
  const id = actor.vendorIds[0];
  if (actor.kind !== "vendor" || !id) throw notAllowed("This is for vendors.");
  return id;
};

/**
 * The people who act for the actor's company, and the invitations that are open. @throws 403 for
 * anybody who acts for none.
 */
export const colleaguesOf = async (
  db: IdentityDb,
  actor: Actor,
): Promise<{ people: Colleague[]; invitations: ColleagueInvitation[] }> => {
  const id = own(actor);
  const [people, invitations] = await Promise.all([
    db.rows<Colleague>(sql`
      select
        p.id, p.display_name as name, p.email, u.created_at as since,
        p.id = ${actor.personId} as self
      from vendor_user u
      join person p on p.id = u.person_id
      where u.vendor_id = ${id}
      order by u.created_at, p.id
    `),
    db.rows<ColleagueInvitation>(sql`
      select id, email, created_at, expires_at
      from vendor_colleague_invitation
      where identity_id = ${id}
        and accepted_at is null
        and revoked_at is null
        and expires_at > clock_timestamp()
      order by created_at desc
      limit 50
    `),
  ]);
  return { people, invitations };
};

/**
 * Invites an address into the actor's company: a letter with a link that is good for 14 days, for
 * that address alone. 409 when it is a colleague already.
 */
export const inviteColleague = async (
  db: IdentityDb,
  actor: Actor,
  email: string,
): Promise<void> => {
  const id = own(actor);
  const token = newToken();
  await db.transaction(async (tx) => {
    if (
      await tx.maybe(sql`
        select 1 as ok
        from vendor_user u
        join person p on p.id = u.person_id
        where u.vendor_id = ${id} and p.email = ${email}
      `)
    )
      throw conflict("already_colleague", "This person acts for your company already.");
    const { name } = await tx.one<{ name: string }>(
      sql`select name from vendor_identity where id = ${id}`,
    );
    await tx.rows(sql`
      update vendor_colleague_invitation
      set revoked_at = clock_timestamp()
      where identity_id = ${id} and email = ${email} and accepted_at is null and revoked_at is null
    `);
    await tx.rows(sql`
      insert into vendor_colleague_invitation (
        id, identity_id, email, token_hash, invited_by, expires_at
      )
      values (
        ${newId()}, ${id}, ${email}, ${tokenHash(token)}, ${actor.personId},
        clock_timestamp() + make_interval(days => ${lifeDays})
      )
    `);
    await queueMail(tx, {
      ...colleagueLetter({ name: actor.name, company: name, email, days: lifeDays, token }),
      to: email,
    });
  });
};

/** Takes back an open invitation of the actor's company. 404 for another company's. */
export const revokeColleague = async (
  db: IdentityDb,
  actor: Actor,
  invitationId: string,
): Promise<void> => {
  const done = await db.maybe(sql`
    update vendor_colleague_invitation
    set revoked_at = clock_timestamp()
    where id = ${invitationId}
      and identity_id = ${own(actor)}
      and accepted_at is null
      and revoked_at is null
    returning id
  `);
  if (!done) throw notFound("open invitation");
};

/**
 * Joins the company that a mailed link names. 404 unless it was sent to the actor's own confirmed
 * address and is still good; 409 for an agency's member.
 */
export const joinCompany = async (
  db: IdentityDb,
  actor: Actor,
  token: string,
): Promise<{ name: string }> => {
  if (actor.vendorIds.length > 0)
    throw conflict("company_exists", "You act for a company already.");
  const joined = await db.transaction(async (tx) => {
    await assertNoMember(tx, actor, "Join the company");
    const row = await tx.maybe<{ identityId: string; name: string }>(sql`
      update vendor_colleague_invitation i
      set accepted_at = clock_timestamp()
      from vendor_identity v, person p
      where i.token_hash = ${tokenHash(token)}
        and i.accepted_at is null
        and i.revoked_at is null
        and i.expires_at > clock_timestamp()
        and v.id = i.identity_id
        and p.id = ${actor.personId}
        and p.email = i.email
        and p.email_verified_at is not null
      returning i.identity_id, v.name
    `);
    if (!row) throw notFound("open invitation for your address");
    await tx.rows(sql`
      insert into vendor_user (person_id, vendor_id)
      values (${actor.personId}, ${row.identityId})
      on conflict
      do nothing
    `);
    return row;
  });
  if (actor.sessionId) forgetPrincipal(actor.sessionId);
  return { name: joined.name };
};

/**
 * Takes a colleague out of the actor's company; nobody takes out the last person, or themselves.
 */
export const removeColleague = async (
  db: IdentityDb,
  actor: Actor,
  personId: string,
): Promise<void> => {
  const id = own(actor);
  if (personId === actor.personId)
    throw conflict("not_yourself", "Another person of the company must take you out.");
  const gone = await db.maybe(sql`
    delete from vendor_user
    where vendor_id = ${id} and person_id = ${personId}
    returning person_id
  `);
  if (!gone) throw notFound("colleague");
};

/** Where letters to a company go: every person who acts for it. */
export const addressesOfVendor = async (db: IdentityDb, identityId: string): Promise<string[]> =>
  (
    await db.rows<{ email: string }>(sql`
      select p.email
      from vendor_user u
      join person p on p.id = u.person_id
      where u.vendor_id = ${identityId}
        and p.disabled_at is null
        and p.email_verified_at is not null
      order by p.email
      limit 20
    `)
  ).map((p) => p.email);

/**
 * Agencies that take registrations, by name. An agency closes its door with
 * `vendorRegistration: "closed"` in its settings.
 */
export const agenciesForVendors = (db: IdentityDb): Promise<{ id: string; name: string }[]> =>
  db.rows<{ id: string; name: string }>(sql`
    select id, name
    from organization
    where coalesce(settings->>'vendorRegistration', 'open') <> 'closed'
    order by name
    limit 500
  `);
