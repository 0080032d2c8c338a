import { Readable } from "node:stream";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { dateIn } from "#kernel/dates.ts";
import { bind, sql } from "#server/db/sql.ts";
import { vendorSide } from "#server/db/scopes/vendor-side.ts";
import { identityDb } from "#server/db/scopes/identity.ts";
import {
  makeAgency,
  makeBudget,
  makeMembers,
  makePolicy,
  makeVendor,
  type Agency,
} from "#server/testing/agency.ts";
import { makeCompany } from "#server/testing/company.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { issuedOrder, receiveGoods } from "#server/testing/purchase.ts";
import { holdTexts, type HoldKind } from "#areas/finance/finance.public.ts";
import {
  submitVendorInvoice,
  submitVendorUbl,
} from "#areas/finance/vendor-invoice/vendor-invoice.service.ts";
import {
  acknowledgeAsVendor,
  announceShipment,
  withdrawShipment,
} from "#areas/procurement/fulfilment/fulfilment.service.ts";
import {
  answerRequest,
  requestChange,
  withdrawRequest,
} from "#areas/procurement/fulfilment/change-request.service.ts";
import { driverLinkAsVendor } from "#areas/logistics/proof/link.service.ts";
import { answerAsVendor, writeToAgency, writeToVendor } from "./message.service.ts";
import { solicitationOf } from "#server/testing/sourcing.ts";
import { createSolicitation } from "#areas/sourcing/solicitation/solicitation.service.ts";
import { readThread } from "./thread.read.service.ts";
import {
  portalInvoices,
  portalOrder,
  portalOrders,
  portalPayments,
  portalTotals,
} from "./portal.service.ts";
import { invoicedSoFar } from "./order-invoices.labels.ts";
import { waitingFor } from "./waiting.service.ts";

let t: TestDatabase;
let agency: Agency;
let people: Record<"buyer" | "receiver" | "manager" | "admin" | "ap", Actor>;
let vendor: Actor;
let rival: Actor;
let vendorId: string;
let rivalId: string;
let account: string;
const tie = (orgId: string, id: string, company: Actor) =>
  t.database.transaction({ orgId, personId: null }, (tx) =>
    tx.rows(sql`
      update vendor
      set identity_id = ${company.vendorIds[0]}
      where org_id = ${orgId} and id = ${id}
    `),
  );
const newOrder = (of = vendorId) =>
  issuedOrder(t.database, people, {
    vendorId: of,
    departmentId: agency.departmentId,
    lines: [
      { quantity: "100", unit: "t", unitPrice: "12.50", splits: [{ accountStringId: account }] },
      { quantity: "10", unitPrice: "40.00", splits: [{ accountStringId: account }] },
    ],
  });
const side = (who: Actor) => vendorSide(t.database, who);
const today = dateIn(new Date().toISOString(), "America/Chicago"); // the zone of the agencies of tests

beforeAll(async () => {
  t = await freshDatabase();
  agency = await makeAgency(t.database);
  people = await makeMembers(t.database, agency, {
    buyer: { duties: ["buyer"] },
    receiver: { duties: ["receiver"] },
    manager: { role: "manager" },
    admin: { role: "admin" },
    ap: { duties: ["ap"] },
  });
  await makePolicy(t.database, people.admin, { documentType: "purchaseOrder" });
  account = (await makeBudget(t.database, agency, 900_000_00)).accountStringId;
  [vendor, rival] = [
    await makeCompany(t, "Northline Aggregates"),
    await makeCompany(t, "Rival Stone"),
  ];
  [vendorId, rivalId] = [
    (await makeVendor(t.database, agency, { name: "Northline Aggregates" })).id,
    (await makeVendor(t.database, agency, { name: "Rival Stone" })).id,
  ];
  await tie(agency.orgId, vendorId, vendor);
  await tie(agency.orgId, rivalId, rival);
});
afterAll(() => t.drop());

test("a vendor sees its own issued orders and nothing that is the agency's alone", async () => {
  const order = await newOrder();
  const seen = await portalOrder(side(vendor), agency.orgId, order.id);
  expect(seen).toMatchObject({
    status: "issued",
    amount: 165_000,
    can: { acknowledge: true, change: true, ship: true, invoice: true },
    timeZone: "America/Chicago",
  });
  expect(seen.lines.map((l) => [l.quantity, l.onTheWay])).toEqual([
    ["100.0000", "0.0000"],
    ["10.0000", "0.0000"],
  ]);
  await expect(portalOrder(side(rival), agency.orgId, order.id)).rejects.toMatchObject({
    status: 404,
  });
  for (const hidden of [
    "buyer_id",
    "pending_change",
    "acknowledge_token_digest",
    "method_citation",
  ])
    await expect(
      side(vendor).rows(bind(`select ${hidden} from purchase_order`, [])),
    ).rejects.toMatchObject({ code: "42501" });
  for (const table of [
    "purchase_order_split",
    "approval_request",
    "budget_line",
    "vendor_screening",
    "vendor_contact",
    "requisition",
    "audit_entry",
  ])
    await expect(
      side(vendor).rows(bind(`select * from ${table} limit 1`, [])),
    ).rejects.toMatchObject({ code: "42501" });
  expect(() => side(people.buyer)).toThrow(/for vendors/);
});

test("it acknowledges once, as itself; another vendor and another agency cannot", async () => {
  const order = await newOrder();
  const other = await makeAgency(t.database);
  await expect(acknowledgeAsVendor(t.app, rival, agency.orgId, order.id)).rejects.toMatchObject({
    status: 404,
  });
  await expect(acknowledgeAsVendor(t.app, vendor, other.orgId, order.id)).rejects.toMatchObject({
    status: 404,
  });
  expect(() => acknowledgeAsVendor(t.app, people.buyer, agency.orgId, order.id)).toThrow(
    /for vendors/,
  );
  expect(await acknowledgeAsVendor(t.app, vendor, agency.orgId, order.id)).toMatchObject({
    status: "acknowledged",
    acknowledgedBy: expect.stringContaining(vendor.name),
  });
  await expect(acknowledgeAsVendor(t.app, vendor, agency.orgId, order.id)).rejects.toMatchObject({
    code: "not_in_this_status",
  });
  const entry = await t.database.read(people.admin).one<{ actorId: string }>(sql`
    select actor_id
    from audit_entry
    where org_id = ${agency.orgId}
      and object_id = ${order.id}
      and action = 'purchaseOrder.acknowledge'
  `);
  expect(entry.actorId).toBe(vendor.personId);
  expect(
    await t.database.read(people.buyer).rows(sql`
      select title
      from notification
      where org_id = ${agency.orgId}
        and person_id = ${people.buyer.personId}
        and kind = 'purchaseOrder'
        and link = ${`/purchase-orders/${order.id}`}
    `),
  ).toHaveLength(1);
});

test("a change that it asks for waits for the buyer and changes nothing by itself", async () => {
  const order = await newOrder();
  const asked = await requestChange(t.app, vendor, agency.orgId, order.id, {
    reason: "The quarry is closed until then",
    promisedOn: "2026-12-20",
    lines: [{ lineId: order.lines[0]!.id, quantity: "90" }],
  });
  expect(asked).toMatchObject({
    status: "open",
    lines: [{ lineNo: 1, quantity: "90", unitPrice: null }],
  });
  await expect(acknowledgeAsVendor(t.app, vendor, agency.orgId, order.id)).rejects.toMatchObject({
    code: "change_open",
  });
  await expect(
    requestChange(t.app, vendor, agency.orgId, order.id, {
      reason: "Again",
      promisedOn: "2026-12-21",
      lines: [],
    }),
  ).rejects.toMatchObject({ code: "change_open" });
  await expect(withdrawRequest(t.app, rival, agency.orgId, asked.id)).rejects.toMatchObject({
    status: 404,
  });
  await expect(
    t.database.transaction(people.buyer, (tx) =>
      answerRequest(tx, people.buyer, "decline", {
        id: asked.id,
        version: asked.version,
        reason: null,
      }),
    ),
  ).rejects.toMatchObject({ code: "reason_required" });
  expect(
    await t.database.transaction(people.buyer, (tx) =>
      answerRequest(tx, people.buyer, "decline", {
        id: asked.id,
        version: asked.version,
        reason: "We need it before the frost",
      }),
    ),
  ).toMatchObject({ status: "declined" });
  expect(await portalOrder(side(vendor), agency.orgId, order.id)).toMatchObject({
    promisedOn: null,
    lines: [expect.objectContaining({ quantity: "100.0000" }), expect.anything()],
    requests: [expect.objectContaining({ answer: "We need it before the frost" })],
    can: { acknowledge: true },
  });
  await expect(
    requestChange(t.app, vendor, agency.orgId, order.id, {
      reason: "Line of another order",
      promisedOn: null,
      lines: [{ lineId: (await newOrder()).lines[0]!.id, quantity: "1" }],
    }),
  ).rejects.toMatchObject({ code: "not_on_order" });
});

test("it announces no more than is still to come; a withdrawn notice counts no more", async () => {
  const order = await newOrder();
  const [one] = order.lines;
  const ship = (quantity: string, over: object = {}) =>
    announceShipment(t.app, vendor, agency.orgId, order.id, {
      carrier: "Own truck",
      tracking: "",
      shippedOn: today,
      expectedOn: today,
      note: "",
      packages: 2,
      lines: [{ lineId: one!.id, quantity, lot: "" }],
      ...over,
    });
  const first = await ship("60");
  expect(first.number).toMatch(/^ASN-2027-/);
  await expect(ship("41")).rejects.toMatchObject({
    errors: [{ path: "lines.0.quantity", message: expect.stringContaining("at most 40") }],
  });
  await expect(
    ship("1", { shippedOn: "2099-01-01", expectedOn: "2099-01-02" }),
  ).rejects.toMatchObject({ code: "in_the_future" });
  await expect(withdrawShipment(t.app, rival, agency.orgId, first.id)).rejects.toMatchObject({
    status: 404,
  });
  // Whose shipment it is gives its driver a link.
  expect((await driverLinkAsVendor(t.app, vendor, agency.orgId, first.id)).path).toMatch(
    new RegExp(`^/delivery/${agency.orgId}\\.`),
  );
  await expect(driverLinkAsVendor(t.app, rival, agency.orgId, first.id)).rejects.toMatchObject({
    status: 404,
  });
  await withdrawShipment(t.app, vendor, agency.orgId, first.id);
  await ship("100");
  await receiveGoods(t.database, people, order, ["100", "0"]);
  await expect(ship("1")).rejects.toMatchObject({ code: "cannot_ship" });
});

test("it sends invoices for its own orders; a number is used once, and what holds an invoice is said without the agency's accounts", async () => {
  const order = await newOrder();
  const theirs = await newOrder(rivalId);
  const bill = (over: object = {}, of = order) =>
    submitVendorInvoice(t.app, vendor, agency.orgId, of.id, {
      vendorNumber: "N-0100",
      invoiceDate: today,
      charges: 0,
      tax: 0,
      note: "",
      lines: [{ lineId: of.lines[0]!.id, quantity: "50", unitPrice: "12.50" }],
      ...over,
    });
  await expect(bill({}, theirs)).rejects.toMatchObject({ status: 404 });
  await expect(
    bill({ lines: [{ lineId: theirs.lines[0]!.id, quantity: "1", unitPrice: "1" }] }),
  ).rejects.toMatchObject({ code: "not_on_order" });
  await expect(bill({ invoiceDate: "2099-01-01" })).rejects.toMatchObject({
    errors: [{ path: "invoiceDate", message: expect.any(String) }],
  });
  await receiveGoods(t.database, people, order, ["100", "10"]);
  expect(await bill()).toMatchObject({ status: "matched", source: "vendor", total: 62_500 });
  await expect(bill({ vendorNumber: "n 100" })).rejects.toMatchObject({
    code: "duplicate_invoice",
  });
  const dear = await bill({
    vendorNumber: "N-0101",
    lines: [{ lineId: order.lines[0]!.id, quantity: "50", unitPrice: "15.00" }],
  });
  expect(dear.status).toBe("exception");
  const shown = await portalOrder(side(vendor), agency.orgId, order.id);
  expect([invoicedSoFar(shown.invoices), shown.invoicedAmount]).toEqual([62_500 + 75_000, 0]);
  const { items } = await portalInvoices(
    side(vendor),
    { page: 1, q: "N-010" },
    (kind) => `because ${kind}`,
  );
  expect(items.map((i) => [i.vendorNumber, i.reasons])).toEqual(
    expect.arrayContaining([
      ["N-0100", []],
      ["N-0101", ["because over_encumbrance", "because price"]],
    ]),
  );
  expect((await portalInvoices(side(rival), { page: 1 }, String)).items).toEqual([]);
  expect((await portalPayments(side(vendor), { page: 1 })).items).toEqual([]);
});

test("a UBL file counts only for its own order", async () => {
  const order = await newOrder();
  const theirs = await newOrder(rivalId);
  const number = async (id: string) =>
    (
      await t.database
        .read(people.buyer)
        .one<{ number: string }>(
          sql`select number from purchase_order where org_id = ${agency.orgId} and id = ${id}`,
        )
    ).number;
  const xml = (po: string, id: string) =>
    [
      '<?xml version="1.0"?>',
      '<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2"',
      ' xmlns:cac="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2"',
      ' xmlns:cbc="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2">',
      `<cbc:ID>${id}</cbc:ID><cbc:IssueDate>${today}</cbc:IssueDate>`,
      "<cbc:DocumentCurrencyCode>USD</cbc:DocumentCurrencyCode>",
      `<cac:OrderReference><cbc:ID>${po}</cbc:ID></cac:OrderReference>`,
      '<cac:LegalMonetaryTotal><cbc:PayableAmount currencyID="USD">125.00</cbc:PayableAmount>',
      "</cac:LegalMonetaryTotal><cac:InvoiceLine><cbc:ID>1</cbc:ID>",
      '<cbc:InvoicedQuantity unitCode="TNE">10</cbc:InvoicedQuantity>',
      '<cbc:LineExtensionAmount currencyID="USD">125.00</cbc:LineExtensionAmount>',
      "<cac:OrderLineReference><cbc:LineID>1</cbc:LineID></cac:OrderLineReference>",
      "<cac:Item><cbc:Name>Stone</cbc:Name></cac:Item>",
      '<cac:Price><cbc:PriceAmount currencyID="USD">12.50</cbc:PriceAmount></cac:Price>',
      "</cac:InvoiceLine></Invoice>",
    ].join("\n");
  const send = (text: string) =>
    submitVendorUbl(t.app, vendor, agency.orgId, {
      name: "bill.xml",
      stream: Readable.from([text]),
    });
  await expect(send(xml(await number(theirs.id), "U-1"))).rejects.toMatchObject({
    code: "not_yours",
  });
  await receiveGoods(t.database, people, order, ["10", "0"]);
  expect(await send(xml(await number(order.id), "U-1"))).toMatchObject({
    source: "ubl",
    status: "matched",
    total: 12_500,
  });
  expect((await send(xml(await number(order.id), "U-2").replace('"TNE"', '"XBG"'))).status).toBe(
    "exception",
  );
  expect(
    (
      await portalInvoices(
        side(vendor),
        { page: 1, q: "U-2" },
        (kind) => holdTexts[kind as HoldKind],
      )
    ).items[0]!.reasons,
  ).toContainEqual(expect.stringContaining("another unit of measure"));
});

test("messages stay between the vendor and the agency, and each side is told", async () => {
  const order = await newOrder();
  const { id } = await writeToAgency(t.app, vendor, agency.orgId, {
    subject: "Gate hours",
    objectType: "purchaseOrder",
    objectId: order.id,
    body: "When is the yard open?",
  });
  expect(
    (
      await writeToAgency(t.app, vendor, agency.orgId, {
        subject: "Gate hours",
        objectType: "purchaseOrder",
        objectId: order.id,
        body: "And on Saturday?",
      })
    ).id,
  ).toBe(id);
  await expect(
    writeToAgency(t.app, rival, agency.orgId, {
      subject: "Mine",
      objectType: "purchaseOrder",
      objectId: order.id,
      body: "Hello",
    }),
  ).rejects.toMatchObject({ status: 404 });
  const tender = await t.database.transaction(people.buyer, (tx) =>
    createSolicitation(tx, people.buyer, solicitationOf(agency)),
  );
  await t.database.transaction({ orgId: agency.orgId, personId: null }, (tx) =>
    tx.rows(sql`
      update solicitation
      set status = 'published', published_at = clock_timestamp()
      where org_id = ${agency.orgId} and id = ${tender.id}
    `),
  );
  await expect(
    writeToAgency(t.app, rival, agency.orgId, {
      subject: "Due day",
      objectType: "solicitation",
      objectId: tender.id,
      body: "May it be later?",
    }),
  ).rejects.toMatchObject({ code: "use_questions" });
  await expect(answerAsVendor(t.app, rival, agency.orgId, id, "Hello")).rejects.toMatchObject({
    status: 404,
  });
  await expect(readThread(side(rival), agency.orgId, id)).rejects.toMatchObject({ status: 404 });
  await writeToVendor(t.app, people.buyer, { threadId: id, body: "From six to two." });
  expect(
    (await readThread(side(vendor), agency.orgId, id)).messages.map((m) => [m.fromVendor, m.body]),
  ).toEqual([
    [true, "When is the yard open?"],
    [true, "And on Saturday?"],
    [false, "From six to two."],
  ]);
  const letters = await identityDb(t.database).rows<{ bodyText: string }>(sql`
    select body_text
    from mail
    where kind = 'vendor_message' and to_address = ${vendor.email}
  `);
  expect(letters).toHaveLength(1);
  expect(letters[0]!.bodyText).not.toContain("six");
  const other = await makeAgency(t.database);
  await expect(
    readThread(t.database.read({ orgId: other.orgId, personId: null }), other.orgId, id),
  ).rejects.toMatchObject({ status: 404 });
});

test("what waits is found over all agencies, and the sums are its own", async () => {
  const second = await makeAgency(t.database);
  const id = (await makeVendor(t.database, second, { name: "Northline Aggregates" })).id;
  await tie(second.orgId, id, vendor);
  const waiting = await waitingFor(side(vendor), t.database.read(vendor), vendor);
  expect(waiting.filter((w) => w.kind === "order").length).toBeGreaterThan(2);
  expect(waiting.some((w) => w.kind === "invoice" && w.title.includes("N-0101"))).toBe(true);
  expect(
    (await waitingFor(side(rival), t.database.read(rival), rival)).every((w) => w.kind === "order"),
  ).toBe(true);
  const [mine, theirs] = [await portalTotals(side(vendor)), await portalTotals(side(rival))];
  expect(mine.openOrders).toBeGreaterThan(theirs.openOrders);
  expect(
    (await portalOrders(side(vendor), { page: 1, status: "acknowledged" })).items.every(
      (o) => o.status === "acknowledged",
    ),
  ).toBe(true);
});
