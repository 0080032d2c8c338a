import type { Actor } from "#kernel/access.ts";
import { notFound } from "#kernel/errors.ts";
import type { Instant } from "#kernel/time.ts";
import type { Db } from "#server/db/db.ts";
import { bind, sql } from "#server/db/sql.ts";
import { joinsDuties } from "./decision.service.ts";
import { reachedAt } from "../delegation/chain.model.ts";
import { linksOf, namesOf } from "../delegation/chain.service.ts";
import type { Approval, ApprovalDetail } from "./approval.model.ts";
import { approvableOf } from "./approvable.service.ts";
import { approvalList, waiting } from "./approval.list.ts";
import { databaseMs } from "#server/db/database-clock.ts";

type Assignee = Omit<ApprovalDetail["steps"][number]["assignees"][number], "reaches"> & {
  stepId: string;
};

type Found = Omit<Approval, "mine" | "behalf"> & { parties: readonly string[] };

const requestOf = (db: Db, id: string) => {
  const columns = Object.entries(approvalList.columns)
    .map(([k, c]) => `${c.sql} as "${k}"`)
    .join(", ");
  return db.maybe<Found>(
    bind(
      `
        select ${columns}, coalesce(q.facts -> 'parties', '[]') as parties
        from ${approvalList.from}
        where q.org_id = $1 and q.id = $2
      `,
      [db.scope.orgId, id],
    ),
  );
};

const stepsOf = (db: Db, id: string) =>
  db.rows<Omit<ApprovalDetail["steps"][number], "assignees">>(sql`
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

const attachmentsOf = (db: Db, request: Pick<Approval, "documentType" | "documentId">) =>
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

// Each with the people whom their approvals reach now, while they are away.
const withReach = async (
  db: Db,
  found: Found,
  links: Awaited<ReturnType<typeof linksOf>>,
  assignees: readonly Assignee[],
  open: ReadonlySet<string>,
) => {
  const now = databaseMs();
  const but = [found.requesterId, ...found.parties];
  const away = new Map(
    assignees
      .filter((a) => !a.decision && open.has(a.stepId))
      .map((a) => [
        a.personId,
        reachedAt(links, a.personId, found.documentType, now, but).map((path) => path.at(-1)!),
      ]),
  );
  const names = await namesOf(db, [...away.values()].flat());
  const reach = (a: Assignee) =>
    a.decision || !open.has(a.stepId)
      ? []
      : [...new Set(away.get(a.personId))].map((person) => names.get(person) ?? "a former member");
  return assignees.map((a) => ({ ...a, name: a.name ?? "Former member", reaches: reach(a) }));
};

/** Why somebody for whom it does not wait cannot decide a pending request. */
const refusalOf = (
  actor: Actor,
  found: Found,
  assignees: readonly (Assignee & { reaches: readonly string[] })[],
  open: ReadonlySet<string>,
): string => {
  if (found.requesterId === actor.personId)
    return "You asked for this, so another person must decide it.";
  if (found.parties.includes(actor.personId!))
    return "You had a hand in this, so another person must decide it.";
  const waits = assignees
    .filter((a) => !a.decision && open.has(a.stepId))
    .map((a) => (a.reaches.length ? `${a.name} (away, goes to ${a.reaches.join(", ")})` : a.name));
  return `Waits for ${[...new Set(waits)].join(", ") || "nobody yet"}.`;
};

/**
 * A request with its steps, who decided what, and what an approver wants to see of the document.
 */
export const readApproval = async (db: Db, actor: Actor, id: string): Promise<ApprovalDetail> => {
  const found = await requestOf(db, id);
  if (!found) throw notFound("approval");
  const { parties: _parties, ...request } = found;
  const document = approvableOf(request.documentType);
  const [steps, assignees, mine, links, summary, documents] = await Promise.all([
    stepsOf(db, id),
    assigneesOf(db, id),
    waiting(db, actor, [id]),
    linksOf(db),
    document.summary(db, request.documentId),
    attachmentsOf(db, request),
  ]);
  const behalf = mine.get(id) ?? [];
  const joined = await joinsDuties(db, actor, request, behalf.length > 0);
  const canDecide = mine.has(id) && !joined;
  const open = new Set(steps.filter((s) => s.status === "open").map((s) => s.id));
  const shown = await withReach(db, found, links, assignees, open);
  const whyNot =
    canDecide || request.status !== "pending"
      ? null
      : (joined ?? refusalOf(actor, found, shown, open));
  return {
    ...request,
    mine: canDecide,
    behalf,
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

/** Ids of the approvals of documents, ended ones too: their requests and escalations are evidence. */
export const approvalsOf = async (db: Db, documentIds: readonly string[]): Promise<string[]> =>
  (
    await db.rows<{ id: string }>(sql`
      select id
      from approval_request
      where org_id = ${db.scope.orgId} and document_id = any(${documentIds}::uuid[])
      order by requested_at, id
    `)
  ).map((request) => request.id);

/** The newest request for a document's approval, and whom it asks now; null where there is none. */
export const newestApproval = (
  db: Db,
  documentId: string,
): Promise<{ id: string; status: string; dueAt: Instant | null; people: string[] } | null> =>
  db.maybe(sql`
    select
      q.id, q.status, q.due_at,
      array(
        select a.person_id
        from approval_step s
        join approval_assignee a on a.org_id = s.org_id and a.step_id = s.id
        where s.org_id = q.org_id
          and s.request_id = q.id
          and s.status = 'open'
          and a.decision is null
      ) as people
    from approval_request q
    where q.org_id = ${db.scope.orgId} and q.document_id = ${documentId}
    order by q.requested_at desc, q.id desc
    limit 1
  `);
