// A township from its agreement to its money on a real database; a cost has one funder.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import { claimCost } from "#areas/finance/finance.server.ts";
import { sql } from "#server/db/sql.ts";
import { refusalOf } from "#server/testing/asking.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { agencyDay } from "#server/testing/days.ts";
import { provedCosts } from "#server/testing/recovery.ts";
import type { BillDetail } from "./bill/bill.model.ts";
import type { AgingRow, ClientDetail } from "./client/client.model.ts";
import { expireAgreements } from "./agreement/agreement.service.ts";
import { coverBill } from "./bill/bill.service.ts";
import { takeBackReversed } from "./receipt/receipt.service.ts";
import { remindLate } from "./morning/morning.service.ts";
import {
  agreed,
  doneRequest,
  letters,
  postedReceipt,
  servingAgency,
  township,
  workedHours,
  type Serving,
  type Written,
} from "./served.setup.ts";

let t: TestDatabase;
let s: Serving;
let client: string;
let agreement: string;
const bills = "/api/v1/client-bills";

beforeAll(async () => {
  t = await freshDatabase();
  s = await servingAgency(t);
  client = await township(s);
  agreement = await agreed(s, client);
});
afterAll(() => t.drop());

const read = (id: string) => s.asking<BillDetail>(s.people.clerk, `GET ${bills}/${id}`);
const act = async (id: string, name: string, body: object = {}, by: Actor = s.people.biller) => {
  const { version } = await read(id);
  return s.asking<Written>(by, `POST ${bills}/${id}/actions/${name}`, body, version);
};
const draft = async (requestIds: string[] = [], agreementId = agreement) =>
  (await s.asking<Written>(s.people.biller, `POST ${bills}`, { agreementId, requestIds })).id;
const addCost = (id: string, costLineId: string, over: object = {}) =>
  act(id, "add-costs", { service: "COST", costs: [{ costLineId, ...over }] });
const sent = async (id: string) => {
  await act(id, "approve", {}, s.people.controller);
  await act(id, "send");
};
const fee = (id: string, quantity = 1) =>
  act(id, "add-fee", { service: "VISIT", servedOn: agencyDay(-5), quantity });

test("costs, hours and fees become one bill with its overhead, approved by another, sent once", async () => {
  const order = await workedHours(s, [480, 95]);
  const request = await doneRequest(s, client, agreement, { workOrderId: order });
  const id = await draft([request]);
  // 480 min at 60.00 = 480.00; 95 min = 95.00; overhead 10 % of hours = 57.50.
  expect(await read(id)).toMatchObject({ hours: 575_00, overhead: 57_50, total: 632_50 });
  const [cost] = await provedCosts(t.database, s.a, [1_000_00]);
  await addCost(id, cost!, { cents: 400_00 });
  await fee(id, 2);
  const bill = await read(id);
  expect(bill).toMatchObject({ costs: 400_00, fees: 250_00, total: 1_282_50, status: "draft" });
  expect(bill.lines.map(({ kind }) => kind)).toEqual(["cost", "fee", "hour", "hour"]);
  expect(await refusalOf(act(id, "approve", {}, s.people.biller))).toContain("not allow");
  const self = { ...s.people.biller, permissions: s.people.boss.permissions };
  expect(await refusalOf(act(id, "approve", {}, self))).toBe(
    "rule: You prepared this bill, so another person approves it.",
  );
  const before = await letters(s, "servedBill");
  await sent(id);
  expect(await letters(s, "servedBill")).toBe(before + 1);
  expect(await refusalOf(act(id, "send"))).toContain("not possible");
  expect(await read(id)).toMatchObject({ status: "sent", dueOn: agencyDay(30) });
  const { items } = await s.asking<{ items: { bill: string; billId: string }[] }>(
    s.people.clerk,
    "GET /api/v1/costs?billed=true",
  );
  expect(items).toMatchObject([{ bill: bill.number, billId: id }]);
});

test("a request is on one bill, and its hours too", async () => {
  const order = await workedHours(s, [60]);
  const request = await doneRequest(s, client, agreement, { workOrderId: order });
  const first = await draft([request]);
  expect(await refusalOf(draft([request]))).toContain("not_to_bill");
  await act(first, "cancel", { reason: "Drafted too early" });
  const { bills: made } = await s.asking<{ bills: { id: string }[] }>(
    s.people.biller,
    `POST ${bills}/actions/bill-due`,
  );
  expect(made).toHaveLength(1);
  expect(await read(made[0]!.id)).toMatchObject({ hours: 60_00 });
  expect((await read(first)).lines).toEqual([]);
  const none = await s.asking<{ bills: object[] }>(
    s.people.biller,
    `POST ${bills}/actions/bill-due`,
  );
  expect(none.bills).toEqual([]);
  await act(made[0]!.id, "cancel", { reason: "Only a test" });
});

test("a fixed fee is billed for each piece that was done, by the day of the work", async () => {
  const done = { doneOn: agencyDay(-3), quantity: 12 };
  const request = await doneRequest(s, client, agreement, { service: "VISIT", done });
  const id = await draft([request]);
  expect((await read(id)).lines).toMatchObject([
    { kind: "fee", quantity: 12, cents: 12 * 125_00, servedOn: agencyDay(-3) },
  ]);
  await act(id, "cancel", { reason: "Only a test" });
  const finishing = (service: string, said: object) =>
    refusalOf(doneRequest(s, client, agreement, { service, done: said }));
  expect(await finishing("VISIT", { doneOn: agencyDay(1) })).toContain("after_today");
  expect(await finishing("VISIT", { quantity: 0 })).toContain("Enter how many.");
  expect(await finishing("CREW", { quantity: 2 })).toContain("not_by_piece");
});

test("a service without a rate goes by the agency's rates of the day; rows without one wait", async () => {
  const rated = await workedHours(s, [60]);
  const bare = await workedHours(s, [60], { rated: false });
  const [one, two] = [
    await doneRequest(s, client, agreement, { service: "OWN", workOrderId: rated }),
    await doneRequest(s, client, agreement, { service: "OWN", workOrderId: bare }),
  ];
  const id = await draft([one, two]);
  expect(await read(id)).toMatchObject({ hours: 51_00, withoutRate: 1 });
  await act(id, "cancel", { reason: "Only a test" });
});

test("a cost that a grant drew is refused with who drew it", async () => {
  const [cost] = await provedCosts(t.database, s.a, [300_00]);
  const by = { kind: "drawdown", id: newId(), number: "DRW-1", funderId: newId() };
  await t.database.transaction(s.people.boss, (tx) =>
    claimCost(tx, s.people.boss, { ...by, funderNumber: "AWD-1" }, [
      { costLineId: cost!, cents: 300_00, share: "federal" },
    ]),
  );
  const id = await draft();
  expect(await refusalOf(addCost(id, cost!))).toMatch(/cost_claimed: .*Taken by AWD-1 in DRW-1/);
  expect(await refusalOf(act(id, "approve", {}, s.people.controller))).toContain("nothing_billed");
});

test("two bills race for one cost: one gets it, the other is told who did", async () => {
  const [cost] = await provedCosts(t.database, s.a, [700_00]);
  const drafts = [await draft(), await draft(), await draft()];
  const ends = await Promise.allSettled(drafts.map((id) => addCost(id, cost!)));
  const won = ends.flatMap((end, n) => (end.status === "fulfilled" ? drafts[n]! : []));
  expect(won).toHaveLength(1);
  const { number } = await read(won[0]!);
  for (const end of ends.filter(({ status }) => status === "rejected"))
    expect((end as PromiseRejectedResult).reason.message).toContain(number);
  const [line] = (await read(won[0]!)).lines;
  await act(won[0]!, "take-out", { lineIds: [line!.id] });
  const other = drafts.find((id) => id !== won[0])!;
  await addCost(other, cost!);
  expect(await read(other)).toMatchObject({ costs: 700_00 });
  expect(await refusalOf(addCost(other, cost!))).toContain("cost_twice");
  for (const id of drafts) await act(id, "cancel", { reason: "Only a test" });
});

test("nothing is billed outside of the term, the services and the ceiling", async () => {
  const id = await draft();
  const [cost] = await provedCosts(t.database, s.a, [9_999_00]);
  const term = { startsOn: agencyDay(5), endsOn: agencyDay(50) };
  const later = await agreed(s, await township(s), term);
  const outside = await draft([], later);
  expect(await refusalOf(addCost(outside, cost!))).toContain("outside_term");
  expect(await refusalOf(fee(outside))).toContain("outside_term");
  expect(
    await refusalOf(act(id, "add-costs", { service: "CREW", costs: [{ costLineId: cost }] })),
  ).toContain("no_service");
  expect(await refusalOf(addCost(id, cost!))).toContain("beyond_ceiling");
  expect(await refusalOf(addCost(id, newId()))).toContain("no_cost");
  const [credit] = await provedCosts(t.database, s.a, [-5_00]);
  expect(await refusalOf(addCost(id, credit!))).toContain("no_charge");
  expect(await refusalOf(act(id, "take-out", { lineIds: [newId()] }))).toContain("no_line");
  expect(
    await refusalOf(
      act(id, "add-fee", {
        service: "VISIT",
        servedOn: agencyDay(-5),
        quantity: 1,
        requestId: await doneRequest(s, client, agreement, { service: "COST" }),
      }),
    ),
  ).toContain("not_on_bill");
  await act(id, "cancel", { reason: "Only a test" });
});

test("money moves a bill: in part, in full and back; a receipt pays no more than it brought", async () => {
  const id = await draft();
  await fee(id, 8);
  await sent(id);
  const typed = { cents: 400_00, receivedOn: agencyDay(), reference: "Check 1188" };
  await act(id, "receive", typed);
  expect(await read(id)).toMatchObject({ status: "part_paid", received: 400_00, owed: 600_00 });
  expect(await refusalOf(act(id, "receive", typed))).toContain("receipt_known");
  expect(await refusalOf(act(id, "receive", { ...typed, cents: 600_01 }))).toContain("beyond_owed");
  const line = await postedReceipt(s, 500_00);
  expect(await refusalOf(act(id, "receive", { journalLineId: line, cents: 500_01 }))).toContain(
    "receipt_used",
  );
  await act(id, "receive", { journalLineId: line, cents: 500_00 });
  expect(await refusalOf(act(id, "receive", { journalLineId: line, cents: 1 }))).toContain(
    "receipt_used",
  );
  const last = await postedReceipt(s, 100_00);
  await act(id, "receive", { journalLineId: last, cents: 100_00 });
  const paid = await read(id);
  expect(paid).toMatchObject({ status: "paid", owed: 0 });
  const first = paid.receipts.find(({ reference }) => reference === "Check 1188")!;
  const back = `POST /api/v1/client-receipts/${first.id}/actions`;
  expect(
    await refusalOf(s.asking(s.people.biller, `${back}/book`, { journalLineId: line })),
  ).toContain("receipt_used");
  const found = await postedReceipt(s, 400_00);
  await s.asking(s.people.biller, `${back}/book`, { journalLineId: found });
  expect(
    await refusalOf(s.asking(s.people.biller, `${back}/book`, { journalLineId: found })),
  ).toContain("booked_already");
  await s.asking(s.people.biller, `${back}/take-back`, { reason: "Of another client" });
  expect(await read(id)).toMatchObject({ status: "part_paid", owed: 400_00 });
  expect(
    await refusalOf(s.asking(s.people.biller, `${back}/take-back`, { reason: "Again" })),
  ).toContain("taken_back");
});

test("what is owed stands by its age at any day, and late bills are reminded of once each stage", async () => {
  const owing = await township(s);
  const id = await draft([], await agreed(s, owing, { payDays: 0 }));
  await fee(id, 4);
  await sent(id);
  await t.database.transaction(s.people.boss, (tx) =>
    tx.rows(sql`
      update served_bill
      set issued_on = ${agencyDay(-50)}, due_on = ${agencyDay(-40)}
      where org_id = ${s.a.orgId} and id = ${id}
    `),
  );
  await act(id, "receive", { cents: 200_00, receivedOn: agencyDay(-20), reference: "ACH 77" });
  const at = async (on: string) =>
    (await s.asking<ClientDetail>(s.people.clerk, `GET /api/v1/clients/${owing}?on=${on}`)).aging;
  expect(await at(agencyDay())).toMatchObject({ to60: 300_00, owed: 300_00, to30: 0 });
  expect(await at(agencyDay(-21))).toMatchObject({ to30: 500_00, owed: 500_00 });
  expect(await at(agencyDay(-45))).toMatchObject({ notDue: 500_00 });
  expect(await at(agencyDay(-60))).toMatchObject({ owed: 0 });
  const all = await s.asking<{ items: AgingRow[] }>(s.people.clerk, "GET /api/v1/client-aging");
  expect(all.items.find(({ clientId }) => clientId === owing)).toMatchObject({ to60: 300_00 });
  const remind = () => t.database.transaction(s.people.boss, (tx) => remindLate(tx, s.people.boss));
  expect(await remind()).toBe(1);
  expect(await remind()).toBe(0);
  await act(id, "dispute", { reason: "The visit was not asked for" });
  expect(await remind()).toBe(0);
  expect(await refusalOf(act(id, "writeOff", { reason: "x" }))).toContain("not allow");
  const self = { ...s.people.biller, permissions: s.people.boss.permissions };
  expect(await refusalOf(act(id, "writeOff", { reason: "Small" }, self))).toBe(
    "rule: You billed it, so another person writes it off.",
  );
  await act(id, "writeOff", { reason: "Settled by the board" }, s.people.boss);
  expect(await at(agencyDay())).toMatchObject({ owed: 0 });
  expect(await at(agencyDay(-1))).toMatchObject({ owed: 300_00 });
});

test("what came in is judged by its day, its reference and its bill", async () => {
  const id = await draft();
  await fee(id);
  const typed = { cents: 10_00, receivedOn: agencyDay(), reference: "Check 9" };
  expect(await refusalOf(act(id, "receive", typed))).toContain("not_open");
  await sent(id);
  const no = async (over: object) => refusalOf(act(id, "receive", { ...typed, ...over }));
  expect(await no({ receivedOn: null })).toContain("no_day");
  expect(await no({ receivedOn: agencyDay(1) })).toContain("day_ahead");
  expect(await no({ receivedOn: agencyDay(-1) })).toContain("before_bill");
  expect(await no({ reference: "" })).toContain("no_reference");
  expect(await no({ journalLineId: newId() })).toContain("no_receipt");
});

test("a cost whose payment went is not sent; a reversed receipt is taken back; an agreement ends by its day", async () => {
  const id = await draft();
  const [cost] = await provedCosts(t.database, s.a, [80_00]);
  await addCost(id, cost!);
  await act(id, "approve", {}, s.people.controller);
  const mine = <T>(work: Parameters<typeof t.database.transaction<T>>[1]) =>
    t.database.transaction(s.people.boss, work);
  await mine((tx) => coverBill(tx, s.people.boss, id, 80_00, "The payment was void"));
  expect(await read(id)).toMatchObject({ status: "draft", uncovered: 80_00, approvedBy: null });
  expect(await refusalOf(act(id, "approve", {}, s.people.controller))).toContain("not_covered");
  await mine((tx) => coverBill(tx, s.people.boss, id, -80_00, "It was paid anew"));
  await sent(id);
  const line = await postedReceipt(s, 80_00);
  await act(id, "receive", { journalLineId: line, cents: 80_00 });
  await mine((tx) =>
    tx.rows(sql`
      update journal j
      set status = 'reversed'
      from journal_line l
      where l.org_id = j.org_id and l.journal_id = j.id and l.id = ${line}
    `),
  );
  await mine((tx) => takeBackReversed(tx, s.people.boss));
  expect(await read(id)).toMatchObject({ status: "sent", received: 0 });
  const over = await agreed(s, await township(s), { endsOn: agencyDay(0) });
  await mine((tx) =>
    tx.rows(sql`
      update served_agreement
      set ends_on = ${agencyDay(-1)}
      where org_id = ${s.a.orgId} and id = ${over}
    `),
  );
  await mine((tx) => expireAgreements(tx, s.people.boss));
  const path = `GET /api/v1/client-agreements/${over}`;
  expect(await s.asking(s.people.clerk, path)).toMatchObject({ status: "ended" });
});
