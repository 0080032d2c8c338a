// A project's money by document, beside the ledger: over orders, receipts, bills, payments, ends.
import { afterAll, beforeAll, expect, test } from "vitest";
import { addAuthority, askForSignatures } from "#areas/workflow/workflow.server.ts";
import { authorityInput } from "#areas/workflow/signature/authority.model.ts";
import { askInput, signInput } from "#areas/workflow/signature/signature.model.ts";
import { memberHand, sign } from "#areas/workflow/signature/signing.service.ts";
import { createInvoice, invoiceInput, submitInvoice } from "#areas/finance/finance.server.ts";
import { createRequisition, requisitionInput } from "#areas/procurement/procurement.server.ts";
import { submitRequisition } from "#areas/procurement/procurement.server.ts";
import { refusalOf } from "#server/testing/asking.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { makePolicy } from "#server/testing/agency.ts";
import { agencyDay } from "#server/testing/days.ts";
import { approveDocument, issuedOrder, receiveGoods } from "#server/testing/purchase.ts";
import { sql } from "#server/db/sql.ts";
import { partOf } from "./money/money.model.ts";
import type { ProjectMoney } from "./money/money.model.ts";
import { projectRules } from "./money/money.checks.ts";
import { projectAgency } from "./projects.setup.ts";

let t: TestDatabase;
let a: Awaited<ReturnType<typeof projectAgency>>;

beforeAll(async () => {
  t = await freshDatabase();
  a = await projectAgency(t);
  for (const documentType of ["purchaseOrder", "requisition", "invoice"] as const)
    await makePolicy(t.database, a.people.admin, { documentType });
});
afterAll(() => t.drop());

const money = (id: string) =>
  a.asking<ProjectMoney>(a.people.manager, `GET /api/v1/projects/${id}/money`);
const broken = async () => {
  const found = [];
  for (const rule of projectRules)
    found.push(...(await rule.check({ db: t.database.read(a.people.admin) } as never)));
  return found;
};

const order = (accountStringId: string, dollars: string, quantity = "10") =>
  issuedOrder(
    t.database,
    a.people as never,
    {
      vendorId: a.vendor.id,
      departmentId: a.agency.departmentId,
      lines: [{ quantity, unitPrice: dollars, splits: [{ accountStringId }] }],
    } as never,
  );

const bill = async (
  placed: { id: string; lines: { id: string }[] },
  quantity: string,
  unitPrice: string,
  retainage = 0,
) => {
  const { ap, manager } = a.people;
  const input = invoiceInput.parse({
    vendorId: a.vendor.id,
    purchaseOrderId: placed.id,
    vendorNumber: `B-${Math.random()}`,
    invoiceDate: agencyDay(),
    retainage,
    lines: placed.lines.map((l) => ({
      purchaseOrderLineId: l.id,
      description: "Work",
      quantity,
      unitPrice,
    })),
  });
  const row = await a.as(ap, (tx) => createInvoice(tx, ap, input));
  await a.as(ap, (tx) => submitInvoice(tx, ap, { id: row.id, version: null }));
  await approveDocument(t.database, manager, row.id);
  return row;
};

test("every document stands in its columns, and all together are the ledger of the segment", async () => {
  const { id, accountStringId } = await a.begun("M1", 100_000_00);
  expect(await money(id)).toMatchObject({ budget: 100_000_00, differs: 0, documents: [] });
  const { engineer } = a.people;
  const asked = await a.as(engineer, (tx) =>
    createRequisition(
      tx,
      engineer,
      requisitionInput.parse({
        title: "Signs",
        departmentId: a.agency.departmentId,
        justification: "The bridge needs signs.",
        neededOn: agencyDay(30),
        lines: [
          {
            description: "Signs",
            quantity: "4",
            unit: "each",
            unitPrice: "250",
            splits: [{ accountStringId }],
          },
        ],
      }),
    ),
  );
  await a.as(engineer, (tx) =>
    submitRequisition(tx, engineer, { id: asked.id, version: asked.version }),
  );
  const placed = await order(accountStringId, "1000.00");
  await receiveGoods(t.database, a.people as never, placed, ["6"]);
  await bill(placed, "5", "1000.00", 250_00);
  const sheet = await money(id);
  expect(sheet.totals).toEqual({
    asked: 1_000_00,
    ordered: 10_000_00,
    received: 6_000_00,
    billed: 5_000_00,
    paid: 0,
    withheld: 250_00,
  });
  expect(sheet.ledger).toEqual({
    preEncumbered: 1_000_00,
    encumbered: 5_000_00,
    expended: 5_000_00,
  });
  expect(sheet.differs).toBe(0);
  expect(sheet.documents.map(({ what }) => what)).toEqual([
    "requisition",
    "purchase order",
    "invoice",
  ]);
  expect(await broken()).toEqual([]);
  const clerk = await a.asking<ProjectMoney>(a.people.clerk, `GET /api/v1/projects/${id}/money`);
  expect(clerk.totals).toEqual(sheet.totals);
});

test("an entry past the documents is found by the invariant", async () => {
  const { id, accountStringId } = await a.begun("M2", 10_000_00);
  await order(accountStringId, "100.00");
  const move = (cents: number) =>
    a.as(a.people.admin, (tx) =>
      tx.rows(sql`
        update budget_line
        set encumbered = encumbered + ${cents}
        where org_id = ${a.agency.orgId} and account_string_id = ${accountStringId}
      `),
    );
  await move(7);
  expect((await money(id)).differs).toBe(7);
  expect((await broken())[0]).toMatchObject({ link: `/projects/${id}` });
  await move(-7);
  expect(await broken()).toEqual([]);
});

test("what was paid of an invoice falls on its accounts exactly where one bears it whole", () => {
  expect(partOf(100, 0, 0)).toBe(0);
  expect(partOf(123, 500, 500)).toBe(123);
  expect(partOf(100, 1, 3)).toBe(33);
  expect(partOf(100, 2, 3)).toBe(67);
  expect(partOf(-100, 2, 3)).toBe(-67);
  expect(partOf(90_000_000_000_000, 45_000_000_000_000, 90_000_000_000_001)).toBe(
    45_000_000_000_000,
  );
});

const chair = async () => {
  const { admin, manager } = a.people;
  await a.as(admin, (tx) =>
    addAuthority(
      tx,
      admin,
      authorityInput.parse({
        personId: manager.personId,
        kinds: ["project"],
        fromOn: agencyDay(-1),
        basis: "Resolution 2026-14",
      }),
    ),
  );
  return manager;
};

const signed = async (projectId: string) => {
  const manager = await chair();
  const { engineer } = a.people;
  const asking = askInput.parse({
    sourceType: "project",
    sourceId: projectId,
    signers: [{ side: "ours", personId: manager.personId }],
    ordered: false,
    expiresOn: agencyDay(14),
  });
  const request = await askForSignatures(t.app, engineer, asking, null);
  await a.as(manager, (tx) =>
    sign(
      { app: t.app, tx, actor: manager },
      request.id,
      memberHand(manager, "10.0.0.7"),
      signInput.parse({
        sha256: request.sha256,
        mark: { kind: "typed", text: "The Manager" },
        form: true,
        intent: true,
      }),
    ),
  );
};

test("a signed certificate completes it; it is closed when nothing is open", async () => {
  const { id, accountStringId } = await a.begun("M3", 50_000_00);
  const placed = await order(accountStringId, "100.00");
  await expect(signed(id)).rejects.toThrow(/Write the certificate first/);
  const certificate = { completedOn: agencyDay(-1) };
  expect(await refusalOf(a.step(id, "certificate", { completedOn: agencyDay(1) }))).toMatch(
    /This day is still to come/,
  );
  await a.step(id, "certificate", certificate);
  await signed(id);
  const complete = await a.read(id);
  expect(complete).toMatchObject({
    status: "substantially_complete",
    completedOn: agencyDay(-1),
    certifier: "manager",
  });
  expect(complete.open).toMatchObject([{ says: "an open order" }]);
  expect(await refusalOf(a.step(id, "certificate", certificate))).toMatch(/^not_active/);
  await expect(signed(id)).rejects.toThrow(/is certified while it is active, and not afterwards/);
  expect(complete.actions.find(({ name }) => name === "close")).toMatchObject({
    enabled: false,
    reason: expect.stringMatching(/^Settle first: PO-.* \(an open order\)/),
  });
  expect(await refusalOf(a.step(id, "close"))).toMatch(
    /^still_open: Settle first: PO-.* \(an open order\)/,
  );
  await receiveGoods(t.database, a.people as never, placed, ["10"]);
  const invoice = await bill(placed, "10", "100.00", 50_00);
  expect((await a.read(id)).open.map(({ says }) => says)).toContain("not paid");
  await a.as(a.people.admin, async (tx) => {
    await tx.rows(sql`
      update invoice
      set status = 'paid'
      where org_id = ${a.agency.orgId} and id = ${invoice.id}
    `);
    await tx.rows(sql`
      update purchase_order
      set status = 'closed'
      where org_id = ${a.agency.orgId} and id = ${placed.id}
    `);
  });
  expect(await refusalOf(a.step(id, "close"))).toMatch(/\$50.00 of retainage not released/);
  await a.as(a.people.admin, (tx) =>
    tx.rows(sql`
      update invoice
      set retainage_released = retainage
      where org_id = ${a.agency.orgId} and id = ${invoice.id}
    `),
  );
  expect(await a.step(id, "close")).toMatchObject({ status: "closed" });
  expect(await a.read(id)).toMatchObject({ closedOn: agencyDay() });
});

test("whoever wrote the certificate does not sign it", async () => {
  const { id } = await a.begun("M4", 50_000_00);
  await a.step(id, "certificate", { completedOn: agencyDay() }, a.people.manager);
  await expect(signed(id)).rejects.toMatchObject({ status: 422 });
});

test("cancelling ends what charges it, or hands it over, and tells its people", async () => {
  const { id, accountStringId } = await a.begun("M5", 50_000_00, {
    inspectors: [{ personId: a.people.inspector.personId }],
  });
  const placed = await order(accountStringId, "100.00");
  const kept = await order(accountStringId, "200.00");
  const { items } = await a.asking<{ items: { id: string; cents: number }[] }>(
    a.people.manager,
    `GET /api/v1/records/project/${id}/ending?action=cancel`,
  );
  expect(new Map(items.map((one) => [one.id, one.cents]))).toEqual(
    new Map([
      [placed.id, 1_000_00],
      [kept.id, 2_000_00],
    ]),
  );
  const actor = {
    ...a.people.engineer,
    ending: [
      { id: placed.id, outcome: "cancel" },
      { id: kept.id, outcome: "keep", reason: "The steel is cut already." },
    ],
  };
  await a.step(id, "cancel", { reason: "The road is moved." }, actor as never);
  const rows = await t.database.read(a.people.admin).rows<{ id: string; status: string }>(sql`
    select id, status
    from purchase_order
    where org_id = ${a.agency.orgId} and id = any(${[placed.id, kept.id]}::uuid[])
  `);
  expect(rows.find((row) => row.id === placed.id)?.status).toBe("cancelled");
  expect(rows.find((row) => row.id === kept.id)?.status).toBe("issued");
  const told = await t.database.read(a.people.inspector).rows<{ title: string }>(sql`
    select title
    from notification
    where org_id = ${a.agency.orgId} and person_id = ${a.people.inspector.personId}
  `);
  expect(told.map(({ title }) => title).join()).toMatch(/is cancelled: The road is moved/);
});
