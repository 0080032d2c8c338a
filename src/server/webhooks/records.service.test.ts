import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import { areaServers } from "#areas.server.ts";
import { createRequisition } from "#areas/procurement/procurement.server.ts";
import { requisitionInput } from "#areas/procurement/requisition/requisition.model.ts";
import type { App } from "../app.ts";
import { sql } from "../db/sql.ts";
import { buildApp } from "../http/app.ts";
import { tellStep } from "../lifecycle.ts";
import { outgoingDoor } from "../outgoing/door.ts";
import { openOutgoing } from "../outgoing/outgoing.ts";
import { makeAgency, makeBudget, makeMembers, type Agency } from "../testing/agency.ts";
import { agencyDay } from "../testing/days.ts";
import { freshDatabase, type TestDatabase } from "../testing/database.ts";
import { openStandIn, type StandIn, type StandInAnswer } from "../testing/stand-in.ts";
import { sendDueWebhooks } from "./send.ts";

let t: TestDatabase;
let house: App;
let http: FastifyInstance;
let receiver: StandIn;
let says: (body: string) => StandInAnswer = () => ({});
let agency: Agency;
let admin: Actor;
let asking: Actor;

beforeAll(async () => {
  t = await freshDatabase();
  receiver = await openStandIn(() => says(receiver.asked.at(-1)!.body));
  const allow = [{ host: "localhost", port: receiver.port, clear: true }];
  const config = { ...t.app.config, LEVEE_OUTGOING_ALLOW: allow };
  house = { ...t.app, config, outgoing: outgoingDoor(openOutgoing({ allow }), t.database) };
  agency = await makeAgency(t.database);
  ({ admin } = await makeMembers(t.database, agency, { admin: { role: "admin" } }));
  http = await buildApp({
    ...house,
    endpoints: areaServers.flatMap((area) => area.endpoints),
    principal: async () => asking,
  });
});
afterAll(async () => {
  await http.close();
  await house.outgoing.close();
  await receiver.close();
  await t.drop();
});
beforeEach(() => {
  asking = admin;
  says = () => ({});
  receiver.asked.length = 0;
});

const call = async (method: "GET" | "POST", path: string, payload?: object) => {
  const answer = await http.inject({ method, url: `/api/v1/${path}`, ...(payload && { payload }) });
  return { status: answer.statusCode, body: answer.json<any>() };
};
const register = (path: string, topics: string[]) =>
  call("POST", "webhook-endpoints", {
    address: `http://localhost:${receiver.port}${path}`,
    topics,
  });
const step = (objectId: string, name: string, version: number) => ({
  topic: `invoice.${name}`,
  objectType: "invoice",
  objectId,
  number: "INV-2027-00007",
  status: "matched",
  version,
});
const tell = (...steps: ReturnType<typeof step>[]) =>
  t.database.transaction(admin, async (tx) => steps.forEach((each) => tellStep(tx, each)));
const heard = () =>
  receiver.asked.map(({ path, body }) => {
    const { type, data } = JSON.parse(body);
    return { path, type, ...data };
  });
const dueNow = () =>
  t.database.transaction(admin, (tx) =>
    tx.rows(sql`
      update webhook_delivery
      set next_attempt_at = clock_timestamp()
      where org_id = ${admin.orgId} and status = 'retrying'
    `),
  );
const sendAll = async () => {
  while ((await sendDueWebhooks(house)) > 0);
};

test("only events of records that the person may read are offered and taken", async () => {
  const { items } = (await call("GET", "webhook-topics")).body;
  const names = items.map(({ topic }: { topic: string }) => topic);
  expect(names).toEqual(expect.arrayContaining(["invoice.approve", "purchaseOrder.issue"]));
  expect(
    names.filter((name: string) => /^(bid|claimNote|member|signature|vendorBank)/.test(name)),
  ).toEqual([]);
  asking = { ...admin, permissions: new Set(["webhook.read", "webhook.manage", "vendor.read"]) };
  const fewer = (await call("GET", "webhook-topics")).body.items;
  expect(new Set(fewer.map(({ group }: { group: string }) => group))).toEqual(new Set(["Vendors"]));
  expect((await register("/forged", ["invoice.approve"])).status).toBe(422);
});

test("bodies are thin and numbered within their record, whoever listens to it", async () => {
  await register("/all", ["invoice.create", "invoice.approve", "invoice.dispute"]);
  await register("/some", ["invoice.approve"]);
  const [one, two] = [newId(), newId()];
  await tell(step(one, "create", 1), step(two, "create", 1), step(one, "approve", 2));
  await tell(step(one, "dispute", 3), step(one, "void", 4));
  await sendAll();
  const of = (path: string, id: string) =>
    heard()
      .filter((each) => each.path === path && each.id === id)
      .map(({ type, sequence }) => [type, sequence]);
  expect(of("/all", one)).toEqual([
    ["invoice.create", 1],
    ["invoice.approve", 2],
    ["invoice.dispute", 3],
  ]);
  expect(of("/some", one)).toEqual([["invoice.approve", 2]]);
  expect(of("/all", two)).toEqual([["invoice.create", 1]]);
  expect(heard()[0]).toEqual({
    path: expect.any(String),
    type: expect.any(String),
    id: expect.any(String),
    number: "INV-2027-00007",
    status: "matched",
    version: expect.any(Number),
    sequence: expect.any(Number),
  });
});

test("a message that fails holds back later ones of its record, and of no other", async () => {
  await register("/order", ["invoice.approve", "invoice.dispute"]);
  const [stuck, free] = [newId(), newId()];
  says = (body) => (body.includes(stuck) && body.includes("approve") ? { status: 500 } : {});
  await tell(step(stuck, "approve", 2));
  await tell(step(stuck, "dispute", 3), step(free, "approve", 2), step(free, "dispute", 3));
  await sendAll();
  const at = (id: string) =>
    heard()
      .filter((each) => each.path === "/order" && each.id === id)
      .map(({ type }) => type);
  expect(at(stuck)).toEqual(["invoice.approve"]);
  expect(at(free)).toEqual(["invoice.approve", "invoice.dispute"]);
  says = () => ({});
  await dueNow();
  await sendAll();
  expect(at(stuck)).toEqual(["invoice.approve", "invoice.approve", "invoice.dispute"]);
});

test("a service that takes a step tells of it, and what is rolled back is told to nobody", async () => {
  await register("/real", ["requisition.create"]);
  const { accountStringId } = await makeBudget(t.database, agency, 100_000);
  const input = requisitionInput.parse({
    title: "Culvert pipe",
    departmentId: agency.departmentId,
    neededOn: agencyDay(60),
    lines: [
      {
        description: "Pipe",
        quantity: "1",
        unitPrice: "10",
        splits: [{ accountStringId, percent: "100" }],
      },
    ],
  });
  const gone = t.database.transaction(admin, async (tx) => {
    await createRequisition(tx, admin, input);
    throw new Error("undone");
  });
  await expect(gone).rejects.toThrow("undone");
  await sendAll();
  expect(heard()).toEqual([]);
  const made = await t.database.transaction(admin, (tx) => createRequisition(tx, admin, input));
  await sendAll();
  expect(heard()).toEqual([
    {
      path: "/real",
      type: "requisition.create",
      id: made.id,
      number: made.number,
      status: "draft",
      version: 1,
      sequence: 1,
    },
  ]);
});
