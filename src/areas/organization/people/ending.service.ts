import { systemActor, type Actor } from "#kernel/access.ts";
import { invalidField, notAllowed, notFound } from "#kernel/errors.ts";
import type { Instant } from "#kernel/time.ts";
import { dutyLabels, type Duty } from "#roles.ts";
import type { App } from "#server/app.ts";
import { note } from "#server/change.ts";
import type { Tx } from "#server/db/db.ts";
import { identityDb } from "#server/db/scopes/identity.ts";
import { databaseMs } from "#server/db/database-clock.ts";
import { sql } from "#server/db/sql.ts";
import { endSessionsIn, logSecurityEvent } from "#areas/identity/identity.server.ts";
import { lapseGrants } from "../grant/ask.service.ts";
import { settleDuty } from "../member/duty-words.service.ts";
import { memberById, otherAdmins } from "../member/member.service.ts";
import type { MemberRow } from "../member/member.model.ts";
import { notify } from "../notification/notification.service.ts";

const switchOff = async (tx: Tx, actor: Actor, personId: string, reason: string) => {
  await tx.rows(sql`select id from organization where id = ${tx.scope.orgId} for update`);
  const before = await memberById(tx, personId);
  if (!before.active || before.role === "platform_admin") return false;
  if (before.role === "admin" && (await otherAdmins(tx, personId)) === 0) return false;
  await tx.rows(sql`
    update organization_member
    set
      active = false, ends_at = least(ends_at, clock_timestamp()), version = version + 1,
      updated_at = clock_timestamp()
    where org_id = ${tx.scope.orgId} and person_id = ${personId}
  `);
  await lapseGrants(tx, personId);
  // Who comes back is told anew before a rule on unused accounts ends it again.
  await tx.rows(sql`
    delete from dormancy_notice
    where org_id = ${tx.scope.orgId} and person_id = ${personId}
  `);
  const after = await memberById(tx, personId);
  note(tx, actor, "member", personId, {
    number: after.email,
    action: "end",
    before,
    after,
    note: reason,
    event: null,
  });
  await logSecurityEvent(tx, {
    type: "member_access_changed",
    severity: "medium",
    personId: actor.personId,
    orgId: tx.scope.orgId!,
    sessionId: actor.sessionId,
    data: { member: personId, active: false, reason },
  });
  return true;
};

/**
 * Ends a membership now: nobody works here by it from then on, and sessions in this agency end.
 * What hangs on the person stays theirs. False where it had ended, for the last administrator and
 * for the platform's operator: they stay.
 */
export const endMembership = async (
  app: Pick<App, "database">,
  actor: Actor,
  personId: string,
  reason: string,
): Promise<boolean> => {
  const ended = await app.database.transaction(actor, (tx) =>
    switchOff(tx, actor, personId, reason),
  );
  if (ended)
    await endSessionsIn(identityDb(app.database), actor.orgId!, personId, {
      actor,
      reason: "membership_ended",
    });
  return ended;
};

/** Puts away the duties of a member that are over, and tells them once. */
const endDuties = async (tx: Tx, actor: Actor, personId: string): Promise<void> => {
  const over = await tx.rows<{ duty: Duty; expiresAt: Instant }>(sql`
    delete from member_duty
    where org_id = ${tx.scope.orgId} and person_id = ${personId} and expires_at <= clock_timestamp()
    returning duty, expires_at
  `);
  // What another giver's word holds on is not over.
  const ended: typeof over = [];
  for (const one of over) if (!(await settleDuty(tx, personId, one.duty))) ended.push(one);
  if (ended.length === 0) return;
  const member = await memberById(tx, personId);
  const names = ended.map(({ duty }) => dutyLabels[duty].label).join(", ");
  note(tx, actor, "member", personId, {
    number: member.email,
    action: "dutyEnded",
    before: { duties: [...member.duties, ...ended.map(({ duty }) => duty)].toSorted() },
    after: { duties: member.duties },
    note: `Given for a time: ${names}.`,
    event: null,
  });
  if (member.active)
    notify(tx, [personId], {
      kind: "access.ended",
      title: `Your time with this duty is over: ${names}`,
      body: "It ended at the instant until which it was given.",
      link: "/admin/roles",
    });
};

/**
 * Sets the instant at which a membership ends, or takes it away (null). The agency's row must be
 * locked where several change power at once; this locks it.
 * @throws Problem 403 for oneself, the only administrator and the platform's operator, 404 for who is
 * no active member, 422 for an instant that is past.
 */
export const setEndOf = async (
  tx: Tx,
  actor: Actor,
  personId: string,
  endsAt: string | null,
  reason: string,
): Promise<MemberRow> => {
  await tx.rows(sql`select id from organization where id = ${tx.scope.orgId} for update`);
  const before = await memberById(tx, personId);
  if (!before.active) throw notFound("active member");
  if (personId === actor.personId)
    throw notAllowed("Another administrator sets the end of your membership.", "own_access");
  if (before.role === "platform_admin")
    throw notAllowed("The platform's operator is not yours to end.", "platform_role");
  if (endsAt !== null && before.role === "admin" && (await otherAdmins(tx, personId)) === 0)
    throw notAllowed(
      "This is the agency's only administrator. Make somebody else one first.",
      "last_admin",
    );
  if (endsAt !== null && Date.parse(endsAt) <= databaseMs())
    throw invalidField("endsAt", "Choose a time in the future.");
  await tx.rows(sql`
    update organization_member
    set ends_at = ${endsAt}, version = version + 1, updated_at = clock_timestamp()
    where org_id = ${tx.scope.orgId} and person_id = ${personId}
  `);
  note(tx, actor, "member", personId, {
    number: before.email,
    action: endsAt === null ? "stay" : "setEnd",
    after: { endsAt },
    note: reason,
    event: null,
  });
  return before;
};

type Due = { orgId: string; personId: string; membership: boolean };

/** Every minute: what has come to its end is put away. Access by it ended at the instant already. */
export const endings = {
  name: "endings-of-rights",
  cron: "* * * * *",
  afterRestore: {
    kind: "access" as const,
    due: `
      select count(*)::int as due, count(*)::int as people, min(ends_at) as since
      from organization_member
      where active and ends_at <= clock_timestamp()
    `,
  },
  run: async (app: App): Promise<void> => {
    const due = await identityDb(app.database).rows<Due>(sql`
      select m.org_id, m.person_id, true as membership
      from organization_member m
      where m.active and m.ends_at <= clock_timestamp()
      union all
      select distinct d.org_id, d.person_id, false
      from member_duty d
      where d.expires_at <= clock_timestamp()
    `);
    for (const { orgId, personId, membership } of due) {
      const actor = systemActor(orgId, new Set(), "Ends of rights");
      if (membership) await endMembership(app, actor, personId, "The end that was set has come");
      else await app.database.transaction(actor, (tx) => endDuties(tx, actor, personId));
    }
  },
};
