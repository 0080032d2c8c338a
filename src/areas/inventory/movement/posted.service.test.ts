// The ledger of the stores: what was posted stays, the past is corrected by name, nothing falls below nothing.
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "#kernel/ids.ts";
import { beginBooks, setClosedThrough } from "#areas/budget/budget.server.ts";
import { sql } from "#server/db/sql.ts";
import { allInvariants } from "#server/operation/checking.ts";
import { makeMembers } from "#server/testing/agency.ts";
import { refusalOf } from "#server/testing/asking.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { agencyDay } from "#server/testing/days.ts";
import { makeStores, type Stores } from "#server/testing/stores.ts";
import { repriceReceipt } from "./reverse.service.ts";

let t: TestDatabase;
let s: Stores;

beforeAll(async () => {
  t = await freshDatabase();
  s = await makeStores(t);
});
afterAll(() => t.drop());

test("a receipt of an earlier day corrects the issues behind it, by entries that name them", async () => {
  const id = await s.item();
  await s.found(id, "10", 1000, {});
  const out = await s.issue(id, "5", { movedOn: agencyDay(-5) });
  expect(await s.valueOf(out)).toBe(-500);
  const late = await s.post({
    kind: "adjust",
    reason: "Delivered with the first, entered later",
    movedOn: agencyDay(-10),
    lines: [{ itemId: id, toLocationId: s.bay, fundId: s.fund, quantity: "10", valueCents: 3000 }],
  });
  expect(await s.valueOf(out)).toBe(-500);
  expect(await s.standingOf(out)).toBe(-1000);
  const corrections = await s.db().rows<{ id: string; movedOn: string; reason: string }>(sql`
    select m.id, m.moved_on, m.reason
    from stock_movement m
    join stock_movement_line l on l.org_id = m.org_id and l.movement_id = m.id
    where m.org_id = ${s.agency.orgId} and l.corrects_line_id is not null and l.item_id = ${id}
  `);
  expect(corrections).toMatchObject([
    { movedOn: agencyDay(), reason: expect.stringContaining(late.number) },
  ]);
  const correcting = await s.read(corrections[0]!.id);
  expect(correcting.content[0]).toMatchObject({
    valueCents: -500,
    corrects: { movementId: out.id, number: out.number },
  });
  expect(await refusalOf(s.reverse({ ...out, id: correcting.id }))).toContain(
    "corrects what others",
  );
  expect(await s.poolOf(id)).toEqual({ quantity: "15", valueCents: 3000 });
  await s.reverse(late);
  expect(await s.standingOf(out)).toBe(-500);
  expect(await s.poolOf(id)).toEqual({ quantity: "5", valueCents: 500 });
});

test("a bill at another price adjusts what is left and what was used; its void takes both back", async () => {
  const id = await s.item();
  const came = await s.found(id, "10", 1000);
  const [line] = (await s.read(came.id)).content;
  const out = await s.issue(id, "4");
  const billed = (cents: number) =>
    s.as(s.people.keeper, (tx, actor) =>
      repriceReceipt(tx, actor, line!.id, cents, "Bill of the vendor"),
    );
  await billed(1500);
  expect([await s.standingOf(came), await s.standingOf(out)]).toEqual([1500, -600]);
  expect(await s.poolOf(id)).toEqual({ quantity: "6", valueCents: 900 });
  await billed(1500);
  await billed(1000);
  expect([await s.standingOf(came), await s.standingOf(out)]).toEqual([1000, -400]);
  expect(await s.poolOf(id)).toEqual({ quantity: "6", valueCents: 600 });
  const [outLine] = (await s.read(out.id)).content;
  const wrong = s.as(s.people.keeper, (tx, actor) =>
    repriceReceipt(tx, actor, outLine!.id, 1, "No"),
  );
  expect(await refusalOf(wrong)).toContain("not_found");
});

test("what the past did not hold is refused with its day", async () => {
  const id = await s.item();
  await s.found(id, "10", 1000);
  await s.issue(id, "8", { movedOn: agencyDay(-5) });
  await s.found(id, "10", 2000, { toLocationId: s.shelf });
  const early = s.post({
    kind: "issue",
    consumer: s.department(),
    movedOn: agencyDay(-6),
    lines: [{ itemId: id, fromLocationId: s.bay, quantity: "2" }],
  });
  await early;
  await s.found(id, "5", 500);
  const tooEarly = s.issue(id, "3", { movedOn: agencyDay(-7) });
  await tooEarly;
  const none = await s.item();
  await s.post({
    kind: "adjust",
    reason: "Opening balance",
    movedOn: agencyDay(-2),
    lines: [{ itemId: none, toLocationId: s.bay, fundId: s.fund, quantity: "5", valueCents: 500 }],
  });
  expect(await refusalOf(s.issue(none, "1", { movedOn: agencyDay(-3) }))).toContain("below_zero");
  const moved = await s.item();
  await s.found(moved, "5", 500);
  await s.post({
    kind: "transfer",
    movedOn: agencyDay(-2),
    lines: [{ itemId: moved, fromLocationId: s.bay, toLocationId: s.shelf, quantity: "5" }],
  });
  const before = s.post({
    kind: "issue",
    consumer: s.department(),
    movedOn: agencyDay(-3),
    lines: [{ itemId: moved, fromLocationId: s.shelf, quantity: "1" }],
  });
  expect(await refusalOf(before)).toMatch(/^below_zero: .* would hold -1/);
});

test("a movement is reversed once, by an opposite one, and not where its goods are gone", async () => {
  const id = await s.item();
  const came = await s.found(id, "10", 1000);
  const out = await s.issue(id, "4");
  expect(await refusalOf(s.reverse(came))).toContain("below_zero");
  await s.reverse(out);
  const seen = await s.read(out.id);
  expect(seen).toMatchObject({ status: "reversed", reversedBy: { number: expect.any(String) } });
  const opposite = await s.read(seen.reversedBy!.id);
  expect(opposite).toMatchObject({ kind: "issue", valueCents: 400, reverses: { id: out.id } });
  expect(await refusalOf(s.reverse(out))).toContain("not_in_this_status");
  expect(await refusalOf(s.reverse({ ...out, id: opposite.id }))).toContain(
    "takes another movement back",
  );
  await s.reverse(came);
  expect(await s.poolOf(id)).toEqual({ quantity: "0", valueCents: 0 });
});

test("the database refuses to change or delete what was posted", async () => {
  const id = await s.item();
  const { id: movement } = await s.found(id, "1", 100);
  const attempts = [
    sql`update stock_movement set reason = 'else' where id = ${movement}`,
    sql`
      update stock_movement
      set status = 'reversed', moved_on = moved_on - 1
      where id = ${movement}
    `,
    sql`delete from stock_movement where id = ${movement}`,
    sql`update stock_movement_line set value_cents = 1 where movement_id = ${movement}`,
    sql`delete from stock_movement_line where movement_id = ${movement}`,
    sql`
      insert into stock_movement_line (
        org_id, id, movement_id, line_no, item_id, fund_id, to_location_id, quantity, unit,
        typed_quantity, value_cents
      )
      values (
        ${s.agency.orgId}, ${newId()}, ${movement}, 2, ${id}, ${s.fund}, ${s.bay}, 1, 'bag', 1, 1
      )
    `,
  ];
  for (const attempt of attempts)
    await expect(s.as(s.people.keeper, (tx) => tx.rows(attempt))).rejects.toThrow(
      "posted movement",
    );
});

test("a closed period takes no movement, and corrections come into the first open day", async () => {
  const id = await s.item();
  await s.found(id, "10", 1000);
  await s.as(s.people.keeper, (tx) => beginBooks(tx, agencyDay(-400)));
  await s.as(s.people.keeper, (tx) => setClosedThrough(tx, agencyDay(-8)));
  expect(await refusalOf(s.issue(id, "1", { movedOn: agencyDay(-8) }))).toContain("period_closed");
  await s.issue(id, "1", { movedOn: agencyDay(-7) });
  await s.as(s.people.keeper, (tx) => setClosedThrough(tx, null));
});

test("two hundred issues at once never take more than there is", async () => {
  const id = await s.item();
  await s.found(id, "100", 12_345);
  const asked = await Promise.allSettled(
    Array.from({ length: 200 }, (_, at) => s.issue(id, "1", {}, at % 2 ? { fundId: s.fund } : {})),
  );
  const done = asked.filter(({ status }) => status === "fulfilled");
  const codes = asked.flatMap((each) =>
    each.status === "rejected" ? [(each.reason as { code: string }).code] : [],
  );
  expect(done).toHaveLength(100);
  expect(new Set(codes)).toEqual(new Set(["not_enough"]));
  expect(await s.poolOf(id)).toEqual({ quantity: "0", valueCents: 0 });
});

test("a class of items is priced by another method from a day to come on", async () => {
  const { controller } = await makeMembers(t.database, s.agency, {
    controller: { duties: ["controller"] },
  });
  const set = (fromOn: string, by = controller) =>
    s.asking(by, "POST /api/v1/stock-cost-policies", {
      costClass: "fuel",
      method: "fifo",
      fromOn,
    });
  expect(await refusalOf(set(agencyDay()))).toContain("day_is_over");
  await expect(set(agencyDay(1), s.people.keeper)).rejects.toMatchObject({ code: "not_allowed" });
  await set(agencyDay(1));
  expect(await refusalOf(set(agencyDay(1)))).toContain("same_day");
  expect(await refusalOf(set(agencyDay(9)))).toContain("priced_so");
  await s.as(s.people.keeper, (tx) =>
    tx.rows(sql`
      insert into stock_cost_policy (org_id, id, cost_class, method, from_on)
      values (${s.agency.orgId}, ${newId()}, 'salt', 'fifo', ${agencyDay(-100)})
    `),
  );
  const id = await s.item({ costClass: "salt" });
  await s.found(id, "10", 1000);
  await s.found(id, "10", 3000, {}, { movedOn: agencyDay(-19) });
  expect(await s.valueOf(await s.issue(id, "12"))).toBe(-1600);
  expect(await s.poolOf(id)).toEqual({ quantity: "8", valueCents: 2400 });
  type Listed = { items: object[] };
  const policies = await s.asking<Listed>(s.people.clerk, "GET /api/v1/stock-cost-policies");
  expect(policies.items).toMatchObject([
    { costClass: "fuel", method: "fifo", fromOn: agencyDay(1), setBy: expect.any(String) },
    { costClass: "salt", method: "fifo", setBy: null },
  ]);
  const { items } = await s.asking<Listed>(s.people.clerk, "GET /api/v1/stock-cost-classes");
  expect(items).toContainEqual({ costClass: "salt", items: 1, valueCents: 2400, method: "fifo" });
});

test("balances and pools are the sums of what was posted, and a fault is found", async () => {
  const rules = allInvariants().filter(({ area }) => area === "inventory");
  const check = async () => {
    const beat = async () => {};
    const checked = { db: s.db(), beat, app: t.app, actor: s.people.keeper };
    const found = await Promise.all(
      rules.map(async (rule) => [rule.name, (await rule.check(checked)).length] as const),
    );
    return Object.fromEntries(found.filter(([, faults]) => faults > 0));
  };
  expect(rules.length).toBeGreaterThan(5);
  expect(await check()).toEqual({});
  const id = await s.item();
  await s.found(id, "10", 1000);
  await s.as(s.people.keeper, (tx) =>
    tx.rows(sql`update stock_balance set on_hand = 11, reserved = 1 where item_id = ${id}`),
  );
  await s.as(s.people.keeper, (tx) =>
    tx.rows(sql`update stock_pool set value_cents = 999 where item_id = ${id}`),
  );
  expect(await check()).toEqual({ "stock-balances": 1, "stock-value": 1, "stock-held": 1 });
});
