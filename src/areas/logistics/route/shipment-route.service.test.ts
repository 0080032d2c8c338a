// Shipments that the agency fetches are stops of a route; and a plan may be solved on a file of distances.
import { Readable } from "node:stream";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { systemActor, type Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import { recordFile } from "#server/files/stored-file.ts";
import { sql } from "#server/db/sql.ts";
import { startJobs, type Jobs } from "#server/jobs/jobs.ts";
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
import { issuedOrder } from "#server/testing/purchase.ts";
import { announceInStory } from "#areas/procurement/procurement.server.ts";
import type { ProofView } from "../proof/proof.model.ts";
import type { ShipmentDetail } from "../shipment/desk.model.ts";
import { isFetched } from "../shipment/fetched.model.ts";
import type { PlanDetail, Unplanned } from "./plan/plan.model.ts";
import { solvePlanJob } from "./plan/solve.job.ts";
import { planOf, vehicle } from "./route-plan.setup.ts";

let t: TestDatabase;
let jobs: Jobs;
let agency: Agency;
let people: Record<"dispatcher" | "driver" | "buyer" | "receiver" | "admin" | "manager", Actor>;
let vendorId: string;
let order: { id: string; lines: { id: string }[] };
const asking = askingOf(() => t);
type Written = { id: string; version: number; status: string; number: string };
const plans = "/api/v1/route-plans";

beforeAll(async () => {
  t = await freshDatabase();
  jobs = await startJobs(t.app, t.ownerUrl, [solvePlanJob]);
  agency = await makeAgency(t.database);
  people = await makeMembers(t.database, agency, {
    dispatcher: { duties: ["dispatcher"] },
    driver: {},
    buyer: { duties: ["buyer"] },
    receiver: { duties: ["receiver"] },
    admin: { role: "admin" },
    manager: { role: "manager" },
  });
  const { accountStringId } = await makeBudget(t.database, agency, 50_000_00);
  vendorId = (await makeVendor(t.database, agency)).id;
  await makePolicy(t.database, people.admin, { documentType: "purchaseOrder" });
  order = await issuedOrder(t.database, people, {
    vendorId,
    departmentId: agency.departmentId,
    lines: [{ quantity: "20", unitPrice: "5", splits: [{ accountStringId }] }],
  });
});
afterAll(async () => {
  await jobs.stop();
  await t.drop();
});

const placed = async () => {
  const id = newId();
  await t.database.transaction(people.admin, async (tx) => {
    await tx.rows(sql`
      insert into agency_place (org_id, id, name, kind, latitude, longitude)
      values (${agency.orgId}, ${id}, ${`Shelter ${id}`}, 'facility', 44.8, -93.58)
    `);
    await tx.rows(sql`
      update purchase_order
      set place_id = ${id}
      where org_id = ${agency.orgId} and id = ${order.id}
    `);
  });
};
const announced = (carrier: string, expectedOn = agencyDay()) =>
  t.database.transaction(people.buyer, (tx) =>
    announceInStory(
      tx,
      {
        ...{ id: order.id, vendorId, vendor: "Vendor", year: 2027, status: "issued" },
        ...{ receiptId: null, orderedOn: agencyDay(-20), receivedOn: null, lines: [] },
      },
      {
        ...{ carrier, tracking: `T-${newId()}`, shippedOn: agencyDay(-1), expectedOn },
        packages: 1,
        lines: [{ lineId: order.lines[0]!.id, quantity: "5" }],
      },
    ),
  );
const waiting = async () =>
  (await asking<Unplanned>(people.driver, "GET /api/v1/route-errands")).items;
const shipment = (id: string) =>
  asking<ShipmentDetail>(people.driver, `GET /api/v1/ship-notices/${id}`);
const begin = (over: object = {}) =>
  asking<Written>(
    people.dispatcher,
    `POST ${plans}`,
    planOf({
      vehicles: [
        vehicle("Truck 1", { driverId: people.driver.personId, from: "00:00", to: "23:59" }),
      ],
      ways: "straight",
      ...over,
    }),
  );
const read = (id: string) => asking<PlanDetail>(people.dispatcher, `GET ${plans}/${id}`);
const step = (id: string, name: string, body: object = {}) =>
  asking<Written>(people.dispatcher, `POST ${plans}/${id}/actions/${name}`, body);
const at = <T = Written>(id: string, name: string, body: object = {}) =>
  asking<T>(people.driver, `POST /api/v1/route-stops/${id}/actions/${name}`, body);
const solve = async (id: string): Promise<PlanDetail> => {
  await step(id, "solve");
  return vi.waitFor(
    async () => {
      const plan = await read(id);
      expect(plan.status).not.toBe("solving");
      return plan;
    },
    { timeout: 30_000, interval: 200 },
  );
};
const released = async (shipmentId: string) => {
  const { id } = await begin();
  await step(id, "add-errands", { errands: [{ type: "shipNotice", id: shipmentId }] });
  await solve(id);
  await step(id, "release");
  return (await read(id)).stops[0]!;
};

const planIdOf = async (stopId: string): Promise<string> =>
  (
    await t.database.read(people.driver).one<{ planId: string }>(sql`
      select plan_id
      from route_stop
      where org_id = ${agency.orgId} and id = ${stopId}
    `)
  ).planId;

test.each([
  ["Agency pick-up", true],
  ["County pickup", true],
  ["Will call", true],
  ["UPS Ground", false],
  ["Own truck", false],
  ["", false],
])("a carrier called %s is fetched by the agency: %s", (carrier, fetched) => {
  expect(isFetched(carrier)).toBe(fetched);
});

test("a shipment that the agency fetches is driven to its place, handed over by the link, and says when it comes", async () => {
  await announced("UPS Ground");
  const id = await announced("Agency pick-up");
  expect((await waiting()).map((each) => [each.id, each.placed])).toEqual([[id, false]]);
  const { id: early } = await begin();
  expect(
    await refusalOf(step(early, "add-errands", { errands: [{ type: "shipNotice", id }] })),
  ).toMatch(/^errand_unplaced/);
  await placed();
  const stop = await released(id);
  expect(stop).toMatchObject({ sourceType: "shipNotice", sourceHref: `/shipment-tracking/${id}` });
  expect(await waiting()).toEqual([]);
  const coming = await shipment(id);
  expect(coming.route).toMatchObject({ onDay: agencyDay(), vehicle: "Truck 1", place: 1 });
  await at(stop.id, "arrive");
  const { path } = await at<{ path: string }>(stop.id, "hand-over");
  const token = path.split("/").at(-1)!;
  const nobody = systemActor(null);
  const seen = await asking<ProofView>(nobody, "POST /api/v1/delivery-proofs/look", { token });
  expect(seen).toMatchObject({ number: coming.number, closed: null });
  await asking(nobody, "POST /api/v1/delivery-proofs/give", {
    ...{ token, key: newId(), at: new Date(Date.now() - 60_000).toISOString() },
    position: { latitude: 44.8, longitude: -93.58, accuracy: 12 },
    ...{ driver: "R. Ortiz", mark: [[10, 10, 60, 40]] },
  });
  expect(await shipment(id)).toMatchObject({ events: [{ kind: "delivered", source: "proof" }] });
  const done = await read(await planIdOf(stop.id));
  expect(done).toMatchObject({ status: "driven", stops: [{ status: "done" }] });
});

test("what could not be handed over is heard of by whoever waits for it, and waits anew", async () => {
  const id = await announced("Will call");
  const stop = await released(id);
  await at(stop.id, "fail", { reason: "The gate is locked" });
  expect(await shipment(id)).toMatchObject({
    status: "attempt_failed",
    events: [{ kind: "attempt_failed", source: "proof" }],
  });
  expect((await waiting()).map((each) => each.id)).toEqual([id]);
});

const kept = async (name: string, text: string, by = people.dispatcher): Promise<string> => {
  const stored = await t.app.files.put(Readable.from([Buffer.from(text)]));
  return t.database.transaction(by, (tx) =>
    recordFile(tx, { ...stored, orgId: agency.orgId, uploadedBy: by.personId, name }),
  );
};
const stops = async (id: string, ...names: string[]) => {
  for (const [n, name] of names.entries())
    await asking(people.dispatcher, `POST ${plans}/${id}/stops`, {
      ...{ name, latitude: 44.8, longitude: -93.58 - n / 100 },
    });
};
const byFile = async (text: string, ...names: string[]) => {
  const matrixFileId = await kept("ways.csv", text);
  const { id } = await begin({ ways: "matrix", matrixFileId });
  await stops(id, ...names);
  return solve(id);
};
const both = (one: string, other: string, miles: number) =>
  `${one},${other},${miles},${miles * 2}\n${other},${one},${miles},${miles * 2}\n`;
const head = "from,to,miles,minutes\n";

test("a plan is solved on a file of distances, whose holes are named before anything is solved", async () => {
  const depot = "County yard";
  const ways = both(depot, "North", 2) + both(depot, "South", 3);
  const holed = await byFile(head + ways, "North", "South");
  expect(holed).toMatchObject({ status: "draft", answer: null });
  expect(holed.statusReason).toContain(
    "ways.csv does not say how far it is from North to South, from South to North.",
  );
  const whole = await byFile(head + ways + both("North", "South", 4), "North", "South");
  expect(whole).toMatchObject({
    status: "solved",
    matrixFile: { name: "ways.csv" },
    answer: { basis: "Distances of ways.csv", standing: { kind: "proven" } },
  });
  expect(Math.round(whole.answer!.meters / 1609.344)).toBe(9);
});

test("a place to which the file says that no way leads is named, and the others are planned", async () => {
  const none = `County yard,Island,,\nIsland,County yard,,\nNorth,Island,,\nIsland,North,,\n`;
  const plan = await byFile(head + both("County yard", "North", 2) + none, "North", "Island");
  expect(plan.answer!.aside.map(({ text }) => text)).toEqual(["No way leads to Island and back."]);
  expect(plan.answer!.routes[0]!.visits).toHaveLength(1);
});

test("a file that is none, or nobody may see, is refused before or as it is solved", async () => {
  expect(await refusalOf(begin({ ways: "matrix" }))).toContain("Add the file of distances");
  expect(await refusalOf(begin({ ways: "matrix", matrixFileId: newId() }))).toMatch(
    /^unknown_file/,
  );
  const strangers = await kept("theirs.csv", head, people.admin);
  expect(await refusalOf(begin({ ways: "matrix", matrixFileId: strangers }))).toMatch(
    /^unknown_file/,
  );
  const plan = await byFile("place,other\nA,B\n", "North");
  expect(plan.statusReason).toContain("no columns from, to, miles and minutes");
  const damaged = await byFile("PK\u0003\u0004 not a workbook", "North");
  expect(damaged).toMatchObject({ status: "draft", answer: null });
  expect(damaged.statusReason).not.toBe("");
});
