// Invoices that come to nothing, which no payment can settle, and amounts that turn round, which
// are asked about when they are typed.
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { areaServers } from "#areas.server.ts";
import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { buildApp } from "#server/http/app.ts";
import { runList } from "#server/http/list-page.ts";
import {
  makeAgency,
  makeBudget,
  makeMembers,
  makePolicy,
  makeVendor,
  type Agency,
} from "#server/testing/agency.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { approveDocument, issuedOrder, receiveGoods } from "#server/testing/purchase.ts";
import { payableList } from "../payment/payable.list.ts";
import { invoiceInput } from "./invoice.model.ts";
import { readInvoice } from "./invoice.read.service.ts";
import { createAndSubmitInvoice, submitInvoice } from "./submission.service.ts";
import { createInvoice } from "./invoice.service.ts";
import { voidInvoice } from "./course.service.ts";

let t: TestDatabase;
let app: FastifyInstance;
let agency: Agency;
let account: Awaited<ReturnType<typeof makeBudget>>;
let vendor: { id: string };
let people: Record<"admin" | "buyer" | "receiver" | "manager" | "ap", Actor>;
beforeAll(async () => {
  t = await freshDatabase();
  app = await buildApp({
    ...t.app,
    endpoints: areaServers.flatMap((a) => a.endpoints),
    principal: async () => people.ap,
  });
  await app.ready();
});
afterAll(async () => {
  await app.close();
  await t.drop();
});
beforeEach(async () => {
  agency = await makeAgency(t.database);
  people = await makeMembers(t.database, agency, {
    admin: { role: "admin" },
    buyer: { duties: ["buyer"] },
    receiver: { duties: ["receiver"] },
    manager: { role: "manager" },
    ap: { duties: ["ap"] },
  });
  account = await makeBudget(t.database, agency, 50_000_00);
  vendor = await makeVendor(t.database, agency);
  for (const documentType of ["purchaseOrder", "invoice"] as const)
    await makePolicy(t.database, people.admin, { documentType });
});

const as = <T>(actor: Actor, work: (tx: Tx) => Promise<T>) => t.database.transaction(actor, work);
const bill = (over: object = {}, ...lines: object[]) => ({
  vendorId: vendor.id,
  vendorNumber: `N-${Math.random()}`,
  invoiceDate: "2026-11-14",
  ...over,
  lines: (lines.length ? lines : [{}]).map((line) => ({
    accountStringId: account.accountStringId,
    description: "Stone",
    quantity: "10",
    unitPrice: "10.00",
    ...line,
  })),
});
const money = () =>
  t.database.read(people.ap).one<{ enc: number; exp: number }>(sql`
    select encumbered as enc, expended as exp
    from budget_line
    where org_id = ${agency.orgId} and id = ${account.lineId}
  `);
const read = (id: string) => readInvoice(t.database.read(people.ap), people.ap, id);
const payables = async () =>
  (
    await runList<{ id: string; blocked: string | null }>(
      t.database.read(people.ap),
      people.ap,
      payableList,
      {},
    )
  ).items;

test("an invoice that comes to nothing is settled by its approval, with a word in its history, and is ready to pay nowhere", async () => {
  const order = await issuedOrder(t.database, people, {
    vendorId: vendor.id,
    departmentId: agency.departmentId,
    lines: [
      {
        quantity: "10",
        unitPrice: "10.00",
        splits: [{ accountStringId: account.accountStringId }],
      },
    ],
  });
  await receiveGoods(t.database, people, order, ["10"]);
  await t.database.transaction(people.admin, (tx) =>
    tx.rows(sql`
      insert into match_tolerance (org_id, id, effective_from, price_percent, price_cents)
      values (${agency.orgId}, gen_random_uuid(), '2026-01-01', 2, 2500)
    `),
  );
  const i = await as(people.ap, (tx) =>
    createAndSubmitInvoice(
      tx,
      people.ap,
      invoiceInput.parse(
        bill(
          { purchaseOrderId: order.id, allowances: 100_00 },
          { purchaseOrderLineId: order.lines[0]!.id, accountStringId: null },
        ),
      ),
    ),
  );
  expect([i.total, i.status]).toEqual([0, "in_approval"]);
  await approveDocument(t.database, people.manager, i.id);
  expect(await read(i.id)).toMatchObject({ status: "paid", total: 0, open: 0, paidAmount: 0 });
  expect(await payables()).toEqual([]);
  const entry = await t.database.read(people.admin).one<{ content: string }>(sql`
    select content
    from audit_entry
    where org_id = ${agency.orgId} and object_id = ${i.id} and action = 'invoice.approve'
  `);
  expect(entry.content).toContain("settled without a payment");
});

test("one settled for nothing can still be voided, which takes back what it posted; one that was paid cannot", async () => {
  const other = await makeBudget(t.database, agency, 1_000_00);
  const spent = () =>
    t.database.read(people.ap).one<{ exp: number }>(sql`
      select expended as exp
      from budget_line
      where org_id = ${agency.orgId} and id = ${other.lineId}
    `);
  const i = await as(people.ap, (tx) =>
    createAndSubmitInvoice(
      tx,
      people.ap,
      invoiceInput.parse(bill({}, {}, { quantity: "-10", accountStringId: other.accountStringId })),
    ),
  );
  await approveDocument(t.database, people.manager, i.id);
  expect([(await read(i.id)).status, (await money()).exp, (await spent()).exp]).toEqual([
    "paid",
    100_00,
    -100_00,
  ]);
  const offered = async (id: string) => (await read(id)).actions.map((action) => action.name);
  expect(await offered(i.id)).toContain("void");
  await as(people.ap, (tx) =>
    voidInvoice(tx, people.ap, { id: i.id, version: null, reason: "Entered twice" }),
  );
  expect([(await read(i.id)).status, (await money()).exp, (await spent()).exp]).toEqual([
    "voided",
    0,
    0,
  ]);
  const paid = await as(people.ap, (tx) =>
    createInvoice(tx, people.ap, invoiceInput.parse(bill())),
  );
  await t.database.transaction(people.ap, (tx) =>
    tx.rows(sql`
      update invoice
      set status = 'paid', paid_amount = total
      where org_id = ${agency.orgId} and id = ${paid.id}
    `),
  );
  expect(await offered(paid.id)).not.toContain("void");
  await expect(
    as(people.ap, (tx) =>
      voidInvoice(tx, people.ap, { id: paid.id, version: null, reason: "Entered twice" }),
    ),
  ).rejects.toMatchObject({ status: 409, message: expect.stringContaining("is paid") });
});

type Answer = {
  status: number;
  id: string;
  version: number;
  code?: string;
  detail?: string;
  errors?: { path: string; message: string }[];
};
const send = async (
  method: "POST" | "PATCH",
  path: string,
  body: object,
  version?: number,
): Promise<Answer> => {
  const answer = await app.inject({
    method,
    url: `/api/v1/invoices${path}`,
    headers: {
      "content-type": "application/json",
      "idempotency-key": newId(),
      ...(version ? { "if-match": `"${version}"` } : {}),
    },
    payload: JSON.stringify(body),
  });
  return { ...answer.json<Answer>(), status: answer.statusCode };
};
const paths = ({ errors }: Answer) => errors?.map((error) => error.path);
const stored = () =>
  t.database
    .read(people.ap)
    .one<{ n: number }>(sql`select count(*)::int as n from invoice where org_id = ${agency.orgId}`);

test.each([
  [
    "allowances beyond what is billed",
    () => bill({ allowances: 100_01, charges: 0 }),
    ["allowances"],
  ],
  [
    "a line's allowance larger than the line",
    () => bill({}, {}, { quantity: "1", adjustment: -10_01 }),
    ["lines.1.adjustment"],
  ],
  [
    "a return beyond what is billed",
    () => bill({}, {}, { quantity: "-11" }),
    ["lines.1.unitPrice"],
  ],
])(
  "%s: asked at the field, nothing stored; confirmed, it is taken in",
  async (_name, input, at) => {
    const body = input();
    const asked = await send("POST", "", body);
    expect([asked.status, asked.code, paths(asked)]).toEqual([422, "less_than_nothing", at]);
    expect(asked.detail).toContain("confirm that the vendor's invoice says so");
    expect((await stored()).n).toBe(0);
    expect((await send("POST", "", { ...body, confirmNegative: true })).status).toBe(201);
  },
);

test("nothing is asked of what comes to nothing, of a return beside a larger bill, or of a credit note", async () => {
  for (const body of [
    bill({ allowances: 100_00 }),
    bill({}, {}, { quantity: "1", adjustment: -10_00 }),
    bill({}, {}, { quantity: "-9" }),
    bill({ kind: "credit_note" }),
    bill({ allowances: 110_00, charges: 10_00 }),
  ])
    expect(await send("POST", "", body)).toMatchObject({ status: 201 });
});

test("a correction is asked where it turns the invoice round, not again where it was confirmed", async () => {
  const made = await send("POST", "", bill());
  const asked = await send("PATCH", `/${made.id}`, { allowances: 150_00 }, made.version);
  expect([asked.status, asked.code, paths(asked)]).toEqual([
    422,
    "less_than_nothing",
    ["allowances"],
  ]);
  const meant = await send(
    "PATCH",
    `/${made.id}`,
    { allowances: 150_00, confirmNegative: true },
    made.version,
  );
  expect(meant.status).toBe(200);
  expect(
    (
      await send(
        "PATCH",
        `/${made.id}`,
        { allowances: 160_00, note: "Rebate of the year" },
        meant.version,
      )
    ).status,
  ).toBe(200);
  expect((await read(made.id)).total).toBe(-60_00);
});

test("a line that is billed in full for less keeps no cent encumbered; taken back, the order has it all again", async () => {
  const small = await issuedOrder(t.database, people, {
    vendorId: vendor.id,
    departmentId: agency.departmentId,
    matchMode: "two_way",
    lines: [
      {
        quantity: "3",
        unitPrice: "33.34",
        splits: [{ accountStringId: account.accountStringId }],
      },
    ],
  });
  const before = await money();
  const over = { purchaseOrderId: small.id };
  const lineId = small.lines[0]!.id;
  const enter = async (line: object) => {
    const input = invoiceInput.parse(bill(over, { accountStringId: null, ...line }));
    const made = await as(people.ap, (tx) => createInvoice(tx, people.ap, input));
    await as(people.ap, (tx) => submitInvoice(tx, people.ap, { id: made.id, version: null }));
    await approveDocument(t.database, people.manager, made.id);
    return made;
  };
  await enter({
    purchaseOrderLineId: lineId,
    quantity: "1",
    unitPrice: "33.33",
  });
  expect(await money()).toEqual({ enc: before.enc - 33_33, exp: before.exp + 33_33 });
  const rest = await enter({
    purchaseOrderLineId: lineId,
    quantity: "2",
    unitPrice: "33.33",
  });
  expect(await money()).toEqual({ enc: before.enc - 100_02, exp: before.exp + 99_99 });
  await as(people.ap, (tx) =>
    voidInvoice(tx, people.ap, { id: rest.id, version: null, reason: "Twice" }),
  );
  expect(await money()).toEqual({ enc: before.enc - 33_33, exp: before.exp + 33_33 });
});
