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
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { decide } from "#areas/workflow/workflow.server.ts";
import "../procurement.server.ts";
import { readRequisition } from "./requisition.list.ts";
import { requisitionInput } from "./requisition.model.ts";
import { cancelRequisition, recallRequisition, withdrawRequisition } from "./course.service.ts";
import { changeRequisition, createRequisition } from "./requisition.service.ts";
import { submitRequisition } from "./submission.service.ts";

let t: TestDatabase;
let agency: Agency;
let people: Record<"clerk" | "manager" | "other" | "admin" | "officer", Actor>;
let account: Awaited<ReturnType<typeof makeBudget>>;
beforeAll(async () => void (t = await freshDatabase()));
afterAll(() => t.drop());
beforeEach(async () => {
  agency = await makeAgency(t.database);
  people = await makeMembers(t.database, agency, {
    clerk: {},
    manager: { role: "manager" },
    other: { role: "manager" },
    admin: { role: "admin" },
    officer: { duties: ["budget_officer"] },
  });
  account = await makeBudget(t.database, agency, 20_000_00);
  await makePolicy(t.database, people.admin, { documentType: "requisition" });
});

const draft = (actor: Actor, price = "10.00", over: object = {}) =>
  t.database.transaction(actor, (tx) =>
    createRequisition(
      tx,
      actor,
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
        ...over,
      }),
    ),
  );
const submit = (actor: Actor, id: string, override?: string) =>
  t.database.transaction(actor, (tx) =>
    submitRequisition(tx, actor, { id, version: null }, { overrideReason: override ?? null }),
  );
const read = (actor: Actor, id: string) => readRequisition(t.database.read(actor), actor, id);
const balance = () =>
  t.database.read(people.clerk).one<{ pre: number }>(sql`
    select pre_encumbered as pre
    from budget_line
    where org_id = ${agency.orgId} and id = ${account.lineId}
  `);
const pending = (id: string) =>
  t.database.read(people.clerk).one<{ id: string }>(sql`
    select id
    from approval_request
    where org_id = ${agency.orgId} and document_id = ${id} and status = 'pending'
  `);
const vote = async (
  actor: Actor,
  id: string,
  decision: "approve" | "return" | "reject",
  comment = "",
) => {
  const request = await pending(id);
  return t.database.transaction(actor, (tx) =>
    decide(tx, actor, request.id, decision, comment, null),
  );
};

test("submitting reserves the money and waits for the approver; approving leaves it reserved", async () => {
  const r = await draft(people.clerk);
  expect(r).toMatchObject({ number: "REQ-2027-00001", amount: 1_000_00, status: "draft" });
  await submit(people.clerk, r.id);
  expect(await balance()).toEqual({ pre: 1_000_00 });
  await vote(people.manager, r.id, "approve");
  expect(await read(people.clerk, r.id)).toMatchObject({
    status: "approved",
    method: "micro_purchase",
    methodCitation: "2 CFR 200.1, 200.320(a)(1)",
  });
  expect(await balance()).toEqual({ pre: 1_000_00 });
});

test("returning, taking back and withdrawing release the reservation; what was returned or taken back can be submitted again", async () => {
  const r = await draft(people.clerk);
  await submit(people.clerk, r.id);
  await expect(vote(people.manager, r.id, "return")).rejects.toMatchObject({
    code: "reason_required",
  });
  await vote(people.manager, r.id, "return", "Which culvert?");
  expect(await balance()).toEqual({ pre: 0 });
  await submit(people.clerk, r.id);
  const offered = async () =>
    (await read(people.clerk, r.id)).actions.map((x) => `${x.label}, ${x.tone}`);
  expect(await offered()).toEqual(["Take back, default"]);
  await t.database.transaction(people.clerk, (tx) =>
    recallRequisition(tx, people.clerk, { id: r.id, version: null }),
  );
  expect([(await read(people.clerk, r.id)).status, await balance()]).toEqual(["draft", { pre: 0 }]);
  expect(await offered()).toContain("Withdraw, danger");
  await submit(people.clerk, r.id);
  await t.database.transaction(people.clerk, (tx) =>
    withdrawRequisition(tx, people.clerk, { id: r.id, version: null }),
  );
  expect(await balance()).toEqual({ pre: 0 });
});

test("nobody approves what they asked for, and only those whom the policy names decide", async () => {
  const r = await draft(people.manager);
  await submit(people.manager, r.id);
  await expect(vote(people.manager, r.id, "approve")).rejects.toMatchObject({
    code: "self_approval",
  });
  await expect(vote(people.clerk, r.id, "approve")).rejects.toMatchObject({
    code: "not_your_approval",
  });
  await vote(people.other, r.id, "approve");
});

test("over budget: refused with the account; nobody overrides it for themselves, budget officer or not", async () => {
  const r = await draft(people.clerk, "300.00", { method: "simplified" });
  await expect(submit(people.clerk, r.id)).rejects.toMatchObject({ code: "over_budget" });
  expect(await read(people.clerk, r.id)).toMatchObject({ status: "draft", missing: 10_000_00 });
  await expect(submit(people.clerk, r.id, "Flood")).rejects.toMatchObject({
    status: 403,
    code: "own_override",
  });
  const own = await draft(people.officer, "300.00", { method: "simplified" });
  await expect(submit(people.officer, own.id, "Flood")).rejects.toMatchObject({
    status: 403,
    code: "own_override",
  });
  expect(await balance()).toEqual({ pre: 0 });
});

test("like purchases of twelve months count toward the threshold, so that splitting shows", async () => {
  const first = await draft(people.clerk, "90.00");
  await submit(people.clerk, first.id);
  const second = await draft(people.clerk, "80.00");
  await submit(people.clerk, second.id);
  expect(await read(people.clerk, second.id)).toMatchObject({
    method: "simplified",
    splitWarning: true,
    aggregateAmount: 17_000_00,
    lookback: { count: 1, amount: 9_000_00, newest: [{ number: first.number, amount: 9_000_00 }] },
  });
  const third = await draft(people.clerk, "1.00", { method: "micro_purchase" });
  await expect(submit(people.clerk, third.id)).rejects.toMatchObject({
    code: "method_not_allowed",
  });
});

test("every like purchase counts, however many; the newest five are shown", async () => {
  const first = await draft(people.clerk, "0.10");
  await submit(people.clerk, first.id);
  await t.database.transaction(people.clerk, async (tx) => {
    const { orgId } = agency;
    const copies = sql`(select * from generate_series(1, 1600) g)`;
    await tx.rows(sql`
      create temporary table copied on commit drop as select g, gen_random_uuid() as id
      from ${copies} c
    `);
    await tx.rows(sql`
      insert into requisition
      select (jsonb_populate_record(r, jsonb_build_object('id', c.id, 'number', 'COPY-' || c.g))).*
      from requisition r, copied c
      where r.org_id = ${orgId} and r.id = ${first.id}
    `);
    await tx.rows(sql`
      insert into requisition_line
      select (jsonb_populate_record(
          l, jsonb_build_object('id', gen_random_uuid(), 'requisition_id', c.id)
        )).*
      from requisition_line l, copied c
      where l.org_id = ${orgId} and l.requisition_id = ${first.id}
    `);
  });
  const small = await draft(people.clerk, "0.20");
  await submit(people.clerk, small.id);
  const seen = await read(people.clerk, small.id);
  expect(seen).toMatchObject({
    method: "simplified",
    splitWarning: true,
    aggregateAmount: 1_601 * 10_00 + 20_00,
    lookback: { count: 1_601, amount: 1_601 * 10_00 },
  });
  expect(seen.lookback.newest.map((n) => n.amount)).toEqual(Array.from({ length: 5 }, () => 10_00));
});

test("cancelling after approval releases, with a reason, and is refused to a clerk", async () => {
  const r = await draft(people.clerk);
  await submit(people.clerk, r.id);
  await vote(people.manager, r.id, "approve");
  const cancel = (actor: Actor, reason: string | null) =>
    t.database.transaction(actor, (tx) =>
      cancelRequisition(tx, actor, { id: r.id, version: null, reason }),
    );
  await expect(cancel(people.clerk, "no longer needed")).rejects.toMatchObject({ status: 403 });
  await expect(cancel(people.manager, null)).rejects.toMatchObject({ code: "reason_required" });
  await cancel(people.manager, "Bridge is closed");
  expect(await balance()).toEqual({ pre: 0 });
});

test("splits must add up, with the path of the line", async () => {
  const other = await makeBudget(t.database, agency, 5_000_00);
  const lines = (splits: object[]) => ({
    lines: [{ description: "Stone", quantity: "3", unitPrice: "33.35", splits }],
  });
  const split = (a: string, b: string) =>
    lines([
      { accountStringId: account.accountStringId, percent: a },
      { accountStringId: other.accountStringId, percent: b },
    ]);
  await expect(draft(people.clerk, "1", split("50", "49.99"))).rejects.toMatchObject({
    errors: [{ path: "lines.0.splits" }],
  });
  const r = await draft(people.clerk, "1", split("33.3333", "66.6667"));
  expect((await read(people.clerk, r.id)).lines[0]!.splits.map((s) => s.amount).sort()).toEqual([
    33_35, 66_70,
  ]);
});

test("nothing is needed before the fiscal year that pays for it", async () => {
  await expect(draft(people.clerk, "1.00", { neededOn: "1990-01-01" })).rejects.toMatchObject({
    errors: [{ path: "neededOn" }],
  });
  const r = await draft(people.clerk);
  const input = requisitionInput.parse({
    title: "Stone",
    departmentId: agency.departmentId,
    neededOn: "2026-09-30",
    lines: [
      {
        description: "Stone",
        quantity: "1",
        unitPrice: "1",
        splits: [{ accountStringId: account.accountStringId }],
      },
    ],
  });
  await expect(
    t.database.transaction(people.clerk, (tx) =>
      changeRequisition(tx, people.clerk, r.id, input, 1),
    ),
  ).rejects.toMatchObject({ errors: [{ path: "neededOn" }] });
});
