import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { can, type Actor } from "#kernel/access.ts";
import { conflict, invalidField, notAllowed } from "#kernel/errors.ts";
import { note } from "#server/change.ts";
import { businessNow } from "#server/clock.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { rowsAs } from "#server/db/read-as.ts";
import { lockRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { requireVersion } from "#server/http/endpoint.ts";
import { announce } from "#server/lifecycle.ts";
import { bindActor } from "#server/http/list-conditions.ts";
import { notify } from "#areas/organization/organization.server.ts";
import { chainsTo, namesOf } from "../delegation/chain.service.ts";
import { approvableTypes, decidingPermissions } from "../policy/policy.labels.ts";
import { stepIsDecided } from "../policy/policy-choice.model.ts";
import type { ApprovableType } from "../policy/policy.model.ts";
import { approvalRequest } from "../workflow.tables.ts";
import { approvableOf } from "./approvable.service.ts";
import { behalfWords } from "./inbox.labels.ts";
import { type Request, type Step, partiesOf, noticeOf, openStage } from "./stage.service.ts";
import { endRequest } from "./approval.service.ts";

export type Decision = "approve" | "return" | "reject";

type Decider = { person: string; decision: Decision | null; by: string | null };

// A step with those who may decide it.
type Counted = Pick<Step, "id" | "stage" | "name" | "status" | "mode" | "quorum" | "route"> & {
  deciders: Decider[];
};

// Whoever decides holds the request's lock: what is read behind it holds until the end.
const stepsOf = (tx: Tx, requestId: string) =>
  tx.rows<Counted>(sql`
    select
      s.id, s.stage, s.name, s.status, s.mode, s.quorum, s.route,
      coalesce(
        jsonb_agg(jsonb_build_object(
          'person', a.person_id, 'decision', a.decision, 'by', a.decided_by
        )) filter (where a.person_id is not null),
        '[]'
      ) as deciders
    from approval_step s
    left join approval_assignee a on a.org_id = s.org_id and a.step_id = s.id
    where s.org_id = ${tx.scope.orgId} and s.request_id = ${requestId}
    group by s.org_id, s.id
    order by s.id
  `);

// `via`: those between who were handed it and handed it on, from the one who handed it to the
// decider.
type OpenAssignment = { step: Counted; personId: string; via: readonly string[] };

type Closed = { code: string; reason: string };

const notMine: Closed = {
  code: "not_your_approval",
  reason: "This approval does not wait for you.",
};

const decidedStep: Closed = {
  code: "decided_step",
  reason:
    "You decided this step already, so another person must decide the rest of it (separation of duties).",
};

const notEntitled = (type: ApprovableType): Closed => ({
  code: "delegate_permission",
  reason: `Whoever decides a ${approvableTypes[type].toLowerCase()} for somebody else must be entitled to approve one. The person who delegated this to you can still decide it.`,
});

// Own assignments first; then those of people whose delegations reach this person now, the nearest
// first, through nobody who had a hand in the document. One person decides a step once, in
// whoever's name.
const chainRow = z.object({ giver: z.string(), via: z.array(z.string()) });
const assignmentOf = async (
  tx: Tx,
  actor: Actor,
  request: Request,
  steps: readonly Counted[],
): Promise<OpenAssignment | Closed> => {
  const all = steps.filter((s) => s.status === "open");
  const open = all.filter((s) => !s.deciders.some((d) => d.by === actor.personId));
  const waits = (s: Counted, person: string) =>
    s.deciders.some((d) => d.person === person && d.decision === null);
  const own = open.find((s) => waits(s, actor.personId!));
  if (own) return { step: own, personId: actor.personId!, via: [] };
  const now = businessNow(tx.scope).toISOString();
  const but = partiesOf(request);
  const chains = await rowsAs(
    tx,
    chainRow,
    sql`
      select c.giver, c.via
      from ${bindActor(chainsTo(`'${now}'::timestamptz`), actor)} c
      where c.document_type = ${request.documentType}
        and c.giver = any(${all.flatMap((s) => s.deciders.map((d) => d.person))}::uuid[])
      order by cardinality(c.via), c.giver, c.via
    `,
  );
  const givers = chains.filter((c) => ![c.giver, ...c.via].some((id) => but.includes(id)));
  const given = (step: Counted) => givers.find((g) => waits(step, g.giver));
  const step = open.find(given);
  const type = request.documentType as ApprovableType;
  if (!step) return all.some((s) => given(s) ?? waits(s, actor.personId!)) ? decidedStep : notMine;
  return can(actor, decidingPermissions[type])
    ? { step, personId: given(step)!.giver, via: given(step)!.via }
    : notEntitled(type);
};

/** Acts for the document's area: the system, in the name of the person whose decision this is. */
const asSystem = (actor: Actor): Actor => ({ ...actor, kind: "system" });

const linkOf = (request: Request) => approvableOf(request.documentType).href(request.documentId);

const tell = (tx: Tx, request: Request, kind: string, body: string) =>
  request.requesterId
    ? notify(tx, [request.requesterId], {
        kind,
        title: `${request.documentNumber} was ${kind}`,
        body,
        link: linkOf(request),
      })
    : null;

/**
 * A step is approved: the next stage opens, or the request and its document are approved. Gives the
 * request when that ended it.
 */
const advance = async (
  tx: Tx,
  actor: Actor,
  request: Request,
  others: readonly Counted[],
): Promise<Request | null> => {
  if (others.some((s) => s.status === "open")) return null;
  const waiting = others.filter((s) => s.status === "waiting");
  if (waiting.length) {
    const stage = Math.min(...waiting.map((s) => s.stage));
    await openStage(
      tx,
      request,
      stage,
      waiting.filter((s) => s.stage === stage),
    );
    return null;
  }
  const [ended] = await Promise.all([
    endRequest(tx, actor, request, "approved", "All steps approved"),
    approvableOf(request.documentType).approved(tx, asSystem(actor), request.documentId),
    tell(tx, request, "approved", noticeOf(request)),
  ]);
  return ended;
};

const approveSteps = async (
  tx: Tx,
  actor: Actor,
  request: Request,
  approved: readonly Counted[],
  steps: readonly Counted[],
): Promise<Request | null> => {
  const done = approved.filter((s) =>
    stepIsDecided(
      s.mode,
      s.quorum,
      s.deciders.length,
      1 + s.deciders.filter((d) => d.decision === "approve").length,
    ),
  );
  if (done.length === 0) return null;
  tx.later(
    tx.rows(sql`
      update approval_step
      set status = 'approved'
      where org_id = ${request.orgId} and id = any(${done.map((s) => s.id)}::uuid[])
    `),
  );
  return advance(
    tx,
    actor,
    request,
    steps.filter((s) => !done.includes(s)),
  );
};

// One step of a policy that asks several departments is one question to whoever answers for more
// than one of them.
const alsoAsked = (
  actor: Actor,
  { step, personId }: OpenAssignment,
  steps: readonly Counted[],
): Counted[] =>
  step.route.departmentId
    ? steps.filter(
        (s) =>
          s !== step &&
          s.status === "open" &&
          s.stage === step.stage &&
          s.route.departmentId &&
          isDeepStrictEqual(s.route.approvers, step.route.approvers) &&
          s.deciders.some((d) => d.person === personId && d.decision === null) &&
          !s.deciders.some((d) => d.by === actor.personId),
      )
    : [];

const refuse = async (
  tx: Tx,
  actor: Actor,
  request: Request,
  outcome: "returned" | "rejected",
  comment: string,
): Promise<Request> => {
  const [ended] = await Promise.all([
    endRequest(tx, actor, request, outcome, comment),
    approvableOf(request.documentType)[outcome](
      tx,
      asSystem(actor),
      request.documentId,
      comment.trim(),
    ),
    tell(tx, request, outcome, comment.trim()),
  ]);
  return ended;
};

const mayDecide = (
  actor: Actor,
  request: Request,
  decision: Decision,
  comment: string,
  version: number | null,
  mine: OpenAssignment | Closed,
): OpenAssignment => {
  if (version !== null) requireVersion(request.version, version);
  if (request.status !== "pending")
    throw conflict("decided", `This was ${request.status} already.`);
  if (request.requesterId && request.requesterId === actor.personId)
    throw notAllowed("You asked for this, so another person must decide it.", "self_approval");
  if (partiesOf(request).includes(actor.personId))
    throw notAllowed("You had a hand in this, so another person must decide it.", "self_approval");
  if (decision !== "approve" && comment.trim().length < 3)
    throw invalidField(
      "comment",
      "Say why, so that the requester can act on it.",
      "reason_required",
    );
  if ("code" in mine) throw notAllowed(mine.reason, mine.code);
  return mine;
};

/**
 * Why a delegate does not decide a document for somebody else: they had the duty before this one.
 * Null where they had not, or decide in their own name.
 */
export const joinsDuties = async (
  db: Db,
  actor: Actor,
  { documentType, documentId }: Pick<Request, "documentType" | "documentId">,
  forOthers: boolean,
): Promise<string | null> => {
  const before = forOthers
    ? await approvableOf(documentType).dutyBefore?.(db, documentId)
    : undefined;
  return before?.people.includes(actor.personId!)
    ? `You ${before.did}, so you do not decide it for somebody else (separation of duties).`
    : null;
};

/** A decision with the assignment in which it is made and the steps that it counts for. */
type Ruling = {
  decision: Decision;
  comment: string;
  mine: OpenAssignment;
  decided: readonly Counted[];
};

const auditDecision = async (
  tx: Tx,
  actor: Actor,
  request: Request,
  { mine, decided, decision, comment }: Ruling,
): Promise<void> => {
  const onBehalf = mine.personId === actor.personId ? null : mine.personId;
  const path = onBehalf ? [...mine.via, onBehalf] : [];
  const names = await namesOf(tx, path);
  note(tx, actor, request.documentType, request.documentId, {
    number: request.documentNumber,
    action: `approval.${decision}`,
    after: {
      decision,
      step: mine.step.id,
      ...(decided.length > 1 && { also: decided.slice(1).map((s) => s.id) }),
      onBehalfOf: onBehalf,
      ...(onBehalf && {
        via: mine.via,
        behalf: behalfWords(path.map((id) => names.get(id) ?? "a former member")),
      }),
    },
    note: comment.trim() || null,
    event: null,
  });
};

const storeDecision = (
  tx: Tx,
  actor: Actor,
  request: Request,
  { mine, decided, decision, comment }: Ruling,
) =>
  tx.rows(sql`
    update approval_assignee
    set
      decision = ${decision}, decided_by = ${actor.personId},
      decided_at = ${businessNow(tx.scope).toISOString()}, comment = ${comment.trim() || null},
      via = ${[...mine.via]}::uuid[]
    where org_id = ${request.orgId}
      and step_id = any(${decided.map((s) => s.id)}::uuid[])
      and person_id = ${mine.personId}
  `);

/**
 * One person's decision. Approving counts toward the step (all, any, quorum), then the stage, then
 * the document; returning or rejecting needs
 * a comment and ends the request. Nobody decides what they asked for (403), not even as a delegate
 * or through one, nor one step twice; a delegate holds what
 * deciding that type of document needs, and so does everybody through whom it came, and had not the
 * duty before this one (`dutyBefore`). Who is asked
 * for several departments by one step of the policy approves for all of them at once. `version` is
 * the request's, as read.
 */
export const decide = async (
  tx: Tx,
  actor: Actor,
  requestId: string,
  decision: Decision,
  comment: string,
  version: number | null,
): Promise<Request> => {
  // The lock comes first; what is read behind it in the same round trip is what holds under it.
  const [request, steps] = await Promise.all([
    lockRow(tx, approvalRequest, requestId, "approval"),
    stepsOf(tx, requestId),
  ]);
  const mine = mayDecide(
    actor,
    request,
    decision,
    comment,
    version,
    await assignmentOf(tx, actor, request, steps),
  );
  const joined = await joinsDuties(tx, actor, request, mine.personId !== actor.personId);
  if (joined) throw notAllowed(joined, "separation_of_duties");
  const decided = [mine.step, ...(decision === "approve" ? alsoAsked(actor, mine, steps) : [])];
  const ruling: Ruling = { decision, comment, mine, decided };
  await auditDecision(tx, actor, request, ruling);
  tx.later(storeDecision(tx, actor, request, ruling));
  const ended = await (decision === "approve"
    ? approveSteps(tx, actor, request, decided, steps)
    : refuse(tx, actor, request, decision === "return" ? "returned" : "rejected", comment));
  announce(tx, actor.orgId!, `approval.${decision}`, request.id);
  return (
    ended ??
    tx.one<Request>(sql`
      update approval_request
      set version = version + 1
      where org_id = ${request.orgId} and id = ${request.id}
      returning *
    `)
  );
};
