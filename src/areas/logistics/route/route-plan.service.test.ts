// A day's routes on a real database, from its roads to what was driven; and what people are refused.
import { Readable } from "node:stream";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { systemActor, type Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import type { Area } from "#kernel/geo/area.ts";
import { recordFile } from "#server/files/stored-file.ts";
import { sql } from "#server/db/sql.ts";
import { startJobs, type Jobs } from "#server/jobs/jobs.ts";
import { makeMembers } from "#server/testing/agency.ts";
import { refusalOf } from "#server/testing/asking.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { agencyDay } from "#server/testing/days.ts";
import { makeStores, type Stores } from "#server/testing/stores.ts";
import type { TransferHandover } from "../proof/proof.model.ts";
import type { PlanDetail, Unplanned } from "./plan/plan.model.ts";
import { solvePlanJob } from "./plan/solve.job.ts";
import { stopHandedOver } from "./stop/drive.service.ts";
import { avenue, planOf, roads, vehicle } from "./route-plan.setup.ts";
import type { DriverStop } from "./stop/stop.model.ts";

let t: TestDatabase;
let jobs: Jobs;
let s: Stores;
let dispatcher: Actor;
let driver: Actor;
let other: Actor;
type Written = { id: string; version: number; status: string; number: string };
const [plans, stops] = ["/api/v1/route-plans", "/api/v1/route-stops"] as const;

const kept = async (text: string): Promise<string> => {
  const stored = await t.app.files.put(Readable.from([Buffer.from(text)]));
  return t.database.transaction(dispatcher, (tx) =>
    recordFile(tx, {
      ...stored,
      ...{ orgId: s.agency.orgId, uploadedBy: dispatcher.personId, name: "roads.geojson" },
    }),
  );
};
const importRoads = async (text: string, by = dispatcher) =>
  s.asking<{ id: string }>(by, "POST /api/v1/road-layers", {
    ...{ fileId: await kept(text), name: "County roads", source: "County GIS" },
    asOf: agencyDay(-30),
  });

const begin = (over: object = {}, by = dispatcher) =>
  s.asking<Written>(by, `POST ${plans}`, planOf(over));
const read = (id: string, by = dispatcher) => s.asking<PlanDetail>(by, `GET ${plans}/${id}`);
const stop = (name: string, latitude: number, longitude: number, over: object = {}) => ({
  ...{ name, latitude, longitude },
  ...over,
});
const add = (id: string, body: object, by = dispatcher) =>
  s.asking<Written>(by, `POST ${plans}/${id}/stops`, body);
const step = async (id: string, name: string, by: Actor, body: object = {}) =>
  s.asking<Written>(by, `POST ${plans}/${id}/actions/${name}`, body);
const at = (id: string, name: string, by: Actor, body: object = {}) =>
  s.asking<Written>(by, `POST ${stops}/${id}/actions/${name}`, body);
/** Asks for the routes and waits until they are found, or not. */
const solve = async (id: string): Promise<PlanDetail> => {
  await step(id, "solve", dispatcher);
  return vi.waitFor(
    async () => {
      const plan = await read(id);
      expect(plan.status).not.toBe("solving");
      return plan;
    },
    { timeout: 30_000, interval: 200 },
  );
};
const sides = (plan: PlanDetail) => plan.answer!.routes.map(({ visits }) => visits.length);

beforeAll(async () => {
  t = await freshDatabase();
  jobs = await startJobs(t.app, t.ownerUrl, [solvePlanJob]);
  s = await makeStores(t);
  ({ dispatcher, driver, other } = await makeMembers(t.database, s.agency, {
    dispatcher: { duties: ["dispatcher"] },
    driver: {},
    other: {},
  }));
  await s.as(s.people.keeper, (tx) =>
    tx.rows(sql`
      update agency_place
      set latitude = 44.8, longitude = -93.57
      where org_id = ${s.agency.orgId}
    `),
  );
});
afterAll(async () => {
  await jobs.stop();
  await t.drop();
});

test("roads are imported whole or not at all, and say what they lack", async () => {
  expect(await refusalOf(importRoads("no roads"))).toMatch(
    /^roads_unreadable: This is no GeoJSON file\./,
  );
  expect(await refusalOf(importRoads(JSON.stringify({ ...roads, features: [] })))).toContain(
    "The file holds no line",
  );
  const swapped = { ...avenue("Swapped", 44.78) };
  swapped.geometry.coordinates = [
    [44.78, -193.6],
    [44.8, -193.6],
  ];
  expect(await refusalOf(importRoads(JSON.stringify({ ...roads, features: [swapped] })))).toContain(
    "is no position on the globe",
  );
  const text = JSON.stringify(roads);
  expect(await refusalOf(importRoads(text, driver))).toContain("not allow");
  for (let n = 0; n < 2; n++) await importRoads(text);
  const { items } = await s.asking<{ items: { inForce: boolean; counts: object }[] }>(
    driver,
    "GET /api/v1/road-layers",
  );
  expect(items.map(({ inForce }) => inForce)).toEqual([true, false]);
  expect(items[0]!.counts).toEqual({
    ...{ roads: 7, vertices: 20, others: 1, withoutSpeed: 0, oneWay: 0 },
  });
});

test("what is closed is driven around, and a plan says on which roads it was solved", async () => {
  const { id } = await begin();
  await add(id, stop("Shelter north", 44.8, -93.6));
  await add(id, stop("Shelter east", 44.78, -93.56));
  const free = await solve(id);
  expect(free).toMatchObject({ status: "solved", answer: { basis: "Roads of County roads" } });
  expect(free.answer!.standing).toEqual({ kind: "proven" });
  const around = {
    ...{ name: "Rung 0 under water", fromOn: agencyDay(-1), road: "Rung 0" },
  };
  expect(
    await refusalOf(
      s.asking(dispatcher, "POST /api/v1/road-closures", { ...around, road: "Rung 9" }),
    ),
  ).toContain("No road of the layer is called Rung 9.");
  const closed = await s.asking<Written>(dispatcher, "POST /api/v1/road-closures", around);
  const again = await solve(id);
  expect(again.closures).toMatchObject([
    {
      number: closed.number,
      lines: [
        [
          [-93.6, 44.78],
          [-93.6, 44.8],
        ],
      ],
    },
  ]);
  expect(again.answer!.basis).toBe("Roads of County roads, without Rung 0 under water");
  expect(again.answer!.meters).toBeGreaterThan(free.answer!.meters);
  const lift = `POST /api/v1/road-closures/${closed.id}/actions/lift`;
  expect(await refusalOf(s.asking(driver, lift, { reason: "Dry" }))).toContain("not allow");
  await s.asking(dispatcher, lift, { reason: "The water fell" });
  expect((await solve(id)).answer!.meters).toBe(free.answer!.meters);
});

test("a surface is closed as well, and one that crosses itself is refused", async () => {
  const corners = [
    [-93.605, 44.785],
    [-93.595, 44.785],
    [-93.595, 44.795],
    [-93.605, 44.795],
  ];
  const said = { name: "Flooded", fromOn: agencyDay(), untilOn: agencyDay(2) };
  const crossed = [corners[0], corners[2], corners[1], corners[3]];
  expect(
    await refusalOf(
      s.asking(dispatcher, "POST /api/v1/road-closures", { ...said, corners: crossed }),
    ),
  ).toContain("The outline crosses itself.");
  expect(await refusalOf(s.asking(dispatcher, "POST /api/v1/road-closures", said))).toContain(
    "one of both",
  );
  const { id: closure } = await s.asking<Written>(dispatcher, "POST /api/v1/road-closures", {
    ...said,
    corners,
  });
  const shown = await s.asking<{ area: Area }>(dispatcher, `GET /api/v1/road-closures/${closure}`);
  expect(shown.area.polygons[0]![0]).toHaveLength(5);
  const { id } = await begin();
  await add(id, stop("Shelter north", 44.8, -93.6));
  await add(id, stop("In the flood", 44.79, -93.6));
  const solved = await solve(id);
  expect(solved.answer!.aside).toMatchObject([{ text: "No way leads to In the flood and back." }]);
  expect(sides(solved)).toEqual([1]);
  await s.asking(dispatcher, `POST /api/v1/road-closures/${closure}/actions/lift`, {
    reason: "Dry again",
  });
});

test("what is wrong is said before anything is solved, and nothing that was typed is lost", async () => {
  const { id } = await begin();
  expect(await refusalOf(step(id, "solve", dispatcher))).toContain("There is no stop to drive to.");
  await add(id, stop("Too heavy", 44.8, -93.6, { weight: 9000 }));
  const refused = await solve(id);
  expect(refused).toMatchObject({ status: "draft", answer: null });
  expect(refused.statusReason).toBe(
    "No stop can be driven to. Too heavy is more than any vehicle takes.",
  );
  await add(id, stop("Night", 44.8, -93.59, { from: "22:00", to: "23:00" }));
  await add(id, stop("Fine", 44.8, -93.58));
  const part = await solve(id);
  expect(part.answer!.aside.map(({ text }) => text)).toEqual([
    "Too heavy is more than any vehicle takes.",
    "Night has a window that no shift meets.",
  ]);
  expect(
    await refusalOf(add(id, stop("Backwards", 44.8, -93.6, { from: "10:00", to: "09:00" }))),
  ).toContain("The window ends before it begins.");
  expect(await refusalOf(add(id, stop("Elsewhere", 44.8, -93.6, { afterId: newId() })))).toContain(
    "Choose a stop of this plan.",
  );
  expect(await refusalOf(add(id, stop("Pinned", 44.8, -93.6, { vehicle: "Truck 9" })))).toContain(
    "has no vehicle Truck 9.",
  );
  expect(await refusalOf(add(id, stop("May", 44.8, -93.6, { must: false })))).toContain(
    "Say how many miles it is worth",
  );
  expect((await read(id)).status).toBe("solved");
});

test("a plan that is changed is solved anew; whoever may not plan reads it", async () => {
  const { id } = await begin();
  const one = await add(id, stop("Shelter north", 44.8, -93.6));
  await solve(id);
  expect(await refusalOf(add(id, stop("Late idea", 44.8, -93.58), driver))).toContain("not allow");
  const { version } = await read(id);
  await s.asking(dispatcher, `PATCH ${plans}/${id}`, { goal: "time" }, version);
  expect(await read(id)).toMatchObject({ status: "draft", goal: "time", answer: null });
  await s.asking(
    dispatcher,
    `PATCH ${stops}/${one.id}`,
    stop("Shelter north", 44.8, -93.6, { vehicle: "Truck 2" }),
    1,
  );
  const timed = await solve(id);
  expect(timed.answer!.routes.map(({ vehicle: by }) => by)).toEqual(["Truck 2"]);
  const without = { vehicles: [vehicle("Truck 1")] };
  expect(
    await refusalOf(s.asking(dispatcher, `PATCH ${plans}/${id}`, without, timed.version)),
  ).toContain("which is not among the vehicles any more");
  const twice = {
    vehicles: [
      vehicle("Truck 1", { driverId: driver.personId }),
      vehicle("Truck 2", { driverId: driver.personId }),
    ],
  };
  expect(
    await refusalOf(s.asking(dispatcher, `PATCH ${plans}/${id}`, twice, timed.version)),
  ).toContain("Nobody drives two vehicles on one day.");
  const stranger = { vehicles: [vehicle("Truck 2", { driverId: newId() })] };
  expect(
    await refusalOf(s.asking(dispatcher, `PATCH ${plans}/${id}`, stranger, timed.version)),
  ).toMatch(/^driver_unknown: Choose somebody of the agency\./);
  expect(await refusalOf(step(id, "release", dispatcher))).toMatch(
    /^no_driver: Say who drives Truck 2/,
  );
  await s.asking(
    dispatcher,
    `POST ${stops}/${one.id}/actions/remove`,
    {},
    (await read(id)).stops[0]!.version,
  );
  expect(await read(id)).toMatchObject({ status: "draft", stops: [] });
  expect(await refusalOf(read(id, s.elsewhere))).toContain("route plan");
});

/** Ten bags of a new item on their way to the shelf, by the keeper. */
const transferred = async (expectedOn: string | null = null): Promise<Written> => {
  const itemId = await s.item();
  await s.found(itemId, "20", 20_00);
  const made = await s.asking<Written>(s.people.keeper, "POST /api/v1/stock-transfers", {
    ...{ fromLocationId: s.bay, toLocationId: s.shelf, lines: [{ itemId, quantity: "10" }] },
    expectedOn,
  });
  await s.asking(s.people.keeper, `POST /api/v1/stock-transfers/${made.id}/actions/send`, {
    driver: "R. Ortiz",
  });
  return made;
};
const errand = (id: string) => ({ errands: [{ type: "stockTransfer", id }] });
const waits = async (id: string): Promise<boolean> => {
  const { items } = await s.asking<Unplanned>(driver, "GET /api/v1/route-errands");
  return items.some((each) => each.id === id);
};
const drive = (id: string, by: Actor) =>
  s.asking<{ stops: DriverStop[] }>(by, `GET ${plans}/${id}/drive`);
const manned = () => ({
  vehicles: [
    vehicle("Truck 1", { driverId: driver.personId, from: "00:00", to: "23:59" }),
    vehicle("Truck 2", { driverId: other.personId, from: "00:00", to: "23:59" }),
  ],
});

test("from transfers to a driven plan: each is planned once, handed over by its link, and compared", async () => {
  const transfer = await transferred(agencyDay());
  expect(await waits(transfer.id)).toBe(true);
  const { id } = await begin(manned());
  await s.asking(dispatcher, `POST ${plans}/${id}/actions/add-errands`, errand(transfer.id));
  expect(await waits(transfer.id)).toBe(false);
  const { id: second } = await begin({ name: "Another plan" });
  expect(
    await refusalOf(
      s.asking(dispatcher, `POST ${plans}/${second}/actions/add-errands`, errand(transfer.id)),
    ),
  ).toContain(`${transfer.number} stands in`);
  expect(
    await refusalOf(
      s.asking(dispatcher, `POST ${plans}/${second}/actions/add-errands`, errand(newId())),
    ),
  ).toContain("This is not to be driven to any more.");
  await add(id, stop("Generator to the tower", 44.78, -93.56, { vehicle: "Truck 2" }));
  await solve(id);
  await step(id, "release", dispatcher);
  expect(await refusalOf(add(id, stop("Too late", 44.8, -93.58)))).toContain(
    "released or ended: its stops are not changed now",
  );
  const released = await read(id);
  const bags = released.stops.find(({ sourceId }) => sourceId === transfer.id)!;
  const tower = released.stops.find(({ sourceId }) => sourceId === null)!;
  expect(bags.sourceHref).toBe(`/inventory/transfers/${transfer.id}`);
  const [mine, theirs] = bags.planned!.vehicle === "Truck 1" ? [driver, other] : [other, driver];
  expect((await drive(id, other)).stops.some(({ id: each }) => each === tower.id)).toBe(true);
  if (mine !== other) {
    expect(await refusalOf(at(tower.id, "arrive", mine))).toContain("Another person drives");
    expect(await refusalOf(at(bags.id, "hand-over", theirs))).toContain("Another person drives");
  }
  // Whoever waits for the goods sees when they come, and by whom.
  const { route } = await s.asking<TransferHandover>(
    s.people.keeper,
    `GET /api/v1/stock-transfers/${transfer.id}/handover`,
  );
  const { number } = released;
  const { vehicle: truck, arrival } = bags.planned!;
  expect(route).toMatchObject({ number, vehicle: truck, arrival, status: "open", planId: id });
  await at(tower.id, "arrive", other);
  expect(await refusalOf(at(tower.id, "hand-over", other))).toContain(
    "This stop is neither a transfer nor a shipment",
  );
  await at(tower.id, "done", other, { receiver: "M. Diaz" });
  await at(bags.id, "arrive", mine);
  expect(await refusalOf(at(bags.id, "done", mine))).toContain("A transfer is done when");
  const link = await s.asking<{ path: string }>(mine, `POST ${stops}/${bags.id}/actions/hand-over`);
  await s.asking(systemActor(null), "POST /api/v1/delivery-proofs/give", {
    ...{ token: link.path.split("/").at(-1), key: newId() },
    at: new Date(Date.now() - 60_000).toISOString(),
    ...{ position: null, driver: "R. Ortiz", mark: [[10, 10, 60, 40]] },
    counts: await s.db().rows(sql`
      select id as line_id, '10' as quantity
      from stock_transfer_line
      where org_id = ${s.agency.orgId} and transfer_id = ${transfer.id}
    `),
  });
  const driven = await read(id);
  expect(driven.status).toBe("driven");
  expect(driven.stops.map(({ status }) => status)).toEqual(["done", "done"]);
  expect(driven.stops.every(({ minutesLate }) => minutesLate !== null)).toBe(true);
  expect(await waits(transfer.id)).toBe(false);
  await step(id, "close", dispatcher);
});

test("a place without a position is named, and a plan holds two hundred stops", async () => {
  const transfer = await transferred();
  const { id } = await begin(manned());
  const position = (latitude: number | null) =>
    s.as(s.people.keeper, (tx) =>
      tx.rows(sql`
        update agency_place
        set latitude = ${latitude}, longitude = ${latitude && -93.57}
        where org_id = ${s.agency.orgId}
      `),
    );
  await position(null);
  const adding = () =>
    s.asking(dispatcher, `POST ${plans}/${id}/actions/add-errands`, errand(transfer.id));
  expect(await refusalOf(adding())).toMatch(/^errand_unplaced: .* without a position/);
  await position(44.8);
  const { number } = await read(id);
  await s.as(dispatcher, (tx) =>
    tx.rows(sql`
      insert into route_stop (org_id, id, number, plan_id, line_no, told)
      select
        ${s.agency.orgId}, gen_random_uuid(), ${number} || '/' || n, ${id}, n,
        ${JSON.stringify(stop("Cots", 44.78, -93.59))}::jsonb
      from generate_series(1, 200) n
    `),
  );
  expect(await refusalOf(adding())).toMatch(/^too_many_stops: A plan has 200 stops at most/);
});

test("what could not be delivered waits anew; planning again keeps what was driven", async () => {
  const transfer = await transferred();
  // Of yesterday: planned again minutes before midnight, a plan of today would find no time to drive.
  const { id } = await begin({ ...manned(), onDay: agencyDay(-1) });
  await s.asking(dispatcher, `POST ${plans}/${id}/actions/add-errands`, errand(transfer.id));
  const first = await add(id, stop("Cots", 44.78, -93.59, { vehicle: "Truck 1", weight: 500 }));
  const later = await add(id, stop("Water", 44.78, -93.57, { vehicle: "Truck 1", weight: 500 }));
  await solve(id);
  await step(id, "release", dispatcher);
  await at(first.id, "arrive", driver);
  await at(first.id, "done", driver);
  expect(await refusalOf(at(later.id, "fail", driver))).toMatch(/reason|why/i);
  expect(await refusalOf(step(id, "planAgain", driver, { reason: "Rain" }))).toContain("not allow");
  await step(id, "planAgain", dispatcher, { reason: "A bridge is closed" });
  expect(await refusalOf(at(later.id, "arrive", driver))).toContain("is being planned again");
  expect(await refusalOf(step(id, "drop", dispatcher, { reason: "No" }))).toContain(
    "Somebody drove a part of it already.",
  );
  const drivenOne = await read(id);
  const cots = drivenOne.stops.find((each) => each.id === first.id)!;
  expect(
    await refusalOf(
      s.asking(dispatcher, `POST ${stops}/${cots.id}/actions/remove`, {}, cots.version),
    ),
  ).toContain("was driven to already");
  const again = await solve(id);
  const truck = again.answer!.routes.find(({ vehicle: by }) => by === "Truck 1")!;
  // From where it stands, not from the yard: the line begins at the cots.
  expect(truck.line[0]).toEqual([-93.59, 44.78]);
  expect(truck.visits.map(({ stopId }) => stopId)).toContain(later.id);
  await step(id, "release", dispatcher);
  const water = (await read(id)).stops.find((each) => each.id === later.id)!;
  expect(water.planned!.place).toBeGreaterThan(1);
  await at(later.id, "fail", driver, { reason: "Nobody there" });
  const bags = (await read(id)).stops.find(({ sourceId }) => sourceId === transfer.id)!;
  const by = bags.planned!.vehicle === "Truck 1" ? driver : other;
  await at(bags.id, "fail", by, { reason: "The shed is locked" });
  expect(await read(id)).toMatchObject({ status: "driven" });
  expect(await waits(transfer.id)).toBe(true);
});

test("a plan of which nothing is left to drive to is dropped, and what was delivered does not wait anew", async () => {
  const transfer = await transferred();
  const { id } = await begin(manned());
  await s.asking(dispatcher, `POST ${plans}/${id}/actions/add-errands`, errand(transfer.id));
  const cots = await add(id, stop("Cots", 44.78, -93.59, { vehicle: "Truck 1" }));
  await solve(id);
  await step(id, "release", dispatcher);
  await at(cots.id, "arrive", driver);
  await at(cots.id, "done", driver);
  await step(id, "planAgain", dispatcher, { reason: "The road is closed" });
  await t.database.transaction(systemActor(s.agency.orgId), (tx) =>
    stopHandedOver(
      tx,
      systemActor(s.agency.orgId),
      { type: "stockTransfer", id: transfer.id },
      "R. Ortiz",
    ),
  );
  await step(id, "drop", dispatcher, { reason: "All of it was delivered" });
  expect(await waits(transfer.id)).toBe(false);
});

test("nobody drives a route before its day", async () => {
  const { id } = await begin({ ...manned(), onDay: agencyDay(1) });
  const made = await add(id, stop("Cots", 44.78, -93.59, { vehicle: "Truck 1" }));
  await solve(id);
  await step(id, "release", dispatcher);
  expect(await refusalOf(at(made.id, "arrive", driver))).toContain("This route is for");
  await step(id, "planAgain", dispatcher, { reason: "It begins later" });
  await step(id, "drop", dispatcher, { reason: "Nobody needs it" });
});

test("another agency reaches neither plan nor stop nor road", async () => {
  const { id } = await begin(manned());
  const made = await add(id, stop("Cots", 44.78, -93.59));
  const { elsewhere } = s;
  const one = `${stops}/${made.id}`;
  for (const asked of [`GET ${plans}/${id}/drive`, `GET ${one}`, `POST ${one}/actions/arrive`])
    expect(await refusalOf(s.asking(elsewhere, asked))).toMatch(/^not_found/);
  const { items } = await s.asking<{ items: unknown[] }>(elsewhere, "GET /api/v1/road-layers");
  expect(items).toEqual([]);
});
