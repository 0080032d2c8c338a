// What an issue of bought goods costs whom: each cent of a bill is borne, claimed and given back once.
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "#kernel/ids.ts";
import { claimCost, releaseClaim, stockCostsOf } from "#areas/finance/finance.server.ts";
import { sql } from "#server/db/sql.ts";
import { refusalOf } from "#server/testing/asking.ts";
import { makeBoughtStock, type BoughtStock } from "#server/testing/bought-stock.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";

let t: TestDatabase;
let s: BoughtStock;

beforeAll(async () => {
  t = await freshDatabase();
  s = await makeBoughtStock(t);
});
afterAll(() => t.drop());

type Written = { id: string };
const lineOf = async ({ id }: Written) => (await s.read(id)).content[0]!.id;
const borne = async (out: Written) =>
  (await stockCostsOf(s.db(), [await lineOf(out)])).map(({ cents, paid, open }) => ({
    ...{ cents, paid, open },
  }));
const by = (id = newId()) => ({
  ...{ kind: "test", id, number: "T-1", funderId: newId(), funderNumber: "F-1" },
});
const claim = (costLineId: string, cents: number, of = by(), ahead = false) =>
  s.as(s.buyers.ap, (tx, actor) =>
    claimCost(tx, actor, of, [{ costLineId, cents, share: "federal", ahead }]),
  );
const costs = () =>
  s.db().rows<{
    id: string;
    source: string;
    cents: number;
    paid: number;
    moved: number;
    claimed: number;
    movesId: string | null;
    reversed: boolean;
  }>(sql`
    select id, source, cents, paid, moved, claimed, moves_id, reversed_on is not null as reversed
    from cost_line
    where org_id = ${s.agency.orgId}
    order by created_at, id
  `);
const back = async (out: Written, itemId: string, quantity: string) =>
  s.post({
    kind: "return",
    lines: [{ itemId, toLocationId: s.bay, quantity, returnsLineId: await lineOf(out) }],
  });

test("an issue bears its bill from the day it is posted, and is paid as the bill is paid", async () => {
  const id = await s.item();
  const bought = await s.buy(id, "10", "5.00");
  const out = await s.issue(id, "4");
  expect(await borne(out)).toEqual([]);
  const invoice = await s.bill(bought);
  expect(await borne(out)).toEqual([{ cents: 20_00, paid: 0, open: 0 }]);
  await s.pay(invoice, 25_00);
  expect(await borne(out)).toEqual([{ cents: 20_00, paid: 20_00, open: 20_00 }]);
  const later = await s.issue(id, "6");
  expect(await borne(later)).toEqual([{ cents: 30_00, paid: 5_00, open: 5_00 }]);
  await s.pay(invoice, 50_00);
  expect(await borne(later)).toEqual([{ cents: 30_00, paid: 30_00, open: 30_00 }]);
  await back(later, id, "2");
  expect(await borne(later)).toEqual([{ cents: 20_00, paid: 20_00, open: 20_00 }]);
  await s.reverse(out);
  expect(await borne(out)).toEqual([]);
});

test("cents that an issue bears are claimed of it, and never of the bill as well", async () => {
  const id = await s.item();
  const bought = await s.buy(id, "10", "5.00");
  const invoice = await s.bill(bought);
  const out = await s.issue(id, "10");
  const [cost] = await stockCostsOf(s.db(), [await lineOf(out)]);
  const ahead = claim(cost!.boughtId, 1, by(), true);
  expect(await refusalOf(ahead)).toContain("cost_claimed");
  await s.pay(invoice, 50_00);
  expect(await refusalOf(claim(cost!.boughtId, 1))).toContain("cost_claimed");
  const request = by();
  await claim(cost!.id, 50_00, request);
  expect(await refusalOf(claim(cost!.id, 1))).toContain("cost_claimed");
  await back(out, id, "4");
  expect(await borne(out)).toEqual([{ cents: 30_00, paid: 30_00, open: -20_00 }]);
  expect(await refusalOf(claim(cost!.boughtId, 1))).toContain("cost_claimed");
  await s.as(s.buyers.ap, (tx, actor) => releaseClaim(tx, actor, request.id));
  await claim(cost!.boughtId, 20_00);
  expect(await borne(out)).toEqual([{ cents: 30_00, paid: 30_00, open: 30_00 }]);
});

test("what a funder drew of a bill is borne by no issue; another order's cents of the same stock are", async () => {
  const id = await s.item();
  const invoice = await s.bill(await s.buy(id, "10", "1.00"));
  await s.pay(invoice, 10_00);
  const [bill] = (await costs()).filter(({ source }) => source === "invoice").slice(-1);
  await claim(bill!.id, 6_00);
  const out = await s.issue(id, "10");
  expect(await borne(out)).toEqual([{ cents: 4_00, paid: 4_00, open: 4_00 }]);
});

test("a void bill takes what issues bear of it off them; a new one brings it back", async () => {
  const id = await s.item();
  const bought = await s.buy(id, "10", "5.00");
  const out = await s.issue(id, "10");
  const invoice = await s.bill(bought);
  expect(await borne(out)).toMatchObject([{ cents: 50_00 }]);
  const [cost] = await stockCostsOf(s.db(), [await lineOf(out)]);
  const advance = by();
  await claim(cost!.id, 1_00, advance, true);
  expect(await refusalOf(s.cancelBill(invoice).then(String))).toContain("cost_claimed");
  await s.as(s.buyers.ap, (tx, actor) => releaseClaim(tx, actor, advance.id));
  await s.cancelBill(invoice);
  expect(await borne(out)).toEqual([]);
  await s.bill(bought, "5.02");
  expect(await borne(out)).toEqual([{ cents: 50_20, paid: 0, open: 0 }]);
});

test("whatever is bought, issued, returned, claimed and paid, no cent is there twice", async () => {
  let seed = 20_261_127;
  const random = (below: number): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((seed / 2_147_483_648) * below);
  };
  const id = await s.item();
  const invoices: { id: string; cents: number }[] = [];
  const outs: Written[] = [];
  const claims: string[] = [];
  const before = new Set((await costs()).map((cost) => cost.id));
  const doings = [
    async () => {
      const [quantity, price] = [1 + random(20), 1 + random(9)];
      const cents = quantity * price * 100;
      const bought = await s.buy(id, String(quantity), price.toFixed(2));
      if (random(4) > 0) invoices.push({ id: await s.bill(bought), cents });
    },
    async () => void outs.push(await s.issue(id, String(1 + random(6)))),
    async () => void outs.push(await s.issue(id, String(1 + random(6)))),
    async () => void (await back(outs[random(outs.length)]!, id, String(1 + random(3)))),
    async () => void (await s.reverse(outs[random(outs.length)]!)),
    async () => {
      const invoice = invoices[random(invoices.length)]!;
      await s.pay(invoice.id, random(3) === 0 ? 0 : invoice.cents);
    },
    async () => {
      const own = (await costs()).filter((cost) => !before.has(cost.id) && !cost.movesId);
      const of = by();
      await claim(own[random(own.length)]!.id, 1 + random(900), of, random(2) === 0);
      claims.push(of.id);
    },
    async () => {
      const [claimed] = claims.splice(random(claims.length), 1);
      await s.as(s.buyers.ap, (tx, actor) => releaseClaim(tx, actor, claimed!));
    },
  ];
  let done = 0;
  for (let step = 0; step < 90; step++) {
    await doings[step < 3 ? 0 : random(doings.length)]!().then(
      () => done++,
      () => null,
    );
    const own = (await costs()).filter((cost) => !before.has(cost.id) && !cost.reversed);
    const sum = (of: typeof own) => of.reduce((cents, cost) => cents + cost.cents, 0);
    const bills = own.filter(({ source }) => source === "invoice");
    expect(sum(own)).toBeLessThanOrEqual(sum(bills));
    expect(own.reduce((n, cost) => n + cost.claimed, 0)).toBeLessThanOrEqual(sum(bills));
    for (const bill of bills) {
      const moved = own.filter((cost) => cost.movesId === bill.id);
      expect(bill.claimed - sum(moved)).toBeLessThanOrEqual(bill.cents);
      expect(sum(moved)).toBeLessThanOrEqual(0);
    }
    const spent = own.filter(({ source, movesId }) => source === "stock" && !movesId);
    const issued = await s.db().one<{ cents: number }>(sql`
      select coalesce(sum(cents), 0)::bigint as cents
      from stock_draw d
      join stock_movement_line l on l.org_id = d.org_id and l.id = d.line_id
      where d.org_id = ${s.agency.orgId} and l.item_id = ${id}
    `);
    expect(sum(spent)).toBeLessThanOrEqual(issued.cents);
  }
  expect(done).toBeGreaterThan(45);
  const broken = await Promise.all(
    (await import("#areas/finance/cost/cost.checks.ts")).costRules.map((rule) =>
      rule.check({ db: s.db() } as never),
    ),
  );
  expect(broken.flat().filter(({ sentence }) => !sentence.includes("cost lines are paid"))).toEqual(
    [],
  );
});
