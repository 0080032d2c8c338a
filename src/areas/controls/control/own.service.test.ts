import { expect, test } from "vitest";
import type { OwnCondition } from "#kernel/own-check.ts";
import { heldBack } from "#server/controls/gates.ts";
import { askingOf } from "#server/testing/asking.ts";
import {
  approvedOrderOf,
  controlTests,
  failuresOf,
  judgeNow,
  orderOf,
  people,
  standingsOf,
  t,
} from "../controls.setup.ts";
import type { OwnKind, Tried } from "./own.model.ts";

controlTests();
const ask = askingOf(() => t);

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
