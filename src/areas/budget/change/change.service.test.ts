import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import type { Tx } from "#server/db/db.ts";
import { bind, sql } from "#server/db/sql.ts";
import {
  makeAgency,
  makeBudget,
  makeMembers,
  makePolicy,
  type Agency,
} from "#server/testing/agency.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { approveDocument } from "#server/testing/purchase.ts";
import { decide } from "#areas/workflow/workflow.server.ts";
import "../budget.server.ts";
import { amendInput, transferInput } from "../budget.model.ts";
import { readLine } from "../line/line.service.ts";
import { readChange } from "./change.read.service.ts";
import { amendLine, transferBudget, withdrawChange } from "./change.service.ts";

let t: TestDatabase;
let agency: Agency;
let people: Record<"admin" | "officer" | "other", Actor>;
let line: string;
let second: string;
beforeAll(async () => {
  t = await freshDatabase();
  agency = await makeAgency(t.database);
  people = await makeMembers(t.database, agency, {
    admin: { role: "admin" },
    officer: { duties: ["budget_officer"] },
    other: { duties: ["budget_officer"] },
  });
  line = (await makeBudget(t.database, agency, 50_000_00)).lineId;
  second = (await makeBudget(t.database, agency, 10_000_00)).lineId;
});
afterAll(() => t.drop());

const as = <T>(actor: Actor, work: (tx: Tx) => Promise<T>) => t.database.transaction(actor, work);
const lineOf = (id: string) => readLine(t.database.read(people.admin), id);
const amend = async (id: string, amount: number, actor = people.officer) => {
  const { version } = await lineOf(id);
  const input = amendInput.parse({ amount, reason: "Flood repair", source: "Resolution 2026-114" });
  return as(actor, (tx) => amendLine(tx, actor, id, input, version));
};
const move = (amount: number) =>
  as(people.officer, (tx) =>
    transferBudget(
      tx,
      people.officer,
      transferInput.parse({ fromId: line, toId: second, amount, reason: "Gravel" }),
    ),
  );
const changeOf = (id: string) => readChange(t.database.read(people.admin), people.officer, id);

test("without a policy for budget changes nobody changes the budget alone; an amendment names its source", async () => {
  await expect(amend(line, 1_000_000_00)).rejects.toMatchObject({
    code: "no_policy",
    message: expect.stringContaining("budget changes"),
  });
  expect((await lineOf(line)).budget).toBe(50_000_00);
  expect(amendInput.safeParse({ amount: 5, reason: "Flood repair" }).success).toBe(false);
});

test("below the policy's amount a change is posted at once; from it on a second person decides, and the budget waits", async () => {
  await makePolicy(t.database, people.admin, {
    documentType: "budgetChange",
    condition: { amountMin: 5_000_00 },
    steps: [
      {
        name: "Second person",
        stage: 1,
        mode: "any",
        approvers: [{ kind: "duty", duty: "budget_officer" }],
      },
    ],
  });
  expect(await amend(line, 4_999_99)).toMatchObject({
    budget: 54_999_99,
    change: { status: "posted" },
  });
  const { change, budget } = await amend(line, 5_000_00);
  expect([change.status, budget]).toEqual(["in_approval", 54_999_99]);
  await expect(approveDocument(t.database, people.officer, change.id)).rejects.toMatchObject({
    code: "self_approval",
  });
  await approveDocument(t.database, people.other, change.id);
  expect((await lineOf(line)).budget).toBe(59_999_99);
  expect(await changeOf(change.id)).toMatchObject({
    status: "posted",
    source: "Resolution 2026-114",
    requestedBy: people.officer.name,
    postedBy: people.other.name,
  });
  expect(
    await t.database.read(people.admin).rows(sql`
      select document_number as number, adjusted, note
      from commitment_entry
      where org_id = ${agency.orgId} and document_id = ${change.id}
    `),
  ).toEqual([
    {
      number: change.number,
      adjusted: 5_000_00,
      note: "Flood repair (Source: Resolution 2026-114)",
    },
  ]);
});

test("a transfer waits as a whole; what was spent meanwhile is not moved; returned, rejected and withdrawn changes post nothing", async () => {
  const before = [(await lineOf(line)).budget, (await lineOf(second)).budget];
  const first = await move(9_000_00);
  expect(first).toMatchObject({ change: { status: "in_approval" }, to: { budget: before[1] } });
  const requestOf = (id: string) =>
    t.database.read(people.other).one<{ id: string }>(sql`
      select id
      from approval_request
      where org_id = ${agency.orgId} and document_id = ${id} and status = 'pending'
    `);
  for (const [decision, status] of [
    ["return", "returned"],
    ["reject", "rejected"],
  ] as const) {
    const { change } = decision === "return" ? first : await move(9_000_00);
    const request = await requestOf(change.id);
    await as(people.other, (tx) =>
      decide(tx, people.other, request.id, decision, "Wait for the audit", null),
    );
    expect(await changeOf(change.id)).toMatchObject({ status, stopReason: "Wait for the audit" });
  }
  const { change } = await move(9_000_00);
  await expect(
    as(people.other, (tx) =>
      withdrawChange(tx, people.other, { id: change.id, version: null, reason: "Mine" }),
    ),
  ).rejects.toMatchObject({ code: "rule" });
  await as(people.officer, (tx) =>
    withdrawChange(tx, people.officer, { id: change.id, version: null, reason: "Typed wrong" }),
  );
  expect([(await lineOf(line)).budget, (await lineOf(second)).budget]).toEqual(before);

  const spent = await move(9_000_00);
  await as(people.admin, (tx) =>
    tx.rows(sql`
      update budget_line
      set expended = original + adjusted
      where org_id = ${agency.orgId} and id = ${line}
    `),
  );
  await expect(approveDocument(t.database, people.other, spent.change.id)).rejects.toMatchObject({
    code: "not_available",
  });
  expect((await changeOf(spent.change.id)).status).toBe("in_approval");
});

test("a cut or a transfer takes what is free to the last cent, and nothing of what is reserved, ordered or paid", async () => {
  const { lineId } = await makeBudget(t.database, agency, 1_000_00);
  const commit = (column: string, cents: number) =>
    as({ ...people.admin, personId: null }, (tx) =>
      tx.rows(bind(`update budget_line set ${column} = $1 where id = $2`, [cents, lineId])),
    );
  await commit("pre_encumbered", 100_00);
  await commit("encumbered", 200_00);
  await commit("expended", 300_00);
  const take = (amount: number) =>
    as(people.officer, (tx) =>
      transferBudget(
        tx,
        people.officer,
        transferInput.parse({ fromId: lineId, toId: second, amount, reason: "Gravel" }),
      ),
    );
  await expect(amend(lineId, -400_01)).rejects.toMatchObject({ code: "not_available" });
  await expect(take(400_01)).rejects.toMatchObject({ code: "not_available" });
  expect(await amend(lineId, -300_00)).toMatchObject({
    budget: 700_00,
    change: { status: "posted" },
  });
  await expect(amend(lineId, -100_01)).rejects.toMatchObject({ code: "not_available" });
  expect((await take(100_00)).from).toMatchObject({ budget: 600_00, available: 0 });
  await expect(amend(lineId, -1)).rejects.toMatchObject({ code: "not_available" });
});
