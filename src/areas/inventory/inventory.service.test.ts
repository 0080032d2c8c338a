// Items in one unit, locations as trees, lots told apart, and what goes to nobody.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import { codeOf, isLabel, tagOf } from "#kernel/label-tag.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { historyOf } from "#server/audit/history.ts";
import { runList } from "#server/http/list-page.ts";
import { recordOfLabel } from "#server/labels/labelled.ts";
import { labelDocument } from "#server/labels/paper.ts";
import { makeAgency, makeMembers, makeVendor, type Agency } from "#server/testing/agency.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { reasonOf } from "#server/testing/rules.ts";
import { makeStores } from "#server/testing/stores.ts";
import { agencyDay } from "#server/testing/days.ts";
import "./inventory.server.ts";
import { itemCycle } from "./item/item.labels.ts";
import { itemInput } from "./item/item.model.ts";
import { itemList } from "./item/item.list.ts";
import {
  changeItem,
  enterItem,
  reactivateItem,
  readItem,
  retireItem,
} from "./item/item.service.ts";
import { stockLabels } from "./label/label.service.ts";
import { locationCycle } from "./location/location.labels.ts";
import { locationInput } from "./location/location.model.ts";
import {
  changeLocation,
  enterLocation,
  locationTree,
  reactivateLocation,
  readLocation,
  retireLocation,
} from "./location/location.service.ts";
import type { LotAction } from "./lot/lot.labels.ts";
import { lotList } from "./lot/lot.list.ts";
import { changeLot, enterLot, moveLot, readLot } from "./lot/lot.service.ts";
import { standingOfStock } from "./standing/standing.service.ts";

let t: TestDatabase;
let agency: Agency;
let yard: string;
let depot: string;
let people: Record<"keeper" | "second" | "chief" | "clerk", Actor>;
let elsewhere: Actor;

const makePlace = async (actor: Actor, name: string): Promise<string> => {
  const id = newId();
  await as(actor, (tx) =>
    tx.rows(sql`
      insert into agency_place (org_id, id, name, kind)
      values (${actor.orgId}, ${id}, ${name}, 'yard')
    `),
  );
  return id;
};

beforeAll(async () => {
  t = await freshDatabase();
  agency = await makeAgency(t.database);
  people = await makeMembers(t.database, agency, {
    keeper: { duties: ["storekeeper"] },
    second: { duties: ["storekeeper"] },
    chief: { role: "manager" },
    clerk: {},
  });
  const other = await makeAgency(t.database);
  ({ keeper: elsewhere } = await makeMembers(t.database, other, {
    keeper: { duties: ["storekeeper"] },
  }));
  yard = await makePlace(people.chief, "County yard");
  depot = await makePlace(people.chief, "North depot");
});
afterAll(() => t.drop());

const as = <T>(actor: Actor, work: (tx: Tx, actor: Actor) => Promise<T>) =>
  t.database.transaction(actor, (tx) => work(tx, actor));
const db = (actor: Actor) => t.database.read(actor);
const at = (id: string, reason: string | null = null) => ({ id, version: null, reason });

let names = 0;
const typed = (over: object = {}) =>
  itemInput.parse({ name: `Cold patch ${++names}`, unit: "bag", ...over });
const item = (over: object = {}, by = people.keeper) =>
  as(by, (tx, actor) => enterItem(tx, actor, typed(over)));
const room = (over: object = {}, by = people.keeper) =>
  as(by, (tx, actor) =>
    enterLocation(
      tx,
      actor,
      locationInput.parse({ code: `A-${++names}`, name: "Shelf", placeId: yard, ...over }),
    ),
  );
const lot = (itemId: string, code: string, over: object = {}, by = people.keeper) =>
  as(by, (tx, actor) => enterLot(tx, actor, { itemId, code, expiresOn: null, ...over }));
const step = (id: string, action: LotAction, by = people.keeper, reason = "Looked at it.") =>
  as(by, (tx, actor) => moveLot(tx, actor, action, at(id, reason)));

test("an item is entered with a number, its packs hold its unit exactly, and is read as it was typed", async () => {
  const vendor = await makeVendor(t.database, agency);
  const packs = [{ name: "pallet", quantity: "62.5" }];
  const { id } = await item({
    packs,
    reorderPoint: "40",
    orderUpTo: "120.25",
    vendorId: vendor.id,
    keeperId: people.keeper.personId,
  });
  const read = await readItem(db(people.clerk), people.clerk, id);
  expect(read).toMatchObject({
    number: expect.stringMatching(/^ITM-/),
    packs,
    reorderPoint: "40",
    orderUpTo: "120.25",
    keeper: people.keeper.name,
    costClass: "general",
    actions: [],
  });
  expect(read.vendor).not.toBeNull();
});

test.each([
  ["another pack of the same name", { packs: [pack("Case"), pack("case")] }, "packs"],
  ["a pack named as the unit", { packs: [pack("BAG")] }, "packs"],
  ["a pack that holds nothing", { packs: [pack("case", "0")] }, "packs.0.quantity"],
  ["a quantity that is no number", { reorderPoint: "NaN" }, "reorderPoint"],
  ["a point above what is ordered up to", { reorderPoint: "9", orderUpTo: "8" }, "orderUpTo"],
  ["a shelf life of part of a day", { shelfLifeDays: 1.5 }, "shelfLifeDays"],
])("%s is refused at its field", (_what, over, path) => {
  const { error } = itemInput.safeParse({ name: "Cold patch", unit: "bag", ...over });
  expect(error?.issues.map((issue) => issue.path.join("."))).toContain(path);
});

function pack(name: string, quantity = "10") {
  return { name, quantity };
}

test("a name is there once among items in use; unknown commodities, keepers and vendors are refused at their field", async () => {
  const { id, name } = await item();
  await expect(item({ name: name.toUpperCase() })).rejects.toMatchObject({
    errors: [expect.objectContaining({ path: "name" })],
    code: "same_name",
  });
  await expect(item({ commodityCode: "NO-SUCH" })).rejects.toMatchObject({
    code: "unknown_commodity",
  });
  await expect(item({ keeperId: elsewhere.personId })).rejects.toMatchObject({
    code: "keeper_unknown",
  });
  await expect(item({ vendorId: newId() })).rejects.toMatchObject({ code: "vendor_unknown" });
  await as(people.keeper, (tx, actor) => retireItem(tx, actor, at(id, "No longer bought.")));
  await item({ name });
  await expect(
    as(people.keeper, (tx, actor) => reactivateItem(tx, actor, at(id))),
  ).rejects.toMatchObject({ code: "same_name" });
});

test("a retired item is used again and not changed before; retiring asks for a reason", async () => {
  const { id, version } = await item();
  await expect(
    as(people.keeper, (tx, actor) => retireItem(tx, actor, at(id))),
  ).rejects.toMatchObject({ code: "reason_required" });
  await as(people.keeper, (tx, actor) => retireItem(tx, actor, at(id, "No longer bought.")));
  await expect(
    as(people.keeper, (tx, actor) => changeItem(tx, actor, id, typed(), version + 1)),
  ).rejects.toThrow("It is retired: use it again first.");
  const { status } = await as(people.keeper, (tx, actor) => reactivateItem(tx, actor, at(id)));
  expect(status).toBe("active");
});

test("nothing is retired while something of it, or at it, still lies in the stores", () => {
  const standing = { status: "active", within: 0 };
  expect(reasonOf(itemCycle, "retire", { ...standing, onHand: "0.5" })).toBe(
    "Some of it still lies in the stores: issue, transfer or scrap it first.",
  );
  expect(reasonOf(itemCycle, "retire", { ...standing, onHand: "0.0000" })).toBeNull();
  expect(reasonOf(locationCycle, "retire", { ...standing, holds: true })).toBe(
    "Something lies here still: transfer it first.",
  );
  expect(reasonOf(locationCycle, "retire", { ...standing, holds: false })).toBeNull();
});

test("an item that has lots keeps its unit and how pieces are told apart", async () => {
  const made = await item({ tracking: "lot" });
  const change = (over: object) =>
    as(people.keeper, async (tx, actor) => {
      const { version } = await readItem(tx, actor, made.id);
      return changeItem(tx, actor, made.id, typed({ tracking: "lot", ...over }), version);
    });
  await change({ unit: "ton" });
  await lot(made.id, "L-1");
  await expect(change({ unit: "bag" })).rejects.toMatchObject({ code: "counted_already" });
  await expect(change({ unit: "ton", tracking: "serial" })).rejects.toMatchObject({
    code: "counted_already",
  });
  await change({ unit: "ton", description: "For winter." });
});

test("locations are trees on a place: within another, never within themselves, at most eight levels", async () => {
  const top = await room({ code: "YARD" });
  const bay = await room({ code: "BAY", parentId: top.id, placeId: null });
  const bin = await room({ code: "BIN", parentId: bay.id, placeId: null });
  expect(bin.placeId).toBe(yard);
  const change = (id: string, over: object) =>
    as(people.keeper, async (tx, actor) => {
      const stands = await readLocation(tx, actor, id);
      return changeLocation(tx, actor, id, { ...stands, ...over }, stands.version);
    });
  await expect(change(top.id, { parentId: bin.id })).rejects.toMatchObject({
    code: "location_loop",
  });
  await expect(change(top.id, { parentId: top.id })).rejects.toMatchObject({
    code: "location_loop",
  });
  await expect(room({ code: "bay" })).rejects.toMatchObject({ code: "same_code" });
  await expect(room({ parentId: newId() })).rejects.toMatchObject({ code: "parent_unknown" });
  // What is within a location stands on its place, wherever that is moved.
  await change(top.id, { placeId: depot });
  expect(await readLocation(db(people.clerk), people.clerk, bin.id)).toMatchObject({
    place: "North depot",
    parent: "BAY",
  });
  const tree = await locationTree(db(people.clerk));
  expect(
    tree
      .filter(({ code }) => ["YARD", "BAY", "BIN"].includes(code))
      .map(({ code, depth }) => [code, depth]),
  ).toEqual([
    ["YARD", 0],
    ["BAY", 1],
    ["BIN", 2],
  ]);
  let deepest = bin.id;
  for (let depth = 3; depth < 8; depth++)
    deepest = (await room({ parentId: deepest, placeId: null })).id;
  await expect(room({ parentId: deepest })).rejects.toMatchObject({ code: "too_deep" });
});

test("two moves at once make no loop between them", async () => {
  const [left, right] = [await room(), await room()];
  const under = (id: string, parentId: string) =>
    as(people.keeper, async (tx, actor) => {
      const stands = await readLocation(tx, actor, id);
      return changeLocation(tx, actor, id, { ...stands, parentId }, stands.version);
    });
  const both = await Promise.allSettled([under(left.id, right.id), under(right.id, left.id)]);
  expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
});

test("a location with others within it is not retired; one within a retired one is not used again", async () => {
  const top = await room();
  const bin = await room({ parentId: top.id });
  const retire = (id: string) =>
    as(people.keeper, (tx, actor) => retireLocation(tx, actor, at(id, "Torn down.")));
  await expect(retire(top.id)).rejects.toThrow("Locations within it are in use");
  await retire(bin.id);
  await retire(top.id);
  await expect(room({ parentId: top.id })).rejects.toMatchObject({ code: "parent_retired" });
  await expect(
    as(people.keeper, (tx, actor) => reactivateLocation(tx, actor, at(bin.id))),
  ).rejects.toMatchObject({ code: "parent_retired" });
  await as(people.keeper, (tx, actor) => reactivateLocation(tx, actor, at(top.id)));
  await as(people.keeper, (tx, actor) => reactivateLocation(tx, actor, at(bin.id)));
});

test("a lot's number is there once for an item, in whatever case; an item that is not told apart has none", async () => {
  const [pump, other, bag] = [
    await item({ tracking: "serial" }),
    await item({ tracking: "serial" }),
    await item(),
  ];
  await lot(pump.id, "SN-100");
  await expect(lot(pump.id, "sn-100")).rejects.toMatchObject({ code: "same_lot" });
  await lot(other.id, "SN-100");
  await expect(lot(bag.id, "SN-100")).rejects.toMatchObject({ code: "not_told_apart" });
  const { id, version } = await lot(pump.id, "SN-101");
  await expect(
    as(people.keeper, (tx, actor) =>
      changeLot(tx, actor, id, { code: "SN-100", expiresOn: null }, version),
    ),
  ).rejects.toMatchObject({ code: "same_lot" });
  // Two at once: the database keeps one.
  const both = await Promise.allSettled([lot(pump.id, "SN-102"), lot(pump.id, "SN-102")]);
  expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
});

test("a lot in quarantine is released by another person than who put it there, administrators too", async () => {
  const made = await item({ tracking: "lot" });
  const { id } = await lot(made.id, "LOT-7");
  await expect(step(id, "quarantine", people.keeper, " ")).rejects.toMatchObject({
    code: "reason_required",
  });
  await step(id, "quarantine", people.chief, "The vendor recalls it.");
  await expect(step(id, "release", people.chief)).rejects.toThrow(
    "You put it into quarantine: somebody else releases it.",
  );
  await expect(step(id, "release", people.clerk)).rejects.toMatchObject({ status: 403 });
  expect((await readLot(db(people.chief), people.chief, id)).actions).toContainEqual(
    expect.objectContaining({ name: "release", enabled: false }),
  );
  expect(await step(id, "release", people.second)).toMatchObject({
    condition: "ok",
    quarantinedBy: null,
  });
  const { items } = await historyOf(db(people.keeper), "stockLot", id);
  expect(items.map(({ action }) => action)).toEqual(
    expect.arrayContaining(["stockLot.quarantine", "stockLot.release"]),
  );
});

test("a lot that came into quarantine with its goods is released by another than who entered it", async () => {
  const made = await item({ tracking: "lot" });
  const { id } = await lot(made.id, "LOT-8", { condition: "quarantined" });
  await expect(step(id, "release", people.keeper)).rejects.toMatchObject({ code: "rule" });
  await step(id, "reject", people.keeper);
  await expect(step(id, "release", people.second)).rejects.toMatchObject({
    code: "not_in_this_status",
  });
  await expect(
    as(people.keeper, (tx, actor) => changeLot(tx, actor, id, { code: "X", expiresOn: null }, 2)),
  ).rejects.toThrow("It was rejected.");
});

test("what waits is counted as the lists count it: lots that lie somewhere, items at their point", async () => {
  const s = await makeStores(t);
  const { clerk, keeper } = s.people;
  const made = await s.item({ tracking: "lot", reorderPoint: "8", orderUpTo: "50" });
  const plenty = await s.item({ reorderPoint: "8" });
  const found = (code: string, days: number, quantity = "2") =>
    s.found(made, quantity, 2_00, { lot: { code, expiresOn: agencyDay(days) } });
  await found("E-1", 30);
  await found("E-2", 31);
  await found("E-3", -1);
  await s.as(keeper, (tx, actor) =>
    enterLot(tx, actor, { itemId: made, code: "E-4", expiresOn: agencyDay(3) }),
  );
  await found("Q-1", 300, "40");
  await s.found(plenty, "8.0001", 1_00);
  const [lots] = [(await runList(db(clerk), clerk, lotList, { q: "Q-1" })).items];
  const { id } = lots![0] as { id: string };
  await step(id, "quarantine", keeper);
  const waits = await standingOfStock(db(clerk), clerk);
  expect(waits).toMatchObject({ below: 1, quarantined: 1, expiring: 1, expired: 1, items: 2 });
  const total = async (list: typeof lotList, filter: Record<string, unknown>) =>
    (await runList(db(clerk), clerk, list, filter)).total;
  expect(await total(lotList, { condition: ["quarantined"] })).toBe(1);
  expect(await total(lotList, { expiring: "true" })).toBe(1);
  expect(await total(lotList, { expired: "true" })).toBe(1);
  expect(await total(itemList, { below: "true" })).toBe(1);
  const [item] = (await runList(db(clerk), clerk, itemList, { q: "Q-1", below: "true" })).items;
  expect(item).toBeUndefined();
  const [row] = (await runList(db(clerk), clerk, itemList, { below: "true" })).items;
  expect(row).toMatchObject({ id: made, onHand: "46", available: "4", valueCents: 8_00 });
  expect(await readItem(db(clerk), clerk, made)).toMatchObject({
    onHand: "46",
    available: "4",
    valueCents: 8_00,
  });
});

test("items are narrowed to what lies at a location or within it; what holds something is not retired", async () => {
  const s = await makeStores(t);
  const { clerk, keeper } = s.people;
  const { placeId } = await readLocation(db(clerk), clerk, s.bay);
  const bin = await as(keeper, (tx, actor) =>
    enterLocation(tx, actor, locationInput.parse({ code: "BIN-1", name: "Bin", parentId: s.bay })),
  );
  expect(bin.placeId).toBe(placeId);
  const made = await s.item();
  await s.found(made, "3", 3_00, { toLocationId: bin.id });
  const at = async (locationId: string) =>
    (await runList(db(clerk), clerk, itemList, { locationId: [locationId] })).total;
  expect([await at(bin.id), await at(s.bay), await at(s.shelf)]).toEqual([1, 1, 0]);
  const reason = "No longer used.";
  await expect(
    as(keeper, (tx, actor) => retireItem(tx, actor, { id: made, version: null, reason })),
  ).rejects.toThrow("Some of it still lies in the stores");
  await expect(
    as(keeper, (tx, actor) => retireLocation(tx, actor, { id: bin.id, version: null, reason })),
  ).rejects.toThrow("Something lies here still");
});

test("a label of the stores opens its record; what several items bear opens the list", async () => {
  const made = await item({ tracking: "lot" });
  const other = await item({ tracking: "lot" });
  const shelf = await room({ code: "Z-01" });
  const one = await lot(made.id, "LABEL-1");
  const open = (tag: string, by = people.clerk) => recordOfLabel(db(by), by, tag);
  const [byItem] = await stockLabels(db(people.clerk), "item", { ids: [made.id], printing: 1 });
  const [byShelf] = await stockLabels(db(people.clerk), "location", {
    ids: [shelf.id],
    printing: 1,
  });
  const [byLot] = await stockLabels(db(people.clerk), "lot", { ids: [one.id], printing: 1 });
  expect(byShelf).toEqual({ tag: "LOC:Z-01", name: "Shelf", shown: "Z-01" });
  expect(await open(byItem!.tag)).toBe(`/inventory/items/${made.id}`);
  expect(await open(byShelf!.tag)).toBe(`/inventory/locations/${shelf.id}`);
  expect(await open("z-01")).toBe(`/inventory/locations/${shelf.id}`);
  expect(await open(byLot!.tag)).toBe(`/inventory/lots/${one.id}`);
  expect(await open("label-1")).toBe(`/inventory/lots/${one.id}`);
  await lot(other.id, "LABEL-1");
  expect(await open("LABEL-1")).toBe("/inventory/lots?q=LABEL-1");
  expect(await open("NOBODY-1")).toBeNull();
  for (const tag of [byItem!.tag, byShelf!.tag, byLot!.tag])
    expect(await open(tag, elsewhere)).toBeNull();
  expect(await stockLabels(db(elsewhere), "item", { ids: [made.id], printing: 1 })).toEqual([]);
  const page = labelDocument([{ ...byLot!, name: "<b>Pump</b>" }], "tape", {
    origin: "https://levee.test",
    agency: "County",
  });
  expect(page).toContain(encodeURIComponent(byLot!.tag));
  expect(page).toContain("<code>LABEL-1</code>");
  expect(page).not.toContain("<b>Pump</b>");
});

test("what a scanner types is read as the tag, alone or behind our address", () => {
  expect(tagOf(" ITM-2027-00001 ")).toBe("ITM-2027-00001");
  expect(tagOf("https://levee.test/label/LOC%3AWH-A?x=1")).toBe("LOC:WH-A");
  expect(tagOf("https://levee.test/label/%E0%A4%A")).toBe("https://levee.test/label/%E0%A4%A");
  expect(codeOf("https://levee.test/label/LOC%3AWH-A")).toBe("WH-A");
  expect(codeOf(" lot:0199b1f0 ")).toBe("0199b1f0");
  expect(codeOf("LOCKER-2")).toBe("LOCKER-2");
  const said = ["https://levee.test/label/ITM-2027-00001", "LOC:WH-A", "ITM-2027-00001", " LOT-9 "];
  expect(said.map(isLabel)).toEqual([true, true, false, false]);
});

test("another agency finds nothing of it", async () => {
  const made = await item({ tracking: "lot" });
  const place = await room();
  const one = await lot(made.id, "LOT-9");
  const missing = { status: 404 };
  await expect(readItem(db(elsewhere), elsewhere, made.id)).rejects.toMatchObject(missing);
  await expect(readLocation(db(elsewhere), elsewhere, place.id)).rejects.toMatchObject(missing);
  await expect(readLot(db(elsewhere), elsewhere, one.id)).rejects.toMatchObject(missing);
  await expect(step(one.id, "quarantine", elsewhere)).rejects.toMatchObject(missing);
  await expect(lot(made.id, "LOT-10", {}, elsewhere)).rejects.toMatchObject(missing);
  await expect(room({ parentId: place.id, placeId: null }, elsewhere)).rejects.toMatchObject({
    code: "parent_unknown",
  });
  await expect(room({ placeId: yard }, elsewhere)).rejects.toMatchObject({ status: 422 });
  expect((await runList(db(elsewhere), elsewhere, itemList, {})).total).toBe(0);
  expect(await locationTree(db(elsewhere))).toEqual([]);
});
