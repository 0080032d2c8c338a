import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import { duties, permissions, type Duty } from "#roles.ts";
import { allFigures } from "#server/area.ts";
import { sql } from "#server/db/sql.ts";
import { runList } from "#server/http/list-page.ts";
import type { ListDefinition, ListQuery } from "#server/http/list.ts";
import { makeAgency } from "#server/testing/agency.ts";
import { freshDatabase, memberActor, type TestDatabase } from "#server/testing/database.ts";
import { agencyDay } from "#server/testing/days.ts";
import { approvedInvoice, payingAgency, type PayingAgency } from "#server/testing/payments.ts";
import { approveDocument } from "#server/testing/purchase.ts";
import { invoiceList, payableList, proposeRun, submitRun } from "#areas/finance/finance.server.ts";
import { orderList } from "#areas/procurement/procurement.server.ts";
import { readOrder } from "#areas/procurement/order/order.read.service.ts";
import { vendorList } from "#areas/vendors/vendors.server.ts";
import { filesLine } from "../operation/files-line.service.ts";
import { readDashboard } from "./dashboard.service.ts";

let t: TestDatabase;
let a: PayingAgency;
let evening: Actor;
const late = newId();
const today = newId();
beforeAll(async () => {
  t = await freshDatabase();
  a = await payingAgency(t.database);
  // Nine in the evening of March 4 in the agency; in UTC it is March 5.
  evening = {
    ...a.people.manager,
    timeZone: "America/Chicago",
    businessNow: "2031-03-05T03:00:00.000Z",
  };
  const [first, second] = [
    await approvedInvoice(t.database, a),
    await approvedInvoice(t.database, a),
  ];
  await t.database.transaction(evening, async (tx) => {
    await tx.rows(sql`
      update invoice
      set
        received_on = '2031-03-01',
        due_on = case when id = ${first.id} then date '2031-03-03' else '2031-03-04' end
      where org_id = ${a.orgId} and id = any(${[first.id, second.id]}::uuid[])
    `);
    for (const [id, day] of [
      [late, "2031-03-03"],
      [today, "2031-03-04"],
    ] as const)
      await tx.rows(sql`
        insert into purchase_order (
          org_id, id, number, title, vendor_id, department_id, fiscal_year_id, ordered_on,
          promised_on, status
        )
        values (
          ${a.orgId}, ${id}, ${`PO-${day}`}, 'Stone', ${a.vendor.id}, ${a.departmentId},
          (select id from fiscal_year where org_id = ${a.orgId} limit 1), '2031-02-22', ${day},
          'issued'
        )
      `);
    await tx.rows(sql`
      update vendor
      set insurance_expires_on = '2031-03-04'
      where org_id = ${a.orgId} and id = ${a.vendor.id}
    `);
  });
});
afterAll(() => t.drop());

const rows = async (list: ListDefinition, query: ListQuery) =>
  (await runList<Record<string, unknown>>(t.database.read(evening), evening, list, query)).items;

test("what is due today in the agency is not overdue in its evening, in every list", async () => {
  expect((await rows(invoiceList, { overdue: "true" })).map((i) => i.dueOn)).toEqual([
    "2031-03-03",
  ]);
  expect((await rows(payableList, { overdue: "true" })).map((i) => i.dueOn)).toEqual([
    "2031-03-03",
  ]);
  expect((await rows(orderList, { late: "true" })).map((o) => o.id)).toEqual([late]);
  expect(Object.fromEntries((await rows(orderList, {})).map((o) => [o.id, o.late]))).toEqual({
    [late]: true,
    [today]: false,
  });
  expect(
    await Promise.all(
      [late, today].map(
        async (id) => (await readOrder(t.database.read(evening), evening, id)).late,
      ),
    ),
  ).toEqual([true, false]);
  expect(await rows(vendorList, { insurance: ["ending"] })).toHaveLength(1);
  expect(await rows(vendorList, { insurance: ["expired"] })).toEqual([]);
});

test("a figure counts what its name says and its list shows, by the agency's day", async () => {
  const { figures, flow } = await readDashboard(t.database.read(evening), evening);
  const of = (id: string) => [...figures, ...flow].find((f) => f.id === id);
  expect([of("overdue"), of("late-orders")]).toMatchObject([
    { count: 1, medianDays: 3 },
    { count: 1, medianDays: 10 },
  ]);
  expect(of("invoices")).toMatchObject({
    label: "Invoices matched, in approval",
    query: "status=matched,in_approval",
  });
});

test("a requisition that came back stands with whoever asked, and with nobody else", async () => {
  await t.database.transaction(evening, (tx) =>
    tx.rows(sql`
      insert into requisition (
        org_id, id, number, title, department_id, fiscal_year_id, requested_on, needed_on, status,
        requester_id
      )
      values (
        ${a.orgId}, ${newId()}, 'REQ-1', 'Stone', ${a.departmentId},
        (select id from fiscal_year where org_id = ${a.orgId} limit 1), '2031-02-22', '2031-03-22',
        'returned', ${evening.personId}
      )
    `),
  );
  const came = async (actor: Actor) =>
    (await readDashboard(t.database.read(actor), actor)).duties.find((f) => f.id === "came-back");
  expect([await came(evening), await came(a.people.ap)]).toMatchObject([
    { count: 1, href: expect.stringContaining("status=returned") },
    { count: 0 },
  ]);
});

test("who releases payments reads which runs wait for that, with a link to just those; others do not", async () => {
  const { ap, manager, treasurer } = a.people;
  await approvedInvoice(t.database, a, { cents: 321_00 });
  const run = await t.database.transaction(ap, (tx) =>
    proposeRun(tx, ap, {
      invoiceIds: null,
      payThrough: agencyDay(400),
      payOn: null,
      methods: null,
      note: "",
    }),
  );
  await t.database.transaction(ap, (tx) => submitRun(tx, ap, { id: run.id, version: null }));
  const waiting = async (actor: Actor) =>
    (await readDashboard(t.database.read(actor), actor)).duties.filter(
      (d) => d.id === "to-release",
    );
  expect(await waiting(treasurer)).toMatchObject([{ count: 0 }]);
  await approveDocument(t.database, manager, run.id);
  expect(await waiting(treasurer)).toMatchObject([
    { count: 1, amount: run.amount, href: "/payments?tab=runs&status=approved" },
  ]);
  expect(await waiting(ap)).toEqual([]);
});

test("every figure of every area answers where nothing is recorded yet", async () => {
  const agency = await makeAgency(t.database);
  const everyone = memberActor(agency.orgId, "admin", duties, {
    permissions: new Set(Object.keys(permissions)),
  });
  const board = await readDashboard(t.database.read(everyone), everyone);
  const shown = [...board.duties, ...board.figures, ...board.flow];
  expect(shown.map((f) => f.id).toSorted()).toEqual(
    allFigures()
      .map((f) => f.id)
      .toSorted(),
  );
  expect(shown.filter((f) => f.count !== 0 || f.medianDays !== null)).toEqual([]);
});

test("who runs the server reads that nothing looks at uploads, and nobody else does", async () => {
  const line = (actor: Actor) => filesLine(t.app, t.database.read(actor), actor);
  expect(await line(memberActor(a.orgId, "admin"))).toContain(
    "Uploads are not scanned for viruses: no scanner is set up.",
  );
  expect(await line(memberActor(a.orgId, "user"))).toBeNull();
});

test("the agency's money stands before whoever reads its ledger, and nobody else; each job has its own figures", async () => {
  const seen = async (duties: readonly Duty[]) => {
    const actor = memberActor(a.orgId, "user", duties, { timeZone: "America/Chicago" });
    const {
      figures,
      flow,
      months,
      budget,
      duties: own,
    } = await readDashboard(t.database.read(actor), actor);
    return {
      money: figures.length + flow.length + months.length,
      budget,
      own: own.map((f) => f.id),
    };
  };
  for (const [duty, figure] of [
    ["technician", "work-mine"],
    ["certifier", "drawdowns-to-certify"],
    // What was certified comes back to whoever sends it.
    ["grant_manager", "drawdowns-to-send"],
    ["grant_manager", "grant-reports-to-send"],
    ["recovery", "recovery-to-send"],
    ["program_reviewer", "programs-to-agree"],
    ["inspector", "inspections-mine"],
    ["safety_officer", "safety-open"],
    ["grant_signer", "applications-to-sign"],
    ["emergency_manager", "incidents-open"],
    ["recovery", "recovery-waiting"],
  ] as const) {
    const { money, budget, own } = await seen([duty]);
    expect({ duty, money, budget }).toEqual({ duty, money: 0, budget: null });
    expect(own).toContain(figure);
  }
  expect((await seen(["treasurer"])).money).toBeGreaterThan(0);
});

test("every figure of a duty says itself in a sentence", () => {
  expect(allFigures().filter((f) => f.group === "duty" && !f.says)).toEqual([]);
});
