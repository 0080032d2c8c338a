// Nonconformances on a real database: reported, contained, decided by another, closed with what records tell.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import { addDays } from "#kernel/time.ts";
import { sql } from "#server/db/sql.ts";
import { refusalOf } from "#server/testing/asking.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { agencyDay } from "#server/testing/days.ts";
import type { LineChoice, NonconformanceDetail } from "./nonconformance/nonconformance.model.ts";
import { atQuality, watching, type Watching } from "./quality.setup.ts";

let t: TestDatabase;
let q: Watching;
let line: Awaited<ReturnType<Watching["rejected"]>>;
const at = atQuality.nonconformances;

beforeAll(async () => {
  t = await freshDatabase();
  q = await watching(t);
  line = await q.rejected();
});
afterAll(() => t.drop());

type Written = { id: string; number: string; version: number; status: string };
const report = async (by: Actor, over: object = {}) =>
  q.asking<Written>(by, `POST ${at}`, { title: "Stone is cracked", ...over });
const withPhoto = async (by: Actor = q.people.crew, over: object = {}) =>
  report(by, { photoFileIds: [await q.photo(by)], ...over });
const read = (id: string, by: Actor = q.people.crew) =>
  q.asking<NonconformanceDetail>(by, `GET ${at}/${id}`);
const contain = (id: string, by: Actor = q.people.receiver) =>
  q.step(at, by, id, "contain", { containment: "Set apart behind the shed." });
const decide = (by: Actor, id: string, what: string, body: object = {}) =>
  q.step(at, by, id, what, { cause: "unknown", ...body });
const close = (id: string, body: object = {}, by: Actor = q.people.officer) =>
  q.step(at, by, id, "close", body);
const lines = async (by: Actor, words = "") =>
  (await q.asking<{ items: LineChoice[] }>(by, `GET /api/v1/rejected-lines?q=${words}`)).items;

test("any member reports with a photo; without one the rejected line of a receipt is named", async () => {
  const { crew, officer } = q.people;
  expect(await refusalOf(report(crew))).toContain(
    "Add a photo, or choose the rejected line of a receipt.",
  );
  expect(await refusalOf(report(crew, { photoFileIds: [newId()] }))).toContain("photo_missing");
  expect(await refusalOf(withPhoto(crew, { vendorId: newId() }))).toContain("vendor_unknown");
  expect(await refusalOf(withPhoto(crew, { quantity: "0" }))).toContain("Enter how much it is.");
  expect(await refusalOf(report(crew, { receiptLineId: newId() }))).toContain("nothing_rejected");
  const made = await withPhoto();
  expect(made.number).toMatch(/^NC-\d{4}-/);
  expect(await read(made.id)).toMatchObject({
    ...{ status: "reported", reportedName: crew.name, reportedOn: agencyDay(), vendorName: "" },
    ...{ photos: [{ name: "crack.jpg" }], dueOn: agencyDay(1), canEdit: true },
  });
  const told = await t.database.read(officer).one<{ n: number }>(sql`
    select count(*)::int as n
    from notification
    where org_id = ${q.agency.orgId}
      and person_id = ${officer.personId}
      and title = ${`${made.number} is reported`}
  `);
  expect(told.n).toBe(1);
});

let ofLine: string;

test("a rejected line gives order, vendor and quantity, and is reported once", async () => {
  const { receiver, crew } = q.people;
  expect(await lines(receiver)).toMatchObject([{ id: line.lineId, quantity: "2", unit: "ton" }]);
  expect(await lines(receiver, "granite")).toEqual([]);
  ({ id: ofLine } = await report(receiver, { receiptLineId: line.lineId }));
  expect(await read(ofLine)).toMatchObject({
    ...{ orderId: line.orderId, vendorName: q.agency.vendor.name, unit: "ton" },
    ...{ quantity: "2.0000", cost: { goodsCents: 25_00, costCents: 0 } },
  });
  expect(await lines(receiver)).toEqual([]);
  expect(await refusalOf(report(crew, { receiptLineId: line.lineId }))).toContain(
    "reported_already",
  );
});

test("who reported it changes it, or a quality officer; nobody else", async () => {
  const { crew, officer, owner } = q.people;
  const { id } = await withPhoto();
  const change = async (by: Actor, body: object) => {
    const { version } = await read(id);
    return q.asking(by, `PATCH ${at}/${id}`, body, version);
  };
  expect(await refusalOf(change(owner, { place: "Yard 2" }))).toContain(
    "Only who reported it or a quality officer changes it.",
  );
  await change(crew, { place: "Yard 2" });
  await change(officer, { description: "Three of them.", vendorId: q.agency.vendor.id });
  expect(await read(id)).toMatchObject({ place: "Yard 2", vendorName: q.agency.vendor.name });
  expect(await refusalOf(change(crew, { photoFileIds: [] }))).toContain("Add a photo");
});

test("it is contained before anything is decided, by whoever works with it", async () => {
  const { crew, officer, receiver } = q.people;
  const { id } = await withPhoto();
  expect(await refusalOf(contain(id, crew))).toContain("not allow");
  expect(await refusalOf(decide(officer, id, "scrap"))).toContain(
    "Scrap is not possible while this is reported.",
  );
  expect(await refusalOf(q.step(at, receiver, id, "contain", { containment: "" }))).toContain(
    "Say what was done so that nobody uses it.",
  );
  expect(await contain(id)).toMatchObject({ status: "contained" });
  expect(await read(id)).toMatchObject({
    ...{ containedName: receiver.name, containedOn: agencyDay(), dueOn: agencyDay(10) },
  });
  const days = await t.database.read(officer).rows<{ title: string; dueOn: string }>(sql`
    select title, due_on
    from deadline
    where org_id = ${q.agency.orgId} and source_id = ${id} and status = 'open'
  `);
  expect(days).toMatchObject([{ dueOn: agencyDay(10) }]);
});

test("who reported it does not decide; use as is asks a third person and a reason", async () => {
  const { officer, second, crew } = q.people;
  const own = await withPhoto(officer);
  await contain(own.id);
  for (const what of ["rework", "scrap"])
    expect(await refusalOf(decide(officer, own.id, what))).toContain(
      "Somebody other than who reported it decides about it.",
    );
  const { id } = await withPhoto();
  await contain(id, officer);
  expect(await refusalOf(decide(crew, id, "rework"))).toContain("not allow");
  const asItIs = (by: Actor, body: object) => refusalOf(decide(by, id, "useAsIs", body));
  const decisionReason = "It only lies under the gravel.";
  expect(await asItIs(officer, { decisionReason })).toContain(
    "Somebody other than who contained it lets it be used as it is.",
  );
  expect(await asItIs(second, { decisionReason: "It lies." })).toContain(
    "Say why it may be used as it is.",
  );
  await decide(second, id, "useAsIs", { decisionReason });
  expect(await read(id)).toMatchObject({
    ...{ status: "use_as_is", decidedName: second.name, decisionReason, dueOn: null },
  });
  const { version } = await read(id);
  expect(
    await refusalOf(q.asking(officer, `PATCH ${at}/${id}`, { place: "x" }, version)),
  ).toContain("It was decided about it already.");
  expect(await close(id)).toMatchObject({ status: "closed" });
});

test("without a vendor nothing goes back, and no vendor is to blame", async () => {
  const { officer } = q.people;
  const { id } = await withPhoto();
  await contain(id);
  expect(await refusalOf(decide(officer, id, "returnGoods"))).toContain(
    "No vendor is named to whom it could go back.",
  );
  expect(await refusalOf(decide(officer, id, "scrap", { cause: "vendor" }))).toContain(
    "cause_without_vendor",
  );
});

test("the vendor's part is their plan, asked for once, or a reason why none is", async () => {
  const { officer, crew } = q.people;
  const { id } = await withPhoto(crew, { vendorId: q.agency.vendor.id });
  const ask = async (by: Actor = officer) => {
    const { version } = await read(id);
    const body = { wanted: "No cracks any more.", dueOn: agencyDay(30) };
    return q.asking(by, `POST ${at}/${id}/actions/ask-plan`, body, version);
  };
  expect(await refusalOf(ask())).toContain("A plan is asked for once it is contained");
  await contain(id);
  await decide(officer, id, "rework", { cause: "vendor" });
  expect(await refusalOf(close(id))).toContain("plan_or_reason");
  expect(await refusalOf(ask(crew))).toContain("not allow");
  await ask();
  expect(await refusalOf(ask())).toContain("A plan was asked for already.");
  const { planId, planNumber } = await read(id);
  const plan = await q.asking<{ status: string; finding: string; vendorId: string }>(
    officer,
    `GET /api/v1/corrective-plans/${planId}`,
  );
  expect(plan).toMatchObject({ status: "sent", vendorId: q.agency.vendor.id });
  expect(plan.finding).toContain("Stone is cracked.");
  expect(planNumber).toMatch(/^CAP-/);
  expect(await close(id, { otherCents: 120_00 })).toMatchObject({ status: "closed" });
  expect(await read(id)).toMatchObject({ costCents: 120_00, closedOn: agencyDay() });
  const nobody = await withPhoto(crew);
  await contain(nobody.id);
  expect(
    await refusalOf(
      q.asking(
        officer,
        `POST ${at}/${nobody.id}/actions/ask-plan`,
        {
          ...{ wanted: "Better ones.", dueOn: agencyDay(30) },
        },
        2,
      ),
    ),
  ).toContain("No vendor is named on it.");
});

test("what goes back is closed once its receipt says so; the cost is what records tell", async () => {
  const { officer, receiver } = q.people;
  await contain(ofLine);
  await decide(officer, ofLine, "returnGoods", { cause: "vendor" });
  const reason = { noPlanReason: "A single load in three years." };
  expect(await refusalOf(close(ofLine, reason))).toContain(
    "The receipt of these goods does not say yet that they went back.",
  );
  await q.asking(receiver, `POST /api/v1/receipts/${line.receiptId}/actions/return`, {
    ...{ lineId: line.lineId, returnedOn: agencyDay() },
  });
  expect((await read(ofLine)).cost).toMatchObject({ returnedCents: 25_00, costCents: 25_00 });
  // A credit note of the same line beyond it counts in its place.
  const credit = newId();
  await t.database.transaction(q.agency.people.ap, async (tx) => {
    await tx.rows(sql`
      insert into invoice (
        org_id, id, number, vendor_id, purchase_order_id, kind, vendor_number, vendor_number_key,
        invoice_date, received_on, status, total
      )
      values (
        ${q.agency.orgId}, ${credit}, 'INV-C', ${q.agency.vendor.id}, ${line.orderId},
        'credit_note', 'C1', 'c1', ${agencyDay()}::date, ${agencyDay()}::date, 'approved', -3000
      )
    `);
    await tx.rows(sql`
      insert into invoice_line (
        org_id, id, invoice_id, line_no, purchase_order_line_id, description, quantity, unit_price,
        amount
      )
      values (
        ${q.agency.orgId}, ${newId()}, ${credit}, 1, ${line.orderLineId}, 'Stone', 2, 15, 3000
      )
    `);
  });
  expect((await read(ofLine)).cost).toMatchObject({
    ...{ creditedCents: 30_00, costCents: 30_00, credits: [{ id: credit, cents: 30_00 }] },
  });
  await close(ofLine, reason);
  expect(await read(ofLine)).toMatchObject({
    ...{ status: "closed", costCents: 30_00, noPlanReason: reason.noPlanReason, actions: [] },
  });
});

test("the board counts what the lists count; photos belong to their record", async () => {
  const board = await q.asking<{ columns: { id: string; count: number }[] }>(
    q.people.crew,
    "GET /api/v1/nonconformance-board",
  );
  const count = (id: string) => board.columns.find((column) => column.id === id)?.count;
  for (const status of ["reported", "contained", "closed"]) {
    const list = await q.asking<{ total: number }>(q.people.crew, `GET ${at}?status=${status}`);
    expect([status, count(status)]).toEqual([status, list.total]);
  }
});

test("another agency finds none of it", async () => {
  const { id } = await withPhoto();
  const strange = (asked: string, body: object = {}) =>
    refusalOf(q.asking(q.stranger, `${asked.replace("ID", `${at}/${id}`)}`, body, 1));
  expect(await strange("GET ID")).toContain("not_found");
  expect(await strange("PATCH ID", { place: "x" })).toContain("not_found");
  expect(await strange("POST ID/actions/contain", { containment: "Set apart" })).toContain(
    "not_found",
  );
  expect(
    await strange("POST ID/actions/ask-plan", { wanted: "Better", dueOn: addDays(agencyDay(), 9) }),
  ).toContain("not_found");
  const photos = [await q.photo(q.people.crew)];
  expect(await refusalOf(report(q.stranger, { photoFileIds: photos }))).toContain("photo_missing");
  expect(await refusalOf(report(q.stranger, { receiptLineId: line.lineId }))).toContain(
    "nothing_rejected",
  );
});
