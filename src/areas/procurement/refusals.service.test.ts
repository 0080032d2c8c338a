// What requisitions, orders, blanket orders and receipts refuse, at the endpoints.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import { refusal } from "#kernel/lifecycle.ts";
import { sql } from "#server/db/sql.ts";
import {
  makeAgency,
  makeBudget,
  makeMembers,
  makePolicy,
  makeVendor,
  type Agency,
} from "#server/testing/agency.ts";
import { askingOf, refusalOf } from "#server/testing/asking.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { agencyDay } from "#server/testing/days.ts";
import { approveDocument, issuedOrder } from "#server/testing/purchase.ts";
import { reasonOf } from "#server/testing/rules.ts";
import { orderCycle } from "./order/order.model.ts";
import { requisitionCycle } from "./requisition/requisition.model.ts";

type Name = "ap" | "admin" | "manager" | "buyer" | "receiver" | "clerk" | "other";
let t: TestDatabase;
let agency: Agency;
let people: Record<Name, Actor>;
let vendorId: string;
let accounts: string[];
const ask = askingOf(() => t);
const refused = (who: Name, asked: string, body?: unknown, version?: number) =>
  refusalOf(ask(people[who], asked, body, version));

beforeAll(async () => {
  t = await freshDatabase();
  agency = await makeAgency(t.database);
  people = await makeMembers(t.database, agency, {
    ap: { duties: ["ap"] },
    admin: { role: "admin" },
    manager: { role: "manager" },
    buyer: { duties: ["buyer"] },
    receiver: { duties: ["receiver"] },
    clerk: { duties: ["requester"] },
    other: { duties: ["requester"] },
  });
  accounts = [];
  for (let n = 0; n < 2; n++)
    accounts.push((await makeBudget(t.database, agency, 50_000_00)).accountStringId);
  vendorId = (await makeVendor(t.database, agency)).id;
  await makePolicy(t.database, people.admin, { documentType: "purchaseOrder" });
});
afterAll(() => t.drop());

const line = (over: object = {}) => ({
  description: "Stone",
  quantity: "10",
  unit: "t",
  unitPrice: "10",
  splits: [{ accountStringId: accounts[0]! }],
  ...over,
});
const order = (over: object = {}) => ({
  title: "Flood stone",
  vendorId,
  departmentId: agency.departmentId,
  lines: [line()],
  ...over,
});
const orders = "POST /api/v1/purchase-orders";
const issued = () => issuedOrder(t.database, people, order() as never);

test("goods come on a day that has come, since the order went out, on its own lines", async () => {
  const { id, lines } = await issued();
  const came = (over: object = {}, of: object = {}) =>
    refused("receiver", `${orders}/${id}/actions/receive`, {
      lines: [{ purchaseOrderLineId: lines[0]!.id, quantity: "4", ...of }],
      ...over,
    });
  expect(await came({ receivedOn: agencyDay(1) })).toBe(
    "invalid_field: Goods cannot be received on a day to come.",
  );
  expect(await came({ receivedOn: agencyDay(-1) })).toMatch(
    /^invalid_field: The order went out on .+; its goods cannot come before\.$/,
  );
  const none = "cannot_receive: Some lines cannot be received like this. Nothing was saved.";
  expect(await came({}, { purchaseOrderLineId: newId() })).toBe(none);
  expect(await came({}, { quantity: "10.0001" })).toBe(none);
  expect(await came({}, { rejectedQuantity: "5", rejectReason: "Broken" })).toBe(none);
  expect(await came({}, { quantity: "0" })).toBe(
    "invalid_field: Enter a quantity for at least one line.",
  );
  expect(await came({ receivedOn: agencyDay() })).toBe("nothing was refused");
});

test("what goes back was rejected, came before, and goes back once", async () => {
  const { id, lines } = await issued();
  await ask(people.receiver, `${orders}/${id}/actions/receive`, {
    lines: [
      {
        purchaseOrderLineId: lines[0]!.id,
        quantity: "4",
        rejectedQuantity: "1",
        rejectReason: "Broken",
      },
    ],
  });
  const r = await t.database.read(people.buyer).one<{
    id: string;
    lineId: string;
    version: number;
  }>(sql`
    select r.id, l.id as line_id, r.version
    from receipt r
    join receipt_line l on l.org_id = r.org_id and l.receipt_id = r.id
    where r.org_id = ${agency.orgId} and r.purchase_order_id = ${id}
  `);
  const back = (returnedOn: string, lineId = r.lineId) =>
    refused("receiver", `POST /api/v1/receipts/${r.id}/actions/return`, { lineId, returnedOn });
  expect(await back(agencyDay(1))).toBe("invalid_field: Goods cannot go back on a day to come.");
  expect(await back(agencyDay(-1))).toMatch(/^invalid_field: The goods came on .+ go back before/);
  expect(await back(agencyDay())).toBe("nothing was refused");
  expect(await back(agencyDay())).toBe(
    "nothing_rejected: Nothing of this line was rejected, or it went back already.",
  );
  expect(
    await refused(
      "receiver",
      `POST /api/v1/receipts/${r.id}/actions/reject`,
      { lineId: newId(), quantity: "1", reason: "Wrong size" },
      r.version,
    ),
  ).toBe("invalid_field: This line is not on the receipt.");
});

test("a blanket order names each account once, ends in its year, and takes releases while it runs", async () => {
  const blanket = (over: object = {}) => order({ endsOn: agencyDay(30), ...over });
  expect(await refused("buyer", orders, blanket({ endsOn: agencyDay(-1) }))).toBe(
    "invalid_field: The last day of the blanket order has passed.",
  );
  expect(await refused("buyer", orders, blanket({ endsOn: "2036-10-01" }))).toMatch(
    /^invalid_field: A blanket order encumbers one fiscal year, which ends on /,
  );
  expect(await refused("buyer", orders, blanket({ lines: [line(), line()] }))).toBe(
    "invalid_field: A blanket order names each account once: one line for each account, with its amount.",
  );
  const made = await ask(people.buyer, orders, blanket());
  const release = (over: object = {}) =>
    refused("buyer", orders, order({ blanketId: made.id, ...over }));
  expect(await release()).toMatch(
    /^blanket_not_running: \S+ is draft: releases are placed on blanket orders that have gone out\.$/,
  );
  await ask(people.buyer, `${orders}/${made.id}/actions/submit`, {}, made.version);
  await approveDocument(t.database, people.manager, made.id);
  const now = await ask(people.buyer, `GET /api/v1/purchase-orders/${made.id}`);
  await ask(people.buyer, `${orders}/${made.id}/actions/issue`, {}, now.version);
  expect(await release({ blanketId: newId() })).toBe(
    "invalid_field: This blanket order does not exist.",
  );
  const another = await makeVendor(t.database, agency);
  expect(await release({ vendorId: another.id })).toMatch(/ was placed with another vendor\.$/);
  const elsewhere = [line({ splits: [{ accountStringId: accounts[1] }] })];
  expect(await release({ lines: elsewhere })).toBe(
    "not_on_blanket: A release charges the accounts of its blanket order. Nothing was saved.",
  );
  const reserved = [{ requisitionLineId: newId(), quantity: "1", unitPrice: "1" }];
  expect(await release({ requisitionLines: reserved })).toContain(
    "A release draws on the money of its blanket order, and these lines reserve their own. Order them by themselves.",
  );
  expect(await release()).toBe("nothing was refused");
  const drawn = await ask(people.buyer, orders, order({ blanketId: made.id }));
  const path = `PATCH /api/v1/purchase-orders/${drawn.id}`;
  expect(await refused("buyer", path, { contractId: newId() }, drawn.version)).toMatch(
    /The contract is that of PO-\S+\.$/,
  );
  const bill = {
    vendorId,
    purchaseOrderId: made.id,
    vendorNumber: "B-1",
    invoiceDate: agencyDay(),
    lines: [{ description: "Stone", quantity: "1", unitPrice: "10", accountStringId: accounts[0] }],
  };
  expect(await refused("ap", "POST /api/v1/invoices", bill)).toBe(
    "invalid_field: This is a blanket order: what came is billed on the release that ordered it.",
  );
});

test("an order of nothing is cancelled, and a vendor's link is whole", async () => {
  const { id, lines } = await issued();
  const { version } = await ask(people.buyer, `GET /api/v1/purchase-orders/${id}`);
  const none = { reason: "Not needed", lines: [{ id: lines[0]!.id, cancelled: true }] };
  expect(await refused("buyer", `${orders}/${id}/actions/change`, none, version)).toBe(
    "invalid_field: Nothing would be left on the order. Cancel it instead.",
  );
  const link = (token: string) =>
    refused("buyer", "POST /api/v1/order-acknowledgements", { token, name: "Nora" });
  const bad = "bad_token: This link is not good any more. Ask the buyer for a new one.";
  expect(await link("half")).toBe(bad);
  expect(await link(`${agency.orgId}.${"x".repeat(32)}`)).toBe(bad);
});

test("an override that was granted is not granted twice", () => {
  const grant = (status: string) =>
    reasonOf(requisitionCycle, "grantOverride", {
      status: "draft",
      requesterId: "q",
      missing: 1,
      budgetOverride: { status },
    });
  expect(grant("granted")).toBe("It is granted already.");
  expect(grant("asked")).toBeNull();
});

test("only a blanket order has a last day", async () => {
  const made = await ask(people.buyer, orders, order());
  expect(
    await refused(
      "buyer",
      `PATCH /api/v1/purchase-orders/${made.id}`,
      { endsOn: agencyDay(3) },
      made.version,
    ),
  ).toBe("invalid_field: Only a blanket order has a last day.");
});

test("a requisition is its requester's, for a day of the year that pays", async () => {
  const path = "POST /api/v1/requisitions";
  const wanted = {
    title: "Stone",
    departmentId: agency.departmentId,
    neededOn: agencyDay(9),
    lines: [line()],
  };
  const emergency = { ...wanted, emergency: true, justification: "The levee seeps." };
  expect(await refused("clerk", path, { ...emergency, neededOn: "2026-09-30" })).toMatch(
    /The fiscal year that pays for it begins on .+ Enter a day from then on\.$/,
  );
  const made = await ask(people.clerk, path, wanted);
  expect(
    await refused("other", `PATCH /api/v1/requisitions/${made.id}`, wanted, made.version),
  ).toBe("not_allowed: Only the person who asked for it can change it.");
  expect(await refused("other", `${path}/${made.id}/actions/submit`, {}, made.version)).toMatch(
    /Only the person who asked for it can do this\./,
  );
});

test("the rules of an order: acknowledged once, and a blanket order ends as one", () => {
  const asker = {
    personId: "p",
    kind: "member",
    permissions: new Set(Object.values(orderCycle.actions).map((action) => action.permission)),
  };
  const said = (action: keyof typeof orderCycle.actions, over: object) =>
    refusal(orderCycle, action, { status: "issued", ...over } as never, asker)?.reason;
  expect(said("acknowledge", { acknowledgedAt: "2026-11-25" })).toBe(
    "This version is acknowledged.",
  );
  expect(said("acknowledge", { acknowledgedAt: null })).toBeUndefined();
  expect(said("shortClose", { kind: "blanket" })).toBe("End the blanket order instead.");
  expect(said("end", { kind: "standard" })).toBe("Only a blanket order ends like this.");
});
