// What guards goods on the way, and random histories of them.
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { sql } from "#server/db/sql.ts";
import { makeMembers } from "#server/testing/agency.ts";
import { refusalOf } from "#server/testing/asking.ts";
import { makeChargedStock, type ChargedStock } from "#server/testing/charged-stock.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { shelvesOf } from "../ledger/balance.service.ts";
import { stockAtPlaces } from "../item/placed.read.service.ts";
import { onTheWayRule } from "./transfer.checks.ts";
import type { TransferDetail } from "./transfer.model.ts";

let t: TestDatabase;
let s: ChargedStock;
let receiver: Actor;
let controller: Actor;
type Written = { id: string; version: number; status: string };
const path = "/api/v1/stock-transfers";

beforeAll(async () => {
  t = await freshDatabase();
  s = await makeChargedStock(t);
  const made = await makeMembers(t.database, s.agency, {
    atShelf: { duties: ["receiver"] },
    judge: { duties: ["controller"] },
  });
  [receiver, controller] = [made.atShelf, made.judge];
});
afterAll(() => t.drop());

const plan = (itemId: string, quantity: string, over: object = {}) =>
  s.asking<Written>(s.people.keeper, `POST ${path}`, {
    ...{ fromLocationId: s.bay, toLocationId: s.shelf, lines: [{ itemId, quantity }] },
    ...over,
  });
const step = (id: string, name: string, by: Actor, body: object = {}) =>
  s.asking<Written>(by, `POST ${path}/${id}/actions/${name}`, body);
const sent = async (itemId: string, quantity: string, over: object = {}) => {
  const { id } = await plan(itemId, quantity, over);
  await step(id, "send", s.people.keeper, { driver: "R. Ortiz" });
  return id;
};
const read = (id: string) => s.asking<TransferDetail>(s.people.clerk, `GET ${path}/${id}`);
/** Tells of the only line of a transfer how much. */
const tell = async (id: string, name: string, by: Actor, quantity: string) => {
  const [line] = (await read(id)).lines;
  const counts = [{ lineId: line!.id, quantity }];
  const reason = name === "arrive" ? {} : { reason: "It fell off the truck." };
  return step(id, name, by, { counts, ...reason });
};
const lies = async (itemId: string) => {
  const sums = new Map<string, number>();
  for (const { locationId, onHand, transit } of await shelvesOf(s.db(), [itemId])) {
    const key = transit ? "way" : locationId;
    sums.set(key, (sums.get(key) ?? 0) + Number(onHand));
  }
  return sums;
};

test("nothing else moves what is on the way, and its locations stay", async () => {
  const id = await s.item();
  await s.found(id, "10", 10_00);
  const over = { chargeAt: "purchase", chargeAccountId: null };
  const [from, to] = [await s.room(over), await s.room(over)];
  await s.post({
    kind: "transfer",
    lines: [{ itemId: id, fromLocationId: s.bay, toLocationId: from, quantity: "10" }],
  });
  const transfer = await sent(id, "10", { fromLocationId: from, toLocationId: to });
  const way = await s.db().one<{ id: string; version: number }>(sql`
    select id, version
    from stock_location
    where org_id = ${s.agency.orgId} and role = 'transit'
  `);
  const byHand = (over: object) => refusalOf(s.post({ kind: "transfer", ...over }));
  const out = { itemId: id, fromLocationId: way.id, toLocationId: s.bay, quantity: "1" };
  expect(await byHand({ lines: [out] })).toContain(
    "on_the_way: What is on the way is moved by its transfer: record its arrival there, or call it back.",
  );
  expect(await refusalOf(s.issue(id, "1", {}, { fromLocationId: way.id }))).toContain("on_the_way");
  expect(await refusalOf(plan(id, "1", { fromLocationId: way.id }))).toContain("on_the_way");
  const count = { scope: "location", locationId: way.id };
  expect(await refusalOf(s.asking(s.people.keeper, "POST /api/v1/stock-counts", count))).toContain(
    "What is on the way is counted where it arrives: open its transfer.",
  );
  const items = { scope: "items", itemIds: [id] };
  expect(await refusalOf(s.asking(s.people.keeper, "POST /api/v1/stock-counts", items))).toContain(
    "nothing_to_count",
  );
  const [movement] = (await read(transfer)).movements;
  expect(await refusalOf(s.reverse(movement!))).toContain(
    "This belongs to a transfer that travels: call it back there, or send it anew.",
  );
  const location = `/api/v1/stock-locations`;
  const retire = (which: string) =>
    refusalOf(
      s.asking(s.people.keeper, `POST ${location}/${which}/actions/retire`, { reason: "Moved." }),
    );
  expect(await retire(to)).toContain(
    "A transfer from or to it is on the way: wait until all of it is accounted for.",
  );
  expect(await retire(way.id)).toContain("What is on the way lies here: it stays in use.");
  const change = { code: "ROAD", name: "Road", placeId: null, parentId: s.bay };
  expect(
    await refusalOf(s.asking(s.people.keeper, `PATCH ${location}/${way.id}`, change, way.version)),
  ).toContain("What is on the way lies here: it stays as it is.");
  const { placeId } = await s.db().one<{ placeId: string }>(sql`
    select place_id
    from stock_location
    where org_id = ${s.agency.orgId} and id = ${way.id}
  `);
  const placed = async () =>
    (await stockAtPlaces(s.db(), [placeId])).reduce((sum, { cents }) => sum + cents, 0);
  const without = await placed();
  await step(transfer, "callBack", s.people.keeper, { reason: "Enough." });
  expect(await lies(id)).toEqual(new Map([[from, 10]]));
  expect(await placed()).toBe(without + 10_00);
});

test("what is charged as it is issued travels by itself, to where the same line bears it", async () => {
  const id = await s.item();
  await s.stock(id, "10", 10_00);
  const [near, far] = [s.counter, await s.room()];
  expect(await refusalOf(plan(id, "1", { fromLocationId: near }))).toContain("charged_apart");
  const transfer = await sent(id, "4", { fromLocationId: near, toLocationId: far });
  const at = `/api/v1/stock-locations/${far}`;
  const { version } = await s.asking(s.people.keeper, `GET ${at}`);
  const change = { chargeAt: "purchase" };
  expect(await refusalOf(s.asking(s.people.keeper, `PATCH ${at}`, change, version))).toContain(
    "goods_travel",
  );
  const spent = await s.spent(s.stores);
  await tell(transfer, "arrive", receiver, "4");
  expect(await s.spent(s.stores)).toBe(spent);
  expect(await lies(id)).toEqual(
    new Map([
      [near, 6],
      [far, 4],
    ]),
  );
  const retired = await s.room();
  const reason = { reason: "Moved." };
  await s.asking(s.people.keeper, `POST /api/v1/stock-locations/${retired}/actions/retire`, reason);
  const over = { fromLocationId: near, toLocationId: retired };
  expect(await refusalOf(plan(id, "1", over))).toContain("location_retired");
});

type Did = {
  what: "send" | "arrive" | "found" | "approveLoss" | "callBack";
  which: number;
  part: number;
};

const did = fc.record<Did>({
  what: fc.constantFrom("send", "send", "arrive", "arrive", "found", "approveLoss", "callBack"),
  which: fc.nat(5),
  part: fc.integer({ min: 1, max: 9 }),
});

test(
  "random sends, part arrivals, call-backs and losses keep quantity and value",
  { timeout: 120_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(did, { minLength: 6, maxLength: 12 }), async (story) => {
        const id = await s.item();
        await s.found(id, "50", 333_33);
        const open: { id: string; left: number; told: boolean }[] = [];
        const has = { bay: 50, shelf: 0, lost: 0 };
        let lostCents = 0;
        for (const { what, which, part } of story) {
          if (what === "send") {
            if (part > has.bay) continue;
            open.push({ id: await sent(id, String(part)), left: part, told: false });
            has.bay -= part;
          } else {
            const at = open[which % Math.max(1, open.length)];
            if (!at || at.left === 0 || (what === "callBack") === at.told) {
              if (what !== "arrive" || !at || at.left === 0) continue;
            }
            const amount = Math.min(part, at.left);
            if (what === "callBack") {
              await step(at.id, "callBack", s.people.keeper, { reason: "Turned around." });
              [has.bay, at.left] = [has.bay + at.left, 0];
            } else {
              const before = (await s.poolOf(id)).valueCents;
              const by = { arrive: receiver, found: s.people.keeper, approveLoss: controller }[
                what
              ];
              await tell(at.id, what, by, String(amount));
              [at.left, at.told] = [at.left - amount, true];
              if (what === "arrive") has.shelf += amount;
              if (what === "found") has.bay += amount;
              if (what === "approveLoss") {
                has.lost += amount;
                lostCents += before - (await s.poolOf(id)).valueCents;
              }
            }
          }
          const way = open.reduce((sum, { left }) => sum + left, 0);
          const now = await lies(id);
          const of = (key: string) => now.get(key) ?? 0;
          expect([of(s.bay), of(s.shelf), of("way")]).toEqual([has.bay, has.shelf, way]);
          expect(has.bay + has.shelf + way + has.lost).toBe(50);
          expect(await s.poolOf(id)).toEqual({
            quantity: String(50 - has.lost),
            valueCents: 333_33 - lostCents,
          });
        }
        expect(lostCents === 0).toBe(has.lost === 0);
      }),
      { numRuns: 8 },
    );
    expect(await s.findings()).toEqual([]);
    expect(await onTheWayRule.check({ db: s.db() } as never)).toEqual([]);
  },
);
