// How purchases go: days between the steps of real ones, what hides groups of fewer than five, and what opens the rows.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { type Day, daysBetween } from "#kernel/time.ts";
import {
  createInvoice,
  proposeRun,
  releaseRun,
  submitInvoice,
  submitRun,
} from "#areas/finance/finance.server.ts";
import { invoiceInput } from "#areas/finance/invoice/invoice.model.ts";
import { runInput } from "#areas/finance/payment/run.model.ts";
import { orderInput } from "#areas/procurement/order/order.model.ts";
import { createOrder, issueOrder, submitOrder } from "#areas/procurement/procurement.server.ts";
import { requisitionInput } from "#areas/procurement/requisition/requisition.model.ts";
import { createRequisition } from "#areas/procurement/requisition/requisition.service.ts";
import { submitRequisition } from "#areas/procurement/requisition/submission.service.ts";
import { decide } from "#areas/workflow/workflow.server.ts";
import { sql } from "#server/db/sql.ts";
import { makeMembers, makePolicy } from "#server/testing/agency.ts";
import { askingOf, refusalOf } from "#server/testing/asking.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { agencyDay, lastBankDay } from "#server/testing/days.ts";
import { payingAgency, type PayingAgency } from "#server/testing/payments.ts";
import { approveDocument, receiveGoods } from "#server/testing/purchase.ts";
import type { Growth, PathRow } from "./growth.model.ts";

let t: TestDatabase;
let agency: PayingAgency;
let buyer: Actor;
let receiver: Actor;
let clerk: Actor;
// Two days ago, or the bank day before: invoices arrive six days ago.
const paidOn = lastBankDay(-2);
const asking = askingOf(() => t);

const onDay = (actor: Actor, day: Day): Actor => ({
  ...actor,
  businessNow: `${day}T18:00:00.000Z`,
});
const on = (actor: Actor, days: number): Actor => onDay(actor, agencyDay(days));
const as = <T>(actor: Actor, act: (tx: never, actor: Actor) => Promise<T>) =>
  t.database.transaction(actor, (tx) => act(tx as never, actor));

const need = (days: number, title = "Stone") =>
  as(on(clerk, days), (tx, actor) =>
    createRequisition(
      tx,
      actor,
      requisitionInput.parse({
        ...{ title, departmentId: agency.departmentId, neededOn: agencyDay(20) },
        lines: [
          {
            ...{ description: "Stone", quantity: "10", unit: "t", unitPrice: "12.50" },
            splits: [{ accountStringId: agency.accountStringId }],
          },
        ],
      }),
    ),
  );
const submit = (days: number, id: string) =>
  as(on(clerk, days), (tx, actor) => submitRequisition(tx, actor, { id, version: null }));
const judge = async (days: number, id: string, decision: "approve" | "return") => {
  const { manager } = agency.people;
  const asked = await t.database.read(manager).one<{ id: string }>(sql`
    select id
    from approval_request
    where org_id = ${agency.orgId} and document_id = ${id} and status = 'pending'
  `);
  await as(on(manager, days), (tx, actor) => decide(tx, actor, asked.id, decision, "Why", null));
};

// Ordered, received, invoiced and paid, each on its day.
const buy = async (lineId: string): Promise<void> => {
  const { manager, ap, treasurer, otherManager } = agency.people;
  const { id } = await as(on(buyer, -12), (tx, actor) =>
    createOrder(
      tx,
      actor,
      orderInput.parse({
        ...{ title: "Stone", vendorId: agency.vendor.id, departmentId: agency.departmentId },
        requisitionLines: [{ requisitionLineId: lineId }],
      }),
    ),
  );
  await as(on(buyer, -12), (tx, actor) => submitOrder(tx, actor, { id, version: null }));
  await approveDocument(t.database, on(manager, -12), id).catch(() => undefined);
  await as(on(buyer, -11), (tx, actor) =>
    issueOrder(tx, actor, { id, version: null }, "http://levee.test"),
  );
  const lines = await t.database.read(buyer).rows<{ id: string }>(sql`
    select id
    from purchase_order_line
    where org_id = ${agency.orgId} and purchase_order_id = ${id}
  `);
  const people = { buyer, manager, receiver: on(receiver, -8) };
  await receiveGoods(t.database, people, { id, lines }, ["10"]);
  const bill = await as(on(ap, -6), (tx, actor) =>
    createInvoice(
      tx,
      actor,
      invoiceInput.parse({
        ...{ vendorId: agency.vendor.id, purchaseOrderId: id, vendorNumber: "G-1" },
        ...{ invoiceDate: agencyDay(-7), receivedOn: agencyDay(-6) },
        lines: [
          {
            ...{ purchaseOrderLineId: lines[0]!.id, description: "Stone" },
            ...{ quantity: "10", unitPrice: "12.50" },
          },
        ],
      }),
    ),
  );
  await as(on(ap, -6), (tx, actor) => submitInvoice(tx, actor, { id: bill.id, version: null }));
  await approveDocument(t.database, on(otherManager, -5), bill.id);
  const run = await as(onDay(ap, paidOn), (tx, actor) =>
    proposeRun(tx, actor, runInput.parse({ payThrough: agencyDay(400), payOn: paidOn })),
  );
  await as(onDay(ap, paidOn), (tx, actor) => submitRun(tx, actor, { id: run.id, version: null }));
  await approveDocument(t.database, onDay(manager, paidOn), run.id);
  await as(onDay(treasurer, paidOn), (tx, actor) =>
    releaseRun(tx, actor, { id: run.id, version: null }, t.app.files),
  );
};

beforeAll(async () => {
  t = await freshDatabase();
  agency = await payingAgency(t.database);
  const made = await makeMembers(t.database, agency, {
    buyer: { duties: ["buyer"] },
    receiver: { duties: ["receiver"] },
    clerk: {},
  });
  [buyer, receiver, clerk] = [made.buyer!, made.receiver!, made.clerk!];
  for (const documentType of ["requisition", "purchaseOrder"] as const)
    await makePolicy(t.database, agency.people.admin, { documentType });
  // Submitted a day after they were begun; approved after one to six days more.
  for (const days of [1, 2, 3, 4, 5, 6]) {
    const { id, lines } = await need(-20, `Stone ${days}`);
    await submit(-19, id);
    await judge(-19 + days, id, "approve");
    if (days === 2) await buy(lines[0]!.id!);
  }
  const back = await need(-18, "Sent back");
  await submit(-18, back.id);
  await judge(-17, back.id, "return");
  await need(-40, "Left lying");
});
afterAll(() => t.drop());

const growth = (query = "", by = agency.people.manager) =>
  asking<Growth>(by, `GET /api/v1/growth${query}`);
const rows = async (query: string) =>
  (await asking<{ items: PathRow[] }>(agency.people.admin, `GET /api/v1/growth/purchases?${query}`))
    .items;

test("the days between steps are those of the purchases; of fewer than five nothing is said", async () => {
  const { purchases, measured, steps, whole } = await growth();
  expect([purchases, measured]).toEqual([8, 8]);
  const of = Object.fromEntries(steps.map(({ step, ...said }) => [step, said]));
  expect(of.submitted).toEqual({ took: 7, waiting: 1, early: 0, medianDays: 1, ninetyDays: 1 });
  expect(of.approved).toEqual({ took: 6, waiting: 1, early: 0, medianDays: 3.5, ninetyDays: 5.5 });
  for (const step of ["ordered", "received", "invoiced", "paid"])
    expect(of[step]).toMatchObject({ took: 1, medianDays: null, ninetyDays: null });
  expect(whole).toEqual({ medianDays: null, ninetyDays: null });
});

test("a step opens the purchases that took it, with their days", async () => {
  const [paid, ...more] = await rows("step=paid");
  expect(more).toEqual([]);
  expect(paid).toMatchObject({
    ...{ title: "Stone 2", submittedDays: 1, approvedDays: 2, orderedDays: 6 },
    ...{ receivedDays: 3, invoicedDays: 2, paidDays: daysBetween(agencyDay(-6), paidOn) },
  });
  const slow = await rows("step=approved&sort=-approvedDays");
  expect(slow.map(({ approvedDays }) => approvedDays)).toEqual([6, 5, 4, 3, 2, 1]);
  expect((await rows("waitsFor=submitted")).map(({ title }) => title)).toEqual(["Left lying"]);
  expect(Object.keys(paid!).join(" ")).not.toMatch(/person|name|requester/);
});

test("drafts that lie, what was sent back and how invoices came are counted", async () => {
  const { drafts, returns, invoices, imports } = await growth();
  expect(drafts).toEqual([
    { what: "requisition", count: 1, before: agencyDay(-30) },
    { what: "order", count: 0, before: agencyDay(-30) },
  ]);
  expect(returns.find(({ what }) => what === "requisition")).toMatchObject({
    ...{ asked: 7, returned: 1 },
  });
  expect(invoices).toEqual({ total: 1, imported: 0, byVendor: 0 });
  expect(imports).toEqual([]);
});

test("a period and a department bound everything; what is wrong is refused at its field", async () => {
  const early = await growth(`?from=${agencyDay(-60)}&to=${agencyDay(-30)}`);
  expect([early.purchases, early.steps[0]!.took]).toEqual([1, 0]);
  const none = await growth(`?departmentId=${agency.orgId}`);
  expect([none.purchases, none.invoices.total, none.firstTasks.joined]).toEqual([0, 0, 0]);
  expect(await refusalOf(growth(`?from=${agencyDay(0)}&to=${agencyDay(-1)}`))).toContain(
    "The period ends before it begins.",
  );
  expect(await refusalOf(growth(`?from=${agencyDay(-500)}&to=${agencyDay(0)}`))).toContain(
    "Choose 400 days at the most.",
  );
  expect(await refusalOf(growth("", clerk))).toContain("not allow");
});

test("a new member's first finished task is told of five and more, and never of one", async () => {
  const before = await growth();
  expect(before.firstTasks).toMatchObject({ finished: null, medianDays: null, departments: [] });
  const people = Object.fromEntries(["a", "b", "c", "d", "e"].map((name) => [name, {}]));
  const made = Object.values(await makeMembers(t.database, agency, people));
  for (const [place, { personId }] of made.entries())
    await as(agency.people.admin, (tx: never) =>
      (tx as { rows: (s: unknown) => Promise<unknown> }).rows(sql`
        insert into task (org_id, id, person_id, kind, title, done_at)
        values (
          ${agency.orgId}, gen_random_uuid(), ${personId}, 'review', 'Read the manual',
          clock_timestamp() + make_interval(days => ${place + 1})
        )
      `),
    );
  const { firstTasks } = await growth();
  expect(firstTasks.finished).toBe(5);
  expect(firstTasks.medianDays).toBeCloseTo(3, 1);
});
