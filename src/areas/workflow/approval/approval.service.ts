import type { Actor } from "../../../kernel/access.ts";
import { conflict, invalidField, notAllowed, notFound } from "../../../kernel/errors.ts";
import { newId } from "../../../kernel/ids.ts";
import { audit } from "../../../server/audit/audit.ts";
import { businessNow } from "../../../server/clock.ts";
import type { Tx } from "../../../server/db/db.ts";
import { insertRow, insertRows, lockRow, updateRow } from "../../../server/db/rows.ts";
import { sql } from "../../../server/db/sql.ts";
import { requireVersion } from "../../../server/http/endpoint.ts";
import { announce } from "../../../server/lifecycle.ts";
import { notify } from "../../organization/organization.server.ts";
import { stepIsDecided, type ApprovableType, type DocumentFacts, type StepRoute } from "../policy/policy.model.ts";
import { routeOf } from "../policy/policy.service.ts";
import { approvalRequest, approvalStep } from "../workflow.tables.ts";
import { approvableOf } from "./approvable.ts";
import { assigneesOf } from "./approvers.service.ts";

export type ApprovalDocument = { type: ApprovableType; id: string; number: string; title: string; requesterId: string | null; departmentId: string | null; facts: DocumentFacts };

type Request = typeof approvalRequest.$inferSelect;
type Step = typeof approvalStep.$inferSelect;

const stepsOf = (tx: Tx, request: Request, stage: number): Promise<Step[]> => tx.rows<Step>(sql`select * from approval_step where org_id = ${request.orgId} and request_id = ${request.id} and stage = ${stage} order by id`);

const openStage = async (tx: Tx, request: Request, stage: number, steps: readonly Step[]): Promise<void> => {
  let due = null as string | null;
  for (const step of steps) {
    const { people } = await assigneesOf(tx, step.route.approvers, step.route.escalateTo, request.departmentId, request.requesterId);
    if (people.length === 0) throw conflict("no_approver", `Nobody can decide "${step.name}": its approvers are vacant and no administrator is left who did not ask for this. Add an approver to the policy.`);
    const dueAt = new Date(businessNow(tx.scope).getTime() + step.route.dueHours * 3_600_000).toISOString();
    due = !due || dueAt < due ? dueAt : due;
    await Promise.all([
      tx.rows(sql`insert into approval_assignee (org_id, step_id, person_id) select ${request.orgId}::uuid, ${step.id}::uuid, unnest(${people}::uuid[])`),
      tx.rows(sql`update approval_step set status = 'open', opened_at = ${businessNow(tx.scope).toISOString()}, due_at = ${dueAt} where org_id = ${request.orgId} and id = ${step.id}`),
      notify(tx, people, { kind: "approval", title: `Approval needed: ${request.documentNumber}`, body: request.title, link: `/approvals/${request.id}` }),
    ]);
  }
  await tx.rows(sql`update approval_request set stage = ${stage}, due_at = ${due} where org_id = ${request.orgId} and id = ${request.id}`);
};

/**
 * Sends a document on its way: finds the policy that decides it, writes its steps, opens the first stage. 409 when no policy covers the
 * document (nothing is ever approved by default) or nobody can decide. Returns the request's id.
 */
export const requestApproval = async (tx: Tx, actor: Actor, document: ApprovalDocument): Promise<string> => {
  const policy = await routeOf(tx, document.type, document.facts);
  if (!policy) throw conflict("no_policy", "No approval policy covers this document. Ask an administrator to publish one.");
  const request = await insertRow(tx, approvalRequest, {
    orgId: actor.orgId!, id: newId(), documentType: document.type, documentId: document.id, documentNumber: document.number, title: document.title, amount: document.facts.amount,
    requesterId: document.requesterId, departmentId: document.departmentId, facts: document.facts, policyId: policy.id, requestedAt: businessNow(tx.scope).toISOString(),
  });
  const routeFor = (s: (typeof policy.steps)[number]): StepRoute => ({ approvers: s.approvers, dueHours: s.dueHours, escalateTo: s.escalateTo });
  const steps = await insertRows(tx, approvalStep, policy.steps.map((s) => ({ orgId: actor.orgId!, id: newId(), requestId: request.id, stage: s.stage, name: s.name, mode: s.mode, quorum: s.quorum, route: routeFor(s) })));
  const first = Math.min(...policy.steps.map((s) => s.stage));
  await openStage(tx, request, first, steps.filter((s) => s.stage === first));
  audit(tx, actor, { action: "approval.request", objectType: "approval", objectId: request.id, objectNumber: document.number, before: null, after: { ...request, policy: `${policy.name} v${policy.versionNo}` } });
  announce(tx, actor.orgId!, "approval.request", request.id);
  return request.id;
};

/** Ends the pending request of a document without a decision (the requester took it back, or it was cancelled). */
export const withdrawApproval = async (tx: Tx, actor: Actor, documentId: string): Promise<void> => {
  const request = await tx.maybe<Request>(sql`select * from approval_request where org_id = ${actor.orgId} and document_id = ${documentId} and status = 'pending' for update`);
  if (request) await endRequest(tx, actor, request, "withdrawn", "Taken back");
};

const endRequest = async (tx: Tx, actor: Actor, request: Request, status: Request["status"], comment: string) => {
  await tx.rows(sql`update approval_step set status = 'stopped' where org_id = ${request.orgId} and request_id = ${request.id} and status in ('open', 'waiting')`);
  const after = await updateRow(tx, approvalRequest, request.id, { status, decidedAt: businessNow(tx.scope).toISOString() });
  audit(tx, actor, { action: `approval.${status}`, objectType: "approval", objectId: request.id, objectNumber: request.documentNumber, before: request, after, note: comment });
  announce(tx, actor.orgId!, `approval.${status}`, request.id);
};

export type Decision = "approve" | "return" | "reject";

type OpenAssignment = { stepId: string; personId: string; mode: Step["mode"]; quorum: number };

// Own assignments first; then those of people who delegated to this person and whose delegation holds now.
const assignmentOf = async (tx: Tx, actor: Actor, request: Request): Promise<OpenAssignment> => {
  const now = businessNow(tx.scope).toISOString();
  const row = await tx.maybe<OpenAssignment>(sql`select a.step_id, a.person_id, s.mode, s.quorum from approval_assignee a join approval_step s on s.org_id = a.org_id and s.id = a.step_id
    where a.org_id = ${request.orgId} and s.request_id = ${request.id} and s.status = 'open' and a.decision is null
      and (a.person_id = ${actor.personId} or exists (select 1 from approval_delegation d where d.org_id = a.org_id and d.from_person_id = a.person_id and d.to_person_id = ${actor.personId}
        and d.revoked_at is null and ${now}::timestamptz >= d.starts_at and ${now}::timestamptz < d.ends_at and (d.document_types = '[]' or d.document_types ? ${request.documentType})))
    order by (a.person_id = ${actor.personId}) desc, a.step_id limit 1 for update of a`);
  if (!row) throw notAllowed("This approval does not wait for you.", "not_your_approval");
  return row;
};

const stepCounts = (tx: Tx, stepId: string) =>
  tx.one<{ eligible: number; approvals: number }>(sql`select count(*) as eligible, count(*) filter (where decision = 'approve') as approvals from approval_assignee where org_id = ${tx.scope.orgId} and step_id = ${stepId}`);

/** Acts for the document's area: the system, in the name of the person whose decision this is. */
const asSystem = (actor: Actor): Actor => ({ ...actor, kind: "system" });

const advance = async (tx: Tx, actor: Actor, request: Request) => {
  const next = await tx.one<{ open: number; stage: number | null }>(sql`select count(*) filter (where status = 'open') as open, min(stage) filter (where status = 'waiting') as stage from approval_step where org_id = ${request.orgId} and request_id = ${request.id}`);
  if (next.open > 0) return;
  if (next.stage !== null) return openStage(tx, request, next.stage, await stepsOf(tx, request, next.stage));
  await endRequest(tx, actor, request, "approved", "All steps approved");
  await approvableOf(request.documentType).approved(tx, asSystem(actor), request.documentId);
  if (request.requesterId) await notify(tx, [request.requesterId], { kind: "approved", title: `${request.documentNumber} was approved`, body: request.title, link: linkOf(request) });
};

const linkOf = (request: Request) => approvableOf(request.documentType).href(request.documentId);

/**
 * One person's decision. Approving counts toward the step (all, any, quorum), then the stage, then the document; returning or rejecting needs
 * a comment and ends the request. Nobody decides what they asked for (403), not even as a delegate. `version` is the request's, as read.
 */
export const decide = async (tx: Tx, actor: Actor, requestId: string, decision: Decision, comment: string, version: number | null): Promise<Request> => {
  const request = await lockRow(tx, approvalRequest, requestId, "approval");
  if (version !== null) requireVersion(request.version, version);
  if (request.status !== "pending") throw conflict("decided", `This was ${request.status} already.`);
  if (request.requesterId && request.requesterId === actor.personId) throw notAllowed("You asked for this, so another person must decide it.", "self_approval");
  if (decision !== "approve" && comment.trim().length < 3) throw invalidField("comment", "Say why, so that the requester can act on it.", "reason_required");
  const mine = await assignmentOf(tx, actor, request);
  await tx.rows(sql`update approval_assignee set decision = ${decision}, decided_by = ${actor.personId}, decided_at = ${businessNow(tx.scope).toISOString()}, comment = ${comment.trim() || null} where org_id = ${request.orgId} and step_id = ${mine.stepId} and person_id = ${mine.personId}`);
  const onBehalf = mine.personId === actor.personId ? null : mine.personId;
  audit(tx, actor, { action: `approval.${decision}`, objectType: request.documentType, objectId: request.documentId, objectNumber: request.documentNumber, before: null, after: { decision, step: mine.stepId, onBehalfOf: onBehalf }, note: comment.trim() || null });
  if (decision === "approve") {
    const { eligible, approvals } = await stepCounts(tx, mine.stepId);
    if (stepIsDecided(mine.mode, mine.quorum, eligible, approvals)) {
      await tx.rows(sql`update approval_step set status = 'approved' where org_id = ${request.orgId} and id = ${mine.stepId}`);
      await advance(tx, actor, request);
    }
  } else {
    const outcome = decision === "return" ? "returned" : "rejected";
    await endRequest(tx, actor, request, outcome, comment);
    await approvableOf(request.documentType)[outcome](tx, asSystem(actor), request.documentId, comment.trim());
    if (request.requesterId) await notify(tx, [request.requesterId], { kind: outcome, title: `${request.documentNumber} was ${outcome}`, body: comment.trim(), link: linkOf(request) });
  }
  await tx.rows(sql`update approval_request set version = version + 1 where org_id = ${request.orgId} and id = ${request.id} and status = 'pending'`);
  announce(tx, actor.orgId!, `approval.${decision}`, request.id);
  const after = await tx.maybe<Request>(sql`select * from approval_request where org_id = ${request.orgId} and id = ${request.id}`);
  if (!after) throw notFound("approval");
  return after;
};
