// Random movements around counts: the ledger is what was counted, and what moved since.
import { afterAll, beforeAll, expect, test } from "vitest";
import { refusalOf } from "#server/testing/asking.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { agencyDay } from "#server/testing/days.ts";
import { makeStores, type Stores } from "#server/testing/stores.ts";
import { allInvariants } from "#server/operation/checking.ts";
import { closeRound, postCount } from "./course.service.ts";
import { enterCounted } from "./enter.service.ts";
import { planCount } from "./plan.service.ts";
import { planInput } from "./count.model.ts";
import { setCountRule } from "./rule.service.ts";

let t: TestDatabase;
let s: Stores;
beforeAll(async () => {
  t = await freshDatabase();
  s = await makeStores(t);
  const { keeper } = s.people;
  await s.as(keeper, (tx) =>
    setCountRule(tx, keeper, {
      ...{ fromOn: agencyDay(), percentBp: 10_000, cents: 100_000_000 },
      ...{ daysA: 90, daysB: 90, daysC: 90 },
    }),
  );
});
afterAll(() => t.drop());

/** Numbers below `n` that a seed decides. */
const dice = (seed: number) => {
  let state = seed;
  return (n: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * n);
  };
};

const count = async (itemId: string, there: number): Promise<void> => {
  const { keeper } = s.people;
  const plan = planInput.parse({ scope: "location", locationId: s.bay });
  const { id } = await s.as(keeper, (tx) => planCount(tx, keeper, plan));
  const entry = { itemId, locationId: s.bay, lot: "", unit: null, countedAt: null };
  await s.as(keeper, (tx) => enterCounted(tx, keeper, id, { ...entry, quantity: String(there) }));
  await s.as(keeper, (tx) => closeRound(tx, keeper, { id, version: null }));
  const at = { id, version: null, reason: null };
  await s.as(keeper, (tx) => postCount(tx, keeper, at, { fundId: null }));
};

test.each([1, 2, 3])("what was counted stands, seed %i", { timeout: 120_000 }, async (seed) => {
  const roll = dice(seed);
  const id = await s.item();
  await s.found(id, "500", 500_00);
  // What really lies in the bay: known to whoever looks, not to the ledger.
  let real = 500;
  let counted = false;
  const posted: { id: string; version: number; number: string; by: number; before: boolean }[] = [];
  for (let turn = 0; turn < 14; turn++) {
    const what = roll(5);
    const size = 1 + roll(9);
    if (what === 0) {
      real -= roll(4);
      await count(id, real);
      for (const one of posted) one.before = true;
      counted = true;
    } else if (what === 1) {
      posted.push({ ...(await s.issue(id, String(size))), by: -size, before: false });
      real -= size;
    } else if (what === 2) {
      await s.found(id, String(size), size * 90, {}, { movedOn: agencyDay() });
      real += size;
    } else if (what === 3) {
      // It moved before the newest count, which saw it: only its paper comes late.
      await s.issue(id, String(size), { movedOn: agencyDay(-1 - roll(5)) });
      if (!counted) real -= size;
    } else {
      const [one] = posted.splice(roll(posted.length), 1);
      if (!one) continue;
      await s.reverse(one);
      if (!one.before) real -= one.by;
    }
    if (counted)
      expect(await s.poolOf(id), `turn ${turn}`).toMatchObject({ quantity: String(real) });
  }
  await count(id, real);
  expect(await s.poolOf(id)).toMatchObject({ quantity: String(real) });
  for (const invariant of allInvariants().filter(({ area }) => area === "inventory"))
    expect(await invariant.check({ db: s.db() } as never)).toEqual([]);
  expect(await refusalOf(s.issue(id, String(real + 1)))).toContain("not_enough");
  await s.issue(id, String(real));
});
