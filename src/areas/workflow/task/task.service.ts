import type { Actor } from "#kernel/access.ts";
import { conflict, invalidField, notFound } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import type { Instant } from "#kernel/time.ts";
import { note } from "#server/change.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { insertRow, lockRow, updateRow } from "#server/db/rows.ts";
import { join, raw, sql } from "#server/db/sql.ts";
import { requireVersion } from "#server/http/endpoint.ts";
import { listConditions } from "#server/http/list-conditions.ts";
import { listQuery, type ListDefinition } from "#server/http/list.ts";
import { notify } from "#areas/organization/organization.server.ts";
import { approvalList, countWaiting } from "../approval/approval.list.ts";
import type { Approval } from "../approval/approval.model.ts";
import { task } from "../workflow.tables.ts";
import { approvalVerbs } from "../policy/policy.labels.ts";
import { taskKinds } from "./task.labels.ts";
import {
  waitingQuery,
  type Task,
  type TaskInput,
  type Waiting,
  type WaitingQuery,
  type WaitingWork,
} from "./task.model.ts";

/** A person's own tasks. */
export const taskList: ListDefinition = {
  name: "tasks",
  from: "task t left join person b on b.id = t.created_by",
  alias: "t",
  columns: {
    id: { sql: "t.id", hidden: true },
    kind: { sql: "t.kind", label: "Kind", codes: taskKinds },
    title: { sql: "t.title", label: "What" },
    detail: { sql: "t.detail", label: "Detail" },
    link: { sql: "t.link", label: "Link" },
    dueAt: { sql: "t.due_at", label: "Due" },
    doneAt: { sql: "t.done_at", label: "Done" },
    createdBy: { sql: "b.display_name", label: "From" },
    createdAt: { sql: "t.created_at", label: "Since", sort: true },
    version: { sql: "t.version", hidden: true },
  },
  filters: {
    open: { kind: "flag", sql: "t.done_at is null" },
    kind: { kind: "set", sql: "t.kind", type: "text" },
  },
  search: ["t.title", "t.detail"],
  defaultSort: "-createdAt",
  visible: (actor) => sql`t.person_id = ${actor.personId}`,
};

const shown = (tx: Tx, id: string) =>
  tx.one<Task>(sql`
    select
      t.id, t.kind, t.title, t.detail, t.link, t.due_at, t.done_at, b.display_name as created_by,
      t.created_at, t.version
    from task t
    left join person b on b.id = t.created_by
    where t.org_id = ${tx.scope.orgId} and t.id = ${id}
  `);

/**
 * Gives a member something to do (oneself when no person is named) and tells them. @throws 422 when
 * the person is no active member.
 */
export const giveTask = async (tx: Tx, actor: Actor, input: TaskInput): Promise<Task> => {
  const personId = input.personId ?? actor.personId!;
  if (
    !(await tx.maybe(sql`
      select 1 as ok
      from organization_member
      where org_id = ${actor.orgId} and person_id = ${personId} and active
    `))
  )
    throw invalidField("personId", "This person is not an active member of the agency.");
  const row = await insertRow(tx, task, {
    ...input,
    orgId: actor.orgId!,
    id: newId(),
    personId,
    createdBy: actor.personId,
  });
  note(tx, actor, "task", row.id, { action: "create", after: row, event: "task" });
  if (personId !== actor.personId)
    notify(tx, [personId], {
      kind: "task",
      title: `${actor.name} asks: ${input.title}`,
      body: input.detail,
      link: input.link ?? "/dashboard",
    });
  return shown(tx, row.id);
};

/**
 * Marks one's own task done, or open again. @throws 404 for somebody else's, 409 when it is so
 * already.
 */
export const markTask = async (
  tx: Tx,
  actor: Actor,
  id: string,
  done: boolean,
  version: number | null,
): Promise<Task> => {
  const before = await lockRow(tx, task, id, "task");
  if (before.personId !== actor.personId) throw notFound("task");
  if (version !== null) requireVersion(before.version, version);
  if ((before.doneAt !== null) === done)
    throw conflict(
      "so_already",
      done ? "This task is done already." : "This task is open already.",
    );
  const { at } = await tx.one<{ at: string }>(sql`select clock_timestamp() as at`);
  const after = await updateRow(tx, task, id, { doneAt: done ? at : null });
  note(tx, actor, "task", id, { action: done ? "done" : "reopen", before, after, event: "task" });
  return shown(tx, id);
};

/**
 * Marks tasks done that have settled themselves, whoever has them; those that are done stay as they
 * are.
 */
export const endTasks = async (tx: Tx, actor: Actor, ids: readonly string[]): Promise<void> => {
  const ended = await tx.rows<{ id: string; doneAt: Instant }>(sql`
    update task
    set done_at = clock_timestamp(), version = version + 1, updated_at = clock_timestamp()
    where org_id = ${actor.orgId} and id = any(${ids}::uuid[]) and done_at is null
    returning id, done_at
  `);
  for (const { id, doneAt } of ended) {
    note(tx, actor, "task", id, {
      action: "end",
      before: { doneAt: null },
      after: { doneAt },
      event: "task",
    });
  }
};

const openTasks = (db: Db, actor: Actor, kind: string | null) =>
  db.one<{ n: number }>(sql`
    select count(*)::int as n
    from task
    where org_id = ${actor.orgId}
      and person_id = ${actor.personId}
      and done_at is null
      and (${kind}::text is null or kind = ${kind})
  `);

/** Pending tasks of a person: approvals that wait for them and open tasks. */
export const countTasks = async (db: Db, actor: Actor): Promise<number> => {
  const [approvals, tasks] = await Promise.all([
    countWaiting(db, actor),
    openTasks(db, actor, null),
  ]);
  return approvals + tasks.n;
};

/** What waits for a person's approval: requests of the workflow and tasks of that kind. */
export const countApprovals = async (db: Db, actor: Actor): Promise<number> => {
  const [approvals, tasks] = await Promise.all([
    countWaiting(db, actor),
    openTasks(db, actor, "approval"),
  ]);
  return approvals + tasks.n;
};

type Asked = Pick<Approval, "id" | "documentType" | "documentNumber" | "title" | "dueAt">;
const asWaiting = (a: Asked): Waiting => ({
  id: a.id,
  kind: "approval",
  title: approvalVerbs[a.documentType],
  detail: `${a.documentNumber} · ${a.title}`,
  link: `/approvals/${a.id}`,
  dueAt: a.dueAt,
  source: "approval",
  version: null,
});

/**
 * The first of everything that waits for a person, 20 unless asked otherwise, soonest first:
 * approvals and tasks, or one of them, with how many there are (`total`) and the figure of the
 * approvals' badge.
 */
export const readWaiting = async (
  db: Db,
  actor: Actor,
  { source, limit }: WaitingQuery = waitingQuery.parse({}),
): Promise<WaitingWork> => {
  if (!actor.orgId) return { items: [], total: 0, approvals: 0 };
  const mine = join(
    listConditions(approvalList, actor, listQuery(approvalList).parse({ mine: "true" })),
    " and ",
  );
  const [asked, tasks, waiting, open, approvals] = await Promise.all([
    source === "task"
      ? []
      : db.rows<Asked>(sql`
        select q.id, q.document_type, q.document_number, q.title, q.due_at
        from ${raw(approvalList.from)}
        where ${mine}
        order by q.due_at, q.id
        limit ${limit}
      `),
    source === "approval"
      ? []
      : db.rows<Waiting>(sql`
        select
          id, kind, title, detail, coalesce(link, '/dashboard') as link, due_at, 'task' as source,
          version
        from task
        where org_id = ${actor.orgId} and person_id = ${actor.personId} and done_at is null
        order by due_at, id
        limit ${limit}
      `),
    countWaiting(db, actor),
    openTasks(db, actor, null),
    openTasks(db, actor, "approval"),
  ]);
  const items = [...tasks, ...asked.map(asWaiting)]
    .sort((a, b) => (a.dueAt ?? "9").localeCompare(b.dueAt ?? "9"))
    .slice(0, limit);
  return {
    items,
    total: (source === "task" ? 0 : waiting) + (source === "approval" ? 0 : open.n),
    approvals: waiting + approvals.n,
  };
};
