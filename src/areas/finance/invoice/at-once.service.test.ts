// A purchase in six steps (drafted and sent off at once) must store what the same purchase in ten
// steps stores: rows, history, ledger, requests, notices, events.
import type { PgTable } from "drizzle-orm/pg-core";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { recordDigest } from "#kernel/audit-proof.ts";
import { hasher } from "#server/audit/hash.ts";
import type { Tx } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import {
  makeAgency,
  makeBudget,
  makeMembers,
  makePolicy,
  makeVendor,
  type Agency,
} from "#server/testing/agency.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import "#areas/procurement/procurement.server.ts";
import { orderInput } from "#areas/procurement/order/order.model.ts";
import { createAndIssue, issueOrder } from "#areas/procurement/order/issue.service.ts";
import { createOrder } from "#areas/procurement/order/order.service.ts";
import { submitOrder } from "#areas/procurement/order/submission.service.ts";
import { postReceipt, receiptInput } from "#areas/procurement/receipt/receipt.service.ts";
import { requisitionInput } from "#areas/procurement/requisition/requisition.model.ts";
import {
  createAndSubmit,
  submitRequisition,
} from "#areas/procurement/requisition/submission.service.ts";
import { createRequisition } from "#areas/procurement/requisition/requisition.service.ts";
import { addRule } from "#areas/governance/rule/rule.service.ts";
import { delegationInput } from "#areas/workflow/approval/approval.model.ts";
import { readApproval } from "#areas/workflow/approval/approval.read.service.ts";
import { decide, delegate } from "#areas/workflow/workflow.server.ts";
import "../finance.server.ts";
import { purchaseOrder, requisition } from "#areas/procurement/procurement.tables.ts";
import { invoiceInput } from "./invoice.model.ts";
import { createAndSubmitInvoice, submitInvoice } from "./submission.service.ts";
import { createInvoice } from "./invoice.service.ts";
import { invoice } from "./invoice.tables.ts";

type Person = "clerk" | "manager" | "admin" | "buyer" | "receiver" | "ap";
type Buying = Agency & {
  people: Record<Person, Actor>;
  accounts: [string, string];
  vendorId: string;
};
const origin = "http://levee.test";

let t: TestDatabase;
let owner: pg.Client;
beforeAll(async () => {
  t = await freshDatabase();
  owner = new pg.Client({ connectionString: t.ownerUrl });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await t.drop();
});

const as = <T>(actor: Actor, work: (tx: Tx) => Promise<T>) => t.database.transaction(actor, work);
const buying = async (
  policies: readonly ("requisition" | "purchaseOrder" | "invoice")[],
): Promise<Buying> => {
  const agency = await makeAgency(t.database);
  const people = await makeMembers(t.database, agency, {
    clerk: {},
    manager: { role: "manager" },
    admin: { role: "admin" },
    buyer: { duties: ["buyer"] },
    receiver: { duties: ["receiver"] },
    ap: { duties: ["ap"] },
  });
  for (const documentType of policies) await makePolicy(t.database, people.admin, { documentType });
  const [a, b] = [
    await makeBudget(t.database, agency, 50_000_00),
    await makeBudget(t.database, agency, 50_000_00, { federal: true }),
  ];
  return {
    ...agency,
    people,
    accounts: [a.accountStringId, b.accountStringId],
    vendorId: (await makeVendor(t.database, agency)).id,
  };
};

const wanted = (b: Buying, price = "12.50") =>
  requisitionInput.parse({
    title: "Stone",
    justification: "North yard",
    departmentId: b.departmentId,
    neededOn: "2027-03-01",
    vendorId: b.vendorId,
    lines: [
      {
        description: "Crushed stone",
        commodityCode: "212312",
        quantity: "3",
        unit: "ton",
        unitPrice: price,
        splits: [
          { accountStringId: b.accounts[0], percent: "33.3" },
          { accountStringId: b.accounts[1], percent: "66.7" },
        ],
      },
      {
        description: "Sand",
        commodityCode: "212321",
        quantity: "1.5",
        unit: "ton",
        unitPrice: "7.333",
        splits: [{ accountStringId: b.accounts[1] }],
      },
    ],
  });
const ordered = (b: Buying, lines: readonly { id: string }[]) =>
  orderInput.parse({
    title: "Stone",
    vendorId: b.vendorId,
    departmentId: b.departmentId,
    requisitionLines: lines.map((l) => ({ requisitionLineId: l.id })),
  });
const billed = (
  b: Buying,
  order: {
    id: string;
    lines: readonly { id?: string; description: string; quantity: string; unitPrice: string }[];
  },
  quantity?: string,
) =>
  invoiceInput.parse({
    vendorId: b.vendorId,
    purchaseOrderId: order.id,
    vendorNumber: "V-1",
    invoiceDate: "2026-11-14",
    lines: order.lines.map((l) => ({
      purchaseOrderLineId: l.id,
      description: l.description,
      quantity: quantity ?? l.quantity,
      unit: "ton",
      unitPrice: l.unitPrice,
    })),
  });

const inSteps = {
  requisition: async (tx: Tx, who: Actor, input: ReturnType<typeof wanted>) => {
    const made = await createRequisition(tx, who, input);
    return {
      ...(await submitRequisition(tx, who, { id: made.id, version: 1 })),
      lines: made.lines,
    };
  },
  order: async (tx: Tx, who: Actor, input: ReturnType<typeof ordered>) => {
    const made = await createOrder(tx, who, input);
    const sent = await submitOrder(tx, who, { id: made.id, version: 1 });
    return {
      ...(sent.approvalId ? sent : await issueOrder(tx, who, { id: made.id, version: 2 }, origin)),
      lines: made.lines,
      approvalId: sent.approvalId,
    };
  },
  invoice: async (tx: Tx, who: Actor, input: ReturnType<typeof billed>) => {
    const made = await createInvoice(tx, who, input);
    return made.status === "matched"
      ? { ...(await submitInvoice(tx, who, { id: made.id, version: 1 })), lines: made.lines }
      : { ...made, approvalId: null };
  },
};
const atOnce: typeof inSteps = {
  requisition: createAndSubmit,
  order: (tx, who, input) =>
    createAndIssue(tx, who, input, origin) as ReturnType<typeof inSteps.order>,
  invoice: createAndSubmitInvoice,
};

const purchase = async (b: Buying, way: typeof inSteps, quantity?: string) => {
  const { clerk, manager, buyer, receiver, ap } = b.people;
  const asked = await as(clerk, (tx) => way.requisition(tx, clerk, wanted(b)));
  await as(manager, (tx) => decide(tx, manager, asked.approvalId!, "approve", "", null));
  const order = await as(buyer, (tx) => way.order(tx, buyer, ordered(b, asked.lines)));
  if (order.approvalId) return { asked, order };
  const lines = order.lines.map((l) => ({ ...l, id: l.id! }));
  await as(receiver, (tx) =>
    postReceipt(
      tx,
      receiver,
      { id: order.id, version: null },
      receiptInput.parse({
        lines: lines.map((l) => ({ purchaseOrderLineId: l.id, quantity: l.quantity })),
      }),
    ),
  );
  const invoice = await as(ap, (tx) =>
    way.invoice(tx, ap, billed(b, { id: order.id, lines }, quantity)),
  );
  if (invoice.approvalId)
    await as(manager, (tx) => decide(tx, manager, invoice.approvalId!, "approve", "", null));
  return { asked, order, invoice };
};

const tables = [
  "requisition",
  "requisition_line",
  "requisition_split",
  "purchase_order",
  "purchase_order_line",
  "purchase_order_split",
  "purchase_order_version",
  "receipt",
  "receipt_line",
  "invoice",
  "invoice_line",
  "invoice_split",
  "invoice_exception",
  "approval_request",
  "approval_step",
  "approval_assignee",
  "budget_line",
  "commitment_entry",
  "notification",
  "mail",
  "record_counter",
];
// Ids, moments, tokens and the names that the test's own agencies and vendors are numbered by.
const varying: readonly (readonly [RegExp, string])[] = [
  [/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, "#"],
  [/\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d[.\d]*(Z|\+00(:00)?)/g, "@"],
  [/"(id|xid)": ?"?\d+"?/g, '"$1"'],
  [/\b[0-9a-f]{64}\b/g, "digest"],
  [/token=[#.\w-]+/g, "token"],
  [/kept-letters\/[#.\w-]+/g, "kept-letters/token"],
  [/\.[0-9a-f]{8}@test\./g, "@test."],
  [/Aggregates \d+/g, "Aggregates"],
  [/[FA]\d{4}/g, "S"],
];
const anonymous = (text: string) =>
  varying.reduce((t, [pattern, by]) => t.replace(pattern, by), text);

/**
 * Everything that is stored of an agency, without ids and moments; and its history's entries in
 * their order, before and after.
 */
const storedOf = async (b: Buying) => {
  const found: Record<string, string[]> = {};
  for (const table of tables) {
    const { rows } = await owner.query<{ row: string }>(
      `select to_jsonb(x)::text as row from ${table} x where org_id = $1`,
      [b.orgId],
    );
    found[table] = rows.map(({ row }) => anonymous(row)).sort();
  }
  const { rows: events } = await owner.query<{ event: string }>(
    "select e::text as event from outbox_event x, json_array_elements(x.events) e where org_id = $1",
    [b.orgId],
  );
  found.outbox_event = events.map(({ event }) => anonymous(event)).sort();
  const entries = await t.database.read(b.people.admin).rows<{
    action: string;
    content: string;
  }>(sql`
    select action, content
    from audit_entry
    where org_id = ${b.orgId}
      and object_type in ('requisition', 'purchaseOrder', 'invoice', 'approval')
    order by id
  `);
  found.history = entries.map(
    (e) =>
      `${e.action} ${anonymous(JSON.stringify({ ...(JSON.parse(e.content) as object), salt: undefined }))}`,
  );
  return found;
};

test("a purchase at once stores what the same purchase in steps stores", async () => {
  const [slow, fast] = [
    await buying(["requisition", "invoice"]),
    await buying(["requisition", "invoice"]),
  ];
  const [a, z] = [await purchase(slow, inSteps), await purchase(fast, atOnce)];
  expect([z.asked.status, z.order.status, z.invoice!.status]).toEqual([
    "in_approval",
    "issued",
    "in_approval",
  ]);
  expect([z.asked.version, z.order.version, z.invoice!.version]).toEqual([
    a.asked.version,
    a.order.version,
    a.invoice!.version,
  ]);
  const stored = await storedOf(fast);
  expect(stored.purchase_order).toHaveLength(1);
  expect(stored.commitment_entry!.length).toBeGreaterThan(5);
  expect(stored).toEqual(await storedOf(slow));
});

test("what is stored ahead of its steps is what the last step's history entry tells, digest and all", async () => {
  const b = await buying(["requisition", "invoice"]);
  const { clerk, manager, buyer, receiver, ap } = b.people;
  const told = async (table: PgTable, type: string, returned: { id: string }) => {
    const entry = await t.database.read(b.people.admin).one<{
      afterDigest: string;
      content: string;
    }>(sql`
      select after_digest, content
      from audit_entry
      where org_id = ${b.orgId} and object_type = ${type} and object_id = ${returned.id}
      order by id desc
      limit 1
    `);
    const row = (await getRow(t.database.read(b.people.admin), table, returned.id)) as Record<
      string,
      unknown
    >;
    expect(returned, type).toMatchObject(row);
    expect(entry.afterDigest, type).toBe(
      recordDigest(hasher, (JSON.parse(entry.content) as { salt: string }).salt, row),
    );
  };
  const asked = await as(clerk, (tx) => createAndSubmit(tx, clerk, wanted(b)));
  await told(requisition, "requisition", asked);
  await as(manager, (tx) => decide(tx, manager, asked.approvalId!, "approve", "", null));
  const order = await as(buyer, (tx) => createAndIssue(tx, buyer, ordered(b, asked.lines), origin));
  await told(purchaseOrder, "purchaseOrder", order);
  const lines = order.lines.map((l) => ({ ...l, id: l.id! }));
  await as(receiver, (tx) =>
    postReceipt(
      tx,
      receiver,
      { id: order.id, version: null },
      receiptInput.parse({
        lines: lines.map((l) => ({ purchaseOrderLineId: l.id, quantity: l.quantity })),
      }),
    ),
  );
  await told(
    invoice,
    "invoice",
    await as(ap, (tx) => createAndSubmitInvoice(tx, ap, billed(b, { id: order.id, lines }))),
  );
});

test("an order that a policy covers stays with its approvers, an invoice with an exception with its owner", async () => {
  const [slow, fast] = [
    await buying(["requisition", "purchaseOrder", "invoice"]),
    await buying(["requisition", "purchaseOrder", "invoice"]),
  ];
  await purchase(slow, inSteps);
  const { order } = await purchase(fast, atOnce);
  expect([order.status, order.approvalId === null]).toEqual(["in_approval", false]);
  expect(await storedOf(fast)).toEqual(await storedOf(slow));
  const [late, soon] = [
    await buying(["requisition", "invoice"]),
    await buying(["requisition", "invoice"]),
  ];
  await purchase(late, inSteps, "9");
  const { invoice } = await purchase(soon, atOnce, "9");
  expect([invoice!.status, invoice!.approvalId]).toEqual(["exception", null]);
  expect(await storedOf(soon)).toEqual(await storedOf(late));
});

test("what cannot be sent off stores nothing, and no number is lost", async () => {
  const b = await buying([]);
  const { clerk, buyer, ap } = b.people;
  await expect(as(clerk, (tx) => createAndSubmit(tx, clerk, wanted(b)))).rejects.toMatchObject({
    code: "no_policy",
  });
  await makePolicy(t.database, b.people.admin, { documentType: "requisition" });
  await expect(
    as(clerk, (tx) => createAndSubmit(tx, clerk, wanted(b, "40000"))),
  ).rejects.toMatchObject({ code: "over_budget" });
  const own = orderInput.parse({
    title: "Own",
    vendorId: b.vendorId,
    departmentId: b.departmentId,
    lines: [
      {
        description: "Sand",
        quantity: "1",
        unit: "t",
        unitPrice: "5",
        splits: [{ accountStringId: b.accounts[0] }],
      },
    ],
  });
  await expect(as(buyer, (tx) => createAndIssue(tx, buyer, own, origin))).rejects.toMatchObject({
    code: "no_policy",
  });
  await expect(as(clerk, (tx) => createAndIssue(tx, clerk, own, origin))).rejects.toThrow();
  const bill = invoiceInput.parse({
    vendorId: b.vendorId,
    vendorNumber: "V-2",
    invoiceDate: "2026-11-14",
    lines: [{ accountStringId: b.accounts[0], description: "Sand", quantity: "1", unitPrice: "5" }],
  });
  await expect(as(ap, (tx) => createAndSubmitInvoice(tx, ap, bill))).rejects.toMatchObject({
    code: "no_policy",
  });
  const stored = await storedOf(b);
  for (const table of [
    "requisition",
    "purchase_order",
    "invoice",
    "approval_request",
    "commitment_entry",
    "record_counter",
    "outbox_event",
    "history",
  ])
    expect([table, stored[table]!.filter((row) => !row.includes("policy"))]).toEqual([table, []]);
});

test("an order whose vendor's insurance the agency's policy stops does not go out at once either; the draft is not kept", async () => {
  const b = await buying(["requisition"]);
  const { clerk, manager, admin, buyer } = b.people;
  await as(admin, (tx) =>
    addRule(tx, admin, {
      key: "insurancePolicy",
      jurisdiction: "local",
      citation: "County code 7.12",
      text: "No order without a certificate.",
      effectiveFrom: "2020-01-01",
      effectiveTo: null,
      parameters: { demanded: "block", otherwise: "block" },
      source: "Board order",
      verified: true,
    }),
  );
  await as(admin, (tx) =>
    tx.rows(sql`
      update vendor
      set insurance_expires_on = '2026-01-31'
      where org_id = ${b.orgId} and id = ${b.vendorId}
    `),
  );
  const asked = await as(clerk, (tx) => createAndSubmit(tx, clerk, wanted(b)));
  await as(manager, (tx) => decide(tx, manager, asked.approvalId!, "approve", "", null));
  await expect(
    as(buyer, (tx) => createAndIssue(tx, buyer, ordered(b, asked.lines), origin)),
  ).rejects.toMatchObject({ code: "insurance" });
  expect((await storedOf(b)).purchase_order).toEqual([]);
  await as(admin, (tx) =>
    tx.rows(sql`
      update vendor
      set insurance_expires_on = '2099-01-31'
      where org_id = ${b.orgId} and id = ${b.vendorId}
    `),
  );
  expect(
    (await as(buyer, (tx) => createAndIssue(tx, buyer, ordered(b, asked.lines), origin))).status,
  ).toBe("issued");
});

test("whoever received the goods does not approve their invoice for somebody else", async () => {
  const b = await buying(["requisition", "invoice"]);
  const { clerk, manager, buyer, admin, ap } = b.people;
  const asked = await as(clerk, (tx) => createAndSubmit(tx, clerk, wanted(b)));
  await as(manager, (tx) => decide(tx, manager, asked.approvalId!, "approve", "", null));
  const order = await as(buyer, (tx) => atOnce.order(tx, buyer, ordered(b, asked.lines)));
  const lines = order.lines.map((l) => ({ ...l, id: l.id! }));
  const came = receiptInput.parse({
    lines: lines.map((l) => ({ purchaseOrderLineId: l.id, quantity: l.quantity })),
  });
  await as(admin, (tx) => postReceipt(tx, admin, { id: order.id, version: null }, came));
  await as(manager, (tx) =>
    delegate(
      tx,
      manager,
      delegationInput.parse({
        toPersonId: admin.personId,
        startsAt: new Date(Date.now() - 3_600_000).toISOString(),
        endsAt: new Date(Date.now() + 3_600_000).toISOString(),
      }),
    ),
  );
  const invoice = await as(ap, (tx) => atOnce.invoice(tx, ap, billed(b, { id: order.id, lines })));
  await expect(
    as(admin, (tx) => decide(tx, admin, invoice.approvalId!, "approve", "", null)),
  ).rejects.toMatchObject({
    code: "separation_of_duties",
    message: expect.stringContaining("You ordered or received what this bills"),
  });
  expect(await readApproval(t.database.read(admin), admin, invoice.approvalId!)).toMatchObject({
    canDecide: false,
    whyNot: expect.stringContaining("ordered or received"),
  });
});
