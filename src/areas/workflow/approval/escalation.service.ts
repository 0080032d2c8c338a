import type { App } from "../../../server/http/app.ts";
import type { Tx } from "../../../server/db/db.ts";
import { systemActor } from "../../../kernel/access.ts";
import { audit } from "../../../server/audit/audit.ts";
import { sql } from "../../../server/db/sql.ts";
import { organizationIds } from "../../organization/organization.server.ts";
import { notify } from "../../organization/organization.server.ts";
import type { StepRoute } from "../policy/policy.model.ts";
import { noticeOf, partiesOf } from "./approval.service.ts";
import { assigneesOf } from "./approvers.service.ts";

type Late = { id: string; route: StepRoute; requestId: string; documentNumber: string; title: string; amount: number; departmentId: string | null; requesterId: string | null; facts: Record<string, unknown> };

const escalateOne = async (tx: Tx, step: Late) => {
  const rule = step.route.escalateTo;
  await tx.rows(sql`update approval_step set escalated_at = clock_timestamp() where org_id = ${tx.scope.orgId} and id = ${step.id}`);
  const asked = await tx.rows<{ personId: string; decision: string | null; decidedBy: string | null }>(sql`select person_id, decision, decided_by from approval_assignee where org_id = ${tx.scope.orgId} and step_id = ${step.id}`);
  const waiting = asked.filter((a) => a.decision === null).map((a) => a.personId);
  // Whoever decided the step as a delegate cannot decide it once more.
  const added = (rule ? (await assigneesOf(tx, [rule], null, step.route.departmentId ?? step.departmentId, partiesOf(step))).people : []).filter((person) => !asked.some((a) => a.decidedBy === person));
  // Where all must approve, whoever is added stands in for those who do not: as many voices as before, of more people.
  if (added.length) await tx.rows(sql`update approval_step set mode = 'quorum', quorum = ${asked.length} where org_id = ${tx.scope.orgId} and id = ${step.id} and mode = 'all'`);
  for (const person of added) await tx.rows(sql`insert into approval_assignee (org_id, step_id, person_id) values (${tx.scope.orgId}, ${step.id}, ${person}) on conflict do nothing`);
  notify(tx, [...waiting, ...added], { kind: "escalation", title: `Overdue approval: ${step.documentNumber}`, body: noticeOf(step), link: `/approvals/${step.requestId}` });
  audit(tx, systemActor(tx.scope.orgId), { action: "approval.escalate", objectType: "approval", objectId: step.requestId, objectNumber: step.documentNumber, before: null, after: { step: step.id, added } });
};

/** Escalates the overdue steps of one agency, each once: reminds who was asked, and asks whom the policy names beyond them. Returns how many. */
export const escalateOverdue = (app: App, orgId: string): Promise<number> =>
  app.database.transaction({ orgId, personId: null }, async (tx) => {
    const late = await tx.rows<Late>(sql`select s.id, s.route, q.id as request_id, q.document_number, q.title, q.amount, q.department_id, q.requester_id, q.facts from approval_step s join approval_request q on q.org_id = s.org_id and q.id = s.request_id
      where s.org_id = ${orgId} and s.status = 'open' and s.escalated_at is null and s.due_at < clock_timestamp() order by s.due_at limit 200 for update of s skip locked`);
    for (const step of late) await escalateOne(tx, step);
    return late.length;
  });

/** Every five minutes in every agency. */
export const escalation = {
  name: "approval-escalation", cron: "*/5 * * * *",
  run: async (app: App) => {
    for (const orgId of await organizationIds(app.database)) await escalateOverdue(app, orgId);
  },
};
