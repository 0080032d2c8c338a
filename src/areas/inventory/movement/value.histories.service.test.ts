// Random histories through the services: back-dated, reversed, repriced, transferred and free goods. After each
// entry quantity, value and what every line stands for equal a recomputation that knows single pieces alone.
import { afterAll, beforeAll, expect, test } from "vitest";
import { Problem } from "#kernel/errors.ts";
import { quantity } from "#kernel/quantity.ts";
import type { Day, Instant } from "#kernel/time.ts";
import { sql } from "#server/db/sql.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { agencyDay } from "#server/testing/days.ts";
import { naiveStock } from "#server/testing/naive-stock.ts";
import { makeStores, type Stores } from "#server/testing/stores.ts";
import type { StockEntry } from "../ledger/cost.model.ts";
import { repriceReceipt } from "./reverse.service.ts";

let t: TestDatabase;
let s: Stores;
beforeAll(async () => {
  t = await freshDatabase();
  s = await makeStores(t);
  const { keeper } = s.people;
  await s.as(keeper, (tx) =>
    tx.rows(sql`
      insert into stock_cost_policy (org_id, id, cost_class, method, from_on)
      values (${keeper.orgId}, gen_random_uuid(), 'salt', 'fifo', ${agencyDay(-60)})
    `),
  );
});
afterAll(() => t.drop());

/** Numbers that a seed gives again. */
const chances = (seed: number) => {
  let state = seed >>> 0;
  return (below: number): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
};

type Kept = { entry: StockEntry; movementId: string; from: string | null; to: string | null };
type Did = Set<"back-dated" | "reversed" | "repriced" | "transferred" | "free" | "returned">;

/** What this test knows of the item: what it entered, with the moments and lots that the stores gave it. */
class History {
  kept: Kept[] = [];
  did: Did = new Set();
  readonly itemId: string;
  readonly lots: boolean;

  constructor(itemId: string, lots: boolean) {
    this.itemId = itemId;
    this.lots = lots;
  }

  outs(): Kept[] {
    return this.kept.filter(({ entry }) => entry.kind === "out");
  }

  async keep(id: string, entryOf: (lot: string | null) => object): Promise<void> {
    const { content } = await s.read(id);
    const head = await s.db().one<{ movedOn: Day; postedAt: Instant }>(sql`
      select moved_on, posted_at
      from stock_movement
      where org_id = ${s.agency.orgId} and id = ${id}
    `);
    const shelves = await s.db().rows<{ id: string; from: string | null; to: string | null }>(sql`
      select id, from_location_id as from, to_location_id as to
      from stock_movement_line
      where org_id = ${s.agency.orgId} and movement_id = ${id}
    `);
    if (head.movedOn < agencyDay()) this.did.add("back-dated");
    for (const { id: lineId, lotId, quantity: much } of content) {
      const placed = { id: lineId, ...head, quantity: quantity(much), ...entryOf(lotId) };
      const { from, to } = shelves.find((shelf) => shelf.id === lineId)!;
      this.kept.push({ entry: placed as StockEntry, movementId: id, from, to });
    }
  }
}

let lot = 0;
const comes = async (h: History, day: number, amount: string, cents: number) => {
  const over = h.lots ? { lot: { code: `L-${++lot}` } } : {};
  const { id } = await s.found(h.itemId, amount, cents, over, { movedOn: agencyDay(-day) });
  await h.keep(id, (lotId) => ({ kind: "in", cents, lot: lotId }));
  if (cents === 0) h.did.add("free");
};

const goes = async (h: History, day: number, amount: string, from: string) => {
  const { id } = await s.issue(
    h.itemId,
    amount,
    { movedOn: agencyDay(-day) },
    { fromLocationId: from },
  );
  await h.keep(id, (lotId) => ({ kind: "out", lot: lotId }));
};

const travels = async (h: History, day: number, amount: string, from: string) => {
  const lines = [
    {
      ...{ itemId: h.itemId, quantity: amount, fromLocationId: from },
      toLocationId: from === s.bay ? s.shelf : s.bay,
    },
  ];
  const { id } = await s.post({ kind: "transfer", movedOn: agencyDay(-day), lines });
  await h.keep(id, () => ({ kind: "transfer" }));
  h.did.add("transferred");
};

const comesBack = async (h: History, of: Kept | undefined, amount: string) => {
  if (!of) return;
  const back = { itemId: h.itemId, toLocationId: of.from, returnsLineId: of.entry.id };
  const lines = [{ ...back, quantity: amount }];
  const { id } = await s.post({ kind: "return", lines });
  await h.keep(id, () => ({ kind: "return", of: of.entry.id }));
  h.did.add("returned");
};

const takenBack = async (h: History, of: Kept | undefined) => {
  if (!of) return;
  await s.reverse({ id: of.movementId });
  h.kept = h.kept.filter(({ movementId }) => movementId !== of.movementId);
  h.did.add("reversed");
};

const repriced = async (h: History, of: Kept | undefined, cents: number) => {
  if (of?.entry.kind !== "in") return;
  await s.as(s.people.keeper, (tx, actor) =>
    repriceReceipt(tx, actor, of.entry.id, cents, "Follows from a bill."),
  );
  of.entry = { ...of.entry, cents };
  h.did.add("repriced");
};

const act = (h: History, chance: (below: number) => number): Promise<void> => {
  const pick = <T>(of: readonly T[]): T | undefined => of[chance(of.length || 1)];
  const [kind, day, amount] = [chance(12), chance(3) ? chance(12) : 0, String(1 + chance(6))];
  const from = chance(4) ? s.bay : s.shelf;
  if (kind <= 3) return comes(h, day, amount, chance(4) ? chance(900) : 0);
  if (kind <= 6) return goes(h, day, amount, from);
  if (kind === 7) return comesBack(h, pick(h.outs()), amount);
  if (kind === 8) return takenBack(h, pick(h.kept));
  if (kind === 9) return travels(h, day, amount, from);
  return repriced(h, pick(h.kept), chance(5) ? chance(1500) : 0);
};

const standing = async (h: History): Promise<Map<string, number>> => {
  const rows = await s.db().rows<{ id: string; cents: number }>(sql`
    select
      l.id,
      (l.value_cents + coalesce(
        (
          select sum(c.value_cents)
          from stock_movement_line c
          where c.org_id = l.org_id and c.corrects_line_id = l.id
        ),
        0
      ))::bigint as cents
    from stock_movement_line l
    join stock_movement m on m.org_id = l.org_id and m.id = l.movement_id
    where l.org_id = ${s.agency.orgId}
      and l.item_id = ${h.itemId}
      and l.corrects_line_id is null
      and (l.from_location_id is null or l.to_location_id is null)
      and m.status = 'posted'
      and m.reverses_id is null
  `);
  return new Map(rows.map(({ id, cents }) => [id, cents]));
};

const lies = async (itemId: string): Promise<Record<string, number>> => {
  const rows = await s.db().rows<{ locationId: string; onHand: string }>(sql`
    select location_id, trim_scale(sum(on_hand))::text as on_hand
    from stock_balance
    where org_id = ${s.agency.orgId} and item_id = ${itemId}
    group by location_id
    having sum(on_hand) <> 0
  `);
  return Object.fromEntries(rows.map(({ locationId, onHand }) => [locationId, Number(onHand)]));
};

const lain = (h: History): Record<string, number> => {
  const sums: Record<string, number> = {};
  for (const { entry, from, to } of h.kept) {
    const much = Number(entry.quantity) / 10_000;
    if (from) sums[from] = (sums[from] ?? 0) - much;
    if (to) sums[to] = (sums[to] ?? 0) + much;
  }
  return Object.fromEntries(Object.entries(sums).filter(([, much]) => much !== 0));
};

const refusals: ReadonlySet<string> = new Set([
  ...["below_zero", "not_enough", "came_back", "more_than_issued", "not_in_this_status"],
]);
const expected = (error: unknown): boolean => error instanceof Problem && refusals.has(error.code);

test.each([
  [1, "average", "none"],
  [2, "fifo", "none"],
  [3, "average", "lot"],
  [4, "fifo", "lot"],
] as const)(
  "history %i of the services by %s, told apart by %s, is what a naive recomputation gives to the cent",
  { timeout: 120_000 },
  async (seed, method, tracking) => {
    const chance = chances(seed * 7919);
    const itemId = await s.item({ tracking, ...(method === "fifo" ? { costClass: "salt" } : {}) });
    const h = new History(itemId, tracking === "lot");
    let done = 0;
    for (let at = 0; at < 110; at++) {
      await act(h, chance).then(
        () => done++,
        (error: unknown) => {
          if (!expected(error)) throw error;
        },
      );
      if (h.kept.length === 0) continue;
      const naive = naiveStock(
        h.kept.map(({ entry }) => entry),
        method,
      );
      expect(await s.poolOf(itemId), `entry ${at}`).toEqual({
        quantity: String(naive.stock.length),
        valueCents: naive.pool,
      });
      expect(await standing(h), `entry ${at}`).toEqual(naive.values);
      expect(await lies(itemId), `entry ${at}`).toEqual(lain(h));
    }
    expect(done).toBeGreaterThan(50);
    expect([...h.did].toSorted()).toEqual(
      ["back-dated", "free", "repriced", "returned", "reversed", "transferred"].toSorted(),
    );
  },
);
