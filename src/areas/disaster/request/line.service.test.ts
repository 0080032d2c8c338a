// Lines of a resource request: each has its own source, and a state that only its records give it.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { createOrder, issueOrder, submitOrder } from "#areas/procurement/procurement.server.ts";
import { orderInput } from "#areas/procurement/order/order.model.ts";
import { rejectAccepted, reverseReceipt } from "#areas/procurement/receipt/return.service.ts";
import { businessDate } from "#server/clock.ts";
import type { Tx } from "#server/db/db.ts";
import { published } from "#server/db/scopes/published.ts";
import { sql } from "#server/db/sql.ts";
import {
  makeAgency,
  makeBudget,
  makeMembers,
  makePolicy,
  makeVendor,
} from "#server/testing/agency.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { approveDocument, receiveGoods } from "#server/testing/purchase.ts";
import { publicOrders } from "#areas/engagement/published/published.service.ts";
import { beginIncident } from "../incident/draft.service.ts";
import { incidentInput } from "../incident/incident.model.ts";
import { readIncident } from "../incident/incident.read.service.ts";
import { moveIncident } from "../incident/incident.service.ts";
import { holdPosition } from "../incident/position.service.ts";
import { giveLine } from "./line.service.ts";
import { lineState, requestState, type LineFacts } from "./line-state.model.ts";
import { requestInput, stepInput } from "./request.model.ts";
import { askForResource, readRequest, requestSteps } from "./request.service.ts";

let t: TestDatabase;
let vendorId: string, departmentId: string, incidentId: string;
let people: Record<
  "chief" | "planner" | "logistics" | "finance" | "yard" | "manager" | "buyer" | "receiver",
  Actor
>;
const as = <T>(actor: Actor, work: (tx: Tx) => Promise<T>) => t.database.transaction(actor, work);

beforeAll(async () => {
  t = await freshDatabase();
  const agency = await makeAgency(t.database);
  people = await makeMembers(t.database, agency, {
    chief: { duties: ["emergency_manager"] },
    planner: {},
    logistics: {},
    finance: {},
    yard: {},
    manager: { role: "manager" },
    buyer: { duties: ["buyer"] },
    receiver: { duties: ["receiver"] },
  });
  const { accountStringId } = await makeBudget(t.database, agency, 1_000_000_00);
  ({ departmentId } = agency);
  vendorId = (await makeVendor(t.database, agency)).id;
  await makePolicy(t.database, people.manager, { documentType: "requisition" });
  await makePolicy(t.database, people.manager, { documentType: "purchaseOrder" });
  const { chief } = people;
  ({ id: incidentId } = await as(chief, (tx) =>
    beginIncident(
      tx,
      chief,
      incidentInput.parse({
        title: "Flood of the Cedar",
        kind: "flood",
        beginsOn: businessDate(tx.scope),
        departmentId,
        accountStringId,
      }),
    ),
  ));
  await as(chief, (tx) =>
    moveIncident(tx, chief, "activate", { id: incidentId, version: null, level: 1 }),
  );
  const { positions } = await readIncident(t.database.read(chief), chief, incidentId);
  for (const [code, person] of [
    ["PSC", people.planner],
    ["LSC", people.logistics],
    ["FSC", people.finance],
  ] as const)
    await as(chief, (tx) =>
      holdPosition(tx, chief, positions.find((p) => p.code === code)!.id, {
        personId: person.personId!,
        handover: "",
      }),
    );
});
afterAll(() => t.drop());

const step = (actor: Actor, action: keyof typeof requestSteps, id: string, input: object = {}) =>
  as(actor, (tx) =>
    requestSteps[action](
      tx,
      actor,
      { id, version: null, reason: "The water falls." },
      stepInput.parse(input),
    ),
  );
const read = (id: string) => readRequest(t.database.read(people.chief), people.chief, id);
const states = async (id: string) => (await read(id)).lines.map((l) => l.state);

const asked = async (): Promise<string> => {
  const { chief, planner, logistics } = people;
  const { id } = await as(chief, (tx) =>
    askForResource(
      tx,
      chief,
      requestInput.parse({
        incidentId,
        title: "Sandbags and pumps",
        need: "The lift station stands dry only by pumping.",
        neededAt: new Date(Date.now() + 14_400_000).toISOString(),
        lines: [
          { description: "Sandbag, filled", quantity: "3000", unitPrice: "0" },
          { description: "Pump, 6 inch", quantity: "2", unitPrice: "1900.00" },
        ],
      }),
    ),
  );
  await step(planner, "approveSection", id);
  await step(logistics, "check", id);
  return id;
};

const threeSources = async () => {
  const id = await asked();
  const [bags, pump] = (await read(id)).lines;
  const sources = [
    { lineId: bags!.id, source: "own", quantity: "1000", giverId: people.yard.personId },
    { lineId: bags!.id, source: "state", quantity: "2000", supplier: "State stockpile" },
    { lineId: pump!.id, source: "purchase" },
  ];
  await step(people.logistics, "order", id, { sources });
  return id;
};

const orderOf = async (id: string) => {
  const { buyer, manager } = people;
  const { requisitionId } = await read(id);
  await approveDocument(t.database, manager, requisitionId!);
  expect(await states(id)).toEqual(["waits", "approved", "waits"]);
  const [line] = await t.database.read(buyer).rows<{ id: string }>(sql`
    select id
    from requisition_line
    where org_id = ${buyer.orgId} and requisition_id = ${requisitionId}
  `);
  const made = await as(buyer, (tx) =>
    createOrder(
      tx,
      buyer,
      orderInput.parse({
        title: "Pumps",
        vendorId,
        departmentId,
        requisitionLines: [{ requisitionLineId: line!.id, quantity: "2", unitPrice: "1900.00" }],
      }),
    ),
  );
  await as(buyer, (tx) => submitOrder(tx, buyer, { id: made.id, version: null }));
  await approveDocument(t.database, manager, made.id);
  // An order that its vendor has not got is not ordered.
  expect(await states(id)).toEqual(["waits", "approved", "waits"]);
  await as(buyer, (tx) =>
    issueOrder(tx, buyer, { id: made.id, version: null }, "http://levee.test"),
  );
  const lines = await t.database.read(buyer).rows<{ id: string }>(sql`
    select id
    from purchase_order_line
    where org_id = ${buyer.orgId} and purchase_order_id = ${made.id}
  `);
  return { id: made.id, lines };
};

test("of three sources each line follows its own records, and nobody presses that it came", async () => {
  const id = await threeSources();
  expect(await states(id)).toEqual(["planned", "planned", "planned"]);
  await step(people.logistics, "toFinance", id);
  await step(people.finance, "fund", id);
  expect((await read(id)).status).toBe("funded");
  expect(await states(id)).toEqual(["waits", "approval", "waits"]);
  const requisition = await t.database.read(people.chief).one<{
    method: string;
    methodReason: string;
    methodCitation: string;
  }>(sql`
    select method, method_reason, method_citation
    from requisition
    where org_id = ${people.chief.orgId} and id = ${(await read(id)).requisitionId}
  `);
  expect(requisition.method).toBe("noncompetitive");
  expect(requisition.methodReason).toContain("2 CFR 200.320(c)(3)");
  const order = await orderOf(id);
  const bought = await t.database.read(people.chief).one<{ method: string }>(sql`
    select method
    from purchase_order
    where org_id = ${people.chief.orgId} and id = ${order.id}
  `);
  expect(bought.method).toBe("noncompetitive");
  // Everybody reads by which rule it was bought, and that it was an emergency.
  await as(people.manager, (tx) =>
    tx.rows(sql`
      update organization
      set settings = ${JSON.stringify({ publish: { orders: true } })}::jsonb
      where id = ${people.manager.orgId}
    `),
  );
  await as(people.manager, (tx) =>
    tx.rows(sql`
      update vendor
      set is_public = true
      where org_id = ${people.manager.orgId} and id = ${vendorId}
    `),
  );
  const seen = await publicOrders(published(t.database), { q: "", page: 1 });
  expect(seen.items.find((each) => each.id === order.id)).toMatchObject({
    emergency: true,
    methodCitation: "2 CFR 200.320(c)(3)",
  });
  expect((await read(id)).status).toBe("ordered");
  expect(await states(id)).toEqual(["waits", "ordered", "waits"]);
  const [own, , state] = (await read(id)).lines;
  const give = (actor: Actor, lineId: string) =>
    as(actor, (tx) => giveLine(tx, actor, { id, lineId }, { note: "Pallets 1 to 10, truck 7" }));
  await expect(give(people.logistics, own!.id)).rejects.toThrow(
    "yard gives this, and confirms it.",
  );
  await expect(give(people.finance, state!.id)).rejects.toThrow(/operations confirm what came/);
  await give(people.yard, own!.id);
  await expect(give(people.yard, own!.id)).rejects.toThrow(/Nothing waits to be confirmed/);
  expect((await read(id)).status).toBe("partial");
  await receiveGoods(t.database, people, order, ["1"]);
  expect(await states(id)).toEqual(["filled", "partly", "waits"]);
  await receiveGoods(t.database, people, order, ["1"]);
  expect((await read(id)).status).toBe("partial");
  await give(people.logistics, state!.id);
  expect(await states(id)).toEqual(["filled", "filled", "filled"]);
  expect((await read(id)).status).toBe("received");
  // What goes back fills nothing any more.
  const receipts = await t.database.read(people.receiver).rows<{ id: string; lineId: string }>(sql`
    select r.id, l.id as line_id
    from receipt r
    join receipt_line l on l.org_id = r.org_id and l.receipt_id = r.id
    where r.org_id = ${people.receiver.orgId} and r.purchase_order_id = ${order.id}
    order by r.number
  `);
  const [first, second] = receipts;
  await as(people.receiver, (tx) =>
    reverseReceipt(tx, people.receiver, second!.id, 1, "It was another order's"),
  );
  expect(await states(id)).toEqual(["filled", "partly", "filled"]);
  expect((await read(id)).status).toBe("partial");
  await as(people.receiver, (tx) =>
    rejectAccepted(tx, people.receiver, first!.id, 1, {
      lineId: first!.lineId,
      quantity: "1",
      reason: "It does not start",
    }),
  );
  expect(await states(id)).toEqual(["filled", "ordered", "filled"]);
});

test("cancelled half-received: its order is named with what is open, and cut to what came", async () => {
  const id = await threeSources();
  await step(people.logistics, "toFinance", id);
  const off = (await readRequest(t.database.read(people.buyer), people.buyer, id)).actions;
  expect(off.map((each) => each.enabled)).not.toContain(true);
  expect(off[0]!.reason).toMatch(/^Who holds a position here in /);
  await step(people.finance, "fund", id);
  const order = await orderOf(id);
  await receiveGoods(t.database, people, order, ["1"]);
  await step(people.logistics, "cancel", id);
  const now = await t.database.read(people.chief).one<{ amount: number; status: string }>(sql`
    select amount, status
    from purchase_order
    where org_id = ${people.chief.orgId} and id = ${order.id}
  `);
  expect(now).toEqual({ amount: 1900_00, status: "received" });
  expect(await read(id)).toMatchObject({ status: "cancelled" });
  expect(await states(id)).toEqual(["unneeded", "short", "unneeded"]);
  const [own] = (await read(id)).lines;
  await expect(
    as(people.yard, (tx) =>
      giveLine(tx, people.yard, { id, lineId: own!.id }, { note: "Truck 7" }),
    ),
  ).rejects.toThrow(/Nothing waits to be confirmed/);
});

test("what can wait for competition is bought as any purchase", async () => {
  const id = await threeSources();
  await step(people.logistics, "toFinance", id);
  await step(people.finance, "fund", id, { exigency: "" });
  const { requisitionId } = await read(id);
  const requisition = await t.database
    .read(people.chief)
    .one<{ method: string; emergency: boolean }>(
      sql`
        select method, emergency
        from requisition
        where org_id = ${people.chief.orgId} and id = ${requisitionId}
      `,
    );
  expect(requisition.method).not.toBe("noncompetitive");
  expect(requisition.emergency).toBe(false);
});

test("a source is named of every line, with who gives it or by which order it comes", async () => {
  const id = await asked();
  const [bags, pump] = (await read(id)).lines;
  const order = (...sources: object[]) => step(people.logistics, "order", id, { sources });
  const bought = { lineId: pump!.id, source: "purchase" };
  const own = { lineId: bags!.id, source: "own" };
  await expect(order(bought)).rejects.toThrow(/Say where line 1 comes from/);
  await expect(order(own, bought)).rejects.toThrow(/Say who of the agency gives it/);
  await expect(order({ ...own, giverId: vendorId }, bought)).rejects.toThrow(/active member/);
  await expect(
    order({ lineId: bags!.id, source: "state", quantity: "2999.9" }, bought),
  ).rejects.toThrow("The parts of line 1 add up to 2999.9, not to 3000 each.");
  const contract = { lineId: bags!.id, source: "contract" };
  await expect(order(contract, bought)).rejects.toThrow(/Name the order in force/);
  await expect(order({ ...contract, purchaseOrderId: vendorId }, bought)).rejects.toThrow(
    /This order is not in force/,
  );
});

test("the state of a line, at each of its records", () => {
  const line: LineFacts = {
    source: "purchase",
    funded: true,
    over: false,
    quantity: 2,
    givenAt: null,
    requisition: "in_approval",
    ordered: 0,
    received: 0,
    ended: false,
    order: null,
  };
  const of = (over: Partial<LineFacts>) => lineState({ ...line, ...over });
  expect(of({ source: null })).toBe("open");
  expect(of({ funded: false })).toBe("planned");
  expect(of({})).toBe("approval");
  expect(of({ requisition: "approved" })).toBe("approved");
  expect(of({ requisition: "rejected" })).toBe("fell");
  expect(of({ ordered: 2 })).toBe("ordered");
  expect(of({ ordered: 2, received: 1.9999 })).toBe("partly");
  expect(of({ ordered: 2, received: 2 })).toBe("filled");
  expect(of({ ordered: 1, received: 1, ended: true })).toBe("short");
  expect(of({ ordered: 0, received: 0, ended: true })).toBe("fell");
  const contract = { source: "contract", requisition: null } as const;
  expect(of({ ...contract, order: "issued" })).toBe("ordered");
  expect(of({ ...contract, order: "short_closed" })).toBe("short");
  const lent = { source: "state", requisition: null } as const;
  expect(of(lent)).toBe("waits");
  expect(of({ ...lent, over: true })).toBe("unneeded");
  expect(of({ ...lent, over: true, givenAt: "2026-11-26T12:00:00.000Z" })).toBe("filled");
  expect(of({ over: true, source: null, funded: false })).toBe("unneeded");
  expect(requestState(["filled", "filled"])).toBe("received");
  expect(requestState(["filled", "short"])).toBe("partial");
  expect(requestState(["ordered", "approval"])).toBe("ordered");
  expect(requestState(["waits", "approval"])).toBe("funded");
});
