// Counts of the stores: blind, compared at the instant of counting, three people beyond the tolerance.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import { decide } from "#areas/workflow/workflow.server.ts";
import { sql } from "#server/db/sql.ts";
import { makeMembers, makePolicy } from "#server/testing/agency.ts";
import { refusalOf } from "#server/testing/asking.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { agencyDay } from "#server/testing/days.ts";
import { makeStores, type Stores } from "#server/testing/stores.ts";
import { allInvariants } from "#server/operation/checking.ts";
import type { CountDetail, CountsDue } from "./count.model.ts";

let t: TestDatabase;
let s: Stores;
let boss: Actor;
let controller: Actor;
type Written = { id: string; version: number; status: string; number: string };

beforeAll(async () => {
  t = await freshDatabase();
  s = await makeStores(t);
  const people = await makeMembers(t.database, s.agency, {
    boss: { role: "manager" },
    root: { role: "admin" },
    controller: { duties: ["controller"] },
  });
  ({ boss, controller } = people);
  await makePolicy(t.database, people.root, { documentType: "stockCount" });
  await s.asking(controller, "POST /api/v1/stock-count-rules", rule());
});
afterAll(() => t.drop());

const rule = (over: object = {}) => ({
  ...{ fromOn: agencyDay(), percentBp: 500, cents: 10_00, daysA: 90, daysB: 180, daysC: 365 },
  ...over,
});
const path = "/api/v1/stock-counts";
const plan = (itemIds: string[], by = s.people.keeper) =>
  s.asking<Written>(by, `POST ${path}`, { scope: "items", itemIds });
const read = (id: string, by = s.people.keeper) => s.asking<CountDetail>(by, `GET ${path}/${id}`);
const enter = (id: string, itemId: string, quantity: string, by: Actor, over: object = {}) =>
  s.asking<Written>(by, `POST ${path}/${id}/actions/enter`, {
    ...{ itemId, locationId: s.bay, quantity },
    ...over,
  });
const step = async (id: string, name: string, by: Actor, body: object = {}) =>
  s.asking<Written>(by, `POST ${path}/${id}/actions/${name}`, body, (await read(id, by)).version);
const counted = async (itemId: string, quantity: string, by = s.people.keeper) => {
  const { id } = await plan([itemId]);
  await enter(id, itemId, quantity, by);
  await step(id, "close", by);
  return id;
};
const decided = async (id: string, by: Actor, how: "approve" | "return" | "reject") => {
  const { id: request } = await s.db().one<{ id: string }>(sql`
    select id
    from approval_request
    where org_id = ${s.agency.orgId} and document_id = ${id} and status = 'pending'
  `);
  return s.as(by, (tx, actor) => decide(tx, actor, request, how, "Seen.", null));
};
const beyond = async (itemId: string, quantity: string) => {
  const id = await counted(itemId, quantity);
  await enter(id, itemId, quantity, s.people.second);
  await step(id, "close", s.people.second);
  await step(id, "submit", s.people.keeper, { reason: "Bags were torn and thrown away." });
  return id;
};

test("within the tolerance the storekeeper posts what was counted, at its instant", async () => {
  const id = await s.item();
  await s.found(id, "100", 100_00);
  const count = await plan([id]);
  expect(count).toMatchObject({ status: "open", number: expect.stringMatching(/^STC-/) });
  await enter(count.id, id, "97", s.people.keeper);
  await s.issue(id, "10");
  await step(count.id, "close", s.people.keeper);
  const seen = await read(count.id);
  expect(seen).toMatchObject({ status: "counted", differenceCents: -3_00 });
  expect(seen.results).toMatchObject([
    { ledger: "100", counted: "97", beyond: false, cents: -300 },
  ]);
  await step(count.id, "post", s.people.keeper);
  expect(await s.poolOf(id)).toEqual({ quantity: "87", valueCents: 87_00 });
  const posted = await read(count.id);
  const [movement] = posted.movements;
  expect(await s.read(movement!.id)).toMatchObject({
    kind: "adjust",
    reason: expect.stringContaining(posted.number),
    content: [{ quantity: "3" }],
  });
  expect(await refusalOf(step(count.id, "abort", s.people.keeper, { reason: "No." }))).toContain(
    "not_in_this_status",
  );
  for (const change of [
    sql`update stock_count set reason = 'x' where org_id = ${s.agency.orgId} and id = ${count.id}`,
    sql`delete from stock_count_entry where org_id = ${s.agency.orgId} and count_id = ${count.id}`,
  ])
    await expect(s.as(s.people.keeper, (tx) => tx.rows(change))).rejects.toThrow(/not changed/);
});

test("beyond it another person counts again, blind, and a third approves", async () => {
  const id = await s.item();
  await s.found(id, "777", 777_00);
  const count = (await plan([id])).id;
  const blind = JSON.stringify(await read(count));
  expect(blind).not.toContain('"777"');
  await enter(count, id, "612", s.people.keeper);
  expect(await refusalOf(enter(count, id, "5", s.people.second))).toContain("counted_by_another");
  expect(await refusalOf(step(count, "close", s.people.second))).toContain("Whoever counts");
  await step(count, "close", s.people.keeper);
  const { second } = s.people;
  expect(await read(count, second)).toMatchObject({ status: "recount", results: null });
  for (const what of [
    await read(count, second),
    await s.asking(second, `GET ${path}`),
    await s.asking(second, `GET ${path}/${count}/history`),
  ]) {
    const said = JSON.stringify(what);
    for (const figure of ['"777', '"612', "16500"]) expect(said).not.toContain(figure);
  }
  expect((await read(count)).results).toMatchObject([{ ledger: "777", counted: "612" }]);
  expect(await refusalOf(enter(count, id, "612", s.people.keeper))).toContain("same_counter");
  await enter(count, id, "613", second);
  await step(count, "close", second);
  expect((await read(count)).results).toMatchObject([{ counted: "613", first: "612" }]);
  expect(await refusalOf(step(count, "post", s.people.keeper))).toContain("beyond the tolerance");
  expect(await refusalOf(step(count, "submit", s.people.keeper))).toContain("reason_required");
  await step(count, "submit", s.people.keeper, { reason: "Bags were torn and thrown away." });
  for (const by of [s.people.keeper, second])
    expect(await refusalOf(decided(count, by, "approve"))).not.toBe("nothing was refused");
  expect(await s.poolOf(id)).toMatchObject({ quantity: "777" });
  await decided(count, boss, "approve");
  expect(await read(count)).toMatchObject({ status: "posted", differenceCents: -164_00 });
  expect(await s.poolOf(id)).toEqual({ quantity: "613", valueCents: 613_00 });
});

test("an administrator who counted does not approve; who returns or rejects adjusts nothing", async () => {
  const id = await s.item();
  await s.found(id, "100", 100_00);
  const count = await beyond(id, "50");
  await decided(count, boss, "return");
  expect(await read(count)).toMatchObject({ status: "counted" });
  await step(count, "submit", s.people.keeper, { reason: "Bags were torn and thrown away." });
  await step(count, "withdraw", s.people.keeper);
  await step(count, "submit", s.people.keeper, { reason: "Bags were torn and thrown away." });
  await decided(count, boss, "reject");
  expect(await read(count)).toMatchObject({ status: "aborted" });
  expect(await s.poolOf(id)).toMatchObject({ quantity: "100" });
  const other = await s.item();
  await s.found(other, "100", 100_00);
  const own = await counted(other, "50", boss);
  await enter(own, other, "50", s.people.second);
  await step(own, "close", s.people.second);
  await step(own, "submit", s.people.keeper, { reason: "Bags were torn and thrown away." }).then(
    async () =>
      expect(await refusalOf(decided(own, boss, "approve"))).not.toBe("nothing was refused"),
    async (error: { code?: string }) => expect(error.code).toBe("no_approver"),
  );
});

test("what moved before the count and is posted later does not falsify it", async () => {
  const id = await s.item();
  await s.found(id, "100", 100_00);
  const count = await counted(id, "96");
  await s.issue(id, "4", { movedOn: agencyDay(-3) });
  await step(count, "post", s.people.keeper);
  expect(await read(count)).toMatchObject({ status: "posted", movements: [], differenceCents: 0 });
  expect(await s.poolOf(id)).toMatchObject({ quantity: "96" });
  // Posted behind the count, about the time before it: the count stands.
  const late = await s.issue(id, "6", { movedOn: agencyDay(-2) });
  expect(await s.poolOf(id)).toEqual({ quantity: "96", valueCents: 96_00 });
  await s.reverse(late);
  expect(await s.poolOf(id)).toMatchObject({ quantity: "96" });
  const gain = (await read(count)).movements;
  expect(gain.length).toBe(2);
  await s.issue(id, "6");
  expect(await s.poolOf(id)).toMatchObject({ quantity: "90" });
  const more = await counted(id, "60");
  await enter(more, id, "60", s.people.second);
  await step(more, "close", s.people.second);
  await step(more, "submit", s.people.keeper, { reason: "Bags were torn and thrown away." });
  await s.issue(id, "20", { movedOn: agencyDay(-1) });
  expect(await refusalOf(decided(more, boss, "approve"))).toContain("ledger_changed");
});

test("found things, lots that nobody found and serial numbers", async () => {
  const lots = await s.item({ tracking: "lot" });
  const serial = await s.item({ tracking: "serial" });
  await s.found(lots, "10", 10_00, { lot: { code: "L-1" } });
  await s.found(lots, "5", 5_00, { lot: { code: "L-2" } });
  await s.found(serial, "1", 50_00, { lot: { code: "SN-1" } });
  const { id } = await plan([lots, serial]);
  const { keeper, second } = s.people;
  const put = (item: string, quantity: string, by: Actor, over: object = {}) =>
    enter(id, item, quantity, by, over);
  expect(JSON.stringify(await read(id))).not.toMatch(/L-1|L-2|SN-1/);
  expect(await refusalOf(put(lots, "10", keeper))).toContain("lot_missing");
  expect(await refusalOf(put(serial, "2", keeper, { lot: "SN-1" }))).toContain("one_piece");
  const plain = await s.item();
  expect(await refusalOf(put(plain, "1", keeper, { lot: "X" }))).toContain("no_lots");
  expect(await refusalOf(put(lots, "NaN", keeper))).toContain("invalid");
  const early = put(lots, "1", keeper, { lot: "L-1", countedAt: "2026-01-01T00:00:00Z" });
  expect(await refusalOf(early)).toContain("before_plan");
  const late = new Date(Date.now() + 3_600_000).toISOString();
  expect(await refusalOf(put(lots, "1", keeper, { lot: "L-1", countedAt: late }))).toContain(
    "hour_to_come",
  );
  for (const by of [keeper, second]) {
    await put(lots, "10", by, { lot: "l-1" });
    await put(serial, "0", by);
    if (by === keeper) await put(plain, "3", by, { locationId: s.shelf });
    else await put(plain, "3", by, { locationId: s.shelf });
    if (by === keeper) await step(id, "close", by);
  }
  const notAgain = put(plain, "3", second);
  expect(await refusalOf(notAgain)).toContain("not_again");
  await step(id, "close", second);
  const seen = await read(id);
  expect(seen.results?.map((r) => [r.lot, r.ledger, r.counted, r.missed])).toEqual(
    expect.arrayContaining([
      ["L-1", "10", "10", false],
      ["L-2", "5", "0", true],
      ["SN-1", "1", "0", true],
      ["", "0", "3", false],
    ]),
  );
  await step(id, "submit", keeper, { reason: "Looked everywhere." });
  expect(await refusalOf(decided(id, boss, "approve"))).toContain("fund_missing");
  await decided(id, boss, "return");
  await step(id, "submit", keeper, { reason: "Looked everywhere.", fundId: s.fund });
  await decided(id, boss, "approve");
  expect(await s.poolOf(lots)).toMatchObject({ quantity: "10" });
  expect(await s.poolOf(serial)).toMatchObject({ quantity: "0", valueCents: 0 });
  expect(await s.poolOf(plain)).toEqual({ quantity: "3", valueCents: 0 });
  for (const invariant of allInvariants().filter(({ area }) => area === "inventory"))
    expect(await invariant.check({ db: s.db() } as never)).toEqual([]);
});

test("a hand adjustment beyond the tolerance is refused: it is counted", async () => {
  const { keeper } = s.people;
  const id = await s.item();
  const put = (quantity: string, over: object = {}) =>
    s.asking<Written>(keeper, "POST /api/v1/stock-movements", {
      kind: "adjust",
      reason: "Lay behind the door",
      lines: [
        { itemId: id, toLocationId: s.bay, fundId: s.fund, quantity, valueCents: 0, ...over },
      ],
    });
  await put("100", { valueCents: 100_00 });
  await put("5");
  expect(await refusalOf(put("1"))).toContain("beyond_tolerance");
  expect(await refusalOf(put("50"))).toContain("Plan a count");
  const less = put("50", { toLocationId: null, fromLocationId: s.bay, fundId: null });
  expect(await refusalOf(less)).toContain("beyond_tolerance");
});

test("counts are refused where they cannot be", async () => {
  const { keeper, clerk, second } = s.people;
  const id = await s.item();
  expect(await refusalOf(plan([id]))).toContain("nothing_to_count");
  await s.found(id, "10", 10_00);
  expect(await refusalOf(plan([id, id]))).toContain("same_item_twice");
  expect(await refusalOf(plan([]))).toContain("invalid");
  expect(await refusalOf(plan([id], clerk))).toContain("not_allowed");
  expect(await refusalOf(plan([id], s.elsewhere))).toContain("not_found");
  const count = await plan([id]);
  expect(await refusalOf(plan([id]))).toContain("being_counted");
  expect(await refusalOf(read(count.id, s.elsewhere))).toContain("not_found");
  expect(await refusalOf(enter(count.id, id, "1", clerk))).toContain("not_allowed");
  expect(await refusalOf(enter(count.id, id, "1", s.elsewhere))).toContain("not_found");
  expect(await refusalOf(enter(count.id, newId(), "1", keeper))).toContain("not_found");
  expect(await refusalOf(step(count.id, "close", keeper))).toContain("Nobody counted yet");
  const two = await s.item();
  await s.found(two, "10", 10_00);
  await enter(count.id, id, "10", keeper);
  await enter(count.id, two, "10", keeper);
  await s.asking(keeper, `POST ${path}/${count.id}/actions/clear`, {
    itemId: two,
    locationId: s.bay,
  });
  expect((await read(count.id)).tasks).toHaveLength(1);
  await s.asking(keeper, `POST ${path}/${count.id}/actions/clear`, {
    itemId: id,
    locationId: s.bay,
  });
  expect(await refusalOf(step(count.id, "close", keeper))).toContain("1 line is not counted yet.");
  await enter(count.id, id, "10", keeper);
  const { version } = await read(count.id);
  const closed = await Promise.all(
    [1, 2].map(() =>
      refusalOf(s.asking(keeper, `POST ${path}/${count.id}/actions/close`, {}, version)),
    ),
  );
  expect(closed.filter((said) => said === "nothing was refused")).toHaveLength(1);
  expect(await refusalOf(step(count.id, "submit", keeper, { reason: "Why not." }))).toContain(
    "within the tolerance",
  );
  await step(count.id, "again", keeper);
  await enter(count.id, id, "10", second);
  await step(count.id, "close", second);
  expect(await refusalOf(enter(count.id, id, "9", second))).toContain("not_counting");
  expect(await refusalOf(step(count.id, "again", keeper))).toContain("Two people counted it.");
  const posted = await Promise.all([1, 2].map(() => refusalOf(step(count.id, "post", keeper))));
  expect(posted.filter((said) => said === "nothing was refused")).toHaveLength(1);
  const big = await s.item();
  await s.found(big, "10", 10_00);
  const ended = await plan([big]);
  await step(ended.id, "abort", keeper, { reason: "The bay is moved." });
  expect(await s.poolOf(big)).toMatchObject({ quantity: "10" });
});

test("the controller says how far the stores may be off, from a day on", async () => {
  const say = (over: object, by = controller) =>
    s.asking(by, "POST /api/v1/stock-count-rules", rule(over));
  expect(await refusalOf(say({ fromOn: agencyDay(5) }, s.people.keeper))).toContain("not_allowed");
  expect(await refusalOf(say({ fromOn: agencyDay(-1) }))).toContain("day_is_over");
  expect(await refusalOf(say({}))).toContain("same_rule_day");
  await say({ fromOn: agencyDay(5), percentBp: 100 });
  const { items } = await s.asking<{ items: { percentBp: number }[] }>(
    s.people.clerk,
    "GET /api/v1/stock-count-rules",
  );
  expect(items.map(({ percentBp }) => percentBp)).toEqual([100, 500]);
});

test("what was not counted within the interval of its class is due", async () => {
  const due = () => s.asking<CountsDue>(s.people.clerk, "GET /api/v1/stock-counts-due");
  const before = (await due()).due;
  const id = await s.item();
  await s.found(id, "10", 10_000_00);
  await s.issue(id, "5");
  await s.as(s.people.keeper, (tx) =>
    tx.rows(sql`
      update stock_count
      set status = 'aborted'
      where org_id = ${s.agency.orgId} and status not in ('posted', 'aborted')
    `),
  );
  expect((await due()).due).toBe(before + 1);
  const made = await s.asking<{ items: number }>(s.people.keeper, "POST /api/v1/stock-classes");
  expect(made.items).toBeGreaterThan(3);
  const found = await due();
  expect(found.workedOn).toBe(agencyDay());
  expect(found.classes.find((one) => one.class === "A")).toMatchObject({ due: 1, of: 1, days: 90 });
  const { id: count } = await s.asking<Written>(s.people.keeper, `POST ${path}`, {
    scope: "class",
    class: "A",
  });
  expect((await read(count)).tasks.map(({ itemId }) => itemId)).toEqual([id]);
  await enter(count, id, "5", s.people.keeper);
  await step(count, "close", s.people.keeper);
  await step(count, "post", s.people.keeper);
  expect((await due()).due).toBe(before);
  const at = await s.asking<Written>(s.people.keeper, `POST ${path}`, {
    scope: "location",
    locationId: s.bay,
  });
  expect((await read(at.id)).tasks.length).toBeGreaterThan(3);
  await step(at.id, "abort", s.people.keeper, { reason: "Another day." });
});
