import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { anonymous, type Actor } from "#kernel/access.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { buildApp } from "#server/http/app.ts";
import { makeVendor } from "#server/testing/agency.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { agencyDay } from "#server/testing/days.ts";
import {
  approvedInvoice,
  approvedRun,
  bankAccount,
  payingAgency,
  type PayingAgency,
} from "#server/testing/payments.ts";
import { approveDocument } from "#server/testing/purchase.ts";
import { bankChangeInput, callBackInput } from "#areas/vendors/bank/bank.model.ts";
import { proposeBankChange, verifyBankChange } from "#areas/vendors/bank/bank.service.ts";
import finance from "../finance.server.ts";
import { placeHold } from "./hold.service.ts";
import { runInput } from "./run.model.ts";
import { releaseRun } from "./release.service.ts";
import { proposeRun } from "./run.service.ts";

let t: TestDatabase;
let a: PayingAgency;
let server: FastifyInstance;
beforeAll(async () => {
  t = await freshDatabase();
  server = await buildApp({
    ...t.app,
    endpoints: finance.endpoints,
    principal: async (request) =>
      (a.people as Record<string, Actor>)[request.headers["x-who"] as string] ?? anonymous,
  });
});
afterAll(async () => {
  await server.close();
  await t.drop();
});
beforeEach(async () => void (a = await payingAgency(t.database)));

const as = <T>(actor: Actor, work: (tx: Tx) => Promise<T>) => t.database.transaction(actor, work);
const fifty = Array.from({ length: 50 });
const call = (
  who: keyof PayingAgency["people"],
  url: string,
  payload: object = {},
  headers: object = {},
) =>
  server.inject({
    method: "POST",
    url: `/api/v1${url}`,
    payload,
    headers: { "x-who": who, ...headers },
  });

test("fifty runs over one invoice, each proposed, approved and released at once: one live payment, paid once", async () => {
  const { ap, treasurer } = a.people;
  const invoice = await approvedInvoice(t.database, a, { cents: 5_000_00 });
  const outcomes = await Promise.allSettled(
    fifty.map(async (_, i) => {
      const id = await approvedRun(
        t.database,
        a,
        i % 2 ? {} : { payThrough: null, invoiceIds: [invoice.id] },
      );
      return as(treasurer, (tx) => releaseRun(tx, treasurer, { id, version: null }, t.app.files));
    }),
  );
  const refused = outcomes.flatMap((o) =>
    o.status === "rejected" ? [(o.reason as { code: string }).code] : [],
  );
  expect(refused).toEqual(Array.from({ length: 49 }, () => "nothing_to_pay"));
  expect(
    await t.database.read(ap).one(sql`
      select
        (
          select count(*)
          from payment_invoice
          where org_id = ${a.orgId} and invoice_id = ${invoice.id} and live
        ) as live,
        (
          select count(*)
          from payment
          where org_id = ${a.orgId} and status = 'released'
        ) as released,
        (select paid_amount from invoice where org_id = ${a.orgId} and id = ${invoice.id}) as paid
    `),
  ).toEqual({ live: 1, released: 1, paid: 5_000_00 });
});

test("fifty releases of one run at once: one goes through, checks and files exist once", async () => {
  const { ap, treasurer } = a.people;
  for (let i = 0; i < 3; i++) await approvedInvoice(t.database, a);
  const run = { id: await approvedRun(t.database, a) };
  const outcomes = await Promise.allSettled(
    fifty.map(() =>
      as(treasurer, (tx) => releaseRun(tx, treasurer, { id: run.id, version: null }, t.app.files)),
    ),
  );
  expect(outcomes.filter((o) => o.status === "fulfilled")).toHaveLength(1);
  expect(
    new Set(
      outcomes.flatMap((o) =>
        o.status === "rejected" ? [(o.reason as { code: string }).code] : [],
      ),
    ),
  ).toEqual(new Set(["not_in_this_status"]));
  expect(
    await t.database.read(ap).one(sql`
      select
        (
          select next_check_number
          from agency_bank_account
          where org_id = ${a.orgId} and active
        ) as next,
        (
          select count(*)
          from stored_file
          where org_id = ${a.orgId} and name like '%register.csv'
        ) as files
    `),
  ).toEqual({ next: 1002, files: 1 });
});

/**
 * A run of one ACH payment, approved; the second account of its vendor is proposed and not
 * verified.
 */
const approvedAch = async () => {
  const { ap } = a.people;
  const vendor = await makeVendor(t.database, a, { paymentMethod: "ach" });
  await bankAccount(t.database, a, vendor.id, { accountNumber: "55501111" });
  const invoice = await approvedInvoice(t.database, a, { vendorId: vendor.id });
  const run = { id: await approvedRun(t.database, a) };
  const change = await as(ap, (tx) =>
    proposeBankChange(
      tx,
      ap,
      vendor.id,
      bankChangeInput.parse({
        bankName: "Other Bank",
        routingNumber: "021000021",
        accountNumber: "99902222",
        accountType: "checking",
        reason: "A mail that came this morning",
      }),
    ),
  );
  return { vendor, invoice, run, change };
};
const verify = (id: string) => (tx: Tx) =>
  verifyBankChange(
    tx,
    a.people.treasurer,
    { id, version: null },
    callBackInput.parse({
      numberKey: "vendor",
      calledWho: "Nora Whitfield",
      calledAt: new Date(Date.now() + 30_000).toISOString(),
    }),
  );
const release = (id: string) =>
  as(a.people.treasurer, (tx) =>
    releaseRun(tx, a.people.treasurer, { id, version: null }, t.app.files),
  );
const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));

/**
 * Does `first` in a transaction that stays open until `second` has had time to come to a decision
 * without it.
 */
const meanwhile = async <T>(
  actor: Actor,
  first: (tx: Tx) => Promise<unknown>,
  second: () => Promise<T>,
): Promise<PromiseSettledResult<T>> => {
  let outcome: Promise<PromiseSettledResult<T>[]> | undefined;
  await as(actor, async (tx) => {
    await first(tx);
    outcome = Promise.allSettled([second()]);
    await pause(400);
  });
  return (await outcome!)[0]!;
};

test("a release waits for a hold that is being placed, and is refused by it", async () => {
  const { vendor, run } = await approvedAch();
  const outcome = await meanwhile(
    a.people.ap,
    (tx) => placeHold(tx, a.people.ap, { vendorId: vendor.id, reason: "Lien notice received" }),
    () => release(run.id),
  );
  expect(outcome).toMatchObject({
    status: "rejected",
    reason: { code: "rule", message: expect.stringContaining("Lien notice received") },
  });
});

test("a release waits for a bank change that is being verified, and is refused by it", async () => {
  const { run, change } = await approvedAch();
  const outcome = await meanwhile(a.people.treasurer, verify(change.id), () => release(run.id));
  expect(outcome).toMatchObject({
    status: "rejected",
    reason: { code: "rule", message: expect.stringContaining("changed; payments wait") },
  });
});

test("a bank change that is verified between a release's look and its file sends no money to the account in its hold period", async () => {
  const { vendor, run, change } = await approvedAch();
  let both: Promise<PromiseSettledResult<unknown>[]> | undefined;
  await as(a.people.ap, async (tx) => {
    await tx.rows(
      sql`select 1 from vendor where org_id = ${a.orgId} and id = ${vendor.id} for no key update`,
    );
    const released = release(run.id);
    released.catch(() => {});
    await pause(400);
    both = Promise.allSettled([released, as(a.people.treasurer, verify(change.id))]);
    await pause(400);
  });
  const [released] = await both!;
  expect(released!.status).toBe("fulfilled");
  expect(
    await t.database
      .read(a.people.ap)
      .rows(sql`select bank_last4 from payment where org_id = ${a.orgId} and run_id = ${run.id}`),
  ).toEqual([{ bankLast4: "1111" }]);
});

test("an invoice of which nothing more is paid is not held, and the refusal says what to do", async () => {
  const { ap } = a.people;
  const { invoice, run } = await approvedAch();
  await release(run.id);
  const outcome = await Promise.allSettled([
    as(ap, (tx) => placeHold(tx, ap, { invoiceId: invoice.id, reason: "Too late" })),
  ]);
  expect(outcome[0]).toMatchObject({
    reason: {
      status: 422,
      code: "nothing_to_hold",
      errors: [
        { path: "invoiceId", message: expect.stringMatching(/is paid by PAY-.*treasurer voids/) },
      ],
    },
  });
});

test("the database itself refuses a second live payment of one invoice", async () => {
  const { ap } = a.people;
  const invoice = await approvedInvoice(t.database, a);
  await as(ap, (tx) => proposeRun(tx, ap, runInput.parse({ payThrough: agencyDay(400) })));
  const again = as(ap, (tx) =>
    tx.rows(sql`
      insert into payment_invoice (org_id, id, payment_id, invoice_id, amount)
      select org_id, gen_random_uuid(), payment_id, invoice_id, amount
      from payment_invoice
      where org_id = ${a.orgId} and invoice_id = ${invoice.id}
    `),
  );
  await expect(again).rejects.toMatchObject({ constraint: "payment_invoice_once" });
});

test("through the API: a replayed release answers as the first, files are for approver and treasurer only, a version is wanted", async () => {
  await approvedInvoice(t.database, a, { cents: 120_00 });
  const made = await call("ap", "/payment-runs", { payThrough: agencyDay(400) });
  expect(made.statusCode).toBe(201);
  const { id, version } = made.json();
  expect((await call("ap", `/payment-runs/${id}/actions/submit`)).statusCode).toBe(428);
  const submitted = await call(
    "ap",
    `/payment-runs/${id}/actions/submit`,
    {},
    { "if-match": `"${version}"` },
  );
  expect(submitted.json()).toMatchObject({ status: "in_approval" });
  await approveDocument(t.database, a.people.manager, id);
  const headers = { "if-match": `"${version + 2}"`, "idempotency-key": "release-once-0001" };
  expect((await call("ap", `/payment-runs/${id}/actions/release`, {}, headers)).statusCode).toBe(
    403,
  );
  const [first, second] = [
    await call("treasurer", `/payment-runs/${id}/actions/release`, {}, headers),
    await call("treasurer", `/payment-runs/${id}/actions/release`, {}, headers),
  ];
  expect([first.statusCode, second.statusCode]).toEqual([200, 200]);
  expect(second.json()).toEqual(first.json());
  expect(
    (
      await call(
        "treasurer",
        `/payment-runs/${id}/actions/release`,
        {},
        { "if-match": `"${version + 2}"` },
      )
    ).statusCode,
  ).toBe(412);
  const get = (who: string, path: string) =>
    server.inject({ url: `/api/v1${path}`, headers: { "x-who": who } });
  const register = await get("manager", `/payment-runs/${id}/register`);
  expect(register.headers["content-disposition"]).toMatch(
    /^attachment; filename="RUN-2027-\d{5}-register\.csv"$/,
  );
  expect(register.body).toContain(",1001,");
  expect((await get("ap", `/payment-runs/${id}/register`)).statusCode).toBe(403);
  expect((await get("treasurer", `/payment-runs/${id}/nacha`)).statusCode).toBe(404);
  expect((await get("ap", "/payments?status=released")).json()).toMatchObject({
    total: 1,
    totals: { amount: 120_00 },
    items: [{ reference: "1001" }],
  });
  expect((await get("ap", "/payables")).json().total).toBe(0);
  expect((await get("ap", "/payments/export?format=csv")).body).toContain("120.00");
  expect((await call("ap", "/payment-runs/preview", { payThrough: "soon" })).json()).toMatchObject({
    errors: [{ path: "payThrough" }],
  });
});
