import { type Actor, anonymous, type Role } from "#kernel/access.ts";
import { notSignedIn } from "#kernel/errors.ts";
import type { AgencyState } from "#kernel/agency-state.ts";
import type { Instant } from "#kernel/time.ts";
import { insideAgency, permissionsOf, supportPermissions, type Duty } from "#roles.ts";
import type { IdentityDb } from "#server/db/scopes/identity.ts";
import { sql } from "#server/db/sql.ts";
import { rememberCallLimit } from "./api-limit.service.ts";
import { ruleKeepsOut } from "./entry-rule.service.ts";
import type { CameBy, SignInMethod } from "./methods.labels.ts";
import { readAccessToken } from "./token.service.ts";

/**
 * A changed role, an ended session or a disabled person takes effect within this many milliseconds.
 */
const cacheMs = 1000;
const cacheSize = 20_000;

type Entry = { until: number; actor: Promise<Actor | null> };
const cache = new Map<string, Entry>();

/**
 * Drops a session from this instance's cache, so that a change shows at once here (elsewhere within
 * a second).
 */
export const forgetPrincipal = (sessionId: string): void => void cache.delete(sessionId);

type Row = {
  personId: string;
  email: string;
  displayName: string;
  orgId: string | null;
  departmentId: string | null;
  role: Role | null;
  duties: Duty[];
  vendorIds: string[];
  assurance: "password" | "mfa";
  mfaRequired: boolean;
  mfaEveryone: boolean;
  timeZone: string | null;
  callsPerMinute: number | null;
  /** Milliseconds until a right or the session ends; null when none does. */
  holdsFor: number | null;
  keptOutBy: { providerId: string; name: string } | null;
  method: CameBy;
  /** The ways that the agency allows; null for every way. */
  methods: SignInMethod[] | null;
  breaksGlass: boolean;
  state: AgencyState | null;
  /** Whether the agency runs this installation. */
  operates: boolean;
  /** Support that an administrator of the agency let in, while the person runs the installation. */
  support: { id: string; orgId: string; areas: string[]; endsAt: Instant } | null;
};

// Whoever the person `p` is: a platform administrator of the agency that runs the installation, now.
const isOperator = sql`
  'platform_admin' = (
    select r.role
    from user_role r
    join organization_member w
      on w.org_id = r.org_id
      and w.person_id = r.person_id
      and w.active
      and (w.ends_at is null or w.ends_at > clock_timestamp())
    where r.org_id = levee_operating_agency()
      and r.person_id = p.id
      and (r.expires_at is null or r.expires_at > clock_timestamp())
    order by r.granted_at desc, r.id desc
    limit 1
  )
`;

const breaksGlass = sql`
  exists (
    select 1
    from break_glass_member g
    join sign_in_rule r on r.org_id = g.org_id
    where g.org_id = m.org_id and g.person_id = p.id
  )
`;

// What the installation says of the agency, and whether support was let into it.
const ofInstallation = sql`
  
    levee_agency_state(m.org_id) as state,
    coalesce(m.org_id = levee_operating_agency(), false) as operates,
    (
      select json_build_object(
          'id', a.id, 'orgId', a.org_id, 'areas', a.areas, 'endsAt',
          to_char(a.ends_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
        )
      from levee_support_of(p.id, s.active_org_id) a
      where m.org_id is null and s.provider_org_id is null and ${isOperator}
      order by a.ends_at desc
      limit 1
    ) as support
`;

const millisecondsLeft = sql`
  (extract(epoch from least(
    s.expires_at, m.ends_at,
    (
      select min(r.expires_at)
      from user_role r
      where r.org_id = m.org_id and r.person_id = p.id and r.expires_at > clock_timestamp()
    ),
    (select min(d.expires_at) from held_duty d where d.org_id = m.org_id and d.person_id = p.id),
    (select min(a.ends_at) from levee_support_of(p.id, s.active_org_id) a)
  ) - clock_timestamp()) * 1000)::float8
`;

const look = (db: IdentityDb, sessionId: string, personId: string) =>
  db.maybe<Row>(sql`
    select
      p.id as person_id, p.email, p.display_name, m.org_id, m.department_id,
      (
        select r.role
        from user_role r
        where r.org_id = m.org_id
          and r.person_id = p.id
          and (r.expires_at is null or r.expires_at > clock_timestamp())
        order by r.granted_at desc, r.id desc
        limit 1
      ) as role,
      array(
        select d.duty
        from held_duty d
        where d.org_id = m.org_id and d.person_id = p.id
        order by d.duty
      ) as duties,
      array(
        select v.vendor_id
        from vendor_user v
        where v.person_id = p.id and s.provider_org_id is null
        order by v.vendor_id
      ) as vendor_ids,
      s.assurance, o.time_zone,
      coalesce((o.settings->>'mfaRequired')::boolean, false) as mfa_required,
      coalesce((o.settings->>'mfaEveryone')::boolean, false) as mfa_everyone,
      (o.settings->>'callsPerMinute')::int as calls_per_minute, ${millisecondsLeft} as holds_for,
      (
        select json_build_object('providerId', r.provider_id, 'name', r.provider_name)
        from sign_in_rule r
        where r.org_id = m.org_id and ${ruleKeepsOut}
      ) as kept_out_by,
      s.method, o.settings->'signInMethods' as methods, ${breaksGlass} as breaks_glass,
      ${ofInstallation}
    from session s
    join person p on p.id = s.person_id
    left join organization_member m
      on m.org_id = s.active_org_id
      and (s.provider_org_id is null or s.provider_org_id = m.org_id)
      and m.person_id = p.id
      and m.active
      and (m.ends_at is null or m.ends_at > clock_timestamp())
    left join organization o on o.id = m.org_id
    where s.id = ${sessionId}
      and s.person_id = ${personId}
      and s.ended_at is null
      and s.expires_at > clock_timestamp()
      and s.created_at > clock_timestamp() - make_interval(hours => coalesce(
        (o.settings->>'absoluteHours')::int, 12
      ))
      and p.disabled_at is null
      and coalesce(p.demo_until > clock_timestamp(), true)
  `);

const noPermissions: ReadonlySet<string> = new Set();

const officers: readonly Duty[] = ["ap", "treasurer", "budget_officer", "buyer"];
/**
 * True when the agency wants a second factor of administrators, finance and bid officers, or of
 * everyone, and the session was opened without one.
 */
export const secondFactorPending = (who: {
  required: boolean;
  everyone: boolean;
  assurance: "password" | "mfa";
  role: Role;
  duties: readonly Duty[];
}): boolean =>
  who.required &&
  who.assurance !== "mfa" &&
  (who.everyone ||
    who.role === "admin" ||
    who.role === "platform_admin" ||
    who.duties.some((d) => officers.includes(d)));

/** Whether the agency allows other ways in only; who may come in beside its provider still may. */
const wrongWay = ({ method, methods, breaksGlass }: Row): boolean =>
  methods !== null && method !== "provider" && !methods.includes(method) && !breaksGlass;

type Who = Pick<Actor, "personId" | "name" | "email" | "sessionId" | "cameBy">;

/** A member in their agency; without the second factor that it demands, in none. */
const memberOf = (row: Row & { orgId: string }, who: Who): Actor => {
  rememberCallLimit(row.orgId, row.callsPerMinute);
  const role = row.role ?? "user";
  const { assurance, duties } = row;
  // The one place: whatever is asked, such a session is in no agency.
  if (
    secondFactorPending({
      required: row.mfaRequired,
      everyone: row.mfaEveryone,
      assurance,
      role,
      duties,
    })
  )
    return {
      ...who,
      kind: "person",
      orgId: null,
      role,
      duties,
      permissions: noPermissions,
      departmentIds: [],
      vendorIds: [],
      waitsForSecondFactor: row.orgId,
    };
  return {
    ...who,
    kind: "member",
    timeZone: row.timeZone ?? undefined,
    orgId: row.orgId,
    role,
    duties,
    permissions: row.operates
      ? permissionsOf(role, duties)
      : insideAgency(permissionsOf(role, duties)),
    departmentIds: row.departmentId ? [row.departmentId] : [],
    vendorIds: [],
  };
};

/** Whoever runs the installation, in an agency whose administrator let them in: they read alone. */
const supporterOf = (support: NonNullable<Row["support"]>, row: Row, who: Who): Actor => ({
  ...who,
  kind: "member",
  timeZone: row.timeZone ?? undefined,
  orgId: support.orgId,
  role: "user",
  duties: [],
  permissions: supportPermissions(support.areas),
  departmentIds: [],
  vendorIds: [],
  support: { id: support.id, areas: support.areas, endsAt: support.endsAt },
});

// A suspended agency is open to its administrators; one that is being deleted to nobody.
const shut = ({ state, role }: Row): boolean =>
  state === "deleted" || (state === "suspended" && role !== "admin");

const actorOf = (row: Row, sessionId: string): Actor => {
  const { orgId, keptOutBy, methods } = row;
  const who = {
    personId: row.personId,
    name: row.displayName,
    email: row.email,
    sessionId,
    cameBy: row.method,
  };
  if (row.support) return supporterOf(row.support, row, who);
  if (orgId && !keptOutBy && !wrongWay(row) && !shut(row)) return memberOf({ ...row, orgId }, who);
  const outside = {
    ...who,
    orgId: null,
    role: "user" as const,
    duties: [],
    departmentIds: [],
    // Whatever is asked, a session that came another way is not in the agency.
    ...(orgId && keptOutBy && { waitsForProvider: { orgId, ...keptOutBy } }),
    ...(orgId &&
      !keptOutBy &&
      wrongWay(row) && { waitsForMethod: { orgId, methods: methods ?? [] } }),
    ...(orgId && shut(row) && { waitsForState: row.state! }),
  };
  if (row.vendorIds.length)
    return {
      ...outside,
      kind: "vendor",
      permissions: permissionsOf("user", [], "vendor"),
      vendorIds: row.vendorIds,
    };
  return { ...outside, kind: "person", permissions: noPermissions, vendorIds: [] };
};

const cached = (db: IdentityDb, sessionId: string, personId: string): Promise<Actor | null> => {
  const now = performance.now();
  const hit = cache.get(sessionId);
  if (hit && now < hit.until) return hit.actor;
  // What ends sooner is not kept beyond its end: the clock runs from before the question.
  const actor = look(db, sessionId, personId).then((row) => {
    entry.until = Math.min(entry.until, now + (row?.holdsFor ?? cacheMs));
    return row && actorOf(row, sessionId);
  });
  const entry: Entry = { until: now + cacheMs, actor };
  actor.catch(() => cache.delete(sessionId));
  if (cache.size >= cacheSize) cache.clear();
  cache.set(sessionId, entry);
  return actor;
};

/**
 * Who sends this access token. The role is the newest grant of the session's active agency that has
 * not expired, else user (SPEC 6).
 * @throws Problem 401 when the token is not good, or its session has ended (`session_ended`).
 */
export const resolvePrincipal = async (db: IdentityDb, accessToken: string): Promise<Actor> => {
  const token = await readAccessToken(accessToken);
  if (!token) throw notSignedIn("invalid_token", "The access token is not valid or has run out.");
  const actor = await cached(db, token.sessionId, token.personId);
  if (!actor) throw notSignedIn("session_ended", "Your session has expired. Please log in again.");
  return actor;
};

/** The actor of a session, read anew. @throws Problem 401 when it has ended. */
export const principalOfSession = async (
  db: IdentityDb,
  sessionId: string,
  personId: string,
): Promise<Actor> => {
  const row = await look(db, sessionId, personId);
  if (!row) throw notSignedIn("session_ended", "Your session has expired. Please log in again.");
  return actorOf(row, sessionId);
};

/** The actor of a request by its `Authorization` header; anonymous without one. */
export const principalOf = async (
  db: IdentityDb,
  authorization: string | undefined,
): Promise<Actor> => {
  if (!authorization) return anonymous;
  const token = /^Bearer ([\w.-]+)$/i.exec(authorization)?.[1];
  if (!token)
    throw notSignedIn("invalid_token", "Send the access token as Authorization: Bearer <token>.");
  return resolvePrincipal(db, token);
};
