// Random histories of stores that charge as they issue: each budget line moved by what the movements that
// stand are worth, worked out anew from the movements alone; all lines together by nothing.
import { afterAll, beforeAll, expect, test } from "vitest";
import { Problem } from "#kernel/errors.ts";
import { sql } from "#server/db/sql.ts";
import { makeChargedStock, type ChargedStock } from "#server/testing/charged-stock.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { agencyDay } from "#server/testing/days.ts";
import { repriceReceipt } from "./reverse.service.ts";

let t: TestDatabase;
let s: ChargedStock;
beforeAll(async () => {
  t = await freshDatabase();
  s = await makeChargedStock(t);
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

type Line = { id: string; movementId: string; itemId: string };
type Issue = Line & { account: string | null; place: string };
class History {
  ins: Line[] = [];
  issues: Issue[] = [];
  returns: (Line & { of: Issue })[] = [];
  done = 0;
}

const lineOf = async (movementId: string): Promise<string> =>
  (await s.read(movementId)).content[0]!.id;

const act = async (h: History, itemId: string, chance: (below: number) => number) => {
  const day = agencyDay(-chance(12));
  const pick = <T>(of: readonly T[]): T | undefined => of[chance(of.length || 1)];
  const amount = String(1 + chance(5));
  const kind = chance(9);
  if (kind <= 1) {
    const place = chance(3) ? s.counter : s.bay;
    const over = { toLocationId: place };
    const { id } = await s.stock(itemId, amount, chance(900), over, { movedOn: day });
    h.ins.push({ id: await lineOf(id), movementId: id, itemId });
  } else if (kind <= 4) {
    const charged = chance(4) > 0;
    const account = charged ? pick([s.roads, s.parks, s.other, s.stores])! : null;
    const place = charged ? s.counter : s.bay;
    const line = { fromLocationId: place };
    const { id } = await s.issueTo(itemId, amount, account, { movedOn: day }, line);
    h.issues.push({ id: await lineOf(id), movementId: id, itemId, account, place });
  } else if (kind === 5) {
    const of = pick(h.issues);
    if (!of) return;
    const lines = [{ itemId, toLocationId: of.place, quantity: amount, returnsLineId: of.id }];
    const { id } = await s.post({ kind: "return", lines });
    h.returns.push({ id: await lineOf(id), movementId: id, itemId, of });
  } else if (kind === 6) {
    const of = pick([...h.ins, ...h.issues, ...h.returns]);
    if (of) await s.reverse({ id: of.movementId });
  } else if (kind === 7) {
    const of = pick(h.ins);
    const cents = chance(1500);
    if (of)
      await s.as(s.people.keeper, (tx, actor) =>
        repriceReceipt(tx, actor, of.id, cents, "Follows from a bill."),
      );
  } else {
    const [fromLocationId, toLocationId] = chance(2) ? [s.counter, s.bay] : [s.bay, s.counter];
    await s.post({
      kind: "transfer",
      lines: [{ itemId, fromLocationId, toLocationId, quantity: amount }],
    });
  }
};

const standing = async (movementId: string): Promise<number> => {
  const seen = await s.read(movementId);
  return seen.status === "posted" ? await s.standingOf({ id: movementId } as never) : 0;
};

// What each line bears by the movements that stand, and the stores the opposite.
const recomputed = async (h: History): Promise<Map<string, number>> => {
  const sums = new Map<string, number>();
  const add = (account: string, cents: number) =>
    void sums.set(account, (sums.get(account) ?? 0) + cents);
  const charge = async (account: string | null, movementId: string) => {
    if (!account) return;
    const cents = -(await standing(movementId));
    add(account, cents);
    add(s.stores, -cents);
  };
  for (const { account, movementId } of h.issues) await charge(account, movementId);
  for (const { of, movementId } of h.returns) await charge(of.account, movementId);
  return sums;
};

const refusals: ReadonlySet<string> = new Set([
  ...["below_zero", "not_enough", "came_back", "more_than_issued", "charged_apart"],
  ...["no_issue", "not_in_this_status", "not_found"],
]);
const expected = (error: unknown): boolean => error instanceof Problem && refusals.has(error.code);

test.each([1, 2, 3])(
  "history %i: every line's figure is what stands, and the lines come to nothing",
  { timeout: 120_000 },
  async (seed) => {
    const chance = chances(seed * 7919);
    const h = new History();
    const itemId = await s.item(seed === 3 ? { costClass: "salt" } : {});
    const accounts = [s.roads, s.parks, s.other, s.stores];
    const before = await Promise.all(accounts.map((account) => s.spent(account)));
    for (let at = 0; at < 60; at++)
      await act(h, itemId, chance).then(
        () => h.done++,
        (error: unknown) => {
          if (!expected(error)) throw error;
        },
      );
    expect(h.done).toBeGreaterThan(25);
    const now = await Promise.all(accounts.map((account) => s.spent(account)));
    const naive = await recomputed(h);
    const change = accounts.map((_, at) => now[at]! - before[at]!);
    expect(change).toEqual(accounts.map((account) => naive.get(account) ?? 0));
    expect(change.reduce((sum, cents) => sum + cents, 0)).toBe(0);
    expect(await s.findings()).toEqual([]);
    const days = await s.db().rows<{ cents: number }>(sql`
      select sum(expended)::bigint as cents
      from commitment_entry
      where org_id = ${s.agency.orgId} and document_type = 'stockMovement'
      group by posted_on
      having sum(expended) <> 0
    `);
    expect(days).toEqual([]);
  },
);
