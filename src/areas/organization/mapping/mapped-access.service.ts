import type { Actor, Role } from "#kernel/access.ts";
import { dutyLabels, type Duty } from "#roles.ts";
import { note } from "#server/change.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { logSecurityEvent } from "#areas/identity/identity.server.ts";
import { departmentById } from "../department/department.service.ts";
import { addDuties, grantRole } from "../member/access.service.ts";
import { tellChanged } from "../member/changed.service.ts";
import {
  dutiesBeside,
  forgetWords,
  giveBeside,
  settleDuty,
  standingWord,
} from "../member/duty-words.service.ts";
import { heldWords } from "../member/held.labels.ts";
import { memberById, otherAdmins } from "../member/member.service.ts";
import type { MemberRow } from "../member/member.model.ts";
import { notify } from "../notification/notification.service.ts";

/** A provider or directory whose groups and claims say what somebody may do. */
export type MappingSource = { kind: "provider" | "directory"; id: string; name: string };
/** What the mapping of a source gives a person. */
export type MappedAccess = {
  /** Null: the mapping says nothing of a role. */
  role: Role | null;
  duties: readonly Duty[];
  /** Null: the department stays as it is. */
  departmentId: string | null;
  source: MappingSource;
};

const weight: readonly Role[] = ["user", "manager", "admin"];

const ofSource = ({ kind, id }: MappingSource) => sql`source = ${kind} and source_id = ${id}`;

// What the source gives now, also where a review ended it here: the newest where it gave several.
const givenRole = (tx: Tx, personId: string, source: MappingSource) =>
  tx.maybe<{ role: Role }>(sql`
    select role
    from user_role
    where org_id = ${tx.scope.orgId}
      and person_id = ${personId}
      and ${ofSource(source)}
      and (expires_at is null or expires_at > clock_timestamp() or taken_at is not null)
    order by granted_at desc, id desc
    limit 1
  `);

const endRole = (tx: Tx, personId: string, source: MappingSource) =>
  tx.rows(sql`
    update user_role
    set expires_at = least(coalesce(expires_at, 'infinity'), clock_timestamp()), taken_at = null
    where org_id = ${tx.scope.orgId}
      and person_id = ${personId}
      and ${ofSource(source)}
      and (expires_at is null or expires_at > clock_timestamp() or taken_at is not null)
  `);

/**
 * The role of the source. What others gave stays: a mapped role that is less than what the person has
 * from them is not written, one that is the same is a second giver's word. The last administrator stays
 * one. True where what this source gives changed.
 */
const mapRole = async (
  tx: Tx,
  actor: Actor,
  before: MemberRow,
  mapped: MappedAccess,
): Promise<boolean> => {
  const { source } = mapped;
  const given = await givenRole(tx, before.id, source);
  if (given ? given.role === mapped.role : mapped.role === null) return false;
  const isLast = before.role === "admin" && (await otherAdmins(tx, before.id)) === 0;
  if (isLast && given?.role === "admin") return false;
  if (given) await endRole(tx, before.id, source);
  const rest = await memberById(tx, before.id);
  const { role } = mapped;
  if (!role || role === "user" || weight.indexOf(role) < weight.indexOf(rest.role))
    return given !== null;
  await grantRole(tx, before.id, role, null, {
    by: actor.personId,
    source: source.kind,
    sourceId: source.id,
    reason: source.name,
  });
  return true;
};

/**
 * The duties of the source. One that others gave as well has this source's word beside theirs; one that a
 * person ended here is not given again while the source says the same. True where what this source gives
 * changed.
 */
const mapDuties = async (
  tx: Tx,
  actor: Actor,
  personId: string,
  { source, duties }: MappedAccess,
): Promise<boolean> => {
  const forgotten = await forgetWords(tx, personId, source, duties);
  const beside = await dutiesBeside(tx, personId, source);
  const { duties: held } = await memberById(tx, personId);
  const giving = {
    by: actor.personId,
    source: source.kind,
    sourceId: source.id,
    reason: source.name,
  };
  let written = 0;
  for (const duty of duties.filter((each) => held.includes(each) && !beside.includes(each))) {
    const stands = await standingWord(tx, personId, duty);
    if (stands?.source === source.kind && stands.sourceId === source.id) continue;
    await giveBeside(tx, personId, duty, giving);
    await settleDuty(tx, personId, duty);
    written += 1;
  }
  const fresh = duties.filter((each) => !held.includes(each) && !beside.includes(each));
  await addDuties(tx, personId, fresh, {}, giving);
  return forgotten.length + written + fresh.length > 0;
};

const mapDepartment = async (tx: Tx, before: MemberRow, departmentId: string | null) => {
  if (departmentId === null || departmentId === before.departmentId) return;
  await departmentById(tx, departmentId);
  await tx.rows(sql`
    update organization_member
    set department_id = ${departmentId}
    where org_id = ${tx.scope.orgId} and person_id = ${before.id}
  `);
};

/** What a mapping did to a member, in the words of whoever reads it. */
export type MappedChange = {
  changed: boolean;
  name: string;
  gained: readonly string[];
  lost: readonly string[];
};

const unchanged = ({ name }: MemberRow): MappedChange => ({
  changed: false,
  name,
  gained: [],
  lost: [],
});

const changeOf = (before: MemberRow, now: MemberRow): MappedChange => {
  const [had, has] = [before, now].map(({ role, duties }) => heldWords(role, duties)) as [
    string[],
    string[],
  ];
  return {
    changed: true,
    name: now.name,
    gained: has.filter((one) => !had.includes(one)),
    lost: had.filter((one) => !has.includes(one)),
  };
};

// A second giver's word changes nothing for the person, and is told to the record alone.
const noteSecondWord = (tx: Tx, actor: Actor, member: MemberRow, mapped: MappedAccess): void =>
  void note(tx, actor, "member", member.id, {
    number: member.email,
    action: "map",
    before: member,
    after: member,
    note: `${mapped.source.name} ${mapped.role ? "gives" : "no longer gives"} the role ${member.role} as well.`,
    event: null,
  });

const noteSecondDuties = (tx: Tx, actor: Actor, member: MemberRow, mapped: MappedAccess): void =>
  void note(tx, actor, "member", member.id, {
    number: member.email,
    action: "map",
    before: member,
    after: member,
    note: `${mapped.source.name} says of duties that others give as well: ${mapped.duties.map((duty) => dutyLabels[duty].label).join(", ") || "none any more"}.`,
    event: null,
  });

const rightsOf = ({ role, roleExpiresAt, duties, dutyEnds, departmentId }: MemberRow): string =>
  JSON.stringify({ role, roleExpiresAt, duties, dutyEnds, departmentId });

/**
 * Makes exactly what a provider's or directory's mapping gives a member hold: adds what is missing,
 * takes away what this source gave before and gives no longer. What others gave is not touched, nor
 * is the platform's operator, and the last administrator stays one. Only a change is written to the
 * audit record and the security events, and told to the person once. Gives who gained and lost what.
 * @throws Problem 404 for who is no member, or a department that is none.
 */
export const setMappedAccess = async (
  tx: Tx,
  actor: Actor,
  personId: string,
  mapped: MappedAccess,
): Promise<MappedChange> => {
  if (mapped.role === "platform_admin")
    throw new Error("a mapping gives no platform_admin: refuse it where it is written");
  // As every change of power does.
  await tx.rows(sql`select id from organization where id = ${tx.scope.orgId} for update`);
  const before = await memberById(tx, personId);
  if (before.role === "platform_admin") return unchanged(before);
  const moved = await mapRole(tx, actor, before, mapped);
  const spoke = await mapDuties(tx, actor, personId, mapped);
  await mapDepartment(tx, before, mapped.departmentId);
  const now = await memberById(tx, personId);
  if (rightsOf(now) === rightsOf(before)) {
    if (moved) noteSecondWord(tx, actor, before, mapped);
    if (spoke) noteSecondDuties(tx, actor, before, mapped);
    return unchanged(before);
  }
  await tx.rows(sql`
    update organization_member
    set version = version + 1, updated_at = clock_timestamp()
    where org_id = ${tx.scope.orgId} and person_id = ${personId}
  `);
  const after = { ...now, version: now.version + 1 };
  note(tx, actor, "member", personId, {
    number: after.email,
    action: "map",
    before,
    after,
    note: `By the ${mapped.source.kind} ${mapped.source.name}.`,
    event: null,
  });
  await tellChanged(tx, actor, personId);
  await logSecurityEvent(tx, {
    type: "member_access_changed",
    severity: "medium",
    personId: actor.personId,
    orgId: tx.scope.orgId!,
    sessionId: actor.sessionId,
    data: {
      member: personId,
      role: after.role,
      duties: after.duties,
      active: after.active,
      source: mapped.source,
    },
  });
  notify(tx, [personId], {
    kind: "access.mapped",
    title: `What you may do changed: ${mapped.source.name} says so`,
    body: "Your role, duties or department follow from your groups there.",
    link: "/team",
  });
  return changeOf(before, now);
};
