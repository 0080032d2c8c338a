import type { Actor } from "#kernel/access.ts";
import { conflict } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { note } from "#server/change.ts";
import { businessNow } from "#server/clock.ts";
import type { Tx } from "#server/db/db.ts";
import { insertRow, insertRows, updateRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { askersOf } from "#server/origin/origin.ts";
import { listDepartments } from "#areas/organization/organization.server.ts";
import { policyFor, type DocumentFacts } from "../policy/policy-choice.model.ts";
import type { ApprovableType, Policy, StepRoute } from "../policy/policy.model.ts";
import { publishedPolicies } from "../policy/policy.service.ts";
import { approvalRequest, approvalStep } from "../workflow.tables.ts";
import { peopleOf } from "./approvers.service.ts";
import {
  type Request,
  type Step,
  partiesOf,
  type Opening,
  openingsOf,
  firstDue,
  assign,
} from "./stage.service.ts";

export type ApprovalDocument = {
  type: ApprovableType;
  id: string;
  number: string;
  title: string;
  requesterId: string | null;
  departmentId: string | null;
  facts: DocumentFacts;
};

type NewStep = Pick<Step, "orgId" | "id" | "requestId" | "stage" | "name" | "mode" | "quorum"> & {
  route: StepRoute;
};

// A step that asks the document's department asks every department that the document concerns, each
// in a step of its own: nobody decides for another's money.
const newSteps = async (
  tx: Tx,
  policy: Policy,
  { departmentId, facts }: ApprovalDocument,
  requestId: string,
): Promise<NewStep[]> => {
  const concerned =
    departmentId && policy.steps.some(asksDepartment)
      ? [...new Set([departmentId, ...facts.departmentIds])]
      : [];
  const names =
    concerned.length > 1
      ? new Map((await listDepartments(tx)).map((d) => [d.id, d.name]))
      : new Map<string, string>();
  return policy.steps.flatMap((s) => {
    const step = {
      orgId: tx.scope.orgId!,
      requestId,
      stage: s.stage,
      mode: s.mode,
      quorum: s.quorum,
    };
    const route: StepRoute = {
      approvers: s.approvers,
      dueHours: s.dueHours,
      escalateTo: s.escalateTo,
    };
    if (concerned.length < 2 || !asksDepartment(s))
      return [{ ...step, id: newId(), name: s.name, route }];
    return concerned.map((id) => ({
      ...step,
      id: newId(),
      name: `${s.name}, ${names.get(id)}`,
      route: { ...route, departmentId: id },
    }));
  });
};
const asksDepartment = (s: Policy["steps"][number]) =>
  s.approvers.some((a) => a.kind === "departmentRole");

// Whoever asked for what the document came of has a hand in it: nobody decides what they asked for
// two records earlier.
const withAskers = async (tx: Tx, document: ApprovalDocument): Promise<ApprovalDocument> => {
  const named = document.facts.parties ?? [];
  const earlier = (await askersOf(tx, document)).filter(
    (person) => person !== document.requesterId && !named.includes(person),
  );
  return earlier.length === 0
    ? document
    : { ...document, facts: { ...document.facts, parties: [...named, ...earlier] } };
};

/**
 * How a document will be decided: its policy (none where a named person is asked), its steps, who
 * opens. Nothing is written yet.
 */
export type ApprovalPlan = {
  id: string;
  /** With whoever asked for what it came of among those who do not decide it. */
  document: ApprovalDocument;
  policy: Policy | null;
  steps: NewStep[];
  first: number;
  openings: Opening[];
};

/**
 * Finds the policy that decides a document (among `policies`, where they were read before) and the
 * people of its first stage.
 * 409 when no policy covers the document (nothing is ever approved by default) or nobody can
 * decide.
 */
export const planApproval = async (
  tx: Tx,
  asked: ApprovalDocument,
  policies?: readonly Policy[],
): Promise<ApprovalPlan> => {
  const [document, published] = await Promise.all([
    withAskers(tx, asked),
    policies ?? publishedPolicies(tx, asked.type),
  ]);
  const policy = policyFor(published, document.facts);
  if (!policy)
    throw conflict(
      "no_policy",
      "No approval policy covers this document. Ask an administrator to publish one.",
    );
  const id = newId();
  const steps = await newSteps(tx, policy, document, id);
  const first = Math.min(...steps.map((s) => s.stage));
  return {
    id,
    document,
    policy,
    steps,
    first,
    openings: await openingsOf(
      tx,
      steps.filter((s) => s.stage === first),
      document.departmentId,
      partiesOf(document),
    ),
  };
};

/**
 * Sends a document on its way as planned: writes its steps, opens the first stage, tells its
 * approvers. Returns the request's id.
 */
export const openApproval = async (
  tx: Tx,
  actor: Actor,
  { id, document, policy, steps, first, openings }: ApprovalPlan,
): Promise<string> => {
  const orgId = actor.orgId!;
  const now = businessNow(tx.scope).toISOString();
  const dueAt = new Map(openings.map((o) => [o.stepId, o.dueAt]));
  const values = {
    orgId,
    id,
    documentType: document.type,
    documentId: document.id,
    documentNumber: document.number,
    title: document.title,
    amount: document.facts.amount,
    requesterId: document.requesterId,
    departmentId: document.departmentId,
    facts: document.facts,
    policyId: policy?.id ?? null,
    requestedAt: now,
    stage: first,
    dueAt: firstDue(openings),
  };
  const request = await insertRow(tx, approvalRequest, values);
  tx.later(
    insertRows(
      tx,
      approvalStep,
      steps.map((s) =>
        dueAt.has(s.id)
          ? { ...s, status: "open" as const, openedAt: now, dueAt: dueAt.get(s.id)! }
          : { ...s, status: "waiting" as const, openedAt: null, dueAt: null },
      ),
    ),
  );
  await assign(
    tx,
    {
      id,
      documentType: document.type,
      number: document.number,
      title: document.title,
      amount: document.facts.amount,
      but: partiesOf(document),
    },
    openings,
  );
  note(tx, actor, "approval", id, {
    number: document.number,
    action: "request",
    after: { ...request, policy: policy ? `${policy.name} v${policy.versionNo}` : null },
  });
  return id;
};

/**
 * Plans and opens in one: sends a document on its way. Errors of `planApproval`. Returns the
 * request's id.
 */
export const requestApproval = async (
  tx: Tx,
  actor: Actor,
  document: ApprovalDocument,
  policies?: readonly Policy[],
): Promise<string> => openApproval(tx, actor, await planApproval(tx, document, policies));

/**
 * Asks one of some people, and nobody in their names, to decide a document within so many hours; its
 * kind is `named`. 409 no_approver where all of them had a hand in it, or are not members any more.
 * Returns the request's id.
 */
export const askPeople = async (
  tx: Tx,
  actor: Actor,
  about: ApprovalDocument,
  { personIds, step, hours }: { personIds: readonly string[]; step: string; hours: number },
): Promise<string> => {
  const id = newId();
  const document = await withAskers(tx, about);
  const but = partiesOf(document);
  const approvers = [...new Set(personIds)].map((personId) => ({
    kind: "person" as const,
    personId,
  }));
  const active = await Promise.all(approvers.map((approver) => peopleOf(tx, approver, null)));
  const people = active.flat().filter((person) => !but.includes(person));
  if (people.length === 0)
    throw conflict(
      "no_approver",
      "Whoever is to decide this had a hand in it, or is not a member of the agency any more.",
    );
  const asked: NewStep = {
    orgId: tx.scope.orgId!,
    id: newId(),
    requestId: id,
    stage: 1,
    name: step,
    mode: "any",
    quorum: 1,
    route: { approvers, dueHours: hours, escalateTo: null },
  };
  const dueAt = new Date(businessNow(tx.scope).getTime() + hours * 3_600_000).toISOString();
  return openApproval(tx, actor, {
    id,
    document,
    policy: null,
    steps: [asked],
    first: 1,
    openings: [{ stepId: asked.id, people, dueAt }],
  });
};

/** Asks one person; else as `askPeople`. */
export const askPerson = (
  tx: Tx,
  actor: Actor,
  document: ApprovalDocument,
  { personId, ...how }: { personId: string; step: string; hours: number },
): Promise<string> => askPeople(tx, actor, document, { personIds: [personId], ...how });

/**
 * Ends the pending request of a document without a decision (the requester took it back, or it was
 * cancelled).
 */
export const withdrawApproval = async (tx: Tx, actor: Actor, documentId: string): Promise<void> => {
  const request = await tx.maybe<Request>(sql`
    select *
    from approval_request
    where org_id = ${actor.orgId} and document_id = ${documentId} and status = 'pending'
    for update
  `);
  if (request) await endRequest(tx, actor, request, "withdrawn", "Taken back");
};

export const endRequest = async (
  tx: Tx,
  actor: Actor,
  request: Request,
  status: Request["status"],
  comment: string,
): Promise<Request> => {
  // Whoever approved the whole request has left no step behind.
  if (status !== "approved")
    tx.later(
      tx.rows(sql`
        update approval_step
        set status = 'stopped'
        where org_id = ${request.orgId}
          and request_id = ${request.id}
          and status in ('open', 'waiting')
      `),
    );
  const patch = { status, decidedAt: businessNow(tx.scope).toISOString() };
  const after = await updateRow(tx, approvalRequest, request.id, patch);
  note(tx, actor, "approval", request.id, {
    number: request.documentNumber,
    action: status,
    before: request,
    after,
    note: comment,
  });
  return after;
};
