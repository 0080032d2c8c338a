import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import type { Tx } from "#server/db/db.ts";
import { identityDb } from "#server/db/scopes/identity.ts";
import { sql } from "#server/db/sql.ts";
import { runList } from "#server/http/list-page.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { agencyDay } from "#server/testing/days.ts";
import { approvedInvoice, payingAgency, type PayingAgency } from "#server/testing/payments.ts";
import { approveDocument } from "#server/testing/purchase.ts";
import "../finance.server.ts";
import { invoiceList } from "../invoice/invoice.list.ts";
import { readInvoice } from "../invoice/invoice.read.service.ts";
import { voidInvoice } from "../invoice/course.service.ts";
import { releaseRetainage, withholdRetainage } from "../invoice/retainage.service.ts";
import { payableList } from "./payable.list.ts";
import { runInput } from "./run.model.ts";
import { reissuePayment, voidPayment } from "./payment.service.ts";
import { releaseRun } from "./release.service.ts";
import { paidStanding } from "./paid-standing.service.ts";
import { readRun } from "./run.read.service.ts";
import { cancelRun, proposeRun, submitRun } from "./run.service.ts";

let t: TestDatabase;
let a: PayingAgency;
let people: PayingAgency["people"];
beforeAll(async () => void (t = await freshDatabase()));
afterAll(() => t.drop());
beforeEach(async () => {
  a = await payingAgency(t.database);
  people = a.people;
});

const as = <T>(actor: Actor, work: (tx: Tx) => Promise<T>) => t.database.transaction(actor, work);
const stateOf = (id: string) =>
  t.database.read(people.ap).one<{
    status: string;
    paid: number;
    released: number;
    dueOn: string;
  }>(sql`
    select status, paid_amount as paid, retainage_released as released, due_on
    from invoice
    where org_id = ${a.orgId} and id = ${id}
  `);
const free = (id: string, amount: number | null = null, actor = people.manager) =>
  as(actor, (tx) =>
    releaseRetainage(tx, actor, { id, version: null, reason: "The work is accepted" }, { amount }),
  );
const keep = (id: string, actor = people.manager) =>
  as(actor, (tx) => withholdRetainage(tx, actor, { id, version: null, reason: "A claim came in" }));
const propose = (ids: string[]) =>
  as(people.ap, (tx) => proposeRun(tx, people.ap, runInput.parse({ invoiceIds: ids })));
const finish = async (runId: string) => {
  await as(people.ap, (tx) => submitRun(tx, people.ap, { id: runId, version: null }));
  await approveDocument(t.database, people.otherManager, runId);
  await as(people.treasurer, (tx) =>
    releaseRun(tx, people.treasurer, { id: runId, version: null }, t.app.files),
  );
  return (await readRun(t.database.read(people.ap), people.ap, runId)).payments[0]!;
};
const pay = async (...ids: string[]) => finish((await propose(ids)).id);
const retained = () => approvedInvoice(t.database, a, { cents: 1_000_00, retainage: 50_00 });
const spent = () =>
  t.database
    .read(people.ap)
    .one<{ expended: number }>(
      sql`select sum(expended)::bigint as expended from budget_line where org_id = ${a.orgId}`,
    );

test("what was withheld is released by another person, waits to be paid by its terms from that day, and is paid once through three people; the budget does not change", async () => {
  const i = await retained();
  const first = await pay(i.id);
  const before = await spent();
  expect(await stateOf(i.id)).toMatchObject({ status: "paid", paid: 950_00, released: 0 });
  expect(
    (await runList(t.database.read(people.ap), people.ap, invoiceList, { withheld: "true" })).items,
  ).toMatchObject([{ number: i.number, withheld: 50_00 }]);

  await free(i.id, 20_00);
  expect(await stateOf(i.id)).toEqual({
    status: "approved",
    paid: 950_00,
    released: 20_00,
    dueOn: agencyDay(30),
  });
  expect(
    (await runList(t.database.read(people.ap), people.ap, payableList, {})).items,
  ).toMatchObject([{ number: i.number, payable: 20_00, retainage: 30_00 }]);
  expect(await pay(i.id)).toMatchObject({ amount: 20_00 });
  await free(i.id);
  expect(await pay(i.id)).toMatchObject({ amount: 30_00 });
  expect(await stateOf(i.id)).toMatchObject({ status: "paid", paid: 1_000_00, released: 50_00 });
  expect(await spent()).toEqual(before);
  expect(
    await t.database.read(people.ap).rows(sql`
      select part, amount, live
      from payment_invoice
      where org_id = ${a.orgId} and invoice_id = ${i.id}
      order by part
    `),
  ).toEqual([
    { part: 0, amount: 950_00, live: true },
    { part: 1, amount: 20_00, live: true },
    { part: 2, amount: 30_00, live: true },
  ]);
  const page = await readInvoice(t.database.read(people.ap), people.ap, i.id);
  expect(page).toMatchObject({ withheld: 0, retainageReleased: 50_00 });
  expect(page.trace.filter((s) => s.kind === "payment")).toHaveLength(3);
  expect(page.trace.filter((s) => s.kind === "payment").map((s) => s.number)).toContain(
    first.number,
  );
  await expect(free(i.id)).rejects.toMatchObject({
    code: "rule",
    message: "All of the retainage, $50.00, was released.",
  });
  const mails = await identityDb(t.database).rows<{ body: string }>(
    sql`select body_text as body from mail where org_id = ${a.orgId} and kind = 'remittance'`,
  );
  expect(mails.filter((m) => m.body.includes("retainage released"))).toHaveLength(2);
});

test("neither who entered the invoice nor a role without the permission releases; a reason, an amount that is withheld and the version that was seen are needed", async () => {
  const i = await retained();
  await pay(i.id);
  await expect(free(i.id, null, people.ap)).rejects.toMatchObject({ status: 403 });
  await t.database.transaction(people.admin, (tx) =>
    tx.rows(sql`
      update invoice
      set created_by = ${people.manager.personId}
      where org_id = ${a.orgId} and id = ${i.id}
    `),
  );
  await expect(free(i.id)).rejects.toMatchObject({
    code: "rule",
    message: expect.stringContaining("another person must release its retainage"),
  });
  await expect(free(i.id, 50_01, people.otherManager)).rejects.toMatchObject({
    status: 422,
    errors: [{ path: "amount", message: "No more is withheld than $50.00." }],
  });
  await expect(
    as(people.otherManager, (tx) =>
      releaseRetainage(
        tx,
        people.otherManager,
        { id: i.id, version: null, reason: " " },
        { amount: null },
      ),
    ),
  ).rejects.toMatchObject({ code: "reason_required" });
  await expect(
    as(people.otherManager, (tx) =>
      releaseRetainage(
        tx,
        people.otherManager,
        { id: i.id, version: 1, reason: "Accepted" },
        { amount: null },
      ),
    ),
  ).rejects.toMatchObject({ status: 412 });
  expect(await stateOf(i.id)).toMatchObject({ status: "paid", released: 0 });
  const plain = await approvedInvoice(t.database, a);
  expect(
    (await readInvoice(t.database.read(people.manager), people.manager, plain.id)).actions.map(
      (x) => x.name,
    ),
  ).not.toContain("releaseRetainage");
});

test("released before anything was paid it goes out with the invoice; withheld again it does not; an invoice that is paid in part is not voided", async () => {
  const i = await retained();
  await free(i.id);
  expect(await stateOf(i.id)).toMatchObject({ status: "approved", released: 50_00 });
  await keep(i.id);
  expect(await pay(i.id)).toMatchObject({ amount: 950_00 });
  await free(i.id);
  await expect(
    as(people.everything, (tx) =>
      voidInvoice(tx, people.everything, { id: i.id, version: null, reason: "Wrong" }),
    ),
  ).rejects.toMatchObject({
    code: "rule",
    message: expect.stringContaining("$950.00 of it is paid"),
  });
  await keep(i.id);
  expect(await stateOf(i.id)).toMatchObject({ status: "paid", paid: 950_00, released: 0 });
  await free(i.id);
  expect(await pay(i.id)).toMatchObject({ amount: 50_00 });
  await expect(keep(i.id)).rejects.toMatchObject({ code: "not_in_this_status" });
});

test("the first payment is voided while the retainage is in another run: both are paid, each once, and nothing is paid for nothing", async () => {
  const i = await retained();
  const first = await pay(i.id);
  await free(i.id);
  const second = await propose([i.id]);
  await as(people.treasurer, (tx) =>
    voidPayment(tx, people.treasurer, { id: first.id, version: null }, t.app.files, {
      reason: "Check lost",
    }),
  );
  expect(await stateOf(i.id)).toMatchObject({ status: "scheduled", paid: 0 });
  expect(await finish(second.id)).toMatchObject({ amount: 50_00 });
  expect(await stateOf(i.id)).toMatchObject({ status: "approved", paid: 50_00 });
  const again = await as(people.ap, (tx) =>
    reissuePayment(tx, people.ap, { id: first.id, version: null }),
  );
  expect(await finish(again)).toMatchObject({ amount: 950_00 });
  expect(await stateOf(i.id)).toMatchObject({ status: "paid", paid: 1_000_00 });
  await expect(propose([i.id])).rejects.toMatchObject({ code: "nothing_to_pay" });
  expect(
    await t.database.read(people.ap).rows(sql`
      select part, amount, live
      from payment_invoice
      where org_id = ${a.orgId} and invoice_id = ${i.id}
      order by live, part
    `),
  ).toEqual([
    { part: 0, amount: 950_00, live: false },
    { part: 0, amount: 950_00, live: true },
    { part: 1, amount: 50_00, live: true },
  ]);
});

test("voided before the retainage is released: the invoice is open, its retainage is released with it, and one payment carries both", async () => {
  const i = await retained();
  const first = await pay(i.id);
  await free(i.id);
  await as(people.treasurer, (tx) =>
    voidPayment(tx, people.treasurer, { id: first.id, version: null }, t.app.files, {
      reason: "Check lost",
    }),
  );
  expect(await stateOf(i.id)).toMatchObject({ status: "approved", paid: 0 });
  const run = await propose([i.id]);
  expect(run.amount).toBe(1_000_00);
  await as(people.ap, (tx) =>
    cancelRun(tx, people.ap, { id: run.id, version: null, reason: "Not yet" }),
  );
  await keep(i.id);
  expect(await pay(i.id)).toMatchObject({ amount: 950_00 });
  expect(await stateOf(i.id)).toMatchObject({ status: "paid", paid: 950_00, released: 0 });
});

test("thirty releases of retainage and thirty runs at once: released once, paid once; a second live payment of a part cannot be stored", async () => {
  const i = await retained();
  await pay(i.id);
  const thirty = Array.from({ length: 30 });
  const releases = await Promise.allSettled(thirty.map(() => free(i.id, 50_00)));
  expect(releases.filter((o) => o.status === "fulfilled")).toHaveLength(1);
  const runs = await Promise.allSettled(thirty.map(() => propose([i.id])));
  const [run] = runs.flatMap((o) => (o.status === "fulfilled" ? [o.value] : []));
  expect(runs.filter((o) => o.status === "fulfilled")).toHaveLength(1);
  await finish(run!.id);
  expect(await stateOf(i.id)).toMatchObject({ status: "paid", paid: 1_000_00, released: 50_00 });
  const { paymentId } = await t.database.read(people.ap).one<{ paymentId: string }>(sql`
    select payment_id
    from payment_invoice
    where org_id = ${a.orgId} and invoice_id = ${i.id} and part = 1
  `);
  await expect(
    as(people.ap, (tx) =>
      tx.rows(sql`
        insert into payment_invoice (org_id, id, payment_id, invoice_id, amount, part)
        values (${a.orgId}, ${newId()}, ${paymentId}, ${i.id}, 1, 1)
      `),
    ),
  ).rejects.toThrow("payment_invoice_once");
});

test("an invoice is paid with all but what it withholds, and no more once that payment is void", async () => {
  const i = await retained();
  const first = await pay(i.id);
  const paidOn = async () =>
    (await paidStanding(t.database.read(people.ap), [first.id]))[0]!.paidOn;
  const day = await paidOn();
  expect(day).not.toBeNull();
  await free(i.id);
  expect(await stateOf(i.id)).toMatchObject({ status: "approved" });
  expect(await paidOn()).toBe(day);
  await pay(i.id);
  await as(people.treasurer, (tx) =>
    voidPayment(tx, people.treasurer, { id: first.id, version: null }, t.app.files, {
      reason: "Check lost",
    }),
  );
  expect(await paidOn()).toBeNull();
});
