import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "../../../kernel/access.ts";
import { sql } from "../../../server/db/sql.ts";
import { makeAgency, makeMembers } from "../../../server/testing/agency.ts";
import { freshDatabase, type TestDatabase } from "../../../server/testing/database.ts";
import { taskInput } from "./task.model.ts";
import { countApprovals, countTasks, giveTask, markTask, readWaiting } from "./task.service.ts";

let t: TestDatabase, people: Record<"manager" | "clerk", Actor>;
beforeAll(async () => {
  t = await freshDatabase();
  people = await makeMembers(t.database, await makeAgency(t.database), { manager: { role: "manager" }, clerk: {} });
});
afterAll(() => t.drop());

const give = (title: string, more: object = {}) => t.database.transaction(people.manager, (tx) => giveTask(tx, people.manager, taskInput.parse({ title, personId: people.clerk.personId, ...more })));

test("a task counts for the person it was given to, tells them, and counts down when it is done", async () => {
  const { clerk, manager } = people;
  const read = t.database.read(clerk);
  const first = await give("Review budget variance", { kind: "review", link: "/budget-management", dueAt: "2031-01-02T12:00:00Z" });
  await give("Approve vendor payment", { kind: "approval", dueAt: "2031-01-01T12:00:00Z" });
  expect([await countTasks(read, clerk), await countApprovals(read, clerk), await countTasks(read, manager)]).toEqual([2, 1, 0]);
  const waiting = await readWaiting(read, clerk);
  expect(waiting.items.map((item) => item.title)).toEqual(["Approve vendor payment", "Review budget variance"]);
  expect(await read.rows(sql`select title from notification where org_id = ${clerk.orgId} and person_id = ${clerk.personId} order by id`)).toHaveLength(2);
  const done = await t.database.transaction(clerk, (tx) => markTask(tx, clerk, first.id, true, first.version));
  expect(done.doneAt).not.toBeNull();
  expect(await countTasks(read, clerk)).toBe(1);
  await expect(t.database.transaction(clerk, (tx) => markTask(tx, clerk, first.id, true, null))).rejects.toThrow(/done already/);
  await t.database.transaction(clerk, (tx) => markTask(tx, clerk, first.id, false, done.version));
  expect(await countTasks(read, clerk)).toBe(2);
});

test("nobody marks somebody else's task, and nobody outside of the agency is given one", async () => {
  const made = await give("Call the vendor");
  await expect(t.database.transaction(people.manager, (tx) => markTask(tx, people.manager, made.id, true, null))).rejects.toThrow(/task/);
  await expect(t.database.transaction(people.clerk, (tx) => markTask(tx, people.clerk, made.id, true, 99))).rejects.toMatchObject({ status: 412 });
  await expect(give("Another agency's", { personId: "01930000-0000-7000-8000-000000009999" })).rejects.toMatchObject({ status: 422 });
  expect(() => taskInput.parse({ title: "A link out", link: "//evil.test" })).toThrow(/inside this site/);
});
