// What an issue moves in the budget: up for who gets it, down for the stores, and back with what comes back.
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "#kernel/ids.ts";
import { sql } from "#server/db/sql.ts";
import { refusalOf } from "#server/testing/asking.ts";
import { makeChargedStock, type ChargedStock } from "#server/testing/charged-stock.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { agencyDay } from "#server/testing/days.ts";
import { stockSource } from "./part-source.service.ts";

let t: TestDatabase;
let s: ChargedStock;

beforeAll(async () => {
  t = await freshDatabase();
  s = await makeChargedStock(t);
});
afterAll(() => t.drop());

let serial = 0;
type Written = { id: string };
const lineOf = async ({ id }: Written) => (await s.read(id)).content[0]!.id;
const back = async (out: Written, itemId: string, quantity: string, toLocationId = s.counter) =>
  s.post({
    kind: "return",
    lines: [{ itemId, toLocationId, quantity, returnsLineId: await lineOf(out) }],
  });
/** What happened to both lines while something was done. */
const moved = async (work: () => Promise<unknown>, account = s.roads) => {
  const before = [await s.spent(account), await s.spent(s.stores)] as const;
  await work();
  return [(await s.spent(account)) - before[0], (await s.spent(s.stores)) - before[1]];
};

test("an issue charges its consumer's line and takes the same off the stores; what comes back goes back", async () => {
  const id = await s.item();
  await s.stock(id, "10", 100_00);
  let out = { id: "" };
  const issued = await moved(async () => {
    out = await s.issueTo(id, "4", s.roads, { movedOn: agencyDay(-3) });
  });
  expect(issued).toEqual([40_00, -40_00]);
  expect(await moved(() => back(out, id, "1"))).toEqual([-10_00, 10_00]);
  expect((await s.read(out.id)).content[0]!.charge).toEqual({
    account: expect.stringContaining("-line"),
    stores: expect.stringContaining("-RDS-"),
    cents: 40_00,
    unmoved: false,
  });
  const entries = await s.db().rows(sql`
    select e.kind, e.expended, e.posted_on, e.document_number = m.number as names_it
    from commitment_entry e
    join stock_movement m on m.org_id = e.org_id and m.id = e.document_id
    where e.org_id = ${s.agency.orgId} and m.id = ${out.id}
    order by e.expended
  `);
  expect(entries).toEqual([
    { kind: "expend", expended: -40_00, postedOn: agencyDay(-3), namesIt: true },
    { kind: "expend", expended: 40_00, postedOn: agencyDay(-3), namesIt: true },
  ]);
  const again = await s.issueTo(id, "2", s.roads);
  expect(await moved(() => s.reverse(again))).toEqual([-20_00, 20_00]);
  expect(await s.findings()).toEqual([]);
});

test("what was charged as it was bought moves no budget, and takes no line", async () => {
  const id = await s.item();
  await s.found(id, "5", 5_00);
  expect(await moved(() => s.issue(id, "1"))).toEqual([0, 0]);
  expect(await refusalOf(s.issue(id, "1", { accountStringId: s.roads }))).toContain(
    "charged_already",
  );
});

test("without a line, with a stranger's, with one that cannot be charged, or too little left, nothing is issued", async () => {
  const id = await s.item();
  await s.stock(id, "1000", 1_000_00);
  const consumer = async () => {
    const departmentId = newId();
    await s.as(s.people.keeper, (tx) =>
      tx.rows(sql`
        insert into department (org_id, id, code, name)
        values (${s.agency.orgId}, ${departmentId}, ${`D${++serial}`}, 'Library')
      `),
    );
    return { consumer: { type: "department", id: departmentId } };
  };
  const unknown = await consumer();
  expect(await refusalOf(s.issueTo(id, "1", null, unknown))).toContain("account_missing");
  expect(await refusalOf(s.issueTo(id, "1", newId(), unknown))).toContain("not_found");
  const small = await s.lineIn(7_00);
  await expect(s.issueTo(id, "8", small, unknown)).rejects.toMatchObject({
    code: "over_budget",
    message: expect.stringContaining("has $7.00 available; this needs $8.00"),
  });
  expect((await s.issueTo(id, "7", small, unknown)).id).toBeTruthy();
  // The line that it was charged to last is the one that is meant.
  expect(
    await s.asking(
      s.people.keeper,
      `GET /api/v1/stock-charge-lines?${new URLSearchParams(unknown.consumer)}`,
    ),
  ).toMatchObject({ line: { id: small } });
  expect(await refusalOf(s.issueTo(id, "1", null, unknown))).toContain("over_budget");
  await s.as(s.people.keeper, (tx) =>
    tx.rows(sql`
      update segment_value
      set active = false
      where id = (select account_id from account_string where id = ${small})
    `),
  );
  expect(await refusalOf(s.issueTo(id, "1", small, unknown))).toContain("account_not_in_use");
  const bare = await s.lineIn(0);
  await s.as(s.people.keeper, (tx) =>
    tx.rows(sql`delete from budget_line where account_string_id = ${bare}`),
  );
  expect(await refusalOf(s.issueTo(id, "1", bare, unknown))).toContain("no_budget_line");
  const lineless = await s.room({ chargeAccountId: bare });
  await s.stock(id, "1", 1_00, { toLocationId: lineless });
  expect(
    await refusalOf(s.issueTo(id, "1", s.roads, unknown, { fromLocationId: lineless })),
  ).toContain("no_stores_line");
  expect(await s.findings()).toEqual([]);
});

test("a consumer of another fund is charged; stock of another fund does not lie where the stores' fund bears it", async () => {
  const id = await s.item();
  await s.stock(id, "4", 8_00);
  expect(await moved(() => s.issueTo(id, "1", s.other), s.other)).toEqual([2_00, -2_00]);
  expect(await refusalOf(s.stock(id, "1", 1_00, { fundId: s.fund }))).toContain("other_fund");
  expect(await s.findings()).toEqual([]);
});

test("nothing moves or comes back between locations that are charged otherwise", async () => {
  const id = await s.item();
  await s.stock(id, "9", 9_00);
  const transfer = (from: string, to: string) =>
    s.post({
      kind: "transfer",
      lines: [{ itemId: id, fromLocationId: from, toLocationId: to, quantity: "1" }],
    });
  const apart = transfer(s.counter, s.bay);
  await expect(apart).rejects.toMatchObject({
    code: "charged_apart",
    message: expect.stringContaining("are charged to different lines, or at different times: what"),
  });
  const second = await s.room();
  expect(await moved(() => transfer(s.counter, second))).toEqual([0, 0]);
  const out = await s.issueTo(id, "3", s.roads);
  expect(await refusalOf(back(out, id, "1", s.bay))).toContain("charged_apart");
  expect(await moved(() => back(out, id, "1", second))).toEqual([-1_00, 1_00]);
  const plain = await s.item();
  await s.found(plain, "2", 2_00, { fundId: s.storesFund });
  const borne = await s.issue(plain, "1");
  expect(await refusalOf(back(borne, plain, "1"))).toContain("charged_apart");
});

test("a location names the line on which its goods are bought, and keeps it while something lies there or comes", async () => {
  expect(await refusalOf(s.room({ chargeAccountId: null }))).toContain("invalid");
  expect(await refusalOf(s.room({ chargeAccountId: newId() }))).toContain("not_found");
  const named = await s.room();
  const change = async (id: string, body: object) => {
    const at = `/api/v1/stock-locations/${id}`;
    const { version } = await s.asking(s.people.keeper, `GET ${at}`);
    return s.asking(s.people.keeper, `PATCH ${at}`, body, version);
  };
  await change(named, { chargeAt: "purchase" });
  expect(await s.asking(s.people.clerk, `GET /api/v1/stock-locations/${named}`)).toMatchObject({
    ...{ chargeAt: "purchase", chargeAccountId: null, chargeAccount: null },
  });
  await change(named, { chargeAt: "issue", chargeAccountId: s.parks });
  const id = await s.item();
  expect(await refusalOf(s.buy(id, "2", "1.00", { locationId: named }))).toContain("other_line");
  await change(named, { chargeAt: "issue", chargeAccountId: s.stores });
  await s.buy(id, "2", "1.00", { locationId: named, came: null });
  expect(await refusalOf(change(named, { chargeAccountId: s.parks }))).toContain("goods_come");
  const shelf = await s.room();
  await s.stock(id, "1", 1_00, { toLocationId: shelf });
  expect(await refusalOf(change(shelf, { chargeAccountId: s.parks }))).toContain("holds_stock");
  await change(shelf, { name: "Back counter" });
});

test("a bill at another price charges what was used, also beyond the line; its void takes it back", async () => {
  const id = await s.item();
  const few = await s.lineIn(20_10);
  const bought = await s.buy(id, "10", "5.00", { locationId: s.counter });
  const out = await s.issueTo(id, "4", few);
  expect(await s.spent(few)).toBe(20_00);
  const invoice = await s.bill(bought, "5.10");
  expect(await s.spent(few)).toBe(20_40);
  const [entry] = await s.db().rows<{ note: string }>(sql`
    select note
    from commitment_entry
    where org_id = ${s.agency.orgId} and note like 'Override%' and document_type = 'stockMovement'
  `);
  expect(entry!.note).toContain("It is used already.");
  const costs = () =>
    s.db().rows(sql`
      select account_string_id, sum(cents)::bigint as cents
      from cost_line
      where org_id = ${s.agency.orgId}
        and reversed_on is null
        and account_string_id = any(${[few, s.stores]}::uuid[])
        and (invoice_id = ${invoice} or document_id = ${out.id})
      group by account_string_id
      order by 2
    `);
  expect(await costs()).toEqual([
    { accountStringId: few, cents: 20_40 },
    { accountStringId: s.stores, cents: 30_60 },
  ]);
  await s.cancelBill(invoice);
  expect(await s.spent(few)).toBe(20_00);
  await s.reverse(out);
  expect(await s.spent(few)).toBe(0);
  expect(await s.findings()).toEqual([]);
});

test("a part of a work order is borne by the line that its crew names, and the next one by the same", async () => {
  const { keeper } = s.people;
  const id = await s.item({ name: "Cone with a collar" });
  await s.stock(id, "10", 10_00);
  const work = newId();
  const wanted = (accountStringId: string | null) => ({
    ...{ needId: newId(), consumer: { type: "department" as const, id: work } },
    ...{ description: "Cone with a collar", commodityCode: null, quantity: "2", unit: "bag" },
    accountStringId,
  });
  await s.as(keeper, (tx) =>
    tx.rows(sql`
      insert into department (org_id, id, code, name)
      values (${s.agency.orgId}, ${work}, ${`W${++serial}`}, 'Crew of the bridge')
    `),
  );
  const take = (line: string | null) =>
    s.as(keeper, (tx) => stockSource.issue(tx, keeper, wanted(line), null));
  expect(await refusalOf(take(null))).toContain("account_missing");
  expect(await moved(() => take(s.parks), s.parks)).toEqual([2_00, -2_00]);
  expect(await moved(() => take(null), s.parks)).toEqual([2_00, -2_00]);
});

test("what follows an issue of a closed year counts in the open one, or moves no budget where it has no line", async () => {
  const { orgId, fiscalYearId } = s.agency;
  const next = newId();
  await s.as(s.people.keeper, (tx) =>
    tx.rows(sql`
      insert into fiscal_year (org_id, id, year, starts_on, ends_on, status)
      select ${orgId}, ${next}, 2031, '2035-01-01', '2035-12-31', 'planned'
    `),
  );
  const [kept, gone] = [await s.lineIn(50_00), await s.lineIn(50_00)];
  const id = await s.item();
  await s.stock(id, "10", 10_00);
  const [one, two] = [await s.issueTo(id, "3", kept), await s.issueTo(id, "3", gone)];
  // The year of the issues is over and closed; today is in the next one.
  const days = await s.db().one<{ startsOn: string; endsOn: string }>(sql`
    select starts_on, ends_on
    from fiscal_year
    where org_id = ${orgId} and id = ${fiscalYearId}
  `);
  await s.as(s.people.keeper, async (tx) => {
    await tx.rows(sql`
      update fiscal_year
      set status = 'closed', starts_on = '2020-01-01', ends_on = '2020-12-31'
      where id = ${fiscalYearId}
    `);
    await tx.rows(sql`
      update fiscal_year
      set status = 'open', starts_on = ${days.startsOn}, ends_on = ${days.endsOn}
      where id = ${next}
    `);
  });
  await s.adopt(s.stores, 100_00, next);
  await s.adopt(kept, 1_00, next);
  await s.reverse(one);
  const taken = await s.reverse(two);
  expect([await s.spent(kept), await s.spent(kept, next)]).toEqual([3_00, -3_00]);
  expect([await s.spent(gone), await s.spent(gone, next)]).toEqual([3_00, 0]);
  expect(await s.spent(s.stores, next)).toBe(3_00);
  expect(taken.id).toBeTruthy();
  const notes = await s.db().rows<{ note: string }>(sql`
    select distinct note
    from commitment_entry
    where org_id = ${orgId} and note like '%year of the issue is closed%'
  `);
  expect(notes).toHaveLength(1);
  expect(await s.findings()).toEqual([]);
});
