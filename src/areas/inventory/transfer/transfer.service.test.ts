// Transfers that travel: sent, on the way, counted where they arrive by another person than who sent them.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import { sql } from "#server/db/sql.ts";
import { makeMembers } from "#server/testing/agency.ts";
import { refusalOf } from "#server/testing/asking.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { agencyDay } from "#server/testing/days.ts";
import { makeStores, type Stores } from "#server/testing/stores.ts";
import { shelvesOf } from "../ledger/balance.service.ts";
import { moveLot } from "../lot/lot.service.ts";
import { stockEvidence } from "../movement/evidence.service.ts";
import { reorderStandings } from "../reorder/standing.service.ts";
import type { TransferDetail, UnderWay } from "./transfer.model.ts";

let t: TestDatabase;
let s: Stores;
let receiver: Actor;
let root: Actor;
let controller: Actor;
type Written = { id: string; version: number; status: string; number: string };
const path = "/api/v1/stock-transfers";

beforeAll(async () => {
  t = await freshDatabase();
  s = await makeStores(t);
  ({ receiver, root, controller } = await makeMembers(t.database, s.agency, {
    receiver: { duties: ["receiver"] },
    root: { role: "admin" },
    controller: { duties: ["controller"] },
  }));
  await s.asking(controller, "POST /api/v1/stock-count-rules", {
    ...{ fromOn: agencyDay(), percentBp: 500, cents: 10_00, daysA: 90, daysB: 180, daysC: 365 },
  });
});
afterAll(() => t.drop());

const line = (itemId: string, quantity: string, over: object = {}) => ({
  ...{ itemId, quantity },
  ...over,
});
const plan = (lines: object[], over: object = {}, by = s.people.keeper) =>
  s.asking<Written>(by, `POST ${path}`, {
    ...{ fromLocationId: s.bay, toLocationId: s.shelf, lines },
    ...over,
  });
const read = (id: string, by = s.people.keeper) =>
  s.asking<TransferDetail>(by, `GET ${path}/${id}`);
const step = (id: string, name: string, by: Actor, body: object = {}, version?: number) =>
  s.asking<Written>(by, `POST ${path}/${id}/actions/${name}`, body, version ?? null);
const send = (id: string, by = s.people.keeper) => step(id, "send", by, { driver: "R. Ortiz" });
const sent = async (itemId: string, quantity: string, over: object = {}) => {
  const { id } = await plan([line(itemId, quantity)], over);
  await send(id);
  return id;
};
const countsOf = async (id: string, ...quantities: string[]) => ({
  counts: (await read(id)).lines.map((each, at) => ({
    lineId: each.id,
    quantity: quantities[at] ?? "0",
  })),
});
const arrive = async (id: string, by: Actor, ...quantities: string[]) =>
  step(id, "arrive", by, await countsOf(id, ...quantities));
const lacks = async (id: string, name: string, by: Actor, ...quantities: string[]) =>
  step(id, name, by, { ...(await countsOf(id, ...quantities)), reason: "The tailgate was open." });
const lies = async (itemId: string) => {
  const rows = await shelvesOf(s.db(), [itemId]);
  return Object.fromEntries(rows.map(({ location, onHand }) => [location, Number(onHand)]));
};
const at = async (id: string) => (await nameOf(id)).name;
const nameOf = (id: string) =>
  s.db().one<{ name: string }>(sql`
    select name
    from stock_location
    where org_id = ${s.agency.orgId} and id = ${id}
  `);

test("what is sent is on the way: owned, worth what it was, and offered to nobody", async () => {
  const id = await s.item({ reorderPoint: "50", orderUpTo: "80" });
  await s.found(id, "100", 100_00);
  const planned = await plan([line(id, "60")]);
  expect(planned).toMatchObject({ status: "planned", number: expect.stringMatching(/^STT-/) });
  expect(await s.free(id)).toBe("100");
  expect(await refusalOf(step(planned.id, "send", s.people.keeper, { driver: "" }))).toContain(
    "Name who drives it.",
  );
  await send(planned.id);
  expect(await lies(id)).toEqual({ [await at(s.bay)]: 40, "On the way": 60 });
  expect(await s.free(id)).toBe("40");
  expect(await s.poolOf(id)).toEqual({ quantity: "100", valueCents: 100_00 });
  expect(await refusalOf(s.issue(id, "41"))).toContain("not_enough");
  const reordered = { id, number: "", name: "", unit: "bag", packs: [] };
  const standing = { ...reordered, reorderPoint: "50", orderUpTo: "80" };
  expect((await reorderStandings(s.db(), [standing])).get(id)?.available).toBe("100");
  const list = await s.asking<{ items: { available: string }[] }>(
    s.people.clerk,
    `GET /api/v1/stock-items?below=true`,
  );
  expect(list.items).toEqual([]);
  const shelves = await s.asking<{ items: { transit: boolean; stopped: string | null }[] }>(
    s.people.clerk,
    `GET /api/v1/stock-items/${id}/shelves`,
  );
  expect(shelves.items.find(({ transit }) => transit)?.stopped).toBe(
    "It is on the way to another location.",
  );
});

test("another person counts what arrives; what lacks stays on the way until it comes", async () => {
  const id = await s.item();
  await s.found(id, "100", 99_99);
  const transfer = await sent(id, "60");
  expect(await refusalOf(arrive(transfer, s.people.keeper, "60"))).toContain(
    "rule: Whoever sent it does not confirm that it arrived: somebody at the other end does.",
  );
  expect(await arrive(transfer, receiver, "55")).toMatchObject({ status: "short" });
  expect(await read(transfer)).toMatchObject({
    driver: "R. Ortiz",
    lines: [{ quantity: "60", arrived: "55", open: "5" }],
    outcomes: [{ kind: "arrived", quantity: "55", by: receiver.name }],
  });
  const seen = await s.asking<{ items: { id: string; days: number; status: string }[] }>(
    s.people.clerk,
    `GET ${path}-under-way`,
  );
  expect(seen.items).toContainEqual(
    expect.objectContaining({ id: transfer, days: 0, status: "short" }),
  );
  expect(await refusalOf(arrive(transfer, receiver, "6"))).toContain("more_than_sent: Only 5 bag");
  expect(await refusalOf(arrive(transfer, receiver, "0"))).toContain(
    "Enter how much of at least one line.",
  );
  expect(await arrive(transfer, s.people.second, "5")).toMatchObject({ status: "received" });
  // Its evidence package holds what it moved, there and beyond.
  const { movements, outcomes } = await read(transfer);
  const moved = [...movements.map((each) => each.id), ...outcomes.map((each) => each.movementId)];
  expect(moved).toHaveLength(3);
  expect(await stockEvidence(s.db(), [transfer])).toEqual(expect.arrayContaining(moved));
  expect(await lies(id)).toEqual({ [await at(s.bay)]: 40, [await at(s.shelf)]: 60 });
  expect(await s.poolOf(id)).toEqual({ quantity: "100", valueCents: 99_99 });
});

test("an administrator who sent it does not confirm it either; nothing arrived is told once", async () => {
  const id = await s.item();
  await s.found(id, "10", 10_00);
  const { id: transfer } = await plan([line(id, "10")]);
  await send(transfer, root);
  expect(await refusalOf(arrive(transfer, root, "10"))).toContain("Whoever sent it");
  expect(await arrive(transfer, receiver)).toMatchObject({ status: "short" });
  expect(await refusalOf(step(transfer, "callBack", root, { reason: "Wrong." }))).toContain(
    "not_in_this_status",
  );
  expect(await lacks(transfer, "found", root, "10")).toMatchObject({ status: "received" });
  expect(await lies(id)).toEqual({ [await at(s.bay)]: 10 });
});

test("called back before anybody counted, its goods are where they were", async () => {
  const id = await s.item();
  await s.found(id, "10", 9_99);
  const transfer = await sent(id, "7");
  expect(await refusalOf(step(transfer, "callBack", s.people.keeper))).toContain("reason_required");
  const back = await step(transfer, "callBack", s.people.keeper, { reason: "Road closed." });
  expect(back.status).toBe("cancelled");
  expect(await lies(id)).toEqual({ [await at(s.bay)]: 10 });
  expect(await s.poolOf(id)).toEqual({ quantity: "10", valueCents: 9_99 });
  const [first, second] = (await read(transfer)).movements;
  expect(await s.read(first!.id)).toMatchObject({ status: "reversed" });
  const { number } = await read(transfer);
  expect(await s.read(second!.id)).toMatchObject({ transfer: { id: transfer, number } });
  const planned = await plan([line(id, "1")]);
  const ended = await step(planned.id, "cancel", s.people.keeper, { reason: "Not needed." });
  expect(ended.status).toBe("cancelled");
});

test("what is lost is written off within the tolerance; beyond it by somebody without a part in it", async () => {
  const id = await s.item();
  await s.found(id, "200", 200_00);
  const transfer = await sent(id, "100");
  await arrive(transfer, receiver, "80");
  expect(await refusalOf(lacks(transfer, "writeOff", s.people.keeper, "6"))).toContain(
    "beyond_tolerance: 6 bag",
  );
  await lacks(transfer, "writeOff", s.people.keeper, "5");
  expect(await refusalOf(lacks(transfer, "writeOff", s.people.keeper, "1"))).toContain(
    "Somebody who neither planned, sent nor received it approves the loss.",
  );
  expect(await refusalOf(lacks(transfer, "approveLoss", s.people.keeper, "15"))).toContain(
    "not_allowed",
  );
  const done = await lacks(transfer, "approveLoss", controller, "15");
  expect(done.status).toBe("received");
  expect(await s.poolOf(id)).toEqual({ quantity: "180", valueCents: 180_00 });
  const own = await plan([line(id, "10")], {}, root);
  await send(own.id);
  await arrive(own.id, receiver, "1");
  expect(await refusalOf(lacks(own.id, "approveLoss", root, "9"))).toContain(
    "rule: Somebody who neither planned, sent nor received it approves the loss.",
  );
  // Who recorded that nothing at all arrived had a hand in it, too.
  const none = await sent(id, "10");
  await arrive(none, root);
  expect(await refusalOf(lacks(none, "approveLoss", root, "10"))).toContain(
    "separation_of_duties: You had a hand in this stock transfer before, so another person must approve the loss.",
  );
  expect((await lacks(none, "approveLoss", controller, "10")).status).toBe("received");
});

test("two arrivals at once, a replay, more than was sent, another agency and lower roles", async () => {
  const id = await s.item();
  await s.found(id, "20", 20_00);
  const transfer = await sent(id, "10");
  const { version } = await read(transfer);
  const body = await countsOf(transfer, "10");
  const both = await Promise.all(
    [receiver, s.people.second].map((by) => refusalOf(step(transfer, "arrive", by, body))),
  );
  expect(both.filter((said) => said === "nothing was refused")).toHaveLength(1);
  expect(both.find((said) => said !== "nothing was refused")).toContain("not_in_this_status");
  expect(await refusalOf(step(transfer, "arrive", receiver, body, version))).toContain(
    "stale_version",
  );
  expect(await lies(id)).toEqual({ [await at(s.bay)]: 10, [await at(s.shelf)]: 10 });
  const other = await sent(id, "4");
  const parts = await countsOf(other, "3");
  const halves = await Promise.all(
    [receiver, s.people.second].map((by) => refusalOf(step(other, "arrive", by, parts))),
  );
  expect(halves.filter((said) => said.startsWith("more_than_sent"))).toHaveLength(1);
  expect((await read(other)).lines).toMatchObject([{ arrived: "3", open: "1" }]);
  const one = { lineId: parts.counts[0]!.lineId, quantity: "1" };
  const twice = { counts: [one, one] };
  expect(await refusalOf(step(other, "arrive", receiver, twice))).toContain(
    "This line is counted twice.",
  );
  const unknown = { counts: [{ lineId: newId(), quantity: "1" }] };
  expect(await refusalOf(step(other, "arrive", receiver, unknown))).toContain(
    "Choose a line of the transfer.",
  );
  for (const quantity of ["NaN", "-1", "1e3", "1.23456"]) {
    const odd = { counts: [{ lineId: parts.counts[0]!.lineId, quantity }] };
    expect(await refusalOf(step(other, "arrive", receiver, odd))).toContain(
      "The quantity is a number with at most four decimals.",
    );
  }
  expect(await refusalOf(read(other, s.elsewhere))).toContain("not_found");
  expect(await refusalOf(step(other, "arrive", s.elsewhere, parts))).toContain("not_found");
  expect(await refusalOf(step(other, "arrive", s.people.clerk, parts))).toContain("not_allowed");
  expect(await refusalOf(plan([line(id, "1")], {}, receiver))).toContain("not_allowed");
  expect(await refusalOf(plan([line(id, "1")], {}, s.elsewhere))).toContain(
    "Choose a location of the stores.",
  );
});

test("a plan names what there is, between two locations that are charged alike", async () => {
  const id = await s.item();
  const [lotted, another] = [await s.item({ tracking: "lot" }), await s.item({ tracking: "lot" })];
  await s.found(id, "5", 5_00);
  const made = await s.found(lotted, "5", 5_00, { lot: { code: "L-1", expiresOn: null } });
  const lotId = (await s.read(made.id)).content[0]!.lotId;
  const refused = async (lines: object[], over: object = {}) => refusalOf(plan(lines, over));
  expect(await refused([line(newId(), "1")])).toContain("Choose an item of the stores.");
  expect(await refused([line(another, "1", { lotId })])).toContain("This is no lot of");
  expect(await refused([line(id, "1")], { toLocationId: s.bay })).toContain("It is there already.");
  expect(await refused([line(id, "1")], { toLocationId: newId() })).toContain(
    "Choose a location of the stores.",
  );
  const { id: over } = await plan([line(id, "6")]);
  expect(await refusalOf(send(over))).toContain("not_enough");
  const { id: kept } = await plan([line(id, "1")], { fromLocationId: s.cage });
  expect(await refusalOf(send(kept))).toContain("in_quarantine");
});

test("a lot that is stopped on the way goes into quarantine where it arrives", async () => {
  const id = await s.item({ tracking: "lot" });
  const made = await s.found(id, "10", 10_00, { lot: { code: "P-7", expiresOn: null } });
  const lotId = (await s.read(made.id)).content[0]!.lotId!;
  const transfer = await sent(id, "8");
  const reason = "The maker recalls it.";
  await s.as(s.people.second, (tx, actor) =>
    moveLot(tx, actor, "quarantine", { id: lotId, version: null, reason }),
  );
  await arrive(transfer, receiver, "6");
  await lacks(transfer, "found", s.people.keeper, "2");
  expect(await lies(id)).toEqual({ [await at(s.bay)]: 2, [await at(s.cage)]: 8 });
});

test("what is on the way stands by the day on which it is expected, what is late on top", async () => {
  const id = await s.item();
  await s.found(id, "10", 10_00);
  const [far, near] = [agencyDay(9), agencyDay(2)];
  const last = await sent(id, "1", { expectedOn: far });
  const first = await sent(id, "1", { expectedOn: near });
  const open = await sent(id, "1");
  const { today, items } = await s.asking<UnderWay>(
    receiver,
    "GET /api/v1/stock-transfers-under-way",
  );
  expect(today).toBe(agencyDay());
  const own = items.filter((one) => [last, first, open].includes(one.id));
  expect(own.map((one) => one.id)).toEqual([first, last, open]);
  expect(own.map(({ expectedOn }) => expectedOn)).toEqual([near, far, null]);
  const late = () => s.asking<{ items: { id: string }[] }>(receiver, `GET ${path}?late=true`);
  expect((await late()).items).toEqual([]);
  await s.as(s.people.keeper, (tx) =>
    tx.rows(sql`
      update stock_transfer
      set expected_on = ${agencyDay(-1)}
      where org_id = ${s.agency.orgId} and id = ${last}
    `),
  );
  expect((await late()).items.map((one) => one.id)).toEqual([last]);
  const over = plan([line(id, "1")], { expectedOn: agencyDay(-1) });
  expect(await refusalOf(over.then(String))).toContain("This day is over: say when it arrives.");
});
