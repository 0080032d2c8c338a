// From a trial to a bill that its agency takes, matches and pays, on a real database.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import { agencyRecord } from "#areas/organization/organization.server.ts";
import { sql } from "#server/db/sql.ts";
import { refusalOf } from "#server/testing/asking.ts";
import { closingMattersOf } from "#server/agencies/ending.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { agencyDay } from "#server/testing/days.ts";
import type { InvoiceDetail } from "#areas/finance/invoice/invoice.model.ts";
import type { BillDetail, OwnBillDetail } from "./bill/bill.model.ts";
import {
  customerOf,
  onDay,
  operatorAgency,
  type Customer,
  type Operating,
  type Written,
} from "./billing.setup.ts";
import type { OwnBilling } from "./own/own.model.ts";

let t: TestDatabase;
let o: Operating;
let c: Customer;
beforeAll(async () => {
  t = await freshDatabase();
  o = await operatorAgency(t);
  c = await customerOf(t);
});
afterAll(() => t.drop());

const bills = "/api/v1/agency-bills";
const own = "/api/v1/billing/bills";
const listed = async (query: string) =>
  (await o.asking<{ items: BillDetail[] }>(o.people.one, `GET ${bills}?${query}`)).items;
const read = (id: string) => o.asking<BillDetail>(o.people.one, `GET ${bills}/${id}`);
const act = async (id: string, name: string, body: object = {}, by = o.people.one) => {
  const { version } = await read(id);
  return o.asking<Written>(by, `POST ${bills}/${id}/actions/${name}`, body, version);
};
const billing = () => o.asking<OwnBilling>(c.people.boss, "GET /api/v1/billing");
const choose = async (code: string, by = c.people.boss) =>
  o.asking<{ status: string }>(by, "POST /api/v1/billing/actions/choose", {
    planId: await o.offer(code),
  });
const order = (body: object, by = c.people.boss) =>
  o.asking<{ status: string }>(by, "POST /api/v1/billing/actions/order", body);

test("an agency that chose nothing owes nothing and is told so; everybody reads the published offers", async () => {
  expect(await billing()).toMatchObject({ owed: 0, open: [], plan: null, next: null });
  const check = await o.asking(c.people.clerk, "POST /functions/v1/check-subscription");
  expect(check).toEqual({ subscribed: false, plan: "none", subscription_end: null });
  expect((await o.offers(c.people.manager)).map(({ code }) => code)).toEqual([
    "open",
    "hosted",
    "assured",
  ]);
  expect(await refusalOf(order({ withoutOrder: true }))).toContain("no_plan");
  const cancel = o.asking(c.people.boss, "POST /api/v1/billing/actions/cancel");
  expect(await refusalOf(cancel)).toContain("no_plan");
});

test("trial, purchase order, first period: a bill is drafted once, whichever way the clock goes", async () => {
  expect(await choose("hosted")).toMatchObject({ status: "trialing" });
  expect((await billing()).plan).toMatchObject({ plan: "Hosted", trialTo: agencyDay(29) });
  expect(await refusalOf(choose("hosted"))).toContain("same_plan");
  await o.morning(29);
  expect((await billing()).plan).toMatchObject({ status: "trialing" });
  await o.morning(30);
  expect((await billing()).plan).toMatchObject({ status: "incomplete" });
  expect(await refusalOf(order({ withoutOrder: false }))).toContain("purchase order");
  expect(await order({ orderNumber: "PO-77" })).toMatchObject({ status: "active" });
  await o.morning(0);
  await o.morning(1);
  await o.morning(-3);
  const drafts = await listed("status=draft");
  expect(drafts).toMatchObject([{ total: 499_00, number: null }]);
  expect((await billing()).next).toMatchObject({ total: 499_00 });
});

test("sent with the next number, it is read by its agency alone, with PDF and UBL in its letters", async () => {
  const [draft] = await listed("status=draft");
  await act(draft!.id, "issue", {}, o.people.two);
  const bill = await read(draft!.id);
  expect(bill).toMatchObject({ status: "open", number: expect.stringMatching(/^HB-\d{4}-00001$/) });
  expect(bill).toMatchObject({ orderNumber: "PO-77", dueOn: agencyDay(30), owed: 499_00 });
  expect(await o.letters("agencyBill")).toEqual([c.people.boss.email]);
  const seen = await o.asking<OwnBillDetail>(c.people.ap, `GET ${own}/${bill.id}`);
  expect(seen).toMatchObject({ number: bill.number, owed: 499_00, invoiceId: null, orderId: null });
  const matters = (orgId: string) => closingMattersOf(t.database.read({ orgId, personId: null }));
  expect(await matters(c.agency.orgId)).toEqual([
    {
      sentence: "1 bill for Levee with $499.00 to pay is open: pay, or have them settled.",
      href: "/billing",
    },
  ]);
  const other = await customerOf(t);
  expect(await matters(other.agency.orgId)).toEqual([]);
  const foreign = o.asking(other.people.boss, `GET ${own}/${bill.id}`);
  expect(await refusalOf(foreign)).toContain("not_found");
  const { items } = await o.asking<{ items: object[] }>(other.people.boss, `GET ${own}`);
  expect(items).toEqual([]);
  const dispute = o.asking(other.people.boss, `POST ${own}/${bill.id}/actions/dispute`, {
    reason: "Not ours",
  });
  expect(await refusalOf(dispute)).toContain("not_found");
});

test("accounts payable takes it once as an invoice of its own, with its vendor and account", async () => {
  const [bill] = await listed("status=open");
  const take = (body: object) =>
    o.asking<Written>(c.people.ap, `POST ${own}/${bill!.id}/actions/take`, body);
  expect(await refusalOf(take({}))).toContain("no_vendor");
  const { makeVendor } = await import("#server/testing/agency.ts");
  const vendor = await makeVendor(t.database, c.agency);
  expect(await refusalOf(take({ vendorId: vendor.id }))).toContain("no_account");
  const chosen = { vendorId: vendor.id, accountStringId: c.accountStringId };
  const both = await Promise.allSettled([take(chosen), take(chosen)]);
  expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  expect(await refusalOf(take(chosen))).toContain("taken");
  const seen = await o.asking<OwnBillDetail>(c.people.ap, `GET ${own}/${bill!.id}`);
  const invoice = await o.asking<InvoiceDetail>(
    c.people.ap,
    `GET /api/v1/invoices/${seen.invoiceId}`,
  );
  expect(invoice).toMatchObject({
    ...{ number: seen.invoice, vendorNumber: bill!.number, total: 499_00, source: "ubl" },
    fileName: `${bill!.number}.xml`,
  });
  expect((await billing()).open).toMatchObject([{ invoiceId: invoice.id }]);
});

test("money is recorded by one operator in parts, and counts once another confirms it", async () => {
  const [bill] = await listed("status=open");
  const came = { receivedOn: agencyDay(0), means: "ach", reference: "ACH 4711" };
  const record = (cents: number, over: object = {}) =>
    act(bill!.id, "record-payment", { ...came, cents, ...over });
  expect(await refusalOf(record(500_00))).toContain("over_owed");
  expect(await refusalOf(record(1_00, { receivedOn: agencyDay(2) }))).toContain("after_today");
  await record(200_00);
  await record(299_00, { reference: "ACH 4712" });
  expect(await refusalOf(record(1))).toContain("over_owed");
  const [first, second] = (await read(bill!.id)).payments;
  const decide = (id: string, what: string, by = o.people.two, body: object = {}) =>
    o.asking<Written>(by, `POST /api/v1/agency-payments/${id}/actions/${what}`, body);
  expect(await refusalOf(decide(first!.id, "confirm", o.people.one))).toContain("own_payment");
  await decide(first!.id, "confirm");
  expect(await read(bill!.id)).toMatchObject({ status: "open", owed: 299_00 });
  await decide(second!.id, "reject", o.people.two, { reason: "Another bill's" });
  expect(await refusalOf(decide(second!.id, "confirm"))).toContain("decided");
  await record(299_00, { reference: "ACH 4713" });
  const third = (await read(bill!.id)).payments.find(({ status }) => status === "recorded");
  await decide(third!.id, "confirm");
  expect(await read(bill!.id)).toMatchObject({ status: "paid", owed: 0 });
  expect(await refusalOf(record(1))).toContain("not_open");
  const back = { reason: "The bank took it back" };
  expect(await refusalOf(decide(third!.id, "take-back", o.people.two, back))).toContain(
    "own_payment",
  );
  await decide(third!.id, "take-back", o.people.one, back);
  expect(await read(bill!.id)).toMatchObject({ status: "open", owed: 299_00 });
  const again = decide(third!.id, "take-back", o.people.one, back);
  expect(await refusalOf(again)).toContain("not_confirmed");
});

test("late: reminded at 15, 30 and 45 days, stopped while disputed, unpaid at 90, and active once it is paid", async () => {
  const [bill] = await listed("status=open");
  const reminded = async () => (await o.letters("agencyBillReminder")).length;
  await o.morning(31);
  expect((await billing()).plan?.status).toBe("past_due");
  await o.morning(45);
  expect(await reminded()).toBe(1);
  await o.morning(45);
  expect(await reminded()).toBe(1);
  const boss = onDay(c.people.boss, 50);
  const dispute = () =>
    o.asking(boss, `POST ${own}/${bill!.id}/actions/dispute`, { reason: "Two months too many" });
  await dispute();
  expect(await refusalOf(dispute())).toContain("dispute_open");
  await o.morning(70);
  expect(await reminded()).toBe(1);
  const settled = { reason: "It is right: see the agreement" };
  const answer = () =>
    o.asking(onDay(o.people.one, 70), `POST ${bills}/${bill!.id}/actions/settle-dispute`, settled);
  await answer();
  expect(await refusalOf(answer())).toContain("not_disputed");
  // 20 days of the dispute do not count: 30 days late on day 80.
  await o.morning(79);
  expect(await reminded()).toBe(1);
  await o.morning(80);
  expect(await reminded()).toBe(2);
  await o.morning(139);
  expect((await billing()).plan?.status).toBe("past_due");
  await o.morning(140);
  expect((await billing()).plan?.status).toBe("unpaid");
  expect(await refusalOf(choose("assured"))).toContain("not_now");
  const state = async () =>
    (await agencyRecord(t.database.read(c.people.boss), c.agency.orgId)).state;
  expect(await state()).toBe("read_only");
  const late = (actor: Actor) => onDay(actor, 141);
  await o.asking(late(o.people.one), `POST ${bills}/${bill!.id}/actions/record-payment`, {
    ...{ cents: 299_00, receivedOn: agencyDay(141), means: "check", reference: "Check 90" },
  });
  const { payments } = await read(bill!.id);
  const waiting = payments.find(({ status }) => status === "recorded")!;
  await o.asking(late(o.people.two), `POST /api/v1/agency-payments/${waiting.id}/actions/confirm`);
  await o.morning(141);
  expect((await billing()).plan?.status).toBe("active");
  expect(await state()).toBe("active");
});

test("under a declaration of its own nothing is taken from an agency, however late it is", async () => {
  const hit = await customerOf(t);
  const { id } = await o.asking<Written>(o.people.one, `POST ${bills}`, {
    customerId: hit.agency.orgId,
    lines: [{ description: "Training day", cents: 800_00 }],
  });
  await choose("open", hit.people.boss);
  await act(id, "issue", {}, o.people.two);
  await t.database.transaction(hit.people.boss, (tx) =>
    tx.rows(sql`
      insert into local_declaration (
        org_id, id, number, status, title, authority, cause, area, declared_at, holds_until, term
      )
      values (
        ${hit.agency.orgId}, ${newId()}, 'LD-1', 'declared', 'Flood', 'The mayor', 'River',
        'The city', clock_timestamp(), clock_timestamp() + interval '300 days', 'As declared'
      )
    `),
  );
  const stands = async () => {
    const { plan } = await o.asking<OwnBilling>(hit.people.boss, "GET /api/v1/billing");
    const { state } = await agencyRecord(t.database.read(hit.people.boss), hit.agency.orgId);
    return [plan?.status, state];
  };
  await o.morning(200);
  expect(await stands()).toEqual(["past_due", "active"]);
  await t.database.transaction(hit.people.boss, (tx) =>
    tx.rows(sql`
      update local_declaration
      set ended_at = clock_timestamp(), status = 'ended'
      where org_id = ${hit.agency.orgId}
    `),
  );
  await o.morning(200);
  expect(await stands()).toEqual(["unpaid", "read_only"]);
});
