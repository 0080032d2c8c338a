import type { App } from "#server/app.ts";
import { note } from "#server/change.ts";
import type { Tx } from "#server/db/db.ts";
import { systemActor } from "#kernel/access.ts";
import { sql } from "#server/db/sql.ts";
import { organizationIds } from "#areas/organization/organization.server.ts";
import { notifyReached } from "../delegation/chain.service.ts";
import type { ApprovableType, StepRoute } from "../policy/policy.model.ts";
import { noticeOf, partiesOf } from "./stage.service.ts";
import { assigneesOf } from "./approvers.service.ts";

/**
 * `stuck`: too few of those who were asked are still members of the agency for the step ever to be
 * decided.
 */
type Late = {
  id: string;
  late: boolean;
  stuck: boolean;
  route: StepRoute;
  requestId: string;
  documentType: ApprovableType;
  documentNumber: string;
  title: string;
  amount: number;
  departmentId: string | null;
  requesterId: string | null;
  facts: Record<string, unknown>;
};

type Asked = { personId: string; decision: string | null; decidedBy: string | null };

const askedIn = (tx: Tx, step: Late) =>
  tx.rows<Asked>(sql`
    select person_id, decision, decided_by
    from approval_assignee
    where org_id = ${tx.scope.orgId} and step_id = ${step.id}
  `);

const markEscalated = (tx: Tx, step: Late) =>
  tx.rows(sql`
    update approval_step
    set escalated_at = clock_timestamp()
    where org_id = ${tx.scope.orgId} and id = ${step.id}
  `);

// Where all must approve, whoever is added stands in for those who do not: as many voices as
// before, of more people.
const addDeciders = async (
  tx: Tx,
  step: Late,
  voices: number,
  added: readonly string[],
): Promise<void> => {
  if (added.length)
    await tx.rows(sql`
      update approval_step
      set mode = 'quorum', quorum = ${voices}
      where org_id = ${tx.scope.orgId} and id = ${step.id} and mode = 'all'
    `);
  for (const person of added)
    await tx.rows(sql`
      insert into approval_assignee (org_id, step_id, person_id)
      values (${tx.scope.orgId}, ${step.id}, ${person})
      on conflict
      do nothing
    `);
};

const escalateOne = async (tx: Tx, step: Late): Promise<boolean> => {
  const rule = step.route.escalateTo;
  if (step.late) await markEscalated(tx, step);
  const asked = await askedIn(tx, step);
  const waiting = asked.filter((a) => a.decision === null).map((a) => a.personId);
  const named =
    rule || step.stuck
      ? await assigneesOf(
          tx,
          rule ? [rule] : [],
          null,
          step.route.departmentId ?? step.departmentId,
          [...partiesOf(step), ...(step.stuck ? asked.map((a) => a.personId) : [])],
        )
      : null;
  // Whoever decided the step as a delegate cannot decide it once more.
  const added = (named?.people ?? []).filter(
    (person) => !asked.some((a) => a.decidedBy === person),
  );
  if (!step.late && added.length === 0) return false;
  await addDeciders(tx, step, asked.length, added);
  await notifyReached(
    tx,
    [...(step.late ? waiting : []), ...added],
    { type: step.documentType, but: partiesOf(step) },
    {
      kind: "escalation",
      title: `${step.late ? "Overdue approval" : "Approval needed"}: ${step.documentNumber}`,
      body: noticeOf(step),
      link: `/approvals/${step.requestId}`,
      answersTo: step.requesterId,
    },
  );
  note(tx, systemActor(tx.scope.orgId), "approval", step.requestId, {
    number: step.documentNumber,
    action: "escalate",
    after: { step: step.id, added, ...(step.stuck && { stuck: true }) },
    event: null,
  });
  return true;
};

const stuck = sql`
  (
      select count(*) filter (where a.decision is not null or m.active)
      from approval_assignee a
      left join organization_member m on m.org_id = a.org_id and m.person_id = a.person_id
      where a.org_id = s.org_id and a.step_id = s.id
    ) < case s.mode
    when 'any' then 1
    when 'quorum' then s.quorum
    else (select count(*) from approval_assignee a where a.org_id = s.org_id and a.step_id = s.id)
  end
`;

/**
 * Escalates the overdue steps of one agency, each once: reminds who was asked, and asks whom the
 * policy names beyond them. A step that nobody can decide any
 * more, because those who were asked have left the agency, asks the policy's next, else the
 * administrators, at once. Returns how many.
 */
export const escalateOverdue = (app: App, orgId: string): Promise<number> =>
  app.database.transaction({ orgId, personId: null }, async (tx) => {
    const found = await tx.rows<Late>(sql`
      select *
      from (
        select
          s.id, s.escalated_at is null and s.due_at < clock_timestamp() as late, ${stuck} as stuck,
          s.route, s.due_at, q.id as request_id, q.document_type, q.document_number, q.title,
          q.amount, q.department_id, q.requester_id, q.facts
        from approval_step s
        join approval_request q on q.org_id = s.org_id and q.id = s.request_id
        where s.org_id = ${orgId} and s.status = 'open'
      ) o
      where late or stuck
      order by due_at
      limit 200
    `);
    // Locked one after the other: one that somebody decides at this moment is left for the next
    // time.
    let escalated = 0;
    for (const step of found) {
      const free = await tx.maybe(sql`
        select 1 as ok
        from approval_step
        where org_id = ${orgId}
          and id = ${step.id}
          and status = 'open'
          and (not ${step.late}::boolean or escalated_at is null)
        for update skip locked
      `);
      if (free && (await escalateOne(tx, step))) escalated += 1;
    }
    return escalated;
  });

/** Every five minutes in every agency. */
export const escalation = {
  name: "approval-escalation",
  cron: "*/5 * * * *",
  afterRestore: {
    kind: "deadlines" as const,
    due: `
      select
        count(distinct s.id)::int as due, count(distinct a.person_id)::int as people,
        min(s.due_at) as since
      from approval_step s
      left join approval_assignee a
        on a.org_id = s.org_id
        and a.step_id = s.id
        and a.decision is null
      where s.status = 'open' and s.escalated_at is null and s.due_at < clock_timestamp()
    `,
  },
  run: async (app: App) => {
    for (const orgId of await organizationIds(app.database)) await escalateOverdue(app, orgId);
  },
};
