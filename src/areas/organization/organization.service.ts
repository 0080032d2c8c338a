import { extensionPoint } from "#server/area.ts";
import type { Actor } from "#kernel/access.ts";
import type { AgencyState } from "#kernel/agency-state.ts";
import { refuseKeys } from "#kernel/keys/changes.ts";
import { invalidField, notAllowed, notFound } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { note } from "#server/change.ts";
import type { Database, Db, Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { requireVersion } from "#server/http/endpoint.ts";
import type { z } from "zod";
import { defaultCallsPerMinute } from "#areas/identity/identity.server.ts";
import {
  type newOrganization,
  type organizationPatch,
  type OrganizationRow,
  slugOf,
} from "./organization.model.ts";
import { requireMayFound, useFoundingInvitation } from "./founding/founding.service.ts";
import { inviteFirst } from "./invitation/invitation.service.ts";
import { choiceOf } from "./publishing.labels.ts";

const columns = sql`
  
    id, name, slug, time_zone, currency, fiscal_year_start_month,
    coalesce(settings->>'address', '') as address, coalesce(settings->>'phone', '') as phone,
    coalesce((settings->>'mfaRequired')::boolean, false) as mfa_required,
    coalesce((settings->>'sessionMinutes')::int, 60) as session_minutes,
    coalesce((settings->>'callsPerMinute')::int, ${defaultCallsPerMinute}::int) as calls_per_minute,
    settings->'publish' as publish, settings->'keys' as keys,
    coalesce((settings->>'mfaEveryone')::boolean, false) as mfa_everyone,
    coalesce(settings->'signInMethods', '["password", "google", "passkey"]') as sign_in_methods,
    coalesce((settings->>'absoluteHours')::int, 12) as absolute_hours,
    settings->'profile' as profile, settings->'branding' as branding, version
`;

/** The agency of the scope. */
export const readOrganization = async (db: Db): Promise<OrganizationRow> => {
  const row = await db.maybe<OrganizationRow>(
    sql`select ${columns} from organization where id = ${db.scope.orgId}`,
  );
  if (!row) throw notFound("organization");
  return { ...row, publish: choiceOf(row.publish) };
};

const equipment: ((tx: Tx) => Promise<void>)[] = [];

/**
 * An area tells what every new agency begins with (rules of law, settings); runs in the founding
 * transaction.
 */
export const newOrganizations = extensionPoint<(tx: Tx) => Promise<void>>(
  "new agencies",
  (equip) => void equipment.push(equip),
  { required: true },
);

type NewAgency = z.output<typeof newOrganization>;

/** Stores an agency and what every new one begins with, in its own scope's transaction. */
const foundIn = async (
  tx: Tx,
  actor: Actor,
  input: NewAgency,
  state: AgencyState,
): Promise<OrganizationRow> => {
  const id = tx.scope.orgId!;
  const row = await tx.one<OrganizationRow>(sql`
    insert into organization (id, name, slug, time_zone, fiscal_year_start_month, settings, state)
    values (
      ${id}, ${input.name}, ${`${slugOf(input.name)}-${id.slice(-6)}`}, ${input.timeZone},
      ${input.fiscalYearStartMonth}, ${JSON.stringify({ mfaRequired: true })}, ${state}
    )
    returning ${columns}
  `);
  for (const equip of equipment) await equip(tx);
  note(tx, { ...actor, orgId: id }, "organization", id, {
    number: row.name,
    action: "create",
    after: row,
    event: null,
  });
  return row;
};

/**
 * Creates an agency whose first administrator is the creator. Two-step sign-in is required for
 * officers of new agencies
 * until an administrator switches that off.
 * @throws Problem 403 for a vendor's person: a supplier cannot be the agency that pays it; where the
 * operator lets in by invitation alone, or founds agencies itself.
 */
export const createOrganization = async (
  database: Database,
  actor: Actor,
  input: NewAgency,
): Promise<OrganizationRow> => {
  const invitation = await requireMayFound(database, actor);
  const id = newId();
  const scope = { orgId: id, personId: actor.personId };
  return database.transaction(scope, async (tx) => {
    if (await tx.maybe(sql`select 1 as ok from vendor_user where person_id = ${actor.personId}`))
      throw notAllowed(
        "A vendor's account cannot create an agency. Sign up with another address.",
        "vendor_account",
      );
    const row = await foundIn(tx, actor, input, "active");
    await tx.rows(
      sql`
        insert into organization_member (org_id, person_id, source)
        values (${id}, ${actor.personId}, 'opening')
      `,
    );
    await tx.rows(sql`
      insert into user_role (org_id, id, person_id, role, granted_by, source, reason)
      values (
        ${id}, ${newId()}, ${actor.personId}, 'admin', ${actor.personId}, 'opening',
        'Opened the agency'
      )
    `);
    // Last: what fails before leaves the invitation open.
    if (invitation) await useFoundingInvitation(database, invitation);
    return row;
  });
};

/**
 * Founds an agency for somebody else: nobody is in it, and whoever is named gets an invitation as its
 * first administrator, with whom it opens. `equip` fills it from a template, in the same transaction.
 */
export const foundFor = (
  database: Database,
  actor: Actor,
  input: NewAgency & { administrator: string },
  origin: string,
  equip: (tx: Tx) => Promise<void> = async () => {},
): Promise<OrganizationRow> => {
  const scope = { orgId: newId(), personId: actor.personId };
  return database.transaction(scope, async (tx) => {
    const row = await foundIn(tx, actor, input, "founded");
    await equip(tx);
    await inviteFirst(tx, { ...actor, orgId: scope.orgId }, input.administrator, origin);
    return row;
  });
};

const refuseOwnLockOut = (actor: Actor, methods: readonly string[] | undefined): void => {
  const { cameBy } = actor;
  if (!methods || !cameBy || cameBy === "provider" || methods.includes(cameBy)) return;
  throw invalidField(
    "signInMethods",
    "You came in by a way that this would close. Sign in by one that stays open first, so that you know that it works for you.",
  );
};

/**
 * Changes settings of the actor's own agency.
 * @throws Problem 404, 409, 422 where a field is wrong or its author would be locked out.
 */
export const editOrganization = async (
  tx: Tx,
  actor: Actor,
  id: string,
  patch: z.output<typeof organizationPatch>,
  ifMatch: number | null,
): Promise<OrganizationRow> => {
  if (id !== actor.orgId) throw notFound("organization");
  const before = await tx.one<OrganizationRow>(
    sql`select ${columns} from organization where id = ${id} for update`,
  );
  requireVersion(before.version, ifMatch);
  refuseKeys(patch.keys ?? {}, null);
  refuseOwnLockOut(actor, patch.signInMethods);
  const next = { ...before, ...patch };
  const { publish, keys, profile, branding } = next;
  const settings = {
    address: next.address,
    phone: next.phone,
    mfaRequired: next.mfaRequired,
    mfaEveryone: next.mfaEveryone,
    ...(patch.signInMethods ? { signInMethods: patch.signInMethods } : {}),
    sessionMinutes: next.sessionMinutes,
    absoluteHours: next.absoluteHours,
    callsPerMinute: next.callsPerMinute,
    ...(publish ? { publish } : {}),
    ...(keys ? { keys } : {}),
    ...(profile ? { profile } : {}),
    ...(patch.words ? { branding: { ...branding, ...patch.words } } : {}),
  };
  const after = await tx.one<OrganizationRow>(sql`
    update organization
    set
      name = ${next.name}, time_zone = ${next.timeZone},
      fiscal_year_start_month = ${next.fiscalYearStartMonth},
      settings = (
        case when ${next.publish === null} then settings - 'publish' else settings end
      ) || ${JSON.stringify(settings)}::jsonb,
      version = version + 1, updated_at = clock_timestamp()
    where id = ${id}
    returning ${columns}
  `);
  note(tx, actor, "organization", id, {
    number: after.name,
    action: "edit",
    before,
    after,
    event: null,
  });
  return after;
};
