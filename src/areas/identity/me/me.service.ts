import type { Duty } from "#roles.ts";
import type { Actor, Role } from "#kernel/access.ts";
import { notAllowed, notFound } from "#kernel/errors.ts";
import { refuseKeys } from "#kernel/keys/changes.ts";
import { choiceOf } from "#areas/organization/organization.public.ts";
import type { Db } from "#server/db/db.ts";
import type { IdentityDb } from "#server/db/scopes/identity.ts";
import { sql } from "#server/db/sql.ts";
import { closedTo } from "#server/restored/questions.ts";
import { defaultCallsPerMinute } from "../api-limit.service.ts";
import { noteEntry } from "../entry-rule.service.ts";
import { forgetPrincipal, secondFactorPending } from "../principal.service.ts";
import type { SignInMethod } from "../methods.labels.ts";
import type { Me, Preferences } from "./me.model.ts";

type Agency = NonNullable<Me["org"]>;

const agencyOf = async (db: Db, orgId: string): Promise<Agency> => {
  const { practice } = await db.one<Pick<Agency, "practice">>(
    sql`select levee_practice(${orgId}) as practice`,
  );
  const row = await db.one<Omit<Agency, "practice">>(sql`
    select
      id, name, slug, time_zone, currency, fiscal_year_start_month,
      coalesce(settings->>'address', '') as address, coalesce(settings->>'phone', '') as phone,
      coalesce((settings->>'mfaRequired')::boolean, false) as mfa_required,
      coalesce((settings->>'sessionMinutes')::int, 60) as session_minutes,
      coalesce(
        (settings->>'callsPerMinute')::int, ${defaultCallsPerMinute}::int
      ) as calls_per_minute,
      coalesce((settings->>'mfaEveryone')::boolean, false) as mfa_everyone,
      settings->'publish' as publish, settings->'keys' as keys,
      case
        when settings->'branding' ? 'look' then jsonb_build_object(
          'number', (settings->'branding'->>'look')::int, 'markUrl',
          nullif(settings->'branding'->>'logoUrl', '')
        )
      end as look,
      levee_agency_state(id) as state, version
    from organization
    where id = ${orgId}
  `);
  return { ...row, practice, publish: choiceOf(row.publish) };
};

type PersonPart = Me["person"] & { secondFactor: boolean; assurance: "password" | "mfa" };

const personPart = (db: Db, actor: Actor) =>
  db.one<PersonPart>(sql`
    select
      p.id, p.email, p.display_name, p.preferences, p.version,
      exists (
        select 1
        from two_factor f
        where f.person_id = p.id and f.confirmed_at is not null
      ) as second_factor,
      coalesce((select s.assurance from session s where s.id = ${actor.sessionId}), 'password') as assurance
    from person p
    where p.id = ${actor.personId}
  `);

const invitationsOf = (db: Db, email: string) =>
  db.rows<Me["invitations"][number]>(sql`
    select
      i.id, o.name as organization, p.display_name as invited_by, i.role::text as role, i.expires_at
    from invitation i
    join organization o on o.id = i.org_id
    left join person p on p.id = i.invited_by
    where i.email = ${email}
      and i.accepted_at is null
      and i.revoked_at is null
      and i.expires_at > clock_timestamp()
    order by i.created_at desc
    limit 20
  `);

const placeOf = async (db: Db, actor: Actor) => {
  const [department, vendor] = await Promise.all([
    actor.departmentIds[0]
      ? db.maybe<{ id: string; name: string }>(sql`
        select id, name
        from department
        where org_id = ${actor.orgId} and id = ${actor.departmentIds[0]}
      `)
      : null,
    db.maybe<{ id: string; name: string }>(sql`
      select v.id, v.name
      from vendor_user u
      join vendor_identity v on v.id = u.vendor_id
      where u.person_id = ${actor.personId}
      order by v.name
      limit 1
    `),
  ]);
  return { department, vendor };
};

const agenciesOf = (db: Db, actor: Actor) =>
  db.rows<{ orgId: string; name: string }>(sql`
    select m.org_id, o.name
    from organization_member m
    join organization o on o.id = m.org_id
    where m.person_id = ${actor.personId} and m.active
    order by o.name
  `);

/** Everything that the shell needs to know about the person signed in. */
export const readMe = async (db: IdentityDb, actor: Actor): Promise<Me> => {
  // Whoever sets the second factor up sees which agency asks for it.
  const orgId = actor.orgId ?? actor.waitsForSecondFactor;
  const [part, org, memberships, invitations, { department, vendor }, closed] = await Promise.all([
    personPart(db, actor),
    orgId ? agencyOf(db, orgId) : null,
    agenciesOf(db, actor),
    invitationsOf(db, actor.email),
    placeOf(db, actor),
    closedTo(db, actor.personId!),
  ]);
  const { secondFactor, assurance, ...person } = part;
  return {
    person,
    kind: actor.waitsForSecondFactor ? "member" : (actor.kind as Me["kind"]),
    org,
    role: actor.role,
    duties: [...actor.duties] as Duty[],
    permissions: [...actor.permissions].sort(),
    department,
    vendor: orgId ? null : vendor,
    memberships,
    invitations,
    sessionId: actor.sessionId,
    secondFactor,
    providerRequired: actor.waitsForProvider
      ? {
          id: actor.waitsForProvider.providerId,
          name: actor.waitsForProvider.name,
          agency:
            memberships.find((m) => m.orgId === actor.waitsForProvider!.orgId)?.name ??
            "Your agency",
        }
      : null,
    methodRequired: actor.waitsForMethod
      ? {
          methods: [...actor.waitsForMethod.methods] as SignInMethod[],
          agency:
            memberships.find((m) => m.orgId === actor.waitsForMethod!.orgId)?.name ?? "Your agency",
        }
      : null,
    support: actor.support
      ? { areas: [...actor.support.areas], endsAt: actor.support.endsAt }
      : null,
    closedByState: actor.waitsForState ?? null,
    closedByRestore: closed
      .filter(({ orgId: id }) => !memberships.some((member) => member.orgId === id))
      .map(({ agency, timeZone, madeAt, told }) => ({ agency, timeZone, madeAt, told })),
    mfaRequired: secondFactorPending({
      required: org?.mfaRequired ?? false,
      everyone: org?.mfaEveryone ?? false,
      assurance,
      role: actor.role as Role,
      duties: actor.duties as readonly Duty[],
    }),
  };
};

/** Changes the display name or merges preferences. */
export const editMe = async (
  db: Db,
  actor: Actor,
  patch: { displayName?: string; preferences?: Preferences },
): Promise<void> => {
  if (patch.preferences?.keys)
    refuseKeys(patch.preferences.keys, actor.orgId ? (await agencyOf(db, actor.orgId)).keys : null);
  await db.rows(sql`
    update person
    set
      display_name = coalesce(${patch.displayName ?? null}, display_name),
      preferences = preferences || ${JSON.stringify(patch.preferences ?? {})}::jsonb,
      version = version + 1, updated_at = clock_timestamp()
    where id = ${actor.personId}
  `);
  if (actor.sessionId) forgetPrincipal(actor.sessionId);
};

/**
 * Makes an agency the one in which this session works; null leaves it (a vendor's person who is
 * also a member). @throws 404 when not a member.
 */
export const enterOrganization = async (
  db: Db,
  actor: Pick<Actor, "personId" | "sessionId">,
  orgId: string | null,
): Promise<void> => {
  const entered = await db.rows(sql`
    update session
    set active_org_id = ${orgId}::uuid
    where id = ${actor.sessionId}
      and person_id = ${actor.personId}
      and (provider_org_id is null or provider_org_id = ${orgId}::uuid)
      and (
        ${orgId}::uuid is null
        or exists (
          select 1
          from organization_member m
          where m.org_id = ${orgId}::uuid and m.person_id = ${actor.personId} and m.active
        )
        or exists (select 1 from levee_support_of(${actor.personId}, ${orgId}::uuid))
      )
    returning id
  `);
  if (!entered.length) {
    if (
      await db.maybe(sql`
        select 1 as ok
        from session
        where id = ${actor.sessionId}
          and provider_org_id is distinct from ${orgId}::uuid
          and provider_org_id is not null
      `)
    )
      throw notAllowed(
        "You came in through one agency's own sign-in, which opens that agency alone. Sign out and in again another way to work elsewhere.",
        "other_agency",
      );
    throw notFound("membership");
  }
  await noteEntry(db, actor.sessionId!);
  forgetPrincipal(actor.sessionId!);
};
