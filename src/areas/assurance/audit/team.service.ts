import type { Actor } from "#kernel/access.ts";
import { instantIn } from "#kernel/dates.ts";
import { conflict, invalidField, notAllowed } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { addDays, instantAt, type Day, type Instant } from "#kernel/time.ts";
import { membersNamed, notify } from "#areas/organization/organization.server.ts";
import { note } from "#server/change.ts";
import { businessDate } from "#server/clock.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { insertRow, lockRow, updateRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { assuranceAudit, assuranceMember } from "../assurance.tables.ts";
import type { AuditDetail, MemberInput } from "./audit.model.ts";
import type { AuditStored } from "./audit.noun.ts";

type Stored = typeof assuranceMember.$inferSelect;

/** Who works on an audit, the lead first; whoever's time is over is left out. */
export const teamOf = (db: Db, auditId: string): Promise<AuditDetail["team"]> =>
  db.rows<AuditDetail["team"][number]>(sql`
    select person_id, name, role, until_on, declared_on
    from assurance_member
    where org_id = ${db.scope.orgId}
      and audit_id = ${auditId}
      and (until_at is null or until_at > clock_timestamp())
    order by role = 'lead' desc, name
  `);

/** Whether somebody is of an audit's team now; `works`: not only to read. */
export const onTeam = async (
  db: Db,
  personId: string | null,
  auditId: string,
  works = false,
): Promise<boolean> =>
  (await db.maybe(sql`
    select 1 as member
    from assurance_member
    where org_id = ${db.scope.orgId}
      and audit_id = ${auditId}
      and person_id = ${personId}::uuid
      and (until_at is null or until_at > clock_timestamp())
      and not (${works} and role = 'outside')
  `)) !== null;

/** Whether the papers of an audit are for somebody: its team, and every reader once it is issued. */
export const seesPapers = async (db: Db, personId: string | null, auditId: string) =>
  (await db.maybe(sql`
    select 1 as issued
    from assurance_audit
    where org_id = ${db.scope.orgId} and id = ${auditId} and issued_on is not null
  `)) !== null || onTeam(db, personId, auditId);

/** 403 `not_on_team` for whoever does not work on the audit. */
export const requireTeam = async (tx: Tx, actor: Actor, auditId: string): Promise<void> => {
  if (!(await onTeam(tx, actor.personId, auditId, true)))
    throw notAllowed("Only the team of an audit works on it.", "not_on_team");
};

// The last instant of a day in the agency's zone.
const endOf = (day: Day, timeZone: string): Instant =>
  instantAt(new Date(instantIn(`${addDays(day, 1)}T00:00`, timeZone)));

/** Writes somebody into the team of an audit, behind its lock. */
export const join = (
  tx: Tx,
  audit: Pick<AuditStored, "id" | "orgId">,
  member: { personId: string; name: string; role: Stored["role"]; untilOn: Day | null },
): Promise<Stored> =>
  insertRow(tx, assuranceMember, {
    ...{ orgId: audit.orgId, id: newId(), auditId: audit.id, ...member },
    untilAt: member.untilOn ? endOf(member.untilOn, tx.scope.timeZone ?? "UTC") : null,
  });

/**
 * Takes somebody into the team: an auditor, or somebody who only reads until a day. 403 `not_on_team`; 409
 * once the audit is closed; 422 `member_unknown`, `member_known`, `until_missing`, `answers_for_it`.
 */
export const addMember = async (
  tx: Tx,
  actor: Actor,
  auditId: string,
  { personId, role, untilOn }: MemberInput,
): Promise<Stored> => {
  const audit = await lockRow(tx, assuranceAudit, auditId, "audit");
  await requireTeam(tx, actor, auditId);
  if (audit.status === "closed") throw conflict("rule", "The audit is closed.");
  const [member] = await membersNamed(tx, { ids: [personId] });
  if (!member) throw invalidField("personId", "Choose somebody of the agency.", "member_unknown");
  if (audit.contactId === personId)
    throw invalidField(
      "personId",
      "Whoever answers for what is audited does not audit it.",
      "answers_for_it",
    );
  if ((await teamOf(tx, auditId)).some((each) => each.personId === personId))
    throw invalidField("personId", `${member.name} is of the team already.`, "member_known");
  if (role === "outside" && (!untilOn || untilOn < businessDate(tx.scope)))
    throw invalidField("untilOn", "Say the last day on which they read.", "until_missing");
  await tx.rows(sql`
    delete from assurance_member
    where org_id = ${tx.scope.orgId} and audit_id = ${auditId} and person_id = ${personId}
  `);
  const made = await join(tx, audit, { personId, name: member.name, role, untilOn });
  note(tx, actor, "auditEngagement", audit, {
    action: "join",
    note: untilOn ? `${member.name}, until ${untilOn}` : member.name,
  });
  notify(tx, [personId], {
    kind: "assurance",
    title: `${audit.number}: you are of its team`,
    body: "Declare that you are independent before fieldwork begins.",
    link: `/admin/audits/${audit.id}`,
  });
  return made;
};

/** Takes somebody out of the team; never its lead. 403 `not_on_team`; 422 `lead_stays`. */
export const removeMember = async (
  tx: Tx,
  actor: Actor,
  auditId: string,
  personId: string,
): Promise<void> => {
  const audit = await lockRow(tx, assuranceAudit, auditId, "audit");
  await requireTeam(tx, actor, auditId);
  if (personId === audit.leadId)
    throw invalidField("personId", "The lead stays of the team.", "lead_stays");
  const gone = await tx.rows<{ name: string }>(sql`
    delete from assurance_member
    where org_id = ${tx.scope.orgId} and audit_id = ${auditId} and person_id = ${personId}
    returning name
  `);
  if (gone[0]) note(tx, actor, "auditEngagement", audit, { action: "leave", note: gone[0].name });
};

/** Declares for oneself that nothing makes one partial. 403 `not_on_team`. */
export const declareIndependence = async (
  tx: Tx,
  actor: Actor,
  auditId: string,
  threats: string,
): Promise<void> => {
  const audit = await lockRow(tx, assuranceAudit, auditId, "audit");
  await requireTeam(tx, actor, auditId);
  const { id } = await tx.one<{ id: string }>(sql`
    select id
    from assurance_member
    where org_id = ${tx.scope.orgId} and audit_id = ${auditId} and person_id = ${actor.personId}
  `);
  await updateRow(tx, assuranceMember, id, { declaredOn: businessDate(tx.scope), threats });
  note(tx, actor, "auditEngagement", audit, { action: "declare" });
};
