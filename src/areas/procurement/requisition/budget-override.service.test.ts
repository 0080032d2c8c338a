import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { sql } from "#server/db/sql.ts";
import {
  makeAgency,
  makeBudget,
  makeMembers,
  makePolicy,
  type Agency,
} from "#server/testing/agency.ts";
import { runList } from "#server/http/list-page.ts";
import { listQuery } from "#server/http/list.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { decide } from "#areas/workflow/workflow.server.ts";
import "../procurement.server.ts";
import { readRequisition, requisitionList, requisitionSummary } from "./requisition.list.ts";
import { requisitionInput } from "./requisition.model.ts";
import { askOverride, grantOverride, refuseOverride } from "./budget-override.service.ts";
import { changeRequisition, createRequisition } from "./requisition.service.ts";
import { submitRequisition } from "./submission.service.ts";
import { withdrawRequisition } from "./course.service.ts";

let t: TestDatabase;
let agency: Agency;
let people: Record<"clerk" | "manager" | "admin" | "officer" | "second", Actor>;
let account: Awaited<ReturnType<typeof makeBudget>>;
beforeAll(async () => void (t = await freshDatabase()));
afterAll(() => t.drop());
beforeEach(async () => {
  agency = await makeAgency(t.database);
  people = await makeMembers(t.database, agency, {
    clerk: {},
    manager: { role: "manager" },
    admin: { role: "admin" },
    officer: { duties: ["budget_officer"] },
    second: { duties: ["budget_officer"] },
  });
  account = await makeBudget(t.database, agency, 1_000_00);
  await makePolicy(t.database, people.admin, { documentType: "requisition" });
});

const inputOf = (price: string) =>
  requisitionInput.parse({
    title: "Culvert stone",
    departmentId: agency.departmentId,
    neededOn: "2026-12-20",
    lines: [
      {
        description: "Stone",
        commodityCode: "212312",
        quantity: "100",
        unit: "t",
        unitPrice: price,
        splits: [{ accountStringId: account.accountStringId }],
      },
    ],
  });
const draft = (actor: Actor, price = "15.00") =>
  t.database.transaction(actor, (tx) => createRequisition(tx, actor, inputOf(price)));
const submit = (actor: Actor, id: string) =>
  t.database.transaction(actor, (tx) => submitRequisition(tx, actor, { id, version: null }));
const act = (
  how: typeof askOverride,
  actor: Actor,
  id: string,
  reason: string | null = "Flood response, transfer follows",
) => t.database.transaction(actor, (tx) => how(tx, actor, { id, version: null, reason }));
const read = (actor: Actor, id: string) => readRequisition(t.database.read(actor), actor, id);
const offered = async (actor: Actor, id: string) =>
  (await read(actor, id)).actions
    .filter((a) => /Override/.test(a.name))
    .map((a) => (a.enabled ? a.name : a.reason));
const system = () => t.database.read(people.admin);
const balance = () =>
  system().one<{ pre: number }>(sql`
    select pre_encumbered as pre
    from budget_line
    where org_id = ${agency.orgId} and id = ${account.lineId}
  `);
const tasks = (of: Actor) =>
  system().rows<{ title: string; link: string; done: boolean }>(sql`
    select title, link, done_at is not null as done
    from task
    where org_id = ${agency.orgId} and person_id = ${of.personId}
  `);
const notices = (of: Actor) =>
  t.database.read(of).rows<{ title: string; link: string }>(sql`
    select title, link
    from notification
    where org_id = ${agency.orgId} and person_id = ${of.personId}
    order by title
  `);

test("who asks finds the officers, one of whom grants it; then the requester submits, and the officer does not approve it", async () => {
  const r = await draft(people.clerk);
  expect([
    await offered(people.clerk, r.id),
    await offered(people.officer, r.id),
    await offered(people.manager, r.id),
  ]).toEqual([["askOverride"], ["grantOverride"], []]);
  await expect(act(askOverride, people.clerk, r.id, " ")).rejects.toMatchObject({
    code: "reason_required",
  });
  await expect(act(askOverride, people.manager, r.id)).rejects.toMatchObject({
    status: 409,
    code: "rule",
  });
  await act(askOverride, people.clerk, r.id);
  const link = `/smart-requisition/${r.id}`;
  for (const officer of [people.officer, people.second]) {
    expect(await tasks(officer)).toEqual([
      { title: `Budget override for ${r.number}?`, link, done: false },
    ]);
    expect((await notices(officer)).map((n) => n.link)).toEqual([link]);
  }
  expect(await read(people.officer, r.id)).toMatchObject({
    status: "draft",
    overrideStatus: "asked",
    missing: 500_00,
    budgetOverride: {
      askedBy: "clerk",
      reason: "Flood response, transfer follows",
      accounts: [{ amount: 1_500_00, missing: 500_00 }],
    },
  });
  await expect(act(askOverride, people.clerk, r.id)).rejects.toMatchObject({ code: "rule" });
  await expect(act(grantOverride, people.clerk, r.id)).rejects.toMatchObject({ status: 403 });
  await expect(submit(people.clerk, r.id)).rejects.toMatchObject({ code: "over_budget" });
  await act(grantOverride, people.officer, r.id, "The board moves money on Tuesday");
  expect((await tasks(people.second)).map((task) => task.done)).toEqual([true]);
  expect((await notices(people.clerk)).map((n) => n.title)).toEqual([
    `${r.number}: budget override granted`,
  ]);
  expect(await read(people.clerk, r.id)).toMatchObject({
    budgetOverride: { status: "granted", stands: true, decidedBy: "officer" },
  });
  const { items } = await runList<{ id: string }>(
    t.database.read(people.clerk),
    people.clerk,
    requisitionList,
    listQuery(requisitionList).parse({ overrideGranted: "true" }),
  );
  expect(items.map((each) => each.id)).toEqual([r.id]);
  await submit(people.clerk, r.id);
  expect(await balance()).toEqual({ pre: 1_500_00 });
  expect(await read(people.clerk, r.id)).toMatchObject({
    status: "in_approval",
    overrideReason: "The board moves money on Tuesday",
  });
  expect((await requisitionSummary(system(), r.id)).checks).toContainEqual({
    ok: false,
    text: "Budget override by officer: The board moves money on Tuesday",
  });
  const request = await system().one<{ id: string; facts: { parties: string[] } }>(sql`
    select id, facts
    from approval_request
    where org_id = ${agency.orgId} and document_id = ${r.id}
  `);
  expect(request.facts.parties).toEqual([people.officer.personId]);
  await expect(
    t.database.transaction(people.officer, (tx) =>
      decide(tx, people.officer, request.id, "approve", "", null),
    ),
  ).rejects.toMatchObject({ code: "self_approval" });
  const entries = await system().rows<{ action: string; note: string | null }>(sql`
    select action, content::jsonb ->> 'note' as note
    from audit_entry
    where org_id = ${agency.orgId} and object_id = ${r.id} and action like '%Override'
    order by id
  `);
  expect(entries.map((e) => [e.action, e.note])).toEqual([
    ["requisition.askOverride", "Flood response, transfer follows"],
    ["requisition.grantOverride", "The board moves money on Tuesday"],
  ]);
});

test("an officer who asked needs another one; with nobody else there is nobody to ask", async () => {
  const r = await draft(people.officer);
  await expect(act(grantOverride, people.officer, r.id)).rejects.toMatchObject({
    code: "rule",
    message: expect.stringContaining("Another budget officer has to"),
  });
  expect(await offered(people.officer, r.id)).toEqual([
    "askOverride",
    expect.stringContaining("Another budget officer has to"),
  ]);
  await act(askOverride, people.officer, r.id);
  expect(await tasks(people.officer)).toEqual([]);
  await t.database.transaction(people.admin, (tx) =>
    tx.rows(sql`
      delete from member_duty
      where org_id = ${agency.orgId} and person_id = ${people.second.personId}
    `),
  );
  const other = await draft(people.officer);
  await expect(act(askOverride, people.officer, other.id)).rejects.toMatchObject({
    code: "no_officer",
  });
});

test("nothing is asked or granted where the budget covers it, and a soft fund needs nobody", async () => {
  const r = await draft(people.clerk, "10.00");
  for (const [how, who] of [
    [askOverride, people.clerk],
    [grantOverride, people.officer],
  ] as const)
    await expect(act(how, who, r.id)).rejects.toMatchObject({ code: "not_over_budget" });
  await expect(act(refuseOverride, people.officer, r.id)).rejects.toMatchObject({ code: "rule" });
  account = await makeBudget(t.database, agency, 1_000_00, { stop: "soft" });
  const soft = await draft(people.clerk);
  await expect(act(askOverride, people.clerk, soft.id)).rejects.toMatchObject({
    code: "not_over_budget",
  });
  await submit(people.clerk, soft.id);
  expect(await balance()).toEqual({ pre: 1_500_00 });
});

test("a change ends what was granted, and what was asked; a refusal tells the requester", async () => {
  const r = await draft(people.clerk);
  await act(grantOverride, people.officer, r.id);
  await t.database.transaction(people.clerk, (tx) =>
    changeRequisition(tx, people.clerk, r.id, inputOf("15.01"), 2),
  );
  expect(await read(people.clerk, r.id)).toMatchObject({
    budgetOverride: null,
    overrideStatus: null,
  });
  await expect(submit(people.clerk, r.id)).rejects.toMatchObject({ code: "over_budget" });
  await act(askOverride, people.clerk, r.id);
  await t.database.transaction(people.clerk, (tx) =>
    changeRequisition(tx, people.clerk, r.id, inputOf("15.02"), 4),
  );
  expect((await tasks(people.officer)).map((task) => task.done)).toEqual([true]);
  await act(askOverride, people.clerk, r.id);
  await act(refuseOverride, people.second, r.id, "Not this year");
  expect(await read(people.clerk, r.id)).toMatchObject({
    overrideStatus: "refused",
    budgetOverride: { decision: "Not this year", stands: false },
  });
  expect((await notices(people.clerk)).map((n) => n.title)).toEqual([
    `${r.number}: budget override granted`,
    `${r.number}: budget override refused`,
  ]);
  await act(askOverride, people.clerk, r.id);
  await t.database.transaction(people.clerk, (tx) =>
    withdrawRequisition(tx, people.clerk, { id: r.id, version: null }),
  );
  expect((await tasks(people.officer)).every((task) => task.done)).toBe(true);
  expect((await read(people.clerk, r.id)).budgetOverride).toBeNull();
});

test("overrides that were granted from the same figures do not add up: who submits second lacks more than was granted", async () => {
  const drafts = [];
  for (let i = 0; i < 6; i++) drafts.push(await draft(people.clerk));
  for (const r of drafts) await act(grantOverride, people.officer, r.id);
  const outcomes = await Promise.allSettled(drafts.map((r) => submit(people.clerk, r.id)));
  expect(outcomes.filter((o) => o.status === "fulfilled")).toHaveLength(1);
  for (const o of outcomes)
    if (o.status === "rejected")
      expect(o.reason).toMatchObject({
        code: "over_budget",
        message: expect.stringContaining("more is missing now"),
      });
  expect(await balance()).toEqual({ pre: 1_500_00 });
});

test("while it is asked and granted, no draft without a grant comes through", async () => {
  const drafts = [];
  for (let i = 0; i < 8; i++) drafts.push(await draft(people.clerk, "4.00"));
  const large = await draft(people.clerk);
  const [granted] = await Promise.all([
    act(grantOverride, people.officer, large.id),
    ...drafts.map((r) =>
      submit(people.clerk, r.id).catch((e: { code: string }) => expect(e.code).toBe("over_budget")),
    ),
  ]);
  expect(await balance()).toEqual({ pre: 800_00 });
  const missing = granted.budgetOverride!.accounts[0]!.missing;
  await submit(people.clerk, large.id).catch(() => null);
  // What is missing in the end is what was granted, or nothing is.
  expect([800_00, 1_000_00 + missing]).toContain((await balance()).pre);
});
