// A void payment is not in a bank file that anybody is given, and nothing is paid twice.
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { anonymous } from "#kernel/access.ts";
import { sql } from "#server/db/sql.ts";
import { buildApp } from "#server/http/app.ts";
import { makeVendor } from "#server/testing/agency.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { agencyDay, onSettlement } from "#server/testing/days.ts";
import {
  approvedInvoice,
  approvedRun,
  bankAccount,
  payingAgency,
  type PayingAgency,
} from "#server/testing/payments.ts";
import "../finance.server.ts";
import { readNacha } from "./nacha-reader.model.ts";
import { financePaymentEndpoints } from "./payment.api.ts";
import type { PaymentDetail } from "./payment.model.ts";
import type { RunDetail } from "./run.model.ts";

let t: TestDatabase;
let server: FastifyInstance;
let a: PayingAgency;
beforeAll(async () => {
  t = await freshDatabase();
  server = await buildApp({
    ...t.app,
    endpoints: financePaymentEndpoints,
    principal: async (request) => {
      const person = a.people[request.headers["x-who"] as keyof PayingAgency["people"]];
      // What a bank says of a payment comes on the day of its settlement or later.
      const said = /actions\/(clear|return)$/.test(request.url);
      return person ? (said ? onSettlement(person) : person) : anonymous;
    },
  });
});
afterAll(async () => {
  await server.close();
  await t.drop();
});
beforeEach(async () => void (a = await payingAgency(t.database)));

type Who = keyof PayingAgency["people"];
const get = async <T>(url: string, who: Who = "treasurer"): Promise<T> =>
  (await server.inject({ url, headers: { "x-who": who } })).json<T>();
const runOf = (id: string) => get<RunDetail>(`/api/v1/payment-runs/${id}`);
const paymentOf = (id: string) => get<PaymentDetail>(`/api/v1/payments/${id}`);
const act = async (path: string, name: string, body: object = {}, who: Who = "treasurer") => {
  const { version } = await get<{ version: number }>(`/api/v1/${path}`);
  return server.inject({
    method: "POST",
    url: `/api/v1/${path}/actions/${name}`,
    headers: { "x-who": who, "if-match": `"${version}"` },
    payload: body,
  });
};
const download = (id: string, query = "") =>
  server.inject({
    url: `/api/v1/payment-runs/${id}/nacha${query}`,
    headers: { "x-who": "treasurer" },
  });
const entriesOf = (text: string) =>
  readNacha(text).batches.flatMap((b) => b.entries.map((e) => [e.identification, e.amount]));
const reason = "Bought twice";

/** A released run of ACH payments of these cents, each to a vendor of its own. */
const released = async (...cents: number[]): Promise<RunDetail> => {
  for (const amount of cents) {
    const vendor = await makeVendor(t.database, a, { paymentMethod: "ach" });
    await bankAccount(t.database, a, vendor.id);
    await approvedInvoice(t.database, a, { vendorId: vendor.id, cents: amount });
  }
  const id = await approvedRun(t.database, a);
  const answer = await act(`payment-runs/${id}`, "release");
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<RunDetail>();
};

test("before it is sent: a void makes the bank file anew without the payment; the old one is neither downloaded nor marked as sent", async () => {
  const run = await released(100_00, 250_00, 75_00);
  const [first, second, third] = run.payments;
  const old = await download(run.id);
  expect(entriesOf(old.body)).toHaveLength(3);
  const oldHash = run.files.find((f) => f.kind === "nacha")!.sha256;
  expect((await act(`payments/${second!.id}`, "void", { reason })).json()).toMatchObject({
    status: 422,
    errors: [{ path: "notUploaded", message: expect.stringContaining("downloaded the bank file") }],
  });
  const voided = await act(`payments/${second!.id}`, "void", { reason, notUploaded: true });
  expect(voided.json()).toMatchObject({ status: "voided", bankConfirmation: null });
  const now = await runOf(run.id);
  const hash = now.files.find((f) => f.kind === "nacha")!.sha256;
  expect(hash).not.toBe(oldHash);
  expect(now).toMatchObject({
    fileModifier: "B",
    bankFiles: [
      { sha256: hash, replacedAt: null, takenAt: null, voided: [] },
      { sha256: oldHash, replacedAt: expect.any(String), voided: [second!.number] },
    ],
  });
  for (const body of [{}, { sha256: oldHash }]) {
    const sent = await act(`payment-runs/${run.id}`, "send", body);
    expect(sent.json()).toMatchObject({
      status: 409,
      detail: expect.stringContaining("Download the new file"),
    });
  }
  const file = await download(run.id);
  expect(file.headers["x-sha256"]).toBe(hash);
  expect(entriesOf(file.body)).toEqual([
    [first!.number, first!.amount],
    [third!.number, third!.amount],
  ]);
  expect(readNacha(file.body)).toMatchObject({ modifier: "B", credit: 175_00 });
  expect((await act(`payment-runs/${run.id}`, "send", { sha256: oldHash })).json()).toMatchObject({
    status: 409,
    code: "file_replaced",
  });
  expect((await act(`payment-runs/${run.id}`, "send", { sha256: hash })).json()).toMatchObject({
    status: "sent",
  });
  expect((await act(`payments/${second!.id}`, "reissue", {}, "ap")).json()).toMatchObject({
    reissuedAs: { runNumber: expect.stringMatching(/^RUN-/), runStatus: "proposed" },
  });
});

test("after it is sent: a void waits for the bank's word; the file that has it is given for the record only", async () => {
  const run = await released(100_00, 250_00);
  const [first, second] = run.payments;
  await act(`payment-runs/${run.id}`, "send");
  const refused = async (body: object) =>
    (await act(`payments/${first!.id}`, "void", { reason, ...body })).json<{
      status: number;
      errors: { path: string }[];
    }>();
  expect(await refused({})).toMatchObject({ status: 422, errors: [{ path: "bankConfirmation" }] });
  expect(await refused({ bankConfirmation: "Deletion 77" })).toMatchObject({
    errors: [{ path: "bankConfirmedOn", message: "Enter the day on which the bank confirmed it." }],
  });
  expect(
    await refused({ bankConfirmation: "Deletion 77", bankConfirmedOn: "2999-01-01" }),
  ).toMatchObject({ errors: [{ path: "bankConfirmedOn" }] });
  expect((await paymentOf(first!.id)).status).toBe("released");
  const word = { bankConfirmation: "Deletion 77, Ms Hale", bankConfirmedOn: agencyDay() };
  expect((await act(`payments/${first!.id}`, "void", { reason, ...word })).json()).toMatchObject({
    status: "voided",
    ...word,
  });
  expect((await download(run.id)).json()).toMatchObject({
    status: 409,
    detail: expect.stringContaining(`${first!.number}, which is void`),
  });
  expect(entriesOf((await download(run.id, "?withVoid=true")).body)).toHaveLength(2);
  const again = await act(`payments/${first!.id}`, "reissue", {}, "ap");
  expect(again.json()).toMatchObject({ reissuedAs: { number: expect.any(String) } });
  expect((await paymentOf(second!.id)).status).toBe("released");
});

test("an entry that cleared was at the bank, whatever somebody marked; the last payment of a run that is here ends it", async () => {
  const run = await released(100_00, 250_00);
  await act(`payments/${run.payments[0]!.id}`, "clear");
  expect((await act(`payments/${run.payments[1]!.id}`, "void", { reason })).json()).toMatchObject({
    errors: [{ path: "bankConfirmation" }],
  });
  const alone = await released(60_00);
  await act(`payments/${alone.payments[0]!.id}`, "void", { reason });
  expect(await runOf(alone.id)).toMatchObject({
    status: "cancelled",
    stopReason: "Every payment of the run is void.",
    files: [{ kind: "register" }],
  });
  expect((await download(alone.id)).statusCode).toBe(404);
});

test("a file from before this rule: neither given nor sent while a void payment stands in it, and nothing is reissued, until it is made anew or the bank's word is recorded", async () => {
  const run = await released(100_00, 250_00, 30_00);
  const [first, second] = run.payments;
  const asBefore = (id: string) =>
    t.database.transaction(a.people.treasurer, (tx) =>
      tx.rows(sql`
        with p as (
          update payment
          set status = 'voided'
          where org_id = ${a.orgId} and id = ${id}
          returning id
        ),
        x as (
          update payment_invoice
          set live = false
          where org_id = ${a.orgId} and payment_id = ${id}
          returning invoice_id
        )
        update invoice
        set status = 'approved', paid_amount = 0
        where org_id = ${a.orgId} and id in (select invoice_id from x)
      `),
    );
  const reissue = async (id: string) =>
    (await act(`payments/${id}`, "reissue", {}, "ap")).json<object>();
  await asBefore(first!.id);
  const holds = { status: 409, detail: expect.stringContaining("still holds 1 void payment") };
  expect((await download(run.id)).json()).toMatchObject({ ...holds, code: "void_in_file" });
  expect((await act(`payment-runs/${run.id}`, "send")).json()).toMatchObject(holds);
  expect(await reissue(first!.id)).toMatchObject({
    status: 409,
    detail: expect.stringContaining("Make the bank file anew first"),
  });
  const owed = (cents: number) =>
    t.database.transaction(a.people.treasurer, (tx) =>
      tx.rows(sql`
        update payment
        set amount = amount + ${cents}
        where org_id = ${a.orgId} and id = ${second!.id}
      `),
    );
  await owed(1);
  expect((await act(`payment-runs/${run.id}`, "remake")).json()).toMatchObject({
    status: 409,
    code: "nacha",
    detail: "The bank file cannot be made anew: it would not hold what is left.",
  });
  await owed(-1);
  expect((await act(`payment-runs/${run.id}`, "remake")).json()).toMatchObject({
    status: "released",
  });
  expect((await act(`payment-runs/${run.id}`, "remake")).json()).toMatchObject({
    status: 409,
    detail: "No void payment stands in the bank file of this run.",
  });
  expect(entriesOf((await download(run.id)).body)).toHaveLength(2);
  expect(await reissue(first!.id)).toMatchObject({ reissuedAs: { number: expect.any(String) } });
  await act(`payment-runs/${run.id}`, "send");
  await asBefore(second!.id);
  expect(await reissue(second!.id)).toMatchObject({
    status: 409,
    detail: expect.stringContaining("what the bank confirmed"),
  });
  const word = { bankConfirmation: "Reversal 12", bankConfirmedOn: agencyDay() };
  expect((await act(`payments/${second!.id}`, "confirm", word)).json()).toMatchObject(word);
  expect(await reissue(second!.id)).toMatchObject({ reissuedAs: { number: expect.any(String) } });
});

test("a run is proposed and sent to its approvers in one act", async () => {
  await approvedInvoice(t.database, a);
  const propose = async (submit: boolean) =>
    (
      await server.inject({
        method: "POST",
        url: "/api/v1/payment-runs",
        headers: { "x-who": "ap" },
        payload: { payThrough: agencyDay(400), submit },
      })
    ).json<RunDetail>();
  expect(await propose(true)).toMatchObject({
    status: "in_approval",
    approvalId: expect.any(String),
  });
  await approvedInvoice(t.database, a);
  expect(await propose(false)).toMatchObject({ status: "proposed", approvalId: null });
});

test("the register marks what is void or came back and leaves it out of its total", async () => {
  await approvedInvoice(t.database, a, { cents: 40_00 });
  const run = await released(100_00, 250_00);
  const [first, second] = run.payments.filter((p) => p.method === "ach");
  await act(`payments/${first!.id}`, "void", { reason });
  await act(`payments/${second!.id}`, "return", { reason, returnCode: "R23" });
  const answer = await server.inject({
    url: `/api/v1/payment-runs/${run.id}/register`,
    headers: { "x-who": "treasurer" },
  });
  const [, ...rows] = answer.body.trim().split(/\r?\n/);
  expect(rows.map((row) => row.split(",").at(-1))).toEqual(["", "Voided", "Returned by bank", ""]);
  expect(rows.at(-1)).toContain("40.00");
  expect(rows.at(-1)).toContain("2 void or returned");
});
