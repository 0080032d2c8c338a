import type { Actor } from "#kernel/access.ts";
import { invalidField } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { addDays } from "#kernel/time.ts";
import { membersNamed, notify } from "#areas/organization/organization.server.ts";
import { keepDeadlines } from "#areas/workflow/workflow.server.ts";
import { change } from "#server/change.ts";
import { businessDate } from "#server/clock.ts";
import { create } from "#server/create.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { actionsAsked, transition, type StepAt } from "#server/lifecycle.ts";
import { assuranceAudit } from "../assurance.tables.ts";
import { auditDays } from "./audit-deadlines.service.ts";
import type { AuditAction } from "./audit.labels.ts";
import type { AuditDetail, AuditInput } from "./audit.model.ts";
import { auditFacts, auditNoun, type AuditStored } from "./audit.noun.ts";
import { clocksToday } from "./clock.service.ts";
import { join, onTeam, requireTeam, seesPapers, teamOf } from "./team.service.ts";

const keep = async (tx: Tx, actor: Actor, row: AuditStored): Promise<AuditStored> => {
  await keepDeadlines(tx, actor, "auditEngagement", auditDays(row, await clocksToday(tx)));
  return row;
};

const contactOf = async (tx: Tx, contactId: string, team: readonly string[]) => {
  const [member] = await membersNamed(tx, { ids: [contactId] });
  if (!member) throw invalidField("contactId", "Choose somebody of the agency.", "contact_unknown");
  if (team.includes(contactId))
    throw invalidField(
      "contactId",
      "Whoever audits does not answer for what is audited.",
      "contact_audits",
    );
  return member.name;
};

/** Plans an audit; whoever plans it leads its team. 422 `contact_unknown`, `contact_audits`. */
export const planAudit = async (tx: Tx, actor: Actor, input: AuditInput): Promise<AuditStored> => {
  const contactName = await contactOf(tx, input.contactId, [actor.personId!]);
  const row = await create(tx, actor, auditNoun, {
    number: { kind: "AUD" },
    row: {
      ...{ ...input, contactName, id: newId(), orgId: tx.scope.orgId! },
      ...{ leadId: actor.personId!, leadName: actor.name },
    },
  });
  await join(tx, row, {
    ...{ personId: actor.personId!, name: actor.name, role: "lead", untilOn: null },
  });
  return keep(tx, actor, row);
};

/** Changes the plan of an audit. 403 `not_on_team`; 404, 409, 412; 422 as planning. */
export const changeAudit = async (
  tx: Tx,
  actor: Actor,
  id: string,
  input: AuditInput,
  version: number | null,
): Promise<AuditStored> => {
  await requireTeam(tx, actor, id);
  const team = (await teamOf(tx, id)).map(({ personId }) => personId);
  const row = await change(tx, actor, auditNoun, {
    ...{ id, version },
    effect: async () => ({
      patch: { ...input, contactName: await contactOf(tx, input.contactId, team) },
    }),
  });
  return keep(tx, actor, row);
};

/** Without a day of its own the response is due two weeks after the draft was handed over. */
const responseDays = 14;

const patchOf = (tx: Tx, action: AuditAction, row: AuditStored) => {
  const today = businessDate(tx.scope);
  if (action === "share") {
    const due = row.responseDueOn;
    return { responseDueOn: due && due >= today ? due : addDays(today, responseDays) };
  }
  if (action === "issue") return { issuedOn: today };
  return action === "close" ? { closedOn: today } : {};
};

const respondersOf = async (tx: Tx, id: string): Promise<string[]> =>
  (
    await tx.rows<{ id: string }>(sql`
      select distinct responder_id as id
      from assurance_finding
      where org_id = ${tx.scope.orgId} and audit_id = ${id} and status = 'open'
    `)
  ).map((each) => each.id);

const told: Partial<Record<AuditAction, string>> = {
  share: "its draft waits for your response",
  issue: "its report is issued",
};

/** A step of an audit by its team. 403, 404, 409, 412. Whom it concerns is told its number, nothing else. */
export const stepOfAudit = async (
  tx: Tx,
  actor: Actor,
  action: AuditAction,
  { id, version }: StepAt,
): Promise<AuditStored> => {
  const row = await transition(tx, actor, auditNoun, {
    ...{ id, action, version },
    effect: async (before) => ({ patch: patchOf(tx, action, before) }),
  });
  const words = told[action];
  if (words)
    notify(tx, [row.contactId, ...(await respondersOf(tx, id))], {
      kind: "assurance",
      title: `${row.number}: ${words}`,
      link: `/admin/audits/${row.id}`,
    });
  return keep(tx, actor, row);
};

/** An audit with its team, and what of it is for the reader. 404. */
export const readAudit = async (db: Db, actor: Actor, id: string): Promise<AuditDetail> => {
  const row = await getRow(db, assuranceAudit, id, "audit");
  const [team, mine, papers, facts] = await Promise.all([
    teamOf(db, id),
    onTeam(db, actor.personId, id, true),
    seesPapers(db, actor.personId, id),
    auditFacts(db, row),
  ]);
  const { createdAt: _created, updatedAt: _updated, orgId: _org, leadId: _lead, ...shown } = row;
  return {
    ...(shown as Omit<AuditDetail, "team" | "mine" | "papers" | "actions">),
    ...{ team, mine, papers },
    actions: await actionsAsked(db, actor, auditNoun, { ...row, ...facts }),
  };
};
