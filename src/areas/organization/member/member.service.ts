import type { Actor, Role } from "#kernel/access.ts";
import type { Duty } from "#roles.ts";
import { invalidField, notAllowed, notFound } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { audit } from "#server/audit/audit.ts";
import type { Db, Tx } from "#server/db/db.ts";
import type { IdentityDb } from "#server/db/scopes/identity.ts";
import { raw, sql } from "#server/db/sql.ts";
import { requireVersion } from "#server/http/endpoint.ts";
import type { ListDefinition } from "#server/http/list.ts";
import { logSecurityEvent, resetFactor } from "#areas/identity/identity.server.ts";
import { departmentById } from "../department/department.service.ts";
import type { MemberPatch, MemberRow } from "./member.model.ts";
import { databaseMs } from "#server/db/database-clock.ts";

// SPEC section 6: the newest grant that has not expired.
const newestGrant = `
  lateral (
    select r.role, r.expires_at
    from user_role r
    where r.org_id = m.org_id
      and r.person_id = m.person_id
      and (r.expires_at is null or r.expires_at > clock_timestamp())
    order by r.granted_at desc, r.id desc
    limit 1
  ) g on true
`;

/** Members of the agency with their role of now. */
export const memberList: ListDefinition = {
  name: "members",
  alias: "m",
  from: `(select *, person_id as id from organization_member) m join person p on p.id = m.person_id
    left join department d on d.org_id = m.org_id and d.id = m.department_id left join ${newestGrant}`,
  columns: {
    id: { sql: "m.person_id", hidden: true },
    name: { sql: "p.display_name", label: "Name", sort: true },
    email: { sql: "p.email", label: "Email", sort: true },
    title: { sql: "m.title", label: "Title", sort: true },
    departmentId: { sql: "m.department_id", hidden: true },
    departmentName: { sql: "d.name", label: "Department", sort: true },
    role: { sql: "coalesce(g.role, 'user')", label: "Role", sort: true },
    roleExpiresAt: { sql: "g.expires_at", label: "Role until", sort: true },
    duties: {
      sql: "array(select y.duty from member_duty y where y.org_id = m.org_id and y.person_id = m.person_id order by y.duty)",
      label: "Duties",
    },
    active: { sql: "m.active", label: "Active", sort: true },
    createdAt: { sql: "m.created_at", label: "Member since", sort: true },
    version: { sql: "m.version", hidden: true },
  },
  filters: {
    role: { kind: "set", sql: "coalesce(g.role, 'user')", type: "text" },
    department: { kind: "set", sql: "m.department_id", type: "uuid" },
    active: { kind: "flag", sql: "m.active" },
  },
  search: [
    "p.display_name",
    "p.email",
    "m.title",
    "array_to_string(array(select y.duty from member_duty y where y.org_id = m.org_id and y.person_id = m.person_id), ' ')",
  ],
  defaultSort: "name",
};

/** One member as the list shows it; 404 for people of other agencies. */
export const memberById = async (db: Db, personId: string): Promise<MemberRow> => {
  const row = await db.maybe<MemberRow>(sql`
    select
      m.person_id as id, p.display_name as name, p.email, m.title, m.department_id,
      d.name as department_name, coalesce(g.role, 'user') as role, g.expires_at as role_expires_at,
      array(
        select y.duty
        from member_duty y
        where y.org_id = m.org_id and y.person_id = m.person_id
        order by y.duty
      ) as duties,
      m.active, m.created_at, m.version
    from organization_member m
    join person p on p.id = m.person_id
    left join department d on d.org_id = m.org_id and d.id = m.department_id
    left join ${raw(newestGrant)}
    where m.org_id = ${db.scope.orgId} and m.person_id = ${personId}
  `);
  if (!row) throw notFound("member");
  return row;
};

/** Grants a role from now on: a new row, which is the newest. */
export const grantRole = (
  tx: Tx,
  personId: string,
  role: Role,
  expiresAt: string | null,
  grantedBy: string | null,
) =>
  tx.rows(sql`
    insert into user_role (org_id, id, person_id, role, expires_at, granted_by)
    values (${tx.scope.orgId}, ${newId()}, ${personId}, ${role}, ${expiresAt}, ${grantedBy})
  `);

/** Makes the member's duties exactly these. */
export const setDuties = async (
  tx: Tx,
  personId: string,
  duties: readonly Duty[],
  grantedBy: string | null,
) => {
  await tx.rows(sql`
    delete from member_duty
    where org_id = ${tx.scope.orgId}
      and person_id = ${personId}
      and not (duty = any(${[...duties]}::text[]))
  `);
  for (const duty of duties)
    await tx.rows(sql`
      insert into member_duty (org_id, person_id, duty, granted_by)
      values (${tx.scope.orgId}, ${personId}, ${duty}, ${grantedBy})
      on conflict
      do nothing
    `);
};

const otherAdmins = async (tx: Tx, personId: string): Promise<number> =>
  (
    await tx.one<{ n: number }>(sql`
      select count(*)::int as n
      from organization_member m
      left join ${raw(newestGrant)}
      where m.org_id = ${tx.scope.orgId}
        and m.person_id <> ${personId}
        and m.active
        and g.role = 'admin'
    `)
  ).n;

const instant = (text: string | null) => (text === null ? null : Date.parse(text));

/**
 * What of a patch changes what the member may do; a role named without an expiry does not expire.
 */
const powerOf = (before: MemberRow, patch: MemberPatch) => {
  const role = patch.role ?? before.role;
  const roleChanges = role !== before.role;
  const expiresAt =
    patch.roleExpiresAt !== undefined
      ? patch.roleExpiresAt
      : roleChanges
        ? null
        : before.roleExpiresAt;
  const grant = roleChanges || instant(expiresAt) !== instant(before.roleExpiresAt);
  const dutiesChange =
    patch.duties !== undefined &&
    [...patch.duties].sort().join() !== [...before.duties].sort().join();
  const activeChanges = patch.active !== undefined && patch.active !== before.active;
  return {
    role,
    roleChanges,
    expiresAt,
    grant,
    dutiesChange,
    activeChanges,
    any: grant || dutiesChange || activeChanges,
  };
};
type Power = ReturnType<typeof powerOf>;

/**
 * An agency keeps an administrator; nobody raises themselves while somebody else could do it;
 * platform_admin is the platform's to give.
 */
const assertMayChange = async (tx: Tx, actor: Actor, before: MemberRow, power: Power) => {
  if (!power.any) return;
  const others = await otherAdmins(tx, before.id);
  const loses =
    before.role === "admin" &&
    (power.role !== "admin" ||
      (power.activeChanges && before.active) ||
      (power.grant && power.expiresAt !== null));
  if (loses && others === 0)
    throw notAllowed(
      "This is the agency's only administrator. Make somebody else one first.",
      "last_admin",
    );
  if (before.id === actor.personId && others > 0)
    throw notAllowed(
      "You cannot change your own role or duties. Another administrator can.",
      "own_role",
    );
  if (power.roleChanges && (power.role === "platform_admin" || before.role === "platform_admin"))
    throw notAllowed("The platform's operator gives and takes this role.", "platform_role");
  if (power.grant && power.expiresAt !== null && Date.parse(power.expiresAt) <= databaseMs())
    throw invalidField("roleExpiresAt", "Choose a time in the future.");
};

/**
 * Changes a member's title, department, role (with expiry), duties, or switches the membership off.
 * Takes effect within a second.
 * @throws Problem 403 `last_admin` | `own_role` | `platform_role` | `vendor_account`, 404, 412,
 * 422.
 */
export const editMember = async (
  tx: Tx,
  actor: Actor,
  personId: string,
  patch: MemberPatch,
  ifMatch: number | null,
): Promise<MemberRow> => {
  // All changes of power in one agency wait for each other, so that two administrators cannot
  // remove one another at once.
  await tx.rows(sql`select id from organization where id = ${actor.orgId} for update`);
  const before = await memberById(tx, personId);
  requireVersion(before.version, ifMatch);
  if (patch.departmentId) await departmentById(tx, patch.departmentId);
  const power = powerOf(before, patch);
  await assertMayChange(tx, actor, before, power);
  if (power.grant) await grantRole(tx, personId, power.role, power.expiresAt, actor.personId);
  if (patch.duties && power.dutiesChange)
    await setDuties(tx, personId, patch.duties, actor.personId);
  const departmentId = patch.departmentId === undefined ? before.departmentId : patch.departmentId;
  await tx
    .rows(sql`
      update organization_member
      set
        title = ${patch.title ?? before.title}, department_id = ${departmentId},
        active = ${patch.active ?? before.active}, version = version + 1,
        updated_at = clock_timestamp()
      where org_id = ${actor.orgId} and person_id = ${personId}
    `)
    .catch((error: unknown) => {
      throw (error as { code?: unknown }).code === "LV411"
        ? notAllowed(
            "This person acts for a vendor by now. Whoever is paid must not be one of those who pay: they need another account here.",
            "vendor_account",
          )
        : error;
    });
  const after = await memberById(tx, personId);
  audit(tx, actor, {
    action: "member.edit",
    objectType: "member",
    objectId: personId,
    objectNumber: after.email,
    before,
    after,
  });
  if (power.any) {
    await logSecurityEvent(tx, {
      type: "member_access_changed",
      severity: "medium",
      personId: actor.personId,
      orgId: actor.orgId,
      sessionId: actor.sessionId,
      data: { member: personId, role: after.role, duties: after.duties, active: after.active },
    });
  }
  return after;
};

/**
 * Takes the second factor of another member off, who lost phone and backup codes, with a reason.
 * @throws Problem 403 for oneself and for the platform's operator, 404, 409 (see `resetFactor`).
 */
export const resetMemberFactor = async (
  tx: Tx,
  identity: IdentityDb,
  actor: Actor,
  personId: string,
  reason: string,
): Promise<MemberRow> => {
  const member = await memberById(tx, personId);
  if (personId === actor.personId)
    throw notAllowed(
      "Turn off your own two-step sign-in under Settings, Sign-in and security, with a code.",
      "own_factor",
    );
  if (member.role === "platform_admin")
    throw notAllowed("The platform's operator is not yours to help.", "platform_role");
  await resetFactor(identity, personId, actor.orgId!, actor.personId);
  audit(tx, actor, {
    action: "member.resetSecondFactor",
    objectType: "member",
    objectId: personId,
    objectNumber: member.email,
    before: null,
    after: null,
    note: reason,
  });
  return member;
};
