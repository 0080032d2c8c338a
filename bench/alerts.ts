// A thousand warnings against a hundred thousand places: what lies inside by numbered cells and the
// exact test behind them, beside testing every pair. Every pair is tested for the first hundred
// warnings, whose answers must be equal; the ratio is of seconds for each warning.
import { boundsOf, judgeIn, type Area, type Vertex } from "#kernel/geo/area.ts";
import { gridOf } from "#kernel/geo/grid.ts";
import { machine, must, REPEATS, round, sayer, spread } from "./parts/figures.ts";

const say = sayer("alerts");
const PLACES = 100_000;
const WARNINGS = 1_000;
const PAIRED = 100;

/** Pseudo-random numbers from a fixed start (mulberry32). */
const dice = (seed: number) => (): number => {
  seed = (seed + 0x6d2b79f5) | 0;
  let n = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  n = (n + Math.imul(n ^ (n >>> 7), 61 | n)) ^ n;
  return ((n ^ (n >>> 14)) >>> 0) / 4_294_967_296;
};
const random = dice(28);

type Place = { id: number; latitude: number; longitude: number; accuracy: number };
const places = Array.from({ length: PLACES }, (_, id): Place => ({
  id,
  latitude: 25 + random() * 24,
  longitude: -124 + random() * 57,
  accuracy: random() < 0.2 ? 8000 : 30,
}));

/** A polygon of some tens of kilometers, as a forecaster draws one. */
const warning = (): Area => {
  const [latitude, longitude] = [26 + random() * 22, -123 + random() * 55];
  const corners = 5 + Math.floor(random() * 12);
  const ring = Array.from({ length: corners }, (_, n): Vertex => {
    const turn = (2 * Math.PI * n) / corners;
    const reach = 0.15 + random() * 0.5;
    return [longitude + reach * Math.cos(turn), latitude + reach * Math.sin(turn)];
  });
  return { polygons: [[[...ring, ring[0]!]]], circles: [] };
};
const warnings = Array.from({ length: WARNINGS }, warning);

const inside = (area: Area, candidates: readonly Place[]): number[] =>
  candidates
    .filter((place) => judgeIn(area, place).verdict !== "outside")
    .map(({ id }) => id)
    .sort((a, b) => a - b);

const seconds = (work: () => void): number => {
  const started = performance.now();
  work();
  return (performance.now() - started) / 1000;
};

say(machine());
let found: number[][] = [];
const byCells: number[] = [];
for (let turn = 0; turn < REPEATS; turn += 1)
  byCells.push(
    seconds(() => {
      const grid = gridOf(places);
      found = warnings.map((area) => inside(area, grid.near(boundsOf(area)!, 0)));
    }),
  );
let paired: number[][] = [];
const byPairs = seconds(() => {
  paired = warnings.slice(0, PAIRED).map((area) => inside(area, places));
});
must(
  JSON.stringify(paired) === JSON.stringify(found.slice(0, PAIRED)),
  "the cells give other places than every pair",
);
const each = spread(byCells).median / WARNINGS;
say({ figure: "cells", warnings: WARNINGS, places: PLACES, seconds: spread(byCells) });
say({ figure: "pairs", warnings: PAIRED, places: PLACES, seconds: round(byPairs) });
say({
  figure: "times faster",
  ratio: round(byPairs / PAIRED / each),
  inside: found.reduce((n, ids) => n + ids.length, 0),
});
