// Purchases that are sent in one instant see each other among their like purchases, one after the
// other, and never wait in a circle.
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import type { Tx } from "#server/db/db.ts";
import {
  makeAgency,
  makeBudget,
  makeMembers,
  makePolicy,
  makeVendor,
  type Agency,
} from "#server/testing/agency.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { orderInput } from "../order/order.model.ts";
import { createAndIssue } from "../order/issue.service.ts";
import { createOrder } from "../order/order.service.ts";
import { submitOrder } from "../order/submission.service.ts";
import "../procurement.server.ts";
import { requisitionInput } from "../requisition/requisition.model.ts";
import { createAndSubmit, submitRequisition } from "../requisition/submission.service.ts";
import { createRequisition } from "../requisition/requisition.service.ts";
import { keysOf, queueAlike } from "./queue.service.ts";

let t: TestDatabase;
let agency: Agency;
let vendorId: string;
let people: Record<"clerk" | "admin" | "buyer", Actor>;
let account: string;
let other: string;
beforeAll(async () => void (t = await freshDatabase()));
afterAll(() => t.drop());
beforeEach(async () => {
  agency = await makeAgency(t.database);
  people = await makeMembers(t.database, agency, {
    clerk: {},
    admin: { role: "admin" },
    manager: { role: "manager" },
    buyer: { duties: ["buyer"] },
  });
  [account, other] = [
    (await makeBudget(t.database, agency, 900_000_00)).accountStringId,
    (await makeBudget(t.database, agency, 900_000_00)).accountStringId,
  ];
  vendorId = (await makeVendor(t.database, agency)).id;
  for (const documentType of ["requisition", "purchaseOrder"] as const)
    await makePolicy(t.database, people.admin, { documentType });
});

const as = <T>(actor: Actor, work: (tx: Tx) => Promise<T>) => t.database.transaction(actor, work);
const line = (code: string | null, accountStringId = account) => ({
  description: "Stone",
  commodityCode: code,
  quantity: "10",
  unit: "t",
  unitPrice: "100.00",
  splits: [{ accountStringId }],
});
type Line = ReturnType<typeof line>;
const head = () => ({ title: "Stone", departmentId: agency.departmentId, neededOn: "2026-12-20" });
const asks = (...lines: Line[]) => requisitionInput.parse({ ...head(), lines });
const orders = (...lines: Line[]) => orderInput.parse({ ...head(), vendorId, lines });
const atOnce = (...lines: Line[]) =>
  as(people.clerk, (tx) => createAndSubmit(tx, people.clerk, asks(...lines)));
/** What twenty see that each add so much to the sum, whoever comes first. */
const stairs = (step: number) => Array.from({ length: 20 }, (_, i) => (i + 1) * step);
const seen = async (sent: Promise<{ aggregateAmount: number }>[]) =>
  (await Promise.all(sent)).map((r) => r.aggregateAmount).sort((a, b) => a - b);

test("twenty requisitions of one commodity at once count each other, and the last ones are told that they cross the threshold", async () => {
  const sent = await Promise.all(Array.from({ length: 20 }, () => atOnce(line("212312"))));
  expect(sent.map((r) => r.aggregateAmount).sort((a, b) => a - b)).toEqual(stairs(1_000_00));
  expect(sent.filter((r) => r.splitWarning).map((r) => r.method)).toEqual(
    Array(5).fill("simplified"),
  );
});

test("so do drafts and direct orders that are sent at once, beside each other", async () => {
  const [drafts, drafted] = [
    await Promise.all(
      Array.from({ length: 5 }, () =>
        as(people.clerk, (tx) => createRequisition(tx, people.clerk, asks(line("212312")))),
      ),
    ),
    await Promise.all(
      Array.from({ length: 5 }, () =>
        as(people.buyer, (tx) => createOrder(tx, people.buyer, orders(line("212312")))),
      ),
    ),
  ];
  expect(
    await seen([
      ...drafts.map(({ id }) =>
        as(people.clerk, (tx) => submitRequisition(tx, people.clerk, { id, version: null })),
      ),
      ...drafted.map(({ id }) =>
        as(people.buyer, (tx) => submitOrder(tx, people.buyer, { id, version: null })),
      ),
      ...Array.from({ length: 5 }, () =>
        as(people.buyer, (tx) =>
          createAndIssue(tx, people.buyer, orders(line("212312")), "http://levee.test"),
        ),
      ),
      ...Array.from({ length: 5 }, () => atOnce(line("212312"))),
    ]),
  ).toEqual(stairs(1_000_00));
});

test("lines without a commodity meet all that their account pays; several keys at once, in any order, end in no circle", async () => {
  const codes = ["212312", "325998", "237310", "332999"];
  const sent = await seen(
    Array.from({ length: 20 }, (_, i) =>
      atOnce(
        ...(i % 2 ? codes : codes.toReversed()).map((code, at) =>
          line(i % 4 === at ? null : code, i % 3 ? account : other),
        ),
        line(null, i % 3 ? other : account),
      ),
    ),
  );
  expect(sent).toEqual(stairs(5_000_00));
});

test("keys: alike meet where one of them is alone, unlike do not; one of very many keys holds the department", () => {
  const like = (codes: string[], accounts: string[], uncoded: string[] = []) =>
    keysOf({ codes, accounts, uncoded });
  const meet = (a: ReturnType<typeof like>, b: ReturnType<typeof like>) =>
    a.some((x) => b.some((y) => x.key === y.key && (x.alone || y.alone)));
  const stone = like(["212312"], [account]);
  const many = like(
    Array.from({ length: 101 }, (_, i) => `${i}`),
    [other],
  );
  expect([
    meet(stone, like(["212312"], [other])),
    meet(stone, like([], [account], [account])),
    meet(stone, many),
  ]).toEqual([true, true, true]);
  expect([
    meet(stone, like(["325998"], [account])),
    meet(stone, like([], [other], [other])),
  ]).toEqual([false, false]);
  expect(like(["b", "a", "c"], [other, account], [other]).map((k) => k.key)).toEqual(
    like(["c", "b", "a"], [account, other], [account]).map((k) => k.key),
  );
});

test("another department waits for nobody", async () => {
  let release = () => {};
  let taken = () => {};
  const held = new Promise<void>((resolve) => void (release = resolve));
  const isTaken = new Promise<void>((resolve) => void (taken = resolve));
  const like = { codes: ["212312"], accounts: [account], uncoded: [] };
  const first = as(people.clerk, async (tx) => {
    await queueAlike(tx, agency.departmentId, like);
    taken();
    await held;
  });
  await isTaken;
  const order: string[] = [];
  const same = as(people.clerk, async (tx) => {
    await queueAlike(tx, agency.departmentId, like);
    order.push("same");
  });
  await as(people.clerk, async (tx) => {
    await queueAlike(tx, vendorId, like);
    order.push("other department");
  });
  await as(people.clerk, async (tx) => {
    await queueAlike(tx, agency.departmentId, {
      codes: ["325998"],
      accounts: [account],
      uncoded: [],
    });
    order.push("unlike");
  });
  release();
  await Promise.all([first, same]);
  expect(order).toEqual(["other department", "unlike", "same"]);
});
