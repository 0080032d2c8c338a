import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { sql } from "#server/db/sql.ts";
import { makeAgency, makeMembers } from "#server/testing/agency.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { taskInput, waitingQuery } from "./task.model.ts";
import { countApprovals, countTasks, giveTask, markTask, readWaiting } from "./task.service.ts";

let t: TestDatabase;
let people: Record<"manager" | "clerk", Actor>;
beforeAll(async () => {
  t = await freshDatabase();
  people = await makeMembers(t.database, await makeAgency(t.database), {
    manager: { role: "manager" },
    clerk: {},
  });
});
afterAll(() => t.drop());

const give = (title: string, more: object = {}) =>
  t.database.transaction(people.manager, (tx) =>
    giveTask(
      tx,
      people.manager,
      taskInput.parse({ title, personId: people.clerk.personId, ...more }),
    ),
  );

test("a task counts for the person it was given to, tells them, and counts down when it is done", async () => {
  const { clerk, manager } = people;
  const read = t.database.read(clerk);
  const first = await give("Review budget variance", {
    kind: "review",
    link: "/budget-management",
    dueAt: "2031-01-02T12:00:00Z",
  });
  await give("Approve vendor payment", { kind: "approval", dueAt: "2031-01-01T12:00:00Z" });
  expect([
    await countTasks(read, clerk),
    await countApprovals(read, clerk),
    await countTasks(read, manager),
  ]).toEqual([2, 1, 0]);
  const waiting = await readWaiting(read, clerk);
  expect(waiting.items.map((item) => item.title)).toEqual([
    "Approve vendor payment",
    "Review budget variance",
  ]);
  expect(
    await read.rows(sql`
      select title
      from notification
      where org_id = ${clerk.orgId} and person_id = ${clerk.personId}
      order by id
    `),
  ).toHaveLength(2);
  const done = await t.database.transaction(clerk, (tx) =>
    markTask(tx, clerk, first.id, true, first.version),
  );
  expect(done.doneAt).not.toBeNull();
  expect(await countTasks(read, clerk)).toBe(1);
  await expect(
    t.database.transaction(clerk, (tx) => markTask(tx, clerk, first.id, true, null)),
  ).rejects.toThrow(/done already/);
  await t.database.transaction(clerk, (tx) => markTask(tx, clerk, first.id, false, done.version));
  expect(await countTasks(read, clerk)).toBe(2);
});

test("nobody marks somebody else's task, and nobody outside of the agency is given one", async () => {
  const made = await give("Call the vendor");
  await expect(
    t.database.transaction(people.manager, (tx) =>
      markTask(tx, people.manager, made.id, true, null),
    ),
  ).rejects.toThrow(/task/);
  await expect(
    t.database.transaction(people.clerk, (tx) => markTask(tx, people.clerk, made.id, true, 99)),
  ).rejects.toMatchObject({ status: 412 });
  await expect(
    give("Another agency's", { personId: "01930000-0000-7000-8000-000000009999" }),
  ).rejects.toMatchObject({ status: 422 });
  expect(() => taskInput.parse({ title: "A link out", link: "//evil.test" })).toThrow(
    /inside this site/,
  );
});

test("what waits comes soonest first, as many as are asked for, with how many there are; tasks alone, so that approvals that are due sooner hide none", async () => {
  const people = await makeMembers(t.database, await makeAgency(t.database), {
    manager: { role: "manager" },
    clerk: {},
  });
  const { clerk, manager } = people;
  const ask = (title: string, dueAt: string | null) =>
    t.database.transaction(manager, (tx) =>
      giveTask(tx, manager, taskInput.parse({ title, dueAt, personId: clerk.personId })),
    );
  await ask("Some day", null);
  for (let day = 10; day < 34; day++)
    await ask(`Day ${day}`, new Date(Date.UTC(2031, 0, day)).toISOString());
  await t.database.transaction(clerk, async (tx) => {
    const { id: policyId } = await tx.one<{ id: string }>(sql`
      insert into approval_policy (
        org_id, id, definition_id, version_no, name, document_type, steps
      )
      values (${clerk.orgId}, gen_random_uuid(), gen_random_uuid(), 1, 'P', 'requisition', '[]')
      returning id
    `);
    await tx.rows(sql`
      insert into approval_request (
        org_id, id, document_type, document_id, document_number, title, amount, requester_id,
        policy_id, due_at
      )
      select
        ${clerk.orgId}, gen_random_uuid(), 'requisition', gen_random_uuid(), 'REQ-9-' || n,
        'Sooner', 100, ${manager.personId}, ${policyId}, '2030-01-01'
      from generate_series(1, 22) n
    `);
    await tx.rows(sql`
      insert into approval_step (org_id, id, request_id, stage, name, mode, status)
      select org_id, gen_random_uuid(), id, 0, 'Clerk', 'any', 'open'
      from approval_request
      where org_id = ${clerk.orgId}
    `);
    await tx.rows(sql`
      insert into approval_assignee (org_id, step_id, person_id)
      select org_id, id, ${clerk.personId}
      from approval_step
      where org_id = ${clerk.orgId}
    `);
  });
  const read = (query: object) =>
    readWaiting(t.database.read(clerk), clerk, waitingQuery.parse(query));
  const first = await read({});
  expect([
    first.items.length,
    first.total,
    first.items.every((item) => item.source === "approval"),
  ]).toEqual([20, 47, true]);
  const own = await read({ source: "task" });
  expect([own.items.length, own.total, own.items[0]!.title, own.approvals]).toEqual([
    20,
    25,
    "Day 10",
    22,
  ]);
  const all = await read({ source: "task", limit: "200" });
  expect([all.items.length, all.items.at(-1)!.title]).toEqual([25, "Some day"]);
  expect(await read({ source: "approval", limit: "5" })).toMatchObject({
    items: { length: 5 },
    total: 22,
  });
  expect((await read({ limit: "40" })).items.slice(-18).map((item) => item.source)).toEqual(
    Array(18).fill("task"),
  );
});
