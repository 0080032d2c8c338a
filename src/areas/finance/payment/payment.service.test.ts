import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Actor } from "../../../kernel/access.ts";
import { unseal } from "../../../server/auth/sealing.ts";
import type { Tx } from "../../../server/db/db.ts";
import { identityDb } from "../../../server/db/identity.ts";
import { sql } from "../../../server/db/sql.ts";
import { makeVendor } from "../../../server/testing/agency.ts";
import { approveDocument } from "../../../server/testing/purchase.ts";
import { freshDatabase, type TestDatabase } from "../../../server/testing/database.ts";
import { approvedInvoice, bankOf, payingAgency, withBanks, type PayingAgency } from "../../../server/testing/payments.ts";
import "../finance.server.ts";
import { liftHold, placeHold } from "./hold.service.ts";
import { readNacha } from "./nacha-reader.model.ts";
import { previewRun } from "./payable.service.ts";
import { readPayment } from "./payment.list.ts";
import { runInput } from "./payment.model.ts";
import { clearPayment, reissuePayment, returnPayment, voidPayment } from "./payment.service.ts";
import { nachaSeal, releaseRun } from "./release.service.ts";
import { readRun } from "./run.list.ts";
import { cancelRun, proposeRun, sendRun, submitRun, takeOff } from "./run.service.ts";

let t: TestDatabase, a: PayingAgency, people: PayingAgency["people"];
beforeAll(async () => void (t = await freshDatabase()));
afterAll(() => t.drop());
beforeEach(async () => {
  a = await payingAgency(t.database);
  people = a.people;
  withBanks({});
});

const as = <T>(actor: Actor, work: (tx: Tx) => Promise<T>) => t.database.transaction(actor, work);
const invoice = (over: Parameters<typeof approvedInvoice>[2] = {}) => approvedInvoice(t.database, a, over);
const statusOf = async (id: string) => (await t.database.read(people.ap).one<{ status: string; paid: number }>(sql`select status, paid_amount as paid from invoice where org_id = ${a.orgId} and id = ${id}`));
const propose = (input: object = {}, actor = people.ap) => as(actor, (tx) => proposeRun(tx, actor, runInput.parse({ payThrough: "2027-12-31", ...input })));
const approved = async (input: object = {}) => {
  const run = await propose(input);
  await as(people.ap, (tx) => submitRun(tx, people.ap, run.id, run.version));
  await approveDocument(t.database, people.manager, run.id);
  return run.id;
};
const release = (id: string, actor = people.treasurer) => as(actor, (tx) => releaseRun(tx, actor, t.app.files, id, null));
const shown = (id: string, actor = people.ap) => readRun(t.database.read(actor), actor, id);
const paid = async (input: object = {}) => {
  const id = await approved(input);
  await release(id);
  return shown(id);
};

test("a run goes proposed → approved → released; checks are numbered, invoices paid, the vendor is told, the register kept", async () => {
  const first = await invoice({ cents: 400_00 }), second = await invoice({ cents: 250_50 }), other = await makeVendor(t.database, a);
  await invoice({ vendorId: other.id, cents: 99_99 });
  const run = await propose();
  expect(run).toMatchObject({ status: "proposed", paymentCount: 2, amount: 750_49 });
  expect(await statusOf(first.id)).toEqual({ status: "scheduled", paid: 0 });
  await as(people.ap, (tx) => submitRun(tx, people.ap, run.id, run.version));
  await approveDocument(t.database, people.manager, run.id);
  await release(run.id);
  const detail = await shown(run.id, people.treasurer);
  expect(detail).toMatchObject({ status: "released", totals: [{ method: "check", payments: 2, amount: 750_49 }], files: [{ kind: "register" }] });
  expect(detail.approvals.filter((x) => x.decision)).toMatchObject([{ decision: "approve", person: "manager" }]);
  expect(detail.payments.map((p) => [p.reference, p.status, p.invoiceCount])).toEqual([["1001", "released", 2], ["1002", "released", 1]]);
  expect(await statusOf(second.id)).toEqual({ status: "paid", paid: 250_50 });
  const mails = await identityDb(t.database).rows<{ body: string; to: string }>(sql`select body_text as body, to_address as to from mail where org_id = ${a.orgId} and kind = 'remittance' order by body_text like '%$650.50%' desc`);
  expect(mails).toMatchObject([{ to: "orders@northline.test", body: expect.stringMatching(/We pay you \$650\.50 on .* by check 1001[^]*\$400\.00[^]*\$250\.50/) }, {}]);
  await as(people.treasurer, (tx) => sendRun(tx, people.treasurer, run.id, null));
  expect((await shown(run.id)).status).toBe("sent");
});
