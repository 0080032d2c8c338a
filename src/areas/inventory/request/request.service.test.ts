// What the stores offer before something is bought, and what becomes of what is asked of them.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import { makeAgency, makeMembers } from "#server/testing/agency.ts";
import { refusalOf } from "#server/testing/asking.ts";
import { addRule } from "#areas/governance/rule/rule.service.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { agencyDay } from "#server/testing/days.ts";
import { makeStores, type Stores } from "#server/testing/stores.ts";
import { sql } from "#server/db/sql.ts";
import { endHolds } from "./hold-end.service.ts";
import { stockOffers } from "./offer.service.ts";
import type { StockOffer, StockRequest } from "./request.model.ts";

let t: TestDatabase;
let s: Stores;

beforeAll(async () => {
  t = await freshDatabase();
  s = await makeStores(t);
});
afterAll(() => t.drop());

const offers = async (description: string, commodity = ""): Promise<StockOffer[]> =>
  (
    await s.asking<{ items: StockOffer[] }>(
      s.people.clerk,
      `GET /api/v1/stock-offers?${new URLSearchParams({ description, commodity }).toString()}`,
    )
  ).items;
const ask = (itemId: string, quantity: string, over: object = {}, by = s.people.clerk) =>
  s.asking<{ id: string }>(by, "POST /api/v1/stock-requests", {
    ...{ itemId, quantity, departmentId: s.agency.departmentId, note: "Shoulder of Road 14" },
    ...over,
  });
const step = (id: string, name: string, by: Actor, body: object = {}) =>
  s.asking<{ id: string }>(by, `POST /api/v1/stock-requests/${id}/actions/${name}`, body);
const seen = async (by: Actor): Promise<StockRequest[]> =>
  (await s.asking<{ items: StockRequest[] }>(by, "GET /api/v1/stock-requests")).items;
const refused = (work: Promise<unknown>) => refusalOf(work.then(String));

test("only what is free is offered, by words or commodity, with where it lies; without stores nothing is asked", async () => {
  const id = await s.item({ name: "Orange safety netting", commodityCode: "314999" });
  expect(await offers("safety netting")).toEqual([]);
  await s.found(id, "12", 12_00);
  await s.found(id, "5", 5_00, { toLocationId: s.cage });
  const [offer] = await offers("Netting for safety, orange");
  expect(offer).toBeUndefined();
  expect(await offers("orange netting")).toMatchObject([{ id, free: "12", unit: "bag" }]);
  expect((await offers("", "314999")).map((one) => one.id)).toEqual([id]);
  expect(await offers("xy")).toEqual([]);
  const elsewhere = await makeAgency(t.database);
  const { clerk } = await makeMembers(t.database, elsewhere, { clerk: {} });
  expect(
    await stockOffers(t.database.read(clerk), { description: "orange netting", commodity: "" }),
  ).toEqual([]);
});

test("what is asked of the stores is held, and handed out once by another person than who asked", async () => {
  const id = await s.item();
  await s.found(id, "20", 20_00);
  expect(await refused(ask(id, "21"))).toContain("not_enough");
  expect(await s.free(id)).toBe("20");
  const asked = await ask(id, "8");
  expect(await s.free(id)).toBe("12");
  expect(await seen(s.people.keeper)).toMatchObject([
    { id: asked.id, quantity: "8", status: "open", mine: false, note: "Shoulder of Road 14" },
  ]);
  expect(await refused(step(asked.id, "hand-out", s.people.clerk))).toContain("not_allowed");
  expect(await refused(step(asked.id, "hand-out", s.elsewhere))).toContain("not_found");
  await step(asked.id, "hand-out", s.people.keeper);
  expect(await s.poolOf(id)).toEqual({ quantity: "12", valueCents: 12_00 });
  expect(await s.free(id)).toBe("12");
  expect(await refused(step(asked.id, "hand-out", s.people.second))).toContain("decided_already");
  expect(await seen(s.people.clerk)).toMatchObject([{ id: asked.id, status: "handed_out" }]);
  const own = await ask(id, "1", {}, s.people.keeper);
  expect(await refused(step(own.id, "hand-out", s.people.keeper))).toContain(
    "separation_of_duties",
  );
  await step(own.id, "hand-out", s.people.second);
});

test("what is declined or taken back is free again, each by whoever may", async () => {
  const id = await s.item();
  await s.found(id, "10", 10_00);
  const [first, second] = [await ask(id, "4"), await ask(id, "6")];
  expect(await s.free(id)).toBe("0");
  const withdrawn = step(second.id, "withdraw", s.people.second);
  expect(await refused(withdrawn)).toContain("not_yours");
  await step(second.id, "withdraw", s.people.clerk);
  await step(first.id, "decline", s.people.keeper, { reason: "Kept for the flood." });
  expect(await s.free(id)).toBe("10");
  expect(await seen(s.people.clerk)).toMatchObject([
    { status: "withdrawn" },
    { status: "declined", answer: "Kept for the flood." },
    { status: "handed_out" },
  ]);
});

const heldUntil = async (id: string): Promise<string> =>
  (await seen(s.people.keeper)).find((one) => one.id === id)!.heldUntil;
const until = (id: string, day: string) =>
  s.as(s.people.keeper, (tx) =>
    tx.rows(sql`update stock_request set held_until = ${day}::date where id = ${id}`),
  );
const told = (person: Actor) =>
  t.database.read(person).rows<{ title: string }>(sql`
    select title
    from notification
    where org_id = ${s.agency.orgId}
      and person_id = ${person.personId}
      and title ~ '(hold|held) no longer'
  `);

test("what is held is free again on the day behind its last one, and asker and keeper are told", async () => {
  const id = await s.item({ keeperId: s.people.second.personId });
  await s.found(id, "10", 10_00);
  const [first, second] = [await ask(id, "4"), await ask(id, "5")];
  expect(await heldUntil(first.id)).toBe(agencyDay(14));
  await until(first.id, agencyDay(0));
  await until(second.id, agencyDay(-1));
  // Two servers at once: it ends once, and the other goes on.
  const both = await Promise.all([1, 2].map(() => endHolds(t.app, s.agency.orgId)));
  expect(both.toSorted()).toEqual([0, 1]);
  expect(await s.free(id)).toBe("6");
  expect((await seen(s.people.clerk)).slice(0, 2)).toMatchObject([
    { id: second.id, status: "lapsed", answer: expect.stringContaining("is free again") },
    { id: first.id, status: "open" },
  ]);
  expect(await told(s.people.clerk)).toMatchObject([
    { title: expect.stringMatching(/^The stores hold no longer 5 bag of/) },
  ]);
  expect(await told(s.people.second)).toMatchObject([
    { title: expect.stringMatching(/^5 bag of .* is held no longer$/) },
  ]);
  expect(await endHolds(t.app, s.agency.orgId)).toBe(0);
  expect(await refused(step(second.id, "hand-out", s.people.keeper))).toContain("decided_already");
});

test("a hold is extended before its end by whoever asked or a storekeeper, as long as the rule of the day gives", async () => {
  const id = await s.item();
  await s.found(id, "10", 10_00);
  const asked = await ask(id, "4");
  expect(await refused(step(asked.id, "extend", s.people.clerk))).toContain("held_so_long");
  await until(asked.id, agencyDay(0));
  const { other } = await makeMembers(t.database, s.agency, { other: {} });
  expect(await refused(step(asked.id, "extend", other))).toContain("not_yours");
  expect(await refused(step(asked.id, "extend", s.elsewhere))).toContain("not_found");
  await step(asked.id, "extend", s.people.clerk);
  expect(await heldUntil(asked.id)).toBe(agencyDay(14));
  await until(asked.id, agencyDay(-1));
  expect(await refused(step(asked.id, "extend", s.people.keeper))).toContain("hold_over");
  const admin = (await makeMembers(t.database, s.agency, { admin: { role: "admin" } })).admin;
  await s.as(admin, (tx) =>
    addRule(tx, admin, {
      key: "stockHold",
      jurisdiction: "local",
      citation: "Rules of the yard, 4",
      text: "Thirty days.",
      effectiveFrom: agencyDay(-1),
      effectiveTo: null,
      parameters: { days: 30 },
      source: "The yard",
      verified: true,
    }),
  );
  await until(asked.id, agencyDay(3));
  await step(asked.id, "extend", s.people.keeper);
  expect(await heldUntil(asked.id)).toBe(agencyDay(30));
  const answer = await s.asking<{ holdDays: number }>(s.people.clerk, "GET /api/v1/stock-requests");
  expect(answer.holdDays).toBe(30);
});

test("two who ask for the last ones at once get them once", async () => {
  const id = await s.item();
  await s.found(id, "10", 10_00);
  const asked = await Promise.allSettled([
    ask(id, "10"),
    ask(id, "10", {}, s.people.second),
    ask(id, "10", {}, s.people.keeper),
  ]);
  expect(asked.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(await s.free(id)).toBe("0");
});

test("an item out of use, a day that is over, another agency's item or department are refused", async () => {
  const id = await s.item();
  await s.found(id, "10", 10_00);
  expect(await refused(ask(id, "1", { neededOn: agencyDay(-1) }))).toContain("day_over");
  expect(await refused(ask(id, "1", { departmentId: newId() }))).toContain("no_consumer");
  expect(await refused(ask(id, "1", {}, s.elsewhere))).toContain("not_found");
  const retired = await s.item();
  await s.as(s.people.keeper, (tx) =>
    tx.rows(sql`update stock_item set status = 'retired' where id = ${retired}`),
  );
  expect(await refused(ask(retired, "1"))).toContain("out_of_use");
});
