import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import type { Tx } from "#server/db/db.ts";
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
import { approveDocument } from "#server/testing/purchase.ts";
import { decide } from "#areas/workflow/workflow.server.ts";
import "../procurement.server.ts";
import { readRequisition } from "../requisition/requisition.list.ts";
import { requisitionInput } from "../requisition/requisition.model.ts";
import { createAndSubmit } from "../requisition/submission.service.ts";
import { editOrganization } from "#areas/organization/organization.service.ts";
import { editAndSend, editOrder, recallOrder, resendOrder } from "./order-draft.service.ts";
import { readOrder } from "./order.read.service.ts";
import { orderInput, orderPatch } from "./order.model.ts";
import { acknowledgeByToken, orderOfToken, readForVendor } from "./acknowledgement.service.ts";
import { createOrder } from "./order.service.ts";
import { issueOrder } from "./issue.service.ts";
import { shortCloseOrder } from "./closing.service.ts";
import { submitOrder } from "./submission.service.ts";

let t: TestDatabase;
let agency: Agency;
let people: Record<"clerk" | "manager" | "admin" | "buyer", Actor>;
let account: Awaited<ReturnType<typeof makeBudget>>;
let vendor: { id: string };
beforeAll(async () => void (t = await freshDatabase()));
afterAll(() => t.drop());
beforeEach(async () => {
  agency = await makeAgency(t.database);
  people = await makeMembers(t.database, agency, {
    clerk: {},
    manager: { role: "manager" },
    admin: { role: "admin" },
    buyer: { duties: ["buyer"] },
  });
  account = await makeBudget(t.database, agency, 50_000_00);
  vendor = await makeVendor(t.database, agency);
  await makePolicy(t.database, people.admin, { documentType: "requisition" });
});

const as = <T>(actor: Actor, work: (tx: Tx) => Promise<T>) => t.database.transaction(actor, work);
const own = (over: object = {}) => ({
  description: "Stone",
  quantity: "10",
  unit: "t",
  unitPrice: "10.00",
  splits: [{ accountStringId: account.accountStringId }],
  ...over,
});
const asked = async () => {
  const r = await as(people.clerk, (tx) =>
    createAndSubmit(
      tx,
      people.clerk,
      requisitionInput.parse({
        title: "Stone",
        departmentId: agency.departmentId,
        neededOn: "2026-12-20",
        lines: [
          own({ quantity: "100" }),
          own({ description: "Sand", quantity: "50", unitPrice: "4.00" }),
        ],
      }),
    ),
  );
  await approveDocument(t.database, people.manager, r.id);
  return requisition(r.id);
};
const requisition = (id: string) =>
  readRequisition(t.database.read(people.clerk), people.clerk, id);
const read = (id: string, actor = people.buyer) => readOrder(t.database.read(actor), actor, id);
const draft = (input: object) =>
  as(people.buyer, (tx) =>
    createOrder(
      tx,
      people.buyer,
      orderInput.parse({
        title: "Stone",
        vendorId: vendor.id,
        departmentId: agency.departmentId,
        ...input,
      }),
    ),
  );
const edit = async (
  id: string,
  patch: object,
  stated: number | null = null,
  actor = people.buyer,
) => {
  const version = stated ?? (await read(id)).version;
  return as(actor, (tx) => editOrder(tx, actor, id, orderPatch.parse(patch), version));
};
const send = (id: string, patch: object, issue = false) =>
  as(people.buyer, (tx) =>
    editAndSend(
      tx,
      people.buyer,
      id,
      orderPatch.parse(patch),
      1,
      issue ? "http://levee.test" : null,
    ),
  );
const line = () =>
  t.database.read(people.clerk).one<{ pre: number; enc: number }>(sql`
    select pre_encumbered as pre, encumbered as enc
    from budget_line
    where org_id = ${agency.orgId} and id = ${account.lineId}
  `);
const sendBack = async (id: string) => {
  const { id: request } = await t.database.read(people.manager).one<{ id: string }>(sql`
    select id
    from approval_request
    where org_id = ${agency.orgId} and document_id = ${id} and status = 'pending'
  `);
  await as(people.manager, (tx) =>
    decide(tx, people.manager, request, "return", "Another vendor, and less of it.", null),
  );
};

test("an order that came back is edited and sent again: other vendor, other quantities, a line gone and one added; its requisition gets back the rest", async () => {
  await makePolicy(t.database, people.admin, { documentType: "purchaseOrder" });
  const r = await asked();
  const other = await makeVendor(t.database, agency, { name: "Second Quarry" });
  const o = await draft({ requisitionLines: r.lines.map((l) => ({ requisitionLineId: l.id })) });
  await as(people.buyer, (tx) => submitOrder(tx, people.buyer, { id: o.id, version: null }));
  await sendBack(o.id);
  expect(await read(o.id)).toMatchObject({ status: "returned", canEdit: true });
  expect((await read(o.id, people.clerk)).canEdit).toBe(false);
  const stone = r.lines[0]!.id;
  const saved = await edit(
    o.id,
    {
      vendorId: other.id,
      title: "Less stone",
      requisitionLines: [{ requisitionLineId: stone, quantity: "60", unitPrice: "9.50" }],
      lines: [own({ description: "Delivery", quantity: "1", unitPrice: "30.00" })],
    },
    3,
  );
  expect(saved).toMatchObject({ status: "returned", amount: 600_00, vendorId: other.id });
  expect(await read(o.id)).toMatchObject({
    vendor: "Second Quarry",
    title: "Less stone",
    lines: [
      {
        lineNo: 1,
        requisitionLineId: stone,
        requisitionNumber: r.number,
        quantity: "60.0000",
        amount: 570_00,
      },
      { lineNo: 2, requisitionLineId: null, description: "Delivery", amount: 30_00 },
    ],
  });
  expect(await requisition(r.id)).toMatchObject({
    status: "partly_ordered",
    lines: [{ openQuantity: "40.0000" }, { openQuantity: "50.0000" }],
    orders: [{ amount: 600_00 }],
  });
  expect((await requisition(r.id)).orderedAmount).toBe(570_00);
  await as(people.buyer, (tx) => submitOrder(tx, people.buyer, { id: o.id, version: null }));
  await approveDocument(t.database, people.manager, o.id);
  await as(people.buyer, (tx) =>
    issueOrder(tx, people.buyer, { id: o.id, version: null }, "http://levee.test"),
  );
  expect(await line()).toEqual({ pre: 1_200_00 - 570_00, enc: 600_00 });
});

test("an edit may take again what the draft had taken and what is left, no more; nothing is saved then", async () => {
  const r = await asked();
  const id = r.lines[0]!.id;
  const o = await draft({ requisitionLines: [{ requisitionLineId: id, quantity: "60" }] });
  await draft({ requisitionLines: [{ requisitionLineId: id, quantity: "30" }] });
  await expect(
    edit(o.id, { requisitionLines: [{ requisitionLineId: id, quantity: "71" }] }),
  ).rejects.toMatchObject({
    errors: [{ path: "requisitionLines.0.quantity", message: "Only 70 t left to order." }],
  });
  expect(await read(o.id)).toMatchObject({
    version: 1,
    amount: 600_00,
    lines: [{ quantity: "60.0000" }],
  });
  await edit(o.id, { requisitionLines: [{ requisitionLineId: id, quantity: "70" }] });
  expect((await requisition(r.id)).lines[0]).toMatchObject({
    openQuantity: "0.0000",
    orderedAmount: 1_000_00,
  });
});

test("the same lines sent again change nothing of them, and their requisition hears nothing", async () => {
  const r = await asked();
  const o = await draft({
    requisitionLines: [{ requisitionLineId: r.lines[0]!.id, quantity: "60" }],
    lines: [own({ splits: [{ accountStringId: account.accountStringId, percent: "100" }] })],
  });
  const before = await read(o.id);
  const version = (await requisition(r.id)).version;
  await edit(o.id, {
    deliverTo: "The north yard",
    requisitionLines: [{ requisitionLineId: r.lines[0]!.id, quantity: "60", unitPrice: "10" }],
    lines: [own()],
  });
  expect((await read(o.id)).lines).toEqual(before.lines);
  expect([(await requisition(r.id)).version, (await read(o.id)).deliverTo]).toEqual([
    version,
    "The north yard",
  ]);
});

test("sent with its edit it goes out in one step, or nothing of the edit stays", async () => {
  const r = await asked();
  const o = await draft({ requisitionLines: r.lines.map((l) => ({ requisitionLineId: l.id })) });
  const dearer = {
    requisitionLines: [{ requisitionLineId: r.lines[0]!.id, quantity: "100", unitPrice: "11.00" }],
  };
  await expect(send(o.id, dearer, true)).rejects.toMatchObject({ code: "no_policy" });
  expect(await read(o.id)).toMatchObject({ version: 1, amount: 1_200_00, status: "draft" });
  const cheaper = {
    requisitionLines: [{ requisitionLineId: r.lines[0]!.id, quantity: "100", unitPrice: "9.00" }],
  };
  expect(await send(o.id, cheaper, true)).toMatchObject({ status: "issued", amount: 900_00 });
  expect(await line()).toEqual({ pre: 200_00, enc: 900_00 });
  await expect(edit(o.id, { title: "Late" })).rejects.toMatchObject({ code: "not_in_this_status" });
});

test("who edited an order, or sends it for its buyer, does not approve it", async () => {
  await makePolicy(t.database, people.admin, { documentType: "purchaseOrder" });
  const o = await draft({ lines: [own()] });
  await edit(o.id, { lines: [own({ unitPrice: "99.00" })] }, null, people.manager);
  await as(people.buyer, (tx) => submitOrder(tx, people.buyer, { id: o.id, version: null }));
  await expect(approveDocument(t.database, people.manager, o.id)).rejects.toMatchObject({
    status: 403,
  });
  await approveDocument(t.database, people.admin, o.id);
  expect((await read(o.id)).status).toBe("approved");
});

test("a stale version, an order without lines, a suspended vendor and an unknown commodity are refused at their place", async () => {
  const o = await draft({ lines: [own()] });
  const suspended = await makeVendor(t.database, agency, { name: "Gone Ltd", status: "suspended" });
  await expect(edit(o.id, { title: "x" }, 7)).rejects.toMatchObject({ status: 412 });
  expect(orderPatch.safeParse({ lines: [], requisitionLines: [] }).error?.issues[0]).toMatchObject({
    path: ["lines"],
    message: expect.stringContaining("Cancel the order"),
  });
  await expect(edit(o.id, { vendorId: suspended.id })).rejects.toMatchObject({
    code: "vendor_not_active",
  });
  await expect(
    edit(o.id, { lines: [own(), own({ commodityCode: "NOSUCH" })] }),
  ).rejects.toMatchObject({ status: 422, errors: [{ path: "lines.1.commodityCode" }] });
});

test("an order is taken back from its approvers, and once approved while it has not gone out; then it is a draft that can be edited", async () => {
  await makePolicy(t.database, people.admin, { documentType: "purchaseOrder" });
  const o = await draft({ lines: [own()] });
  const back = async () =>
    as(people.buyer, async (tx) =>
      recallOrder(tx, people.buyer, {
        id: o.id,
        version: (await read(o.id)).version,
        reason: null,
      }),
    );
  await as(people.buyer, (tx) => submitOrder(tx, people.buyer, { id: o.id, version: null }));
  await back();
  expect(await read(o.id)).toMatchObject({ status: "draft", canEdit: true });
  expect(
    await t.database.read(people.manager).rows(sql`
      select status
      from approval_request
      where org_id = ${agency.orgId} and document_id = ${o.id}
    `),
  ).toEqual([{ status: "withdrawn" }]);
  await edit(o.id, { lines: [own({ quantity: "5" })] });
  await as(people.buyer, (tx) => submitOrder(tx, people.buyer, { id: o.id, version: null }));
  await approveDocument(t.database, people.manager, o.id);
  await back();
  expect(await read(o.id)).toMatchObject({ status: "draft", amount: 50_00 });
  await as(people.buyer, (tx) => submitOrder(tx, people.buyer, { id: o.id, version: null }));
  await approveDocument(t.database, people.manager, o.id);
  await as(people.buyer, (tx) =>
    issueOrder(tx, people.buyer, { id: o.id, version: null }, "http://levee.test"),
  );
  await expect(back()).rejects.toMatchObject({ code: "not_in_this_status" });
});

test("an order is mailed again with a new link, which alone is good from then on; without an address it says what to do", async () => {
  const r = await asked();
  const o = await draft({ requisitionLines: [{ requisitionLineId: r.lines[0]!.id }] });
  await send(o.id, {}, true);
  const secrets = async () =>
    (
      await t.database
        .poolAs("levee_identity")
        .query(
          "select link from mail where kind = 'purchase_order' and org_id = $1 order by created_at, id",
          [agency.orgId],
        )
    ).rows.map(
      (row: { link: string }) => new URL(row.link).searchParams.get("token")!.split(".")[1]!,
    );
  await as(people.buyer, async (tx) =>
    resendOrder(
      tx,
      people.buyer,
      { id: o.id, version: (await read(o.id)).version },
      "http://levee.test",
    ),
  );
  const [first, second] = await secrets();
  const found = (secret: string) => orderOfToken(t.database.read(people.buyer), secret);
  expect([await found(first!), await found(second!)]).toEqual([null, { id: o.id }]);
  await as(people.admin, (tx) =>
    editOrganization(
      tx,
      people.admin,
      agency.orgId,
      { address: "400 Mill Street, Carver", phone: "952 555 0100" },
      1,
    ),
  );
  const vendorSees = await readForVendor(
    t.database.read({ orgId: agency.orgId, personId: null }),
    second!,
  );
  expect(vendorSees).toMatchObject({
    number: o.number,
    agencyAddress: "400 Mill Street, Carver",
    agencyPhone: "952 555 0100",
    buyer: people.buyer.name,
  });
  await t.database.transaction({ orgId: agency.orgId, personId: null }, (tx) =>
    acknowledgeByToken(tx, second!, "P. Northline"),
  );
  await as(people.buyer, async (tx) =>
    resendOrder(
      tx,
      people.buyer,
      { id: o.id, version: (await read(o.id)).version },
      "http://levee.test",
    ),
  );
  expect(await read(o.id)).toMatchObject({
    status: "acknowledged",
    acknowledgedBy: "P. Northline, by the mailed link",
  });
  await as(people.admin, (tx) =>
    tx.rows(
      sql`update vendor set email = null where org_id = ${agency.orgId} and id = ${vendor.id}`,
    ),
  );
  await expect(
    as(people.buyer, async (tx) =>
      resendOrder(
        tx,
        people.buyer,
        { id: o.id, version: (await read(o.id)).version },
        "http://levee.test",
      ),
    ),
  ).rejects.toMatchObject({
    code: "no_address",
    message: expect.stringContaining("Enter one in its record"),
  });
});

test("an order that was billed without a receipt is not cancelled, and can be short-closed; who placed it reads at the button that another must receive", async () => {
  const r = await asked();
  const o = await draft({
    matchMode: "two_way",
    requisitionLines: [{ requisitionLineId: r.lines[0]!.id }],
  });
  await send(o.id, {}, true);
  const offered = async (actor: Actor, name: string) =>
    (await read(o.id, actor)).actions.find((a) => a.name === name);
  expect(await offered(people.manager, "shortClose")).toMatchObject({
    enabled: false,
    reason: "Nothing was received: cancel it instead.",
  });
  expect([
    await offered(
      { ...people.buyer, permissions: new Set([...people.buyer.permissions, "receipt.post"]) },
      "receive",
    ),
    await offered(people.manager, "receive"),
  ]).toMatchObject([
    { enabled: false, reason: expect.stringContaining("another person must receive") },
    { enabled: true },
  ]);
  await as(people.admin, (tx) =>
    tx.rows(sql`
      update purchase_order
      set invoiced_amount = 40000
      where org_id = ${agency.orgId} and id = ${o.id}
    `),
  );
  expect(await offered(people.manager, "cancel")).toMatchObject({
    enabled: false,
    reason: expect.stringContaining("short-close it instead"),
  });
  await as(people.manager, async (tx) =>
    shortCloseOrder(tx, people.manager, {
      id: o.id,
      version: (await read(o.id)).version,
      reason: "The rest of the service is not wanted",
    }),
  );
  expect(await read(o.id)).toMatchObject({ status: "short_closed", encumbered: 0 });
});
