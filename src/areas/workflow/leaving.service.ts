import { note } from "#server/change.ts";
import { databaseMs } from "#server/db/database-clock.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { notify, type Held, type Holding } from "#areas/organization/organization.server.ts";
import { delegate, revokeDelegation } from "./delegation/delegation.service.ts";
import { approvableTypes } from "./policy/policy.labels.ts";
import type { ApprovableType } from "./policy/policy.model.ts";

const most = 200;

/** So long a successor decides what waits for somebody who left. */
const daysOfHandover = 90;

type Waiting = { id: string; number: string; title: string; type: ApprovableType };

const waitingFor = (db: Db, personId: string) =>
  db.rows<Waiting>(sql`
    select distinct q.id, q.document_number as number, q.title, q.document_type as type
    from approval_request q
    join approval_step s on s.org_id = q.org_id and s.request_id = q.id and s.status = 'open'
    join approval_assignee a on a.org_id = s.org_id and a.step_id = s.id and a.decision is null
    where q.org_id = ${db.scope.orgId} and q.status = 'pending' and a.person_id = ${personId}
    order by q.document_number
    limit ${most}
  `);

/** Approvals that wait: the successor decides them for whoever left, as by any delegation. */
const approvals: Holding = {
  kind: "approvals",
  label: "Approvals that wait",
  place: 10,
  of: async (db, personId) =>
    (await waitingFor(db, personId)).map(({ id, number, title, type }) => ({
      id,
      label: `${approvableTypes[type]} ${number}: ${title}`,
      link: `/approvals/${id}`,
    })),
  takeOver: async (tx, actor, personId, successorId) => {
    const waiting = await waitingFor(tx, personId);
    if (waiting.length === 0 || successorId === null) return 0;
    const now = databaseMs();
    await delegate(
      tx,
      { ...actor, personId },
      {
        toPersonId: successorId,
        startsAt: new Date(now).toISOString(),
        endsAt: new Date(now + daysOfHandover * 86_400_000).toISOString(),
        documentTypes: [...new Set(waiting.map(({ type }) => type))],
        note: "Left the agency",
      },
    );
    return waiting.length;
  },
};

/** Tasks that are open: they become the successor's. */
const tasks: Holding = {
  kind: "tasks",
  label: "Open tasks",
  place: 20,
  of: async (db, personId) =>
    (
      await db.rows<{ id: string; title: string; link: string | null }>(sql`
        select id, title, link
        from task
        where org_id = ${db.scope.orgId} and person_id = ${personId} and done_at is null
        order by due_at nulls last, id
        limit ${most}
      `)
    ).map(({ id, title, link }) => ({ id, label: title, link })),
  takeOver: async (tx, actor, personId, successorId) => {
    if (successorId === null) return 0;
    const moved = await tx.rows<{ id: string; title: string }>(sql`
      update task
      set person_id = ${successorId}, version = version + 1, updated_at = clock_timestamp()
      where org_id = ${tx.scope.orgId} and person_id = ${personId} and done_at is null
      returning id, title
    `);
    for (const { id } of moved) {
      note(tx, actor, "task", id, {
        action: "takeOver",
        before: { personId },
        after: { personId: successorId },
        event: "task",
      });
    }
    if (moved.length > 0)
      notify(tx, [successorId], {
        kind: "task",
        title: `${moved.length} of a leaver's tasks ${moved.length === 1 ? "is" : "are"} yours now`,
        body: moved
          .slice(0, 5)
          .map(({ title }) => title)
          .join(" · "),
        link: "/dashboard",
      });
    return moved.length;
  },
};

type Handed = { id: string; fromName: string; toName: string; fromId: string; version: number };

const handed = (db: Db, personId: string) =>
  db.rows<Handed>(sql`
    select
      d.id, f.display_name as from_name, t.display_name as to_name, d.from_person_id as from_id,
      d.version
    from approval_delegation d
    join person f on f.id = d.from_person_id
    join person t on t.id = d.to_person_id
    where d.org_id = ${db.scope.orgId}
      and ${personId} in (d.from_person_id, d.to_person_id)
      and d.revoked_at is null
      and d.ends_at > clock_timestamp()
    order by d.starts_at
    limit ${most}
  `);

/** Delegations end with the membership; those who delegated to the leaver are told. */
const delegations: Holding = {
  kind: "delegations",
  label: "Delegations of approvals",
  place: 30,
  endsItself: true,
  byHand: "They end with the membership. Whoever delegated to this person chooses somebody else.",
  of: async (db, personId) =>
    (await handed(db, personId)).map(({ id, fromName, toName }) => ({
      id,
      label: `${fromName} to ${toName}`,
      link: "/approvals-inbox",
    })),
  takeOver: async (tx, actor, personId) => {
    const open = await handed(tx, personId);
    for (const one of open) {
      await revokeDelegation(tx, { ...actor, personId: one.fromId }, one.id, one.version);
      if (one.fromId !== personId)
        notify(tx, [one.fromId], {
          kind: "delegation",
          title: `Your delegation to ${one.toName} ended: they left`,
          body: "Approvals come to you again. Choose somebody else, if you are away.",
          link: "/approvals-inbox",
        });
    }
    return open.length;
  },
};

/** Policies in force that name the person: an administrator publishes new versions. */
const policies: Holding = {
  kind: "policies",
  label: "Approval policies that name them",
  place: 40,
  byHand: "Publish a new version that names somebody else, or a role or duty.",
  of: (db, personId): Promise<Held[]> =>
    db.rows<Held>(sql`
      select
        id, name || ', version ' || version_no as label, '/approvals-inbox/policies/' || id as link
      from approval_policy
      where org_id = ${db.scope.orgId}
        and status = 'published'
        and steps::text like '%' || ${personId}::uuid || '%'
      order by name
      limit ${most}
    `),
};

/** What of approvals, tasks and policies hangs on a person. */
export const workflowHoldings: readonly Holding[] = [approvals, tasks, delegations, policies];
