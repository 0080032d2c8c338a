import type { Actor, Role } from "#kernel/access.ts";
import type { Duty } from "#roles.ts";
import { note } from "#server/change.ts";
import { databaseMs } from "#server/db/database-clock.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import type { Closed, Closing, Told } from "#server/restored/closing.ts";
import type { ToldEntry } from "#server/restored/told-entries.ts";
import { lapseGrants } from "../grant/ask.service.ts";
import { roleWeighsMore } from "../grant/powers.model.ts";
import { grantRole, setDuties } from "../member/access.service.ts";
import type { MemberRow } from "../member/member.model.ts";
import { editMember, memberById, otherAdmins, storeMember } from "../member/member.service.ts";
import { lockPower } from "./change.service.ts";

/** What entries of the audit record left of a member. */
type Left = { active?: boolean; role?: Role; duties?: Duty[]; endsAt?: string | null };

const parts = ["active", "role", "duties", "endsAt"] as const;
// What was asked for and waited was never held.
const onlyAsked = new Set(["member.accessGrant.ask", "member.accessGrant.decline"]);

const sentenceOf = (left: Left): string => {
  if (left.active === false) return "Membership ended";
  if (left.endsAt) return "Membership was given an end";
  return "Rights changed";
};

/** The newest word on a member counts, part by part. */
const told = (entry: ToldEntry, earlier: (subject: string) => Told | null): Told | null => {
  if (entry.objectType !== "member" || onlyAsked.has(entry.action)) return null;
  const changed = entry.changes.filter(({ field }) => (parts as readonly string[]).includes(field));
  if (changed.length === 0) return null;
  const left: Left = { ...(earlier(entry.objectId)?.taken as Left | null) };
  for (const { field, after } of changed) Object.assign(left, { [field]: after });
  return { subject: entry.objectId, taken: left, sentence: sentenceOf(left) };
};

const memberOrNone = async (tx: Tx, personId: string): Promise<MemberRow | null> =>
  (await tx.maybe(sql`
    select 1
    from organization_member
    where org_id = ${tx.scope.orgId} and person_id = ${personId} and active
  `))
    ? memberById(tx, personId)
    : null;

const asItStood = ({ role, roleExpiresAt, duties, dutyEnds }: MemberRow) => ({
  role,
  roleExpiresAt,
  duties,
  dutyEnds,
});

const noteClosed = async (
  tx: Tx,
  actor: Actor,
  before: MemberRow,
  why: string,
): Promise<Closed> => {
  await lapseGrants(tx, before.id);
  note(tx, actor, "member", before.id, {
    number: before.email,
    action: "closedAfterRestore",
    before,
    after: await memberById(tx, before.id),
    note: why,
    event: null,
  });
  return {
    subjectId: before.id,
    name: `${before.name} (${before.email})`,
    before: asItStood(before),
  };
};

const isOver = (endsAt: string | null | undefined): boolean =>
  typeof endsAt === "string" && Date.parse(endsAt) <= databaseMs();

/** The role and duties that are left of what the backup knows; null where that is all of it. */
const lessOf = (before: MemberRow, left: Left): { role: Role; duties: Duty[] } | null => {
  const role = left.role && roleLess(before.role, left.role) ? left.role : before.role;
  const kept = left.duties
    ? before.duties.filter((duty) => left.duties!.includes(duty) || duty === "read_only")
    : before.duties;
  const stops = left.duties?.includes("read_only") && !kept.includes("read_only");
  const duties: Duty[] = stops ? [...kept, "read_only"] : kept;
  const same = role === before.role && duties.length === before.duties.length && !stops;
  return same ? null : { role, duties };
};

const order: readonly Role[] = ["user", "manager", "admin"];
const roleLess = (held: Role, left: Role): boolean =>
  roleWeighsMore(held, left) || order.indexOf(left) < order.indexOf(held);

const takeRights = async (
  tx: Tx,
  before: MemberRow,
  less: { role: Role; duties: Duty[] },
): Promise<void> => {
  const giving = { by: null, reason: "Taken after the backup that was restored" };
  if (less.role !== before.role) await grantRole(tx, before.id, less.role, null, giving);
  await setDuties(tx, before.id, less.duties, before.dutyEnds, giving);
};

const shorten = (tx: Tx, personId: string, endsAt: string) =>
  tx.rows(sql`
    update organization_member
    set ends_at = least(ends_at, ${endsAt})
    where org_id = ${tx.scope.orgId} and person_id = ${personId}
  `);

/** An agency keeps an administrator who can answer: the only one that the backup knows stays. */
const isLastAdmin = async (tx: Tx, { id, role }: MemberRow): Promise<boolean> =>
  role === "admin" && (await otherAdmins(tx, id)) === 0;

const stays = ({ name, email }: MemberRow) => ({
  cannot: `${name} (${email}) lost rights after the backup and keeps them: the backup knows no other administrator. Make somebody else one, then end them.`,
});

const close: Closing["close"] = async (tx, actor, personId, taken) => {
  await lockPower(tx);
  const before = await memberOrNone(tx, personId);
  if (!before || before.role === "platform_admin") return null;
  const left = taken as Left;
  const gone = left.active === false || isOver(left.endsAt);
  const less = gone ? null : lessOf(before, left);
  const loses = gone || (less !== null && less.role !== before.role);
  if (loses && (await isLastAdmin(tx, before))) return stays(before);
  if (gone) {
    await storeMember(tx, before, { active: false });
    return noteClosed(tx, actor, before, "Ended after the backup that was restored.");
  }
  if (less) await takeRights(tx, before, less);
  if (left.endsAt) await shorten(tx, personId, left.endsAt);
  if (!less && !left.endsAt) return null;
  return noteClosed(tx, actor, before, "Rights taken after the backup that was restored.");
};

/** Where nothing tells, everybody waits but who answers: the administrators, or those of them who were named. */
const closeAll: NonNullable<Closing["closeAll"]> = async (tx, actor, staying) => {
  await lockPower(tx);
  const people = await tx.rows<{ personId: string }>(sql`
    select m.person_id
    from organization_member m
    where m.org_id = ${tx.scope.orgId} and m.active
    order by m.person_id
  `);
  const members = await Promise.all(people.map(({ personId }) => memberById(tx, personId)));
  const isNamed = ({ role, email }: MemberRow) =>
    role === "admin" && staying.includes(email.toLowerCase());
  const anyNamed = members.some(isNamed);
  const mayStay = (member: MemberRow) =>
    member.role === "platform_admin" || (anyNamed ? isNamed(member) : member.role === "admin");
  const closed: Closed[] = [];
  for (const member of members.filter((one) => !mayStay(one))) {
    if (await isLastAdmin(tx, member)) continue;
    await storeMember(tx, member, { active: false });
    closed.push(
      await noteClosed(
        tx,
        actor,
        member,
        "After a restore nothing tells whether they still work here.",
      ),
    );
  }
  return closed;
};

// What was taken is given anew as ever: weighty rights wait for a second person.
const open: Closing["open"] = async (tx, actor, { subjectId, before, told: known, reason }) => {
  await lockPower(tx);
  const now = await memberById(tx, subjectId);
  if (!known) {
    await storeMember(tx, now, { active: true });
    note(tx, actor, "member", subjectId, {
      number: now.email,
      action: "openedAfterRestore",
      before: now,
      after: await memberById(tx, subjectId),
      note: reason,
      event: null,
    });
    return null;
  }
  const { role, roleExpiresAt, duties, dutyEnds } = before as ReturnType<typeof asItStood>;
  const patch = { active: true, role, roleExpiresAt, duties, dutyEnds, reason };
  const { waits } = await editMember(tx, actor, subjectId, patch, now.version, "back");
  return waits ? "Its weighty rights wait for a second person, under Team." : null;
};

/** Members after a restore: who was ended or lost rights since, and who nobody tells about. */
export const membersAfterRestore: Closing = { kind: "member", told, close, closeAll, open };
