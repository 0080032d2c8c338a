import { beforeAll, expect, test } from "vitest";
import { formatDate } from "#kernel/dates.ts";
import type { Actor } from "#kernel/access.ts";
import type { OwnCondition } from "#kernel/own-check.ts";
import { decide, newestApproval } from "#areas/workflow/workflow.server.ts";
import "#areas/policies/policies.server.ts";
import { sql } from "#server/db/sql.ts";
import { heldBack } from "#server/controls/gates.ts";
import { makePolicy } from "#server/testing/agency.ts";
import { askingOf } from "#server/testing/asking.ts";
import { agencyDay } from "#server/testing/days.ts";
import {
  a,
  approvedOrderOf,
  as,
  controlTests,
  failuresOf,
  judgeNow,
  orderOf,
  people,
  standingsOf,
  t,
} from "../controls.setup.ts";
import type { ControlRow, StandingPolicy } from "./control.model.ts";
import type { OwnKind, Tried } from "./own.model.ts";

controlTests();
const ask = askingOf(() => t);

type Policy = { id: string; policyId: string };
const later = (actor: Actor, days: number): Actor => ({
  ...actor,
  businessNow: new Date(Date.now() + days * 86_400_000).toISOString(),
});
// A policy that the officer wrote, the manager approved and the officer published, in so many days.
const publishedPolicy = async (title: string, days = 0): Promise<Policy> => {
  const [officer, manager] = [later(people.officer, days), later(people.manager, days)];
  const { id } = await ask<{ id: string }>(officer, "POST /api/v1/agency-policies", {
    title,
    kind: "procurement",
    body: "Lines of large orders are small.",
    ownerId: people.officer.personId,
    reviewOn: agencyDay(200),
  });
  await ask(officer, `POST /api/v1/agency-policies/${id}/actions/submit`, {});
  const { id: approval } = (await newestApproval(t.database.read(manager), id))!;
  await as(manager, (tx, actor) => decide(tx, actor, approval, "approve", "Read it.", null));
  await ask(officer, `POST /api/v1/agency-policies/${id}/actions/publish`, {});
  return ask<Policy>(officer, `GET /api/v1/agency-policies/${id}`);
};

let policy: Policy;
beforeAll(async () => {
  await makePolicy(t.database, people.admin, { documentType: "agencyPolicy" });
  policy = await publishedPolicy("Large orders");
});

type Version = { id: string; definitionId: string; version: number };
const small: OwnCondition = {
  applies: { ">=": [{ var: "amount" }, 5_000_00] },
  holds: { "<=": [{ var: "largestLine" }, 9_000_00] },
};
const body = (over: object = {}) => ({
  name: "Lines of large orders",
  checkName: "own.purchaseOrder",
  condition: small,
  demands: "No line of a large order is above $9,000.",
  severity: "medium",
  mode: "warn",
  days: 5,
  ownerDuty: "buyer",
  policyId: policy.policyId,
  ...over,
});
const draft = (over: object = {}, query = "") =>
  ask<Version>(people.officer, `POST /api/v1/controls${query}`, body(over));
const publish = ({ id, version }: Version) =>
  ask<Version>(people.manager, `POST /api/v1/controls/${id}/actions/publish`, {}, version);
const day = { from: "2000-01-01", to: "2100-01-01" };
const tryIt = (condition: unknown, over: object = {}) =>
  ask<Tried>(people.officer, "POST /api/v1/control-trials", {
    noun: "purchaseOrder",
    condition,
    demands: "No line is above it.",
    ...day,
    ...over,
  });

test("the facts of orders are offered, with the number and the largest of their lines", async () => {
  const { items } = await ask<{ items: OwnKind[] }>(people.officer, "GET /api/v1/control-kinds");
  expect(items.map(({ noun }) => noun)).toContain("purchaseOrder");
  const names = items.find(({ noun }) => noun === "purchaseOrder")!.fields.map(({ name }) => name);
  expect(names).toEqual(
    expect.arrayContaining(["amount", "promisedOn", "lineCount", "largestLine"]),
  );
});

test("a condition with an unknown fact, or money against text, is refused at its path", async () => {
  const refused = (condition: unknown) => expect(tryIt(condition)).rejects;
  await refused({ applies: true, holds: { "==": [{ var: "colour" }, "red"] } }).toMatchObject({
    errors: [{ path: "condition.holds", message: "colour is no fact of the record." }],
  });
  await refused({
    applies: { ">": [{ var: "amount" }, "much"] },
    holds: small.holds,
  }).toMatchObject({
    errors: [{ path: "condition.applies", message: 'Amount is an amount, not "much".' }],
  });
  const wrong = await draft({ condition: { applies: true, holds: { "==": [{ var: "hue" }, 1] } } });
  await expect(publish(wrong)).rejects.toMatchObject({ status: 422 });
  await expect(draft({ checkName: "own.nothing" }).then(publish)).rejects.toMatchObject({
    status: 422,
  });
  await expect(tryIt(small, { from: "2100-01-02" })).rejects.toThrow();
  await expect(tryIt(small, { noun: "vendor" })).rejects.toMatchObject({ code: "not_found" });
  await expect(
    ask(people.buyer, "POST /api/v1/control-trials", {
      noun: "purchaseOrder",
      condition: small,
      ...day,
    }),
  ).rejects.toMatchObject({ code: "not_allowed" });
});

test("a check of the agency is tried, put in force by another, judges, opens a failure, and ends with its record", async () => {
  const [fine, broken, aside] = [
    await orderOf(8_000_00),
    await orderOf(9_500_00),
    await orderOf(100_00),
  ];
  const before = await tryIt(small);
  expect(before).toMatchObject({ judged: 2, passed: 1, failed: 1, newly: null, whole: true });
  expect(before.failing).toMatchObject([
    { href: `/purchase-orders/${broken}`, said: "No line is above it. Largest line: $9,500.00." },
  ]);
  const made = await draft();
  await expect(
    ask(people.officer, `POST /api/v1/controls/${made.id}/actions/publish`, {}, made.version),
  ).rejects.toMatchObject({ code: "not_allowed" });
  const { definitionId } = await publish(made);
  await judgeNow();
  const own = "own.purchaseOrder";
  expect((await standingsOf(fine))[own]).toBe("pass");
  expect((await standingsOf(broken))[own]).toBe("fail");
  expect((await standingsOf(aside))[own]).toBe("not_applicable");
  expect((await failuresOf(broken))[own]).toMatchObject({
    status: "open",
    said: "No line of a large order is above $9,000. Largest line: $9,500.00.",
  });
  const wider = { ...small, holds: { "<=": [{ var: "largestLine" }, 9_500_00] } };
  expect(await tryIt(wider, { definitionId })).toMatchObject({ failed: 0, newly: 0, noLonger: 1 });
  const stricter = { ...small, holds: { "<=": [{ var: "largestLine" }, 7_000_00] } };
  expect(await tryIt(stricter, { definitionId })).toMatchObject({ failed: 2, newly: 1 });
  await publish(await draft({ condition: wider, mode: "block" }, `?nextVersionOf=${definitionId}`));
  await judgeNow();
  expect((await failuresOf(broken))[own]).toMatchObject({ status: "closed" });
});

test("one that stops holds an order back, with what it demands", async () => {
  const order = await approvedOrderOf(20_000_00);
  const held = await heldBack(t.database.read(people.buyer), "order.issue", [order]);
  expect(held.map(({ control, said }) => [control, said])).toContainEqual([
    "Lines of large orders",
    "No line of a large order is above $9,000. Largest line: $20,000.00.",
  ]);
});

test("a control of the agency's own stands on a published policy, which its failures cite", async () => {
  const sentence = "A control of the agency's own stands on a policy that is published.";
  const nowhere = await draft({ name: "On nothing", policyId: null });
  await expect(publish(nowhere)).rejects.toMatchObject({
    status: 422,
    errors: [{ path: "policyId", message: sentence }],
  });
  const { items } = await ask<{ items: StandingPolicy[] }>(
    people.officer,
    "GET /api/v1/control-policies",
  );
  expect(items).toEqual([
    {
      policyId: policy.policyId,
      label: expect.stringMatching(/^Policy POL-.*, version 1: Large orders$/),
    },
  ]);
  const { definitionId } = await publish(await draft({ name: "On the policy" }));
  const broken = await orderOf(9_400_00);
  await judgeNow();
  expect((await failuresOf(broken))["own.purchaseOrder"]).toMatchObject({
    status: "open",
    citation: items[0]!.label,
  });
  const listed = await ask<{ items: ControlRow[] }>(people.officer, "GET /api/v1/controls");
  expect(listed.items.find((row) => row.definitionId === definitionId)!.citations).toEqual([
    { text: items[0]!.label, verified: true },
  ]);
});

test("what a policy demands binds from the day on which it is published", async () => {
  const coming = await publishedPolicy("Orders of next week", 7);
  const { definitionId } = await publish(
    await draft({ name: "Of next week", policyId: coming.policyId }),
  );
  const order = await orderOf(9_300_00);
  await judgeNow();
  const said = await t.database.read(people.admin).rows<{ said: string }>(sql`
    select said
    from control_result
    where org_id = ${a.orgId} and subject_id = ${order} and control_id = ${definitionId}
  `);
  expect(said).toEqual([
    { said: `The policy that it stands on did not hold on ${formatDate(agencyDay(0))}.` },
  ]);
});
