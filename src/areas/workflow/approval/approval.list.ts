import type { Db } from "#server/db/db.ts";
import type { Actor } from "#kernel/access.ts";
import { notFound } from "#kernel/errors.ts";
import { businessNow } from "#server/clock.ts";
import { bind, sql } from "#server/db/sql.ts";
import { asked } from "#server/http/list-conditions.ts";
import type { ListDefinition } from "#server/http/list.ts";
import { reachedAt, type Link } from "../delegation/chain.model.ts";
import { chainsTo, linksOf, namesOf } from "../delegation/chain.service.ts";
import { approvableTypes } from "../policy/policy.labels.ts";
import { approvalStatuses } from "./approval.labels.ts";
import type { Approval, ApprovalDetail } from "./approval.model.ts";
import { approvableOf } from "./approvable.ts";

const chain = `${chainsTo("clock_timestamp()")} c`;
// A chain that reaches $actor with an assignment's approvals, through nobody who asked for the
// document or had a hand in it.
const through =
  "c.giver = a.person_id and c.document_type = q.document_type and c.entitled and not coalesce(q.requester_id::text = any(c.via), false) and not coalesce(q.facts -> 'parties' ?| c.via, false)";
const undecided = `approval_assignee a join approval_step s on s.org_id = a.org_id and s.id = a.step_id`;
const waitingStep = `a.org_id = q.org_id and s.request_id = q.id and s.status = 'open' and a.decision is null and not exists (select 1 from approval_assignee b where b.org_id = s.org_id and b.step_id = s.id and b.decided_by = $actor)`;

// Waits for $actor: an undecided assignment in an open step, own or reaching them now by
// delegations, on something they did not ask for and in a step that they did not decide.
const waitsFor = `q.status = 'pending' and q.requester_id is distinct from $actor and not coalesce(q.facts -> 'parties' ? ($actor)::text, false) and exists (select 1 from ${undecided}
  where ${waitingStep} and (a.person_id = $actor or exists (select 1 from ${chain} where ${through})))`;

export const approvalList: ListDefinition = {
  name: "approvals",
  from: "approval_request q join approval_policy p on p.org_id = q.org_id and p.id = q.policy_id left join person who on who.id = q.requester_id left join department d on d.org_id = q.org_id and d.id = q.department_id",
  base: "approval_request q",
  alias: "q",
  columns: {
    id: { sql: "q.id", hidden: true },
    documentType: { sql: "q.document_type", label: "Document", sort: true, codes: approvableTypes },
    documentId: { sql: "q.document_id", hidden: true },
    documentNumber: { sql: "q.document_number", label: "Number", sort: true },
    title: { sql: "q.title", label: "What" },
    amount: { sql: "q.amount", label: "Amount", money: true, sort: true },
    requester: { sql: "who.display_name", label: "Requester" },
    requesterId: { sql: "q.requester_id", hidden: true },
    department: { sql: "d.name", label: "Department" },
    policy: { sql: "p.name || ' v' || p.version_no", label: "Policy" },
    step: {
      sql: "(select string_agg(s.name, ', ' order by s.name) from approval_step s where s.org_id = q.org_id and s.request_id = q.id and s.status = 'open')",
      label: "Step",
    },
    status: { sql: "q.status", label: "Status", sort: true, codes: approvalStatuses },
    requestedAt: { sql: "q.requested_at", label: "Requested", sort: true },
    dueAt: { sql: "q.due_at", label: "Due", sort: true },
    version: { sql: "q.version", hidden: true },
  },
  filters: {
    status: { kind: "set", sql: "q.status", type: "text" },
    documentType: { kind: "set", sql: "q.document_type", type: "text" },
    departmentId: { kind: "set", sql: "q.department_id", type: "uuid" },
    amount: { kind: "range", sql: "q.amount", type: "cents" },
    requestedAt: { kind: "range", sql: "q.requested_at", type: "instant" },
    mine: { kind: "flag", sql: waitsFor },
    asked: { kind: "flag", sql: "q.requester_id = $actor" },
    overdue: { kind: "flag", sql: "q.status = 'pending' and q.due_at < clock_timestamp()" },
    documentId: { kind: "set", sql: "q.document_id", type: "uuid" },
  },
  search: ["q.document_number", "q.title", "coalesce(who.display_name, '')"],
  number: "q.document_number",
  defaultSort: "dueAt",
  totals: { amount: "q.amount" },
};

/**
 * Which of these requests wait for the person now, each with the names in which they would decide
 * it, from whoever handed it to them on; none where it is their own.
 */
export const waiting = async (
  db: Db,
  actor: Actor,
  ids: readonly string[],
): Promise<Map<string, string[]>> => {
  const rows = await db.rows<{ id: string; path: string[] | null }>(sql`
    select
      q.id,
      (${asked(
        `
          select case
              when a.person_id = $actor then '{}'::text[]
              else c.via || a.person_id::text
            end
          from ${undecided}
          left join ${chain} on ${through}
          where ${waitingStep} and (a.person_id = $actor or c.giver is not null)
          order by a.person_id <> $actor, cardinality(c.via), s.id, c.giver, c.via
          limit 1
        `,
        actor,
      )}) as path
    from approval_request q
    where q.org_id = ${actor.orgId} and q.id = any(${ids}::uuid[]) and ${asked(waitsFor, actor)}
  `);
  const names = await namesOf(
    db,
    rows.flatMap((r) => r.path ?? []),
  );
  return new Map(
    rows.map((r) => [r.id, (r.path ?? []).map((id) => names.get(id) ?? "a former member")]),
  );
};

/** How many approvals wait for the person. */
export const countWaiting = async (db: Db, actor: Actor): Promise<number> =>
  (
    await db.one<{ n: number }>(sql`
      select count(*) as n
      from approval_request q
      where q.org_id = ${actor.orgId} and ${asked(waitsFor, actor)}
    `)
  ).n;

type Assignee = ApprovalDetail["steps"][number]["assignees"][number] & { stepId: string };

const stepsOf = (db: Db, id: string) =>
  db.rows<ApprovalDetail["steps"][number]>(sql`
    select id, stage, name, mode, quorum, status, due_at
    from approval_step
    where org_id = ${db.scope.orgId} and request_id = ${id}
    order by stage, id
  `);

const assigneesOf = (db: Db, id: string) =>
  db.rows<Assignee>(sql`
    select
      a.step_id, a.person_id, p.display_name as name, a.decision, by.display_name as decided_by,
      a.decided_at, a.comment,
      array(
        select coalesce(v.display_name, 'a former member')
        from unnest(a.via)
        with ordinality u(id, n)
        left join person v on v.id = u.id
        order by u.n
      ) as via
    from approval_assignee a
    join approval_step s on s.org_id = a.org_id and s.id = a.step_id
    left join person p on p.id = a.person_id
    left join person by on by.id = a.decided_by
    where a.org_id = ${db.scope.orgId} and s.request_id = ${id}
    order by a.decided_at nulls last, p.display_name
  `);

const attachmentsOf = (
  db: Db,
  request: {
    id: string;
    documentType: "invoice" | "requisition" | "purchaseOrder" | "paymentRun";
    documentId: string;
    documentNumber: string;
    title: string;
    amount: number;
    requester: string | null;
    requesterId: string | null;
    department: string | null;
    policy: string;
    step: string | null;
    status: "withdrawn" | "approved" | "rejected" | "returned" | "pending";
    requestedAt: string;
    dueAt: string | null;
    mine: boolean;
    behalf: string[];
    version: number;
  },
) =>
  db.rows<ApprovalDetail["documents"][number]>(sql`
    select a.file_id, f.name, f.size
    from attachment a
    join stored_file f on f.org_id = a.org_id and f.id = a.file_id
    where a.org_id = ${db.scope.orgId}
      and a.object_type = ${request.documentType}
      and a.object_id = ${request.documentId}
    order by a.created_at, a.id
    limit 500
  `);

const standIns = (
  request: Pick<Approval, "documentType">,
  but: (string | null)[],
  assignees: Assignee[],
  links: readonly Link[],
  open: Set<string>,
  now: number,
) =>
  new Map(
    assignees
      .filter((a) => !a.decision && open.has(a.stepId))
      .map((a) => [
        a.personId,
        reachedAt(links, a.personId, request.documentType, now, but).map((path) => path.at(-1)!),
      ]),
  );

const waitedFor = (
  open: Set<string>,
  shown: readonly { stepId: string; decision: unknown; name: string; reaches: string[] }[],
) =>
  [
    ...new Set(
      shown
        .filter((a) => !a.decision && open.has(a.stepId))
        .map((a) =>
          a.reaches.length ? `${a.name} (away, goes to ${a.reaches.join(", ")})` : a.name,
        ),
    ),
  ].join(", ");

const reasonAgainst = (
  actor: Actor,
  parties: readonly string[],
  request: Pick<Approval, "status" | "requesterId">,
  canDecide: boolean,
  waits: string,
) =>
  canDecide || request.status !== "pending"
    ? null
    : request.requesterId === actor.personId
      ? "You asked for this, so another person must decide it."
      : parties.includes(actor.personId!)
        ? "You had a hand in this, so another person must decide it."
        : `Waits for ${waits || "nobody yet"}.`;

/**
 * A request with its steps, who decided what, and what an approver wants to see of the document.
 */
export const readApproval = async (db: Db, actor: Actor, id: string): Promise<ApprovalDetail> => {
  const columns = Object.entries(approvalList.columns)
    .map(([k, c]) => `${c.sql} as "${k}"`)
    .join(", ");
  const found = await db.maybe<Approval & { parties: readonly string[] }>(
    bind(
      `
        select ${columns}, coalesce(q.facts -> 'parties', '[]') as parties
        from ${approvalList.from}
        where q.org_id = $1 and q.id = $2
      `,
      [db.scope.orgId, id],
    ),
  );
  if (!found) throw notFound("approval");
  const { parties, ...request } = found;
  const document = approvableOf(request.documentType);
  const but = [request.requesterId, ...parties];
  const [steps, assignees, mine, links, summary, documents] = await Promise.all([
    stepsOf(db, id),
    assigneesOf(db, id),
    waiting(db, actor, [id]),
    linksOf(db),
    document.summary(db, request.documentId),
    attachmentsOf(db, request),
  ]);
  const canDecide = mine.has(id);
  const open = new Set(steps.filter((s) => s.status === "open").map((s) => s.id));
  const now = Date.now();
  const away = standIns(request, but, assignees, links, open, now);
  const names = await namesOf(db, [...away.values()].flat());
  const reach = (a: Assignee) =>
    a.decision || !open.has(a.stepId)
      ? []
      : [...new Set(away.get(a.personId))].map((person) => names.get(person) ?? "a former member");
  const shown = assignees.map((a) => ({
    ...a,
    name: a.name ?? "Former member",
    reaches: reach(a),
  }));
  const waits = waitedFor(open, shown);
  const whyNot = reasonAgainst(actor, parties, request, canDecide, waits);
  return {
    ...request,
    mine: canDecide,
    behalf: mine.get(id) ?? [],
    steps: steps.map((s) => ({
      ...s,
      assignees: shown.filter((a) => a.stepId === s.id).map(({ stepId: _stepId, ...a }) => a),
    })),
    summary: { ...summary, href: document.href(request.documentId) },
    documents,
    canDecide,
    whyNot,
  };
};

/** True now by the business clock; for delegations. */
export const nowOf = (db: Db): string => businessNow(db.scope).toISOString();
