// What no requisition asked for is bought by the same rules: an order of its own lines is weighed
// when it is sent, with everything alike.
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import {
  makeAgency,
  makeBudget,
  makeMembers,
  makePolicy,
  makeVendor,
  type Agency,
} from "#server/testing/agency.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { approveDocument } from "#server/testing/purchase.ts";
import { runList } from "#server/http/list-page.ts";
import { approvalList, decide } from "#areas/workflow/workflow.server.ts";
import "../procurement.server.ts";
import { requisitionInput } from "../requisition/requisition.model.ts";
import { createAndSubmit } from "../requisition/submission.service.ts";
import { editOrder } from "./order-draft.service.ts";
import { orderSummary } from "./order.summary.service.ts";
import { readOrder } from "./order.read.service.ts";
import { orderInput } from "./order.model.ts";
import { createAndIssue } from "./issue.service.ts";
import { createOrder } from "./order.service.ts";
import { submitOrder } from "./submission.service.ts";

let t: TestDatabase;
let agency: Agency;
let vendorId: string;
let people: Record<"clerk" | "manager" | "admin" | "buyer", Actor>;
let account: Awaited<ReturnType<typeof makeBudget>>;
beforeAll(async () => void (t = await freshDatabase()));
afterAll(() => t.drop());
beforeEach(async () => {
  agency = await makeAgency(t.database);
  people = await makeMembers(t.database, agency, {
    clerk: {},
    manager: { role: "manager" },
    admin: { role: "admin" },
    buyer: { duties: ["buyer"] },
  });
  account = await makeBudget(t.database, agency, 900_000_00);
  vendorId = (await makeVendor(t.database, agency)).id;
  for (const documentType of ["requisition", "purchaseOrder"] as const)
    await makePolicy(t.database, people.admin, {
      documentType,
      condition: { requisitioned: false },
    });
});

const as = <T>(actor: Actor, work: (tx: Tx) => Promise<T>) => t.database.transaction(actor, work);
const line = (over: object = {}) => ({
  description: "Stone",
  commodityCode: "212312",
  quantity: "100",
  unit: "t",
  unitPrice: "90.00",
  splits: [{ accountStringId: account.accountStringId }],
  ...over,
});
const inputOf = (over: object = {}, ...lines: object[]) =>
  orderInput.parse({
    title: "Stone",
    vendorId,
    departmentId: agency.departmentId,
    lines: (lines.length ? lines : [{}]).map(line),
    ...over,
  });
const inSteps = async (over: object = {}, ...lines: object[]) => {
  const made = await as(people.buyer, (tx) =>
    createOrder(tx, people.buyer, inputOf(over, ...lines)),
  );
  return as(people.buyer, (tx) => submitOrder(tx, people.buyer, { id: made.id, version: null }));
};
const atOnce = (over: object = {}, ...lines: object[]) =>
  as(people.buyer, (tx) =>
    createAndIssue(tx, people.buyer, inputOf(over, ...lines), "http://levee.test"),
  );
const asked = async (price = "90.00", code: string | null = "212312") => {
  const made = await as(people.clerk, (tx) =>
    createAndSubmit(
      tx,
      people.clerk,
      requisitionInput.parse({
        title: "Stone",
        departmentId: agency.departmentId,
        neededOn: "2026-12-20",
        lines: [line({ unitPrice: price, commodityCode: code })],
      }),
    ),
  );
  await approveDocument(t.database, people.manager, made.id);
  return made;
};
const read = (id: string) => readOrder(t.database.read(people.buyer), people.buyer, id);
const weighed = ({
  method,
  aggregateAmount,
  splitWarning,
}: {
  method: string | null;
  aggregateAmount: number;
  splitWarning: boolean;
}) => [method, aggregateAmount, splitWarning];

test.each([
  ["in steps", inSteps],
  ["at once", atOnce],
])(
  "sent %s it takes the method that the rules suggest, with what was bought like it",
  async (_how, send) => {
    const first = await send();
    expect(first).toMatchObject({
      status: "in_approval",
      method: "micro_purchase",
      methodCitation: expect.stringContaining("200.320"),
      aggregateAmount: 9_000_00,
      splitWarning: false,
    });
    expect(weighed(await send())).toEqual(["simplified", 18_000_00, true]);
    await asked();
    const third = await send({
      method: "noncompetitive",
      methodReason: "The only quarry that the flood left standing",
    });
    expect(third).toMatchObject({
      method: "noncompetitive",
      methodCitation: expect.stringContaining("200.320(c)"),
      aggregateAmount: 36_000_00,
    });
    expect(weighed(await read(third.id))).toEqual(["noncompetitive", 36_000_00, true]);
    expect(await read(third.id)).toMatchObject({
      advice: { method: "simplified" },
      lookback: { count: 3, amount: 27_000_00 },
    });
    const { items } = await runList<{ documentId: string; warning: string | null }>(
      t.database.read(people.manager),
      people.manager,
      approvalList,
      { mine: "true" },
    );
    expect(items.map((i) => [i.documentId, i.warning?.slice(0, 19) ?? null])).toEqual(
      expect.arrayContaining([
        [first.id, null],
        [third.id, "With like purchases"],
      ]),
    );
    const told = await orderSummary(t.database.read(people.manager), third.id);
    expect(told.facts).toContainEqual({ label: "Method", value: "Noncompetitive" });
    expect(told.checks).toContainEqual({
      ok: false,
      text: "With like purchases of the last months this crosses a threshold",
    });
  },
);

test.each([
  ["in steps", inSteps],
  ["at once", atOnce],
])("sent %s by a method that is not allowed it is refused at its field", async (_how, send) => {
  await send();
  await expect(send({ method: "micro_purchase" })).rejects.toMatchObject({
    status: 422,
    code: "method_not_allowed",
    errors: [{ path: "method", message: expect.stringContaining("$18,000") }],
  });
  await expect(send({ method: "noncompetitive", methodReason: "Why not" })).rejects.toMatchObject({
    code: "method_not_allowed",
    errors: [{ path: "methodReason" }],
  });
  expect(weighed(await send({}, { unitPrice: "90.00", commodityCode: "325998" }))).toEqual([
    "micro_purchase",
    9_000_00,
    false,
  ]);
  expect(
    (
      await t.database.read(people.buyer).one<{ n: number }>(sql`
        select count(*) as n
        from purchase_order
        where org_id = ${agency.orgId} and status = 'in_approval'
      `)
    ).n,
  ).toBe(2);
});

test("a draft shows what its submission will find; its method can be chosen until then", async () => {
  await inSteps();
  const draft = await as(people.buyer, (tx) =>
    createOrder(tx, people.buyer, inputOf({ method: "micro_purchase" })),
  );
  expect(await read(draft.id)).toMatchObject({
    method: "micro_purchase",
    splitWarning: true,
    advice: { method: "simplified" },
    lookback: { count: 1, amount: 9_000_00 },
  });
  await expect(
    as(people.buyer, (tx) => submitOrder(tx, people.buyer, { id: draft.id, version: null })),
  ).rejects.toMatchObject({ code: "method_not_allowed" });
  await as(people.buyer, (tx) => editOrder(tx, people.buyer, draft.id, { method: null }, 1));
  expect(
    weighed(
      await as(people.buyer, (tx) => submitOrder(tx, people.buyer, { id: draft.id, version: 2 })),
    ),
  ).toEqual(["simplified", 18_000_00, true]);
});

test("an order that came back takes today's suggestion where it had the one before", async () => {
  const first = await inSteps();
  await inSteps();
  const { id } = await t.database.read(people.manager).one<{ id: string }>(sql`
    select id
    from approval_request
    where org_id = ${agency.orgId} and document_id = ${first.id}
  `);
  await as(people.manager, (tx) => decide(tx, people.manager, id, "return", "Which quarry?", null));
  expect(
    weighed(
      await as(people.buyer, (tx) =>
        submitOrder(tx, people.buyer, { id: first.id, version: null }),
      ),
    ),
  ).toEqual(["simplified", 18_000_00, true]);
});

test("what one requisition asks for was weighed there; lines of its own beside it are weighed with it, and the method stays the requisition's where it does", async () => {
  const r = await asked("900.00");
  const requisitionLines = r.lines.map((l) => ({ requisitionLineId: l.id, quantity: "50" }));
  const covered = await as(people.buyer, (tx) =>
    createAndIssue(
      tx,
      people.buyer,
      orderInput.parse({
        title: "Stone",
        vendorId,
        departmentId: agency.departmentId,
        requisitionLines,
      }),
      "http://levee.test",
    ),
  );
  expect(weighed(covered)).toEqual(["simplified", 0, false]);
  expect(await read(covered.id)).toMatchObject({ advice: null, lookback: null });
  const mixed = await inSteps({ requisitionLines });
  expect([weighed(mixed), mixed.methodCitation]).toEqual([
    ["simplified", 99_000_00, false],
    r.methodCitation,
  ]);
});

type Requisition = Awaited<ReturnType<typeof asked>>;
const joined = (requisitions: readonly Requisition[], over: object = {}) =>
  as(people.buyer, (tx) =>
    createAndIssue(
      tx,
      people.buyer,
      orderInput.parse({
        title: "Stone and salt",
        vendorId,
        departmentId: agency.departmentId,
        requisitionLines: requisitions.flatMap((r) =>
          r.lines.map((l) => ({ requisitionLineId: l.id })),
        ),
        ...over,
      }),
      "http://levee.test",
    ),
  );
const unlike = async () => [await asked("90.00"), await asked("90.00", "325998")];

test("requisitions below the threshold on one order above it are weighed for their sum, which approvers decide", async () => {
  const two = await unlike();
  expect(two.map((r) => r.method)).toEqual(["micro_purchase", "micro_purchase"]);
  const o = await joined(two);
  expect([o.status, ...weighed(o)]).toEqual(["in_approval", "simplified", 18_000_00, false]);
  expect(await read(o.id)).toMatchObject({
    advice: { method: "simplified", reason: expect.stringContaining("$18,000") },
    lookback: { count: 0 },
  });
  const told = await orderSummary(t.database.read(people.manager), o.id);
  expect(told.facts).toEqual(
    expect.arrayContaining([
      { label: "Requisitions", value: `${two.map((r) => r.number).join(", ")}, weighed together` },
      { label: "Counts toward the threshold", value: "$18,000.00" },
    ]),
  );
  await approveDocument(t.database, people.manager, o.id);
  expect((await read(o.id)).status).toBe("approved");
});

test("several requisitions are approved with their order where their method does for the sum, and the larger was decided as the sum is", async () => {
  const small = [await asked("50.00"), await asked("60.00", "325998")];
  const o = await joined(small);
  expect([o.status, ...weighed(o)]).toEqual(["issued", "micro_purchase", 11_000_00, false]);
  await makePolicy(t.database, people.admin, {
    documentType: "requisition",
    condition: { amountMin: 4_000_00 },
    priority: 10,
  });
  const below = [await asked("30.00", "237310"), await asked("20.00", "332999")];
  expect((await joined(below)).status).toBe("in_approval");
});

test("requisitions take the strictest of their methods along; their buyer names no weaker one", async () => {
  const stone = await asked("200.00");
  const salt = await asked("10.00", "325998");
  await expect(joined([salt, stone], { method: "micro_purchase" })).rejects.toMatchObject({
    code: "method_not_allowed",
    errors: [{ path: "method", message: expect.stringContaining(stone.number) }],
  });
  expect(weighed(await joined([salt, stone]))).toEqual(["simplified", 21_000_00, false]);
  const first = await asked("90.00", "237310");
  await expect(
    joined([first], {
      requisitionLines: [{ requisitionLineId: first.lines[0]!.id, unitPrice: "151.00" }],
      method: "noncompetitive",
    }),
  ).rejects.toMatchObject({ code: "method_not_allowed", errors: [{ path: "methodReason" }] });
  const dear = await joined([first], {
    requisitionLines: [{ requisitionLineId: first.lines[0]!.id, unitPrice: "151.00" }],
  });
  expect([dear.status, dear.method]).toEqual(["in_approval", "simplified"]);
});

test("without a policy for them, requisitions that are not approved for their sum go nowhere together", async () => {
  const two = await unlike();
  await t.database.transaction(people.admin, (tx) =>
    tx.rows(sql`
      update approval_policy
      set status = 'retired'
      where org_id = ${agency.orgId} and document_type = 'purchaseOrder'
    `),
  );
  await expect(joined(two)).rejects.toMatchObject({
    status: 409,
    code: "no_policy",
    message: expect.stringContaining("Together its requisitions cost $18,000.00"),
  });
});

test("where no thresholds hold nothing is sent", async () => {
  const early = { ...people.buyer, businessNow: "1990-06-01T18:00:00Z" };
  const draft = await as(people.buyer, (tx) => createOrder(tx, people.buyer, inputOf()));
  await expect(
    as(early, (tx) => submitOrder(tx, early, { id: draft.id, version: null })),
  ).rejects.toMatchObject({
    status: 409,
    code: "no_rules",
  });
});
