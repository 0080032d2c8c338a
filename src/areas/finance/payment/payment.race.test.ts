import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { anonymous, type Actor } from "../../../kernel/access.ts";
import type { Tx } from "../../../server/db/db.ts";
import { sql } from "../../../server/db/sql.ts";
import { buildApp } from "../../../server/http/app.ts";
import { freshDatabase, type TestDatabase } from "../../../server/testing/database.ts";
import { agencyDay } from "../../../server/testing/days.ts";
import { approvedInvoice, payingAgency, type PayingAgency } from "../../../server/testing/payments.ts";
import { approveDocument } from "../../../server/testing/purchase.ts";
import { finance } from "../finance.server.ts";
import { runInput } from "./payment.model.ts";
import { releaseRun } from "./release.service.ts";
import { proposeRun, submitRun } from "./run.service.ts";

let t: TestDatabase, a: PayingAgency, server: FastifyInstance;
beforeAll(async () => {
  t = await freshDatabase();
  server = await buildApp({ ...t.app, endpoints: finance.endpoints, principal: async (request) => (a.people as Record<string, Actor>)[request.headers["x-who"] as string] ?? anonymous });
});
afterAll(async () => {
  await server.close();
  await t.drop();
});
beforeEach(async () => void (a = await payingAgency(t.database)));

const as = <T>(actor: Actor, work: (tx: Tx) => Promise<T>) => t.database.transaction(actor, work);
const fifty = Array.from({ length: 50 });
const call = (who: keyof PayingAgency["people"], url: string, payload: object = {}, headers: object = {}) => server.inject({ method: "POST", url: `/api/v1${url}`, payload, headers: { "x-who": who, ...headers } });

test("fifty runs over one invoice, each proposed, approved and released at once: one live payment, paid once", async () => {
  const { ap, manager, treasurer } = a.people;
  const invoice = await approvedInvoice(t.database, a, { cents: 5_000_00 });
  const outcomes = await Promise.allSettled(fifty.map(async (_, i) => {
    const run = await as(ap, (tx) => proposeRun(tx, ap, runInput.parse(i % 2 ? { payThrough: agencyDay(400) } : { invoiceIds: [invoice.id] })));
    await as(ap, (tx) => submitRun(tx, ap, run.id, null));
    await approveDocument(t.database, manager, run.id);
    return as(treasurer, (tx) => releaseRun(tx, treasurer, t.app.files, run.id, null));
  }));
  const refused = outcomes.flatMap((o) => (o.status === "rejected" ? [(o.reason as { code: string }).code] : []));
  expect(refused).toEqual(Array.from({ length: 49 }, () => "nothing_to_pay"));
  expect(await t.database.read(ap).one(sql`select (select count(*) from payment_invoice where org_id = ${a.orgId} and invoice_id = ${invoice.id} and live) as live, (select count(*) from payment where org_id = ${a.orgId} and status = 'released') as released, (select paid_amount from invoice where org_id = ${a.orgId} and id = ${invoice.id}) as paid`)).toEqual({ live: 1, released: 1, paid: 5_000_00 });
});

test("fifty releases of one run at once: one goes through, checks and files exist once", async () => {
  const { ap, manager, treasurer } = a.people;
  for (let i = 0; i < 3; i++) await approvedInvoice(t.database, a);
  const run = await as(ap, (tx) => proposeRun(tx, ap, runInput.parse({ payThrough: agencyDay(400) })));
  await as(ap, (tx) => submitRun(tx, ap, run.id, null));
  await approveDocument(t.database, manager, run.id);
  const outcomes = await Promise.allSettled(fifty.map(() => as(treasurer, (tx) => releaseRun(tx, treasurer, t.app.files, run.id, null))));
  expect(outcomes.filter((o) => o.status === "fulfilled")).toHaveLength(1);
  expect(new Set(outcomes.flatMap((o) => (o.status === "rejected" ? [(o.reason as { code: string }).code] : [])))).toEqual(new Set(["not_in_this_status"]));
  expect(await t.database.read(ap).one(sql`select (select next_check_number from agency_bank_account where org_id = ${a.orgId} and active) as next, (select count(*) from stored_file where org_id = ${a.orgId} and name like '%register.csv') as files`)).toEqual({ next: 1002, files: 1 });
});

test("the database itself refuses a second live payment of one invoice", async () => {
  const { ap } = a.people;
  const invoice = await approvedInvoice(t.database, a);
  await as(ap, (tx) => proposeRun(tx, ap, runInput.parse({ payThrough: agencyDay(400) })));
  const again = as(ap, (tx) => tx.rows(sql`insert into payment_invoice (org_id, id, payment_id, invoice_id, amount) select org_id, gen_random_uuid(), payment_id, invoice_id, amount from payment_invoice where org_id = ${a.orgId} and invoice_id = ${invoice.id}`));
  await expect(again).rejects.toMatchObject({ constraint: "payment_invoice_once" });
});

test("through the API: a replayed release answers as the first, files are for approver and treasurer only, a version is wanted", async () => {
  await approvedInvoice(t.database, a, { cents: 120_00 });
  const made = await call("ap", "/payment-runs", { payThrough: agencyDay(400) });
  expect(made.statusCode).toBe(201);
  const { id, version } = made.json();
  expect((await call("ap", `/payment-runs/${id}/actions/submit`)).statusCode).toBe(428);
  const submitted = await call("ap", `/payment-runs/${id}/actions/submit`, {}, { "if-match": `"${version}"` });
  expect(submitted.json()).toMatchObject({ status: "in_approval" });
  await approveDocument(t.database, a.people.manager, id);
  const headers = { "if-match": `"${version + 2}"`, "idempotency-key": "release-once-0001" };
  expect((await call("ap", `/payment-runs/${id}/actions/release`, {}, headers)).statusCode).toBe(403);
  const [first, second] = [await call("treasurer", `/payment-runs/${id}/actions/release`, {}, headers), await call("treasurer", `/payment-runs/${id}/actions/release`, {}, headers)];
  expect([first.statusCode, second.statusCode]).toEqual([200, 200]);
  expect(second.json()).toEqual(first.json());
  expect((await call("treasurer", `/payment-runs/${id}/actions/release`, {}, { "if-match": `"${version + 2}"` })).statusCode).toBe(412);
  const get = (who: string, path: string) => server.inject({ url: `/api/v1${path}`, headers: { "x-who": who } });
  const register = await get("manager", `/payment-runs/${id}/register`);
  expect(register.headers["content-disposition"]).toMatch(/^attachment; filename="RUN-2027-\d{5}-register\.csv"$/);
  expect(register.body).toContain(",1001,");
  expect((await get("ap", `/payment-runs/${id}/register`)).statusCode).toBe(403);
  expect((await get("treasurer", `/payment-runs/${id}/nacha`)).statusCode).toBe(404);
  expect((await get("ap", "/payments?status=released")).json()).toMatchObject({ total: 1, totals: { amount: 120_00 }, items: [{ reference: "1001" }] });
  expect((await get("ap", "/payables")).json().total).toBe(0);
  expect((await get("ap", "/payments/export?format=csv")).body).toContain("120.00");
  expect((await call("ap", "/payment-runs/preview", { payThrough: "soon" })).json()).toMatchObject({ errors: [{ path: "payThrough" }] });
});
