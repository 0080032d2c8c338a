import { expect, test } from "vitest";
import { highsEngine, openHighs } from "#server/optimum/highs.engine.ts";
import { choose } from "./branch.model.ts";
import type { PortfolioCase } from "./portfolio.model.ts";

// A small generator of its own: a case is told by its seed.
const chance = (seed: number) => () => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
  return seed / 2_147_483_648;
};

const drawn = (seed: number): PortfolioCase => {
  const random = chance(seed * 7919 + 1);
  const whole = (most: number) => Math.floor(random() * most);
  const count = 3 + whole(9);
  const ids = Array.from({ length: count }, (_, at) => `o${at}`);
  const some = (of: number) => ids.filter(() => random() < of);
  return {
    options: ids.map((id) => ({
      id,
      number: id,
      title: id,
      askCents: 1 + whole(90_000_000),
      chance: 1 + whole(100),
      hours: { "2027-01": whole(80), "2027-02": whole(80) },
      match: { [random() < 0.6 ? "Roads" : "Health"]: whole(5_000_000) },
      excludes: some(0.08).filter((other) => other !== id),
      needs: some(0.06).filter((other) => other !== id),
    })),
    limits: {
      hours: { "2027-01": whole(200), "2027-02": whole(200) },
      match: { Roads: whole(9_000_000), Health: whole(9_000_000) },
    },
  };
};

/** Every choice there is, each looked at by what is written in the case. */
const exhaustive = ({ options, limits }: PortfolioCase): bigint => {
  let best = 0n;
  for (let mask = 0; mask < 1 << options.length; mask++) {
    const chosen = options.filter((_, at) => mask & (1 << at));
    const ids = new Set(chosen.map(({ id }) => id));
    const total = (of: (one: (typeof options)[number]) => number) =>
      chosen.reduce((sum, one) => sum + of(one), 0);
    const fits =
      Object.entries(limits.hours).every(([m, most]) => total((o) => o.hours[m] ?? 0) <= most) &&
      Object.entries(limits.match).every(([s, most]) => total((o) => o.match[s] ?? 0) <= most) &&
      chosen.every(
        ({ excludes, needs }) =>
          excludes.every((id) => !ids.has(id)) && needs.every((id) => ids.has(id)),
      );
    if (!fits) continue;
    const worth = chosen.reduce((sum, o) => sum + BigInt(o.askCents) * BigInt(o.chance), 0n);
    if (worth > best) best = worth;
  }
  return best;
};

test("the choice is that of an exhaustive search, with and without each limit", async () => {
  const engine = highsEngine(await openHighs());
  for (let seed = 1; seed <= 40; seed++) {
    const of = drawn(seed);
    const found = choose(of, engine, { seconds: 20 });
    expect(found.status, `seed ${seed}`).toBe("optimal");
    expect(found.worth, `seed ${seed}`).toBe(exhaustive(of));
    expect(found.bound).toBe(found.worth);
    const { "2027-01": _gone, ...rest } = of.limits.hours;
    const freed = choose(of, engine, { seconds: 20, without: "Staff hours in 2027-01" });
    const without = { ...of, limits: { ...of.limits, hours: rest } };
    expect(freed.worth, `seed ${seed}, freed`).toBe(exhaustive(without));
  }
});

test("time that is over leaves a bound that no choice exceeds", async () => {
  const engine = highsEngine(await openHighs());
  const of = drawn(11);
  const found = choose(of, engine, { seconds: 0 });
  expect(found.status).toBe("stopped");
  expect(found.bound >= exhaustive(of)).toBe(true);
});

test("match from a source without a limit is none", async () => {
  const engine = highsEngine(await openHighs());
  const of = drawn(5);
  const found = choose(
    {
      options: [{ ...of.options[0]!, needs: [], excludes: [], hours: {}, match: { Nobody: 1 } }],
      limits: { hours: {}, match: {} },
    },
    engine,
    { seconds: 5 },
  );
  expect(found.chosen).toEqual([false]);
});
