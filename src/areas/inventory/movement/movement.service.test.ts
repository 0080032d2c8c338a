// What moved in the stores: judged, priced and posted, each kind by its own rules.
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "#kernel/ids.ts";
import { sql } from "#server/db/sql.ts";
import { refusalOf } from "#server/testing/asking.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { agencyDay } from "#server/testing/days.ts";
import { makeStores, type Stores } from "#server/testing/stores.ts";
import { release, reserve, shelvesOf } from "../ledger/balance.service.ts";
import { moveLot } from "../lot/lot.service.ts";
import { stockSource } from "./part-source.service.ts";

let t: TestDatabase;
let s: Stores;

beforeAll(async () => {
  t = await freshDatabase();
  s = await makeStores(t);
});
afterAll(() => t.drop());

const lotAt = async (itemId: string, code: string, quantity: string, expiresOn: string | null) => {
  const made = await s.found(itemId, quantity, 1000, { lot: { code, expiresOn } });
  return (await s.read(made.id)).content[0]!.lotId!;
};

test("what is issued goes to somebody, at the mean of what is there, and leaves the shelf", async () => {
  const id = await s.item();
  await s.found(id, "3", 100);
  const first = await s.issue(id, "1");
  const seen = await s.read(first.id);
  expect(seen).toMatchObject({
    number: expect.stringMatching(/^MOV-/),
    kind: "issue",
    status: "posted",
    movedOn: agencyDay(),
    consumerType: "department",
    valueCents: -33,
    actions: [{ name: "reverse", enabled: true }],
    content: [{ quantity: "1", unit: "bag", method: "average", openQuantity: "1" }],
  });
  await s.issue(id, "2");
  expect(await s.poolOf(id)).toEqual({ quantity: "0", valueCents: 0 });
  expect(await refusalOf(s.issue(id, "1"))).toContain("not_enough");
});

test("packs and units count exactly, or are refused", async () => {
  const id = await s.item({ packs: [{ name: "pallet", quantity: "60" }] });
  await s.found(id, "2", 6000, { unit: "pallet" });
  expect(await s.poolOf(id)).toEqual({ quantity: "120", valueCents: 6000 });
  const half = await s.issue(id, "0.5", {}, { unit: "Pallet" });
  expect((await s.read(half.id)).content[0]).toMatchObject({
    quantity: "30",
    typedQuantity: "0.5",
    unit: "Pallet",
  });
  expect(await refusalOf(s.issue(id, "1", {}, { unit: "gal" }))).toContain("invalid_field");
  const odd = await s.item({ packs: [{ name: "third", quantity: "0.3333" }] });
  expect(await refusalOf(s.found(odd, "0.3333", 1, { unit: "third" }))).toContain("inexact_unit");
});

test("nothing moves without somebody who gets it, a reason, an open day and a number", async () => {
  const id = await s.item();
  await s.found(id, "10", 1000);
  expect(await refusalOf(s.issue(id, "1", { consumer: null }))).toContain("consumer_missing");
  const nobody = { type: "department", id: newId() };
  expect(await refusalOf(s.issue(id, "1", { consumer: nobody }))).toContain("no_consumer");
  const over = newId();
  await s.as(s.people.keeper, (tx) =>
    tx.rows(sql`
      insert into work_order (org_id, id, number, status, title, kind, priority)
      values (
        ${s.agency.orgId}, ${over}, 'WO-OVER', 'closed', 'Patch Route 4', 'corrective', 'normal'
      )
    `),
  );
  const closed = { type: "workOrder", id: over };
  expect(await refusalOf(s.issue(id, "1", { consumer: closed }))).toContain("consumer_over");
  const nowhere = s.issue(id, "1", {}, { fromLocationId: newId() });
  expect(await refusalOf(nowhere)).toContain("no_location");
  const incident = { type: "incident", id: newId() };
  expect(await refusalOf(s.issue(id, "1", { consumer: incident }))).toContain("no_consumer");
  expect(await refusalOf(s.issue(id, "1", { movedOn: agencyDay(1) }))).toContain("day_to_come");
  for (const quantity of ["NaN", "-1", "0", "1e3", "1.23456", "Infinity", ""])
    expect(await refusalOf(s.issue(id, quantity))).toContain("invalid");
  const scrap = {
    kind: "scrap",
    reason: "",
    lines: [{ itemId: id, fromLocationId: s.bay, quantity: "1" }],
  };
  expect(await refusalOf(s.post(scrap))).toContain("reason_missing");
  expect(await s.valueOf(await s.post({ ...scrap, reason: "Torn by the forklift" }))).toBe(-100);
  expect(await s.poolOf(id)).toEqual({ quantity: "9", valueCents: 900 });
});

test("every kind names the ends that it has", async () => {
  const id = await s.item();
  await s.found(id, "10", 1000);
  const line = { itemId: id, quantity: "1", fundId: s.fund };
  const refused = [
    { kind: "issue", consumer: s.department(), lines: [{ ...line, toLocationId: s.bay }] },
    {
      kind: "issue",
      consumer: s.department(),
      lines: [{ ...line, fromLocationId: s.bay, toLocationId: s.shelf }],
    },
    { kind: "transfer", lines: [{ ...line, fromLocationId: s.bay }] },
    { kind: "transfer", lines: [{ ...line, fromLocationId: s.bay, toLocationId: s.bay }] },
    {
      kind: "adjust",
      reason: "Counted",
      lines: [{ ...line, fromLocationId: s.bay, toLocationId: s.shelf }],
    },
    { kind: "scrap", reason: "Broken", lines: [{ ...line, toLocationId: s.bay }] },
  ];
  for (const body of refused) expect(await refusalOf(s.post(body))).toContain("wrong_ends");
  const noFund = {
    kind: "adjust",
    reason: "Counted",
    lines: [{ ...line, fundId: null, toLocationId: s.bay }],
  };
  expect(await refusalOf(s.post(noFund))).toContain("fund_missing");
  expect(
    await refusalOf(
      s.post({ ...noFund, lines: [{ ...line, fundId: newId(), toLocationId: s.bay }] }),
    ),
  ).toContain("no_fund");
  const moved = await s.post({
    kind: "transfer",
    lines: [{ ...line, fromLocationId: s.bay, toLocationId: s.shelf }],
  });
  expect(await s.valueOf(moved)).toBe(0);
  expect(await s.poolOf(id)).toEqual({ quantity: "10", valueCents: 1000 });
  expect((await shelvesOf(s.db(), [id])).map(({ onHand }) => Number(onHand)).sort()).toEqual([
    1, 9,
  ]);
});

test("lots go out first expired first; what expired or is stopped goes to nobody", async () => {
  const id = await s.item({ tracking: "lot" });
  await lotAt(id, "L-late", "5", agencyDay(90));
  const soon = await lotAt(id, "L-soon", "5", agencyDay(10));
  const over = await lotAt(id, "L-over", "5", agencyDay(-1));
  const taken = await s.issue(id, "7");
  expect((await s.read(taken.id)).content.map(({ lot, quantity }) => [lot, quantity])).toEqual([
    ["L-soon", "5"],
    ["L-late", "2"],
  ]);
  expect(await refusalOf(s.issue(id, "1", {}, { lotId: over }))).toContain("lot_expired");
  expect(await refusalOf(s.issue(id, "4"))).toContain("not_enough");
  await s.reverse(taken);
  await s.as(s.people.keeper, (tx, actor) =>
    moveLot(tx, actor, "quarantine", { id: soon, version: null, reason: "Recalled by the maker." }),
  );
  expect(await refusalOf(s.issue(id, "1", {}, { lotId: soon }))).toContain("lot_stopped");
  const aside = (to: string) =>
    s.post({
      kind: "transfer",
      lines: [{ itemId: id, lotId: soon, fromLocationId: s.bay, toLocationId: to, quantity: "5" }],
    });
  expect(await refusalOf(aside(s.shelf))).toContain("lot_stopped");
  await aside(s.cage);
  const out = {
    kind: "issue",
    consumer: s.department(),
    lines: [{ itemId: id, fromLocationId: s.cage, quantity: "1" }],
  };
  expect(await refusalOf(s.post(out))).toContain("in_quarantine");
  type Shelves = { unit: string; items: { lot: string; free: string; stopped: string | null }[] };
  const shelves = await s.asking<Shelves>(s.people.clerk, `GET /api/v1/stock-items/${id}/shelves`);
  expect(shelves.items).toMatchObject([
    { lot: "L-over", free: "5", stopped: expect.stringContaining("expired") },
    { lot: "L-soon", free: "5", stopped: "This is a place of quarantine." },
    { lot: "L-late", free: "5", stopped: null },
  ]);
  const plain = await s.item();
  expect(await refusalOf(s.found(plain, "1", 1, { lot: { code: "X" } }))).toContain("no_lots");
  expect(await refusalOf(s.found(id, "1", 1))).toContain("lot_missing");
  expect(await refusalOf(s.found(plain, "1", 1, { lotId: soon }))).toContain("no_lot");
});

test("a piece with a serial number is one, and lies in one place", async () => {
  const id = await s.item({ tracking: "serial" });
  expect(await refusalOf(s.found(id, "2", 1, { lot: { code: "SN-1" } }))).toContain("one_piece");
  const lotId = await lotAt(id, "SN-1", "1", null);
  expect(await refusalOf(s.found(id, "1", 1, { lot: { code: "sn-1" } }))).toContain("same_lot");
  expect(await refusalOf(s.found(id, "1", 1, { lotId }))).toContain("duplicate_serial");
  await s.issue(id, "1", {}, { lotId });
  await s.found(id, "1", 500, { lotId });
  expect(await s.free(id)).toBe("1");
});

test("what comes back comes back at what it went out for, as far as it is out", async () => {
  const id = await s.item();
  await s.found(id, "10", 1000);
  const out = await s.issue(id, "4");
  const [line] = (await s.read(out.id)).content;
  const back = (quantity: string, over: object = {}) =>
    s.post({
      kind: "return",
      lines: [{ itemId: id, toLocationId: s.shelf, quantity, returnsLineId: line!.id, ...over }],
    });
  expect(await refusalOf(back("5"))).toContain("more_than_issued");
  expect(await refusalOf(back("1", { returnsLineId: newId() }))).toContain("no_issue");
  await s.found(id, "10", 9000, {}, { movedOn: agencyDay() });
  const returned = await back("3");
  expect(await s.read(returned.id)).toMatchObject({ valueCents: 300, consumerType: "department" });
  expect((await s.read(out.id)).content[0]!.openQuantity).toBe("1");
  expect(await refusalOf(s.reverse(out))).toContain("came_back");
  await s.reverse(returned);
  await s.reverse(out);
  expect(await s.poolOf(id)).toEqual({ quantity: "20", valueCents: 10_000 });
});

test("what is held for others is not taken by anybody else", async () => {
  const id = await s.item();
  await s.found(id, "10", 1000);
  const at = { itemId: id, locationId: s.bay, lotId: null, fundId: s.fund };
  await s.as(s.people.keeper, (tx) => reserve(tx, at, "6"));
  expect(await s.free(id)).toBe("4");
  expect(await refusalOf(s.as(s.people.keeper, (tx) => reserve(tx, at, "5")))).toContain(
    "not_enough",
  );
  expect(await refusalOf(s.issue(id, "5"))).toContain("not_enough");
  await s.as(s.people.keeper, (tx) => release(tx, at, "6"));
  expect(await refusalOf(s.as(s.people.keeper, (tx) => release(tx, at, "1")))).toContain(
    "not_held",
  );
  await s.issue(id, "10");
});

test("nobody posts without the right, of another agency, or with forged fields", async () => {
  const id = await s.item();
  await s.found(id, "10", 1000);
  expect(
    await refusalOf(s.issue(id, "1", {}, { valueCents: 1 }).then(s.valueOf).then(String)),
  ).toBe("nothing was refused");
  expect(await s.poolOf(id)).toEqual({ quantity: "9", valueCents: 900 });
  const forged = s.issue(id, "1", { status: "reversed", enteredBy: newId() });
  expect(await refusalOf(forged)).toContain("invalid");
  expect(await refusalOf(s.issue(id, "1", { kind: "receipt" }))).toContain("invalid");
  const body = {
    kind: "issue",
    consumer: s.department(),
    lines: [{ itemId: id, fromLocationId: s.bay, quantity: "1" }],
  };
  expect(await refusalOf(s.post(body, s.people.clerk))).toContain("not_allowed");
  expect(await refusalOf(s.post(body, s.elsewhere))).toContain("no_consumer");
  const scrap = { ...body, kind: "scrap", reason: "Broken" };
  expect(await refusalOf(s.post(scrap, s.elsewhere))).toContain("no_item");
  const out = await s.issue(id, "1");
  expect(await refusalOf(s.reverse(out, s.elsewhere))).toContain("not_found");
  expect(await refusalOf(s.reverse(out, s.people.clerk))).toContain("not_allowed");
  const seen = s.asking(s.elsewhere, `GET /api/v1/stock-movements/${out.id}`);
  expect(await refusalOf(seen)).toContain("not_found");
});

test("lists find what moved of an item, and the item tells its running balance", async () => {
  const id = await s.item();
  await s.found(id, "10", 1000);
  await s.issue(id, "4");
  type Page = { items: { kind: string; items: string }[]; total: number };
  const list = (query: string) =>
    s.asking<Page>(s.people.clerk, `GET /api/v1/stock-movements?${query}`);
  expect((await list(`itemId=${id}`)).items.map(({ kind }) => kind)).toEqual(["issue", "adjust"]);
  expect((await list(`itemId=${id}&kind=issue&consumerId=${s.agency.departmentId}`)).total).toBe(1);
  expect((await list(`itemId=${id}&locationId=${s.shelf}`)).total).toBe(0);
  expect((await list(`itemId=${id}&movedOn.max=${agencyDay(-10)}`)).total).toBe(1);
  const ledger = await s.asking<{
    items: { change: string; balance: string; valueAfterCents: number }[];
  }>(s.people.clerk, `GET /api/v1/stock-items/${id}/movements`);
  expect(ledger.items).toMatchObject([
    { change: "-4", balance: "6", valueAfterCents: 600 },
    { change: "10", balance: "10", valueAfterCents: 1000 },
  ]);
  const unknown = s.asking(s.people.clerk, `GET /api/v1/stock-items/${newId()}/movements`);
  expect(await refusalOf(unknown)).toContain("not_found");
});

test("the running balance goes on from page to page, also over what was entered for an earlier day", async () => {
  const id = await s.item();
  await s.found(id, "100", 10_000);
  for (let taken = 1; taken <= 11; taken += 1) await s.issue(id, String(taken));
  await s.found(id, "5", 500, {}, { movedOn: agencyDay(-3) });
  type Line = {
    id: string;
    change: string;
    balance: string;
    valueCents: number;
    valueAfterCents: number;
  };
  type Page = { items: Line[]; total: number; page: number; limit: number };
  const page = (n: number, limit = 5) =>
    s.asking<Page>(
      s.people.clerk,
      `GET /api/v1/stock-items/${id}/movements?page=${n}&limit=${limit}`,
    );
  const pages = [await page(1), await page(2), await page(3), await page(4)];
  expect(pages.map(({ items }) => items.length)).toEqual([5, 5, 3, 0]);
  expect(pages[3]).toMatchObject({ total: 13, page: 4, limit: 5 });
  const lines = pages.flatMap(({ items }) => items);
  expect(new Set(lines.map((line) => line.id)).size).toBe(13);
  expect(lines).toEqual((await page(1, 100)).items);
  let [quantity, cents] = [0, 0];
  for (const line of lines.toReversed()) {
    quantity += Number(line.change);
    cents += line.valueCents;
    expect(line).toMatchObject({ balance: String(quantity), valueAfterCents: cents });
  }
  const pool = await s.poolOf(id);
  expect({ quantity: String(quantity), valueCents: cents }).toEqual(pool);
  expect(await refusalOf(page(0))).toContain("invalid");
  expect(await refusalOf(page(1, 101))).toContain("invalid");
});

test("an issue that begins while a lot is put into quarantine waits, and hands out nothing of it", async () => {
  const id = await s.item({ tracking: "lot" });
  const recalled = await lotAt(id, "L-recalled", "5", agencyDay(10));
  let stop = () => {};
  const stopped = new Promise<void>((resolve) => (stop = resolve));
  let held = () => {};
  const holds = new Promise<void>((resolve) => (held = resolve));
  const quarantine = s.as(s.people.keeper, async (tx, actor) => {
    await moveLot(tx, actor, "quarantine", { id: recalled, version: null, reason: "Recalled." });
    held();
    await stopped;
  });
  await holds;
  const issued = refusalOf(s.issue(id, "1"));
  await new Promise((resolve) => setTimeout(resolve, 150));
  stop();
  await quarantine;
  expect(await issued).toContain("not_enough");
});

test("a work order holds what it needs, takes it, and gives it back", async () => {
  const { keeper } = s.people;
  const id = await s.item({ name: "Hydrant seal", commodityCode: null });
  await s.found(id, "5", 500);
  await s.found(id, "5", 500, { toLocationId: s.shelf });
  const consumer = { type: "department" as const, id: s.agency.departmentId };
  const wanted = (quantity: string, over: object = {}) => ({
    needId: newId(),
    consumer,
    description: "hydrant SEAL",
    commodityCode: null,
    quantity,
    unit: "bag",
    ...over,
  });
  const asked = wanted("8.0000");
  const strange = wanted("1", { description: "A thing that nobody keeps" });
  const there = await stockSource.available(s.db(), [asked, strange]);
  expect([...there]).toEqual([[asked.needId, "10"]]);
  const held = await s.as(keeper, (tx) => stockSource.reserve(tx, keeper, asked));
  expect(await s.free(id)).toBe("2");
  expect(await s.as(keeper, (tx) => stockSource.reserve(tx, keeper, strange))).toBeNull();
  const more = s.as(keeper, (tx) => stockSource.issue(tx, keeper, wanted("3"), null));
  expect(await refusalOf(more)).toContain("not_enough");
  const none = s.as(keeper, (tx) => stockSource.issue(tx, keeper, strange, null));
  expect(await refusalOf(none)).toContain("no_stock");
  const number = await s.as(keeper, (tx) => stockSource.issue(tx, keeper, asked, held));
  expect(await s.poolOf(id)).toEqual({ quantity: "2", valueCents: 200 });
  await s.as(keeper, (tx) => stockSource.giveBack(tx, keeper, number));
  await s.as(keeper, (tx) => stockSource.giveBack(tx, keeper, number));
  expect(await s.poolOf(id)).toEqual({ quantity: "10", valueCents: 1000 });
  const again = await s.as(keeper, (tx) => stockSource.reserve(tx, keeper, wanted("20")));
  expect(await s.free(id)).toBe("0");
  await s.as(keeper, (tx) => stockSource.giveBack(tx, keeper, again!));
  expect(await s.free(id)).toBe("10");
});

test("an item of which some moved keeps its unit and how pieces are told apart", async () => {
  const id = await s.item();
  await s.found(id, "5", 500);
  const patch = (body: object, version: number) =>
    s.asking(s.people.keeper, `PATCH /api/v1/stock-items/${id}`, body, version);
  expect(await refusalOf(patch({ unit: "ton" }, 1))).toContain("counted_already");
  expect(await refusalOf(patch({ tracking: "lot" }, 1))).toContain("counted_already");
  await patch({ description: "For winter." }, 1);
});
