import type { Actor } from "#kernel/access.ts";
import { permissionsOf } from "#roles.ts";
import { invalidField, notAllowed, notFound } from "#kernel/errors.ts";
import { note } from "#server/change.ts";
import type { Db, Tx } from "#server/db/db.ts";
import type { IdentityDb } from "#server/db/scopes/identity.ts";
import { raw, sql } from "#server/db/sql.ts";
import { requireVersion } from "#server/http/endpoint.ts";
import { listAll } from "#server/http/list-page.ts";
import type { ListDefinition } from "#server/http/list.ts";
import { type Kept, logSecurityEvent, resetFactor } from "#areas/identity/identity.server.ts";
import { departmentById } from "../department/department.service.ts";
import { askFor, lapseGrants, noteTaken } from "../grant/ask.service.ts";
import { assertSeparated } from "../grant/separation.service.ts";
import { holdsNow } from "../grant/standing.service.ts";
import { grantRole, setDuties } from "./access.service.ts";
import { tellChanged } from "./changed.service.ts";
import { requireSupervisor } from "./supervisor.service.ts";
import type { MemberPatch, MemberRow } from "./member.model.ts";
import { databaseMs } from "#server/db/database-clock.ts";
import { powerOf, splitPower, type Power, type Split } from "./power.service.ts";

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

const dutyEnds = `
  (
    select coalesce(jsonb_object_agg(y.duty, y.expires_at), '{}')
    from held_duty y
    where y.org_id = m.org_id and y.person_id = m.person_id and y.expires_at is not null
  )
`;

/** Members of the agency with their role of now. */
export const memberList: ListDefinition = {
  name: "members",
  alias: "m",
  from: `(select *, person_id as id from organization_member) m join person p on p.id = m.person_id
    left join department d on d.org_id = m.org_id and d.id = m.department_id
    left join person s on s.id = m.supervisor_id left join ${newestGrant}`,
  columns: {
    id: { sql: "m.person_id", hidden: true },
    name: { sql: "p.display_name", label: "Name", sort: true },
    email: { sql: "p.email", label: "Email", sort: true },
    title: { sql: "m.title", label: "Title", sort: true },
    departmentId: { sql: "m.department_id", hidden: true },
    departmentName: { sql: "d.name", label: "Department", sort: true },
    supervisorId: { sql: "m.supervisor_id", hidden: true },
    supervisorName: { sql: "s.display_name", label: "Supervisor", sort: true },
    role: { sql: "coalesce(g.role, 'user')", label: "Role", sort: true },
    roleExpiresAt: { sql: "g.expires_at", label: "Role until" },
    duties: {
      sql: "array(select y.duty from held_duty y where y.org_id = m.org_id and y.person_id = m.person_id order by y.duty)",
      label: "Duties",
    },
    dutyEnds: { sql: dutyEnds, hidden: true },
    active: { sql: "m.active", label: "Active", sort: true },
    createdAt: { sql: "m.created_at", label: "Member since", sort: true },
    version: { sql: "m.version", hidden: true },
  },
  filters: {
    id: { kind: "set", sql: "m.person_id", type: "uuid" },
    role: { kind: "set", sql: "coalesce(g.role, 'user')", type: "text" },
    department: { kind: "set", sql: "m.department_id", type: "uuid" },
    active: { kind: "flag", sql: "m.active" },
  },
  search: [
    "p.display_name",
    "p.email",
    "m.title",
    "array_to_string(array(select y.duty from held_duty y where y.org_id = m.org_id and y.person_id = m.person_id), ' ')",
  ],
  defaultSort: "name",
};

/** Ids of the active members of a department, or of the whole agency, in the order of their names. */
export const membersOf = async (db: Db, departmentId: string | null): Promise<string[]> =>
  (
    await db.rows<{ id: string }>(sql`
      select m.person_id as id
      from organization_member m
      join person p on p.id = m.person_id
      where m.org_id = ${db.scope.orgId}
        and m.active
        and (${departmentId}::uuid is null or m.department_id = ${departmentId}::uuid)
      order by p.display_name, m.person_id
    `)
  ).map((member) => member.id);

/** Members of the agency, also former ones, by id or by the address that they sign in with. */
export const membersNamed = (
  db: Db,
  { ids = [], emails = [] }: { ids?: readonly string[]; emails?: readonly string[] },
): Promise<{ id: string; name: string; email: string; active: boolean }[]> =>
  db.rows(sql`
    select m.person_id as id, p.display_name as name, p.email, m.active
    from organization_member m
    join person p on p.id = m.person_id
    where m.org_id = ${db.scope.orgId}
      and (
        m.person_id = any(${[...ids]}::uuid[])
        or lower(p.email) = any(${emails.map((email) => email.toLowerCase())}::text[])
      )
    order by p.display_name, m.person_id
  `);

/** Whom a letter to staff is for: active members of these departments, roles and duties. */
export type StaffChoice = {
  departmentIds: readonly string[];
  roles: readonly string[];
  duties: readonly string[];
};

/**
 * The active members who fit all that was chosen, by name; nothing chosen of a sort asks nothing.
 * At most `most`.
 */
export const staffOf = async (
  db: Db,
  actor: Actor,
  { departmentIds, roles, duties }: StaffChoice,
  most: number,
): Promise<{ id: string; name: string; email: string }[]> => {
  const query = {
    active: "true",
    ...(departmentIds.length > 0 && { department: [...departmentIds] }),
    ...(roles.length > 0 && { role: [...roles] }),
  };
  const found = (await listAll(db, actor, memberList, query, most)) as MemberRow[];
  return found
    .filter((one) => duties.length === 0 || one.duties.some((duty) => duties.includes(duty)))
    .map(({ id, name, email }) => ({ id, name, email }));
};

/** One member as the list shows it; 404 for people of other agencies. */
export const memberById = async (db: Db, personId: string): Promise<MemberRow> => {
  const row = await db.maybe<MemberRow>(sql`
    select
      m.person_id as id, p.display_name as name, p.email, m.title, m.department_id,
      d.name as department_name, m.supervisor_id, s.display_name as supervisor_name,
      coalesce(g.role, 'user') as role, g.expires_at as role_expires_at,
      array(
        select y.duty
        from held_duty y
        where y.org_id = m.org_id and y.person_id = m.person_id
        order by y.duty
      ) as duties,
      ${raw(dutyEnds)} as duty_ends, m.active, m.created_at, m.version
    from organization_member m
    join person p on p.id = m.person_id
    left join department d on d.org_id = m.org_id and d.id = m.department_id
    left join person s on s.id = m.supervisor_id
    left join ${raw(newestGrant)}
    where m.org_id = ${db.scope.orgId} and m.person_id = ${personId}
  `);
  if (!row) throw notFound("member");
  return row;
};

/** How many active administrators the agency has besides this person. */
export const otherAdmins = async (tx: Tx, personId: string): Promise<number> =>
  (
    await tx.one<{ n: number }>(sql`
      select count(*)::int as n
      from organization_member m
      left join ${raw(newestGrant)}
      where m.org_id = ${tx.scope.orgId}
        and m.person_id <> ${personId}
        and m.active
        and m.ends_at is null
        and g.role = 'admin'
    `)
  ).n;

/** An agency keeps an administrator; platform_admin is the platform's to give. */
const assertMayChange = async (tx: Tx, before: MemberRow, power: Power) => {
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
  if (power.roleChanges && (power.role === "platform_admin" || before.role === "platform_admin"))
    throw notAllowed("The platform's operator gives and takes this role.", "platform_role");
  if (power.grant && power.expiresAt !== null && Date.parse(power.expiresAt) <= databaseMs())
    throw invalidField("roleExpiresAt", "Choose a time in the future.");
  if ("read_only" in power.newEnds && before.duties.includes("read_only"))
    throw invalidField("dutyEnds", "Read only has no end. Take it away when it shall end.");
  for (const end of Object.values(power.newEnds))
    if (end && Date.parse(end) <= databaseMs())
      throw invalidField("dutyEnds", "Choose a time in the future.");
};

/** Writes the columns of a membership. @throws Problem 403 `vendor_account`. */
export const storeMember = async (tx: Tx, before: MemberRow, patch: MemberPatch): Promise<void> => {
  const departmentId = patch.departmentId === undefined ? before.departmentId : patch.departmentId;
  const supervisorId = patch.supervisorId === undefined ? before.supervisorId : patch.supervisorId;
  await tx
    .rows(sql`
      update organization_member
      set
        title = ${patch.title ?? before.title}, department_id = ${departmentId},
        supervisor_id = ${supervisorId}, active = ${patch.active ?? before.active},
        ends_at = case when ${patch.active === true && !before.active} then null else ends_at end,
        version = version + 1, updated_at = clock_timestamp()
      where org_id = ${tx.scope.orgId} and person_id = ${before.id}
    `)
    .catch((error: unknown) => {
      throw (error as { code?: unknown }).code === "LV411"
        ? notAllowed(
            "This person acts for a vendor by now. Whoever is paid must not be one of those who pay: they need another account here.",
            "vendor_account",
          )
        : error;
    });
};

/** Applies what holds at once, and asks a second person for the rest; the id of what waits. */
const changePower = async (
  tx: Tx,
  actor: Actor,
  before: MemberRow,
  split: Split,
  reason: string,
): Promise<string | null> => {
  const giving = { by: actor.personId, reason };
  if (split.role) await grantRole(tx, before.id, split.role, split.roleExpiresAt, giving);
  await setDuties(tx, before.id, split.duties, split.dutyEnds, giving);
  if (split.removes) {
    await lapseGrants(tx, before.id);
    const couldConfirm =
      before.active && permissionsOf(before.role, before.duties).has("member.confirm");
    // A directory takes it too; nobody then stands alone by their own doing.
    if (couldConfirm && actor.personId && !(await holdsNow(tx, before.id, "member.confirm")))
      await noteTaken(tx, before.id, actor.personId);
  }
  return split.waits
    ? askFor(
        tx,
        actor,
        before,
        { ...split.waits, why: reason },
        { id: actor.personId!, name: actor.name },
      )
    : null;
};

/**
 * Changes a member's title, department, role (with expiry), duties, or switches the membership off.
 * What takes rights away, and what gives no weighty ones, takes effect within a second; the rest
 * waits for a second person (`waits` is its id).
 * @throws Problem 403 `last_admin` | `platform_role` | `vendor_account`, 404, 412, 422, also
 * `joins_set` where the other end of what is kept apart is given without a reason or an end.
 */
export const editMember = async (
  tx: Tx,
  actor: Actor,
  personId: string,
  patch: MemberPatch,
  ifMatch: number | null,
  // What comes back after a restore was given before, with its reason.
  given: "anew" | "back" = "anew",
): Promise<MemberRow & { waits: string | null }> => {
  // All changes of power in one agency wait for each other, so that two administrators cannot
  // remove one another at once.
  await tx.rows(sql`select id from organization where id = ${actor.orgId} for update`);
  const before = await memberById(tx, personId);
  requireVersion(before.version, ifMatch);
  if (patch.departmentId) await departmentById(tx, patch.departmentId);
  await requireSupervisor(tx, personId, patch.supervisorId ?? null);
  const power = powerOf(before, patch);
  await assertMayChange(tx, before, power);
  if (given === "anew") await assertSeparated(tx, actor, before, patch, power);
  await storeMember(tx, before, patch);
  const waits = power.any
    ? await changePower(
        tx,
        actor,
        before,
        splitPower(before, patch, power, personId === actor.personId),
        patch.reason ?? "",
      )
    : null;
  const after = await memberById(tx, personId);
  note(tx, actor, "member", personId, {
    number: after.email,
    action: "edit",
    before,
    after,
    note: patch.reason || null,
    event: null,
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
  await tellChanged(tx, actor, personId);
  return { ...after, waits };
};

/**
 * Takes the second factor of another member off, who lost phone and backup codes, with a reason;
 * with it every passkey and session that the member does not keep.
 * @throws Problem 403 for oneself and for the platform's operator, 404, 409 (see `resetFactor`).
 */
export const resetMemberFactor = async (
  tx: Tx,
  identity: IdentityDb,
  actor: Actor,
  personId: string,
  { reason, keep }: { reason: string; keep: Kept },
): Promise<MemberRow> => {
  const member = await memberById(tx, personId);
  if (personId === actor.personId)
    throw notAllowed(
      "Turn off your own two-step sign-in under Settings, Sign-in and security, with a code.",
      "own_factor",
    );
  if (member.role === "platform_admin")
    throw notAllowed("The platform's operator is not yours to help.", "platform_role");
  await resetFactor(identity, personId, actor.orgId!, actor.personId, keep);
  note(tx, actor, "member", personId, {
    number: member.email,
    action: "resetSecondFactor",
    note: reason,
    event: null,
  });
  return member;
};
