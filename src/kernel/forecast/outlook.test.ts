// Public series on which the right claim is known, walks on which every claim is wrong, and what must
// hold of any series: nothing of the future reaches a forecast, bands nest and widen, scale and level
// carry through.
import { expect, test } from "vitest";
import { methodNames } from "./method.labels.ts";
import { saidBy } from "./methods.ts";
import { outlookOf, type Outlook, type OutlookInput } from "./outlook.ts";
import { rolled } from "./roll.ts";

// Public series of months, each year a line, as the R package "datasets" has them.
const read = (text: string): number[] => text.trim().split(/\s+/).map(Number);

// Passengers of airlines, thousands, 1949 to 1960: Box, Jenkins and Reinsel 1976, series G.
const airPassengers = read(`
  112 118 132 129 121 135 148 148 136 119 104 118
  115 126 141 135 125 149 170 170 158 133 114 140
  145 150 178 163 172 178 199 199 184 162 146 166
  171 180 193 181 183 218 230 242 209 191 172 194
  196 196 236 235 229 243 264 272 237 211 180 201
  204 188 235 227 234 264 302 293 259 229 203 229
  242 233 267 269 270 315 364 347 312 274 237 278
  284 277 317 313 318 374 413 405 355 306 271 306
  315 301 356 348 355 422 465 467 404 347 305 336
  340 318 362 348 363 435 491 505 404 359 310 337
  360 342 406 396 420 472 548 559 463 407 362 405
  417 391 419 461 472 535 622 606 508 461 390 432
`);

// Deaths by accident in the USA, 1973 to 1978: Brockwell and Davis 1991.
const accidentalDeaths = read(`
  9007 8106 8928 9137 10017 10826 11317 10744 9713 9938 9161 8927
  7750 6981 8038 8422 8714 9512 10120 9823 8743 9129 8710 8680
  8162 7306 8124 7870 9387 9556 10093 9620 8285 8466 8160 8034
  7717 7461 7767 7925 8623 8945 10078 9179 8037 8488 7874 8647
  7792 6957 7726 8106 8890 9299 10625 9302 8314 8850 8265 8796
  7836 6892 7791 8192 9115 9434 10484 9827 9110 9070 8633 9240
`);

// Air at Nottingham Castle, mean of the month in °F, 1920 to 1939: Anderson 1976.
const nottingham = read(`
  40.6 40.8 44.4 46.7 54.1 58.5 57.7 56.4 54.3 50.5 42.9 39.8
  44.2 39.8 45.1 47 54.1 58.7 66.3 59.9 57 54.2 39.7 42.8
  37.5 38.7 39.5 42.1 55.7 57.8 56.8 54.3 54.3 47.1 41.8 41.7
  41.8 40.1 42.9 45.8 49.2 52.7 64.2 59.6 54.4 49.2 36.3 37.6
  39.3 37.5 38.3 45.5 53.2 57.7 60.8 58.2 56.4 49.8 44.4 43.6
  40 40.5 40.8 45.1 53.8 59.4 63.5 61 53 50 38.1 36.3
  39.2 43.4 43.4 48.9 50.6 56.8 62.5 62 57.5 46.7 41.6 39.8
  39.4 38.5 45.3 47.1 51.7 55 60.4 60.5 54.7 50.3 42.3 35.2
  40.8 41.1 42.8 47.3 50.9 56.4 62.2 60.5 55.4 50.2 43 37.3
  34.8 31.3 41 43.9 53.1 56.9 62.5 60.3 59.8 49.2 42.9 41.9
  41.6 37.1 41.2 46.9 51.2 60.4 60.1 61.6 57 50.9 43 38.8
  37.1 38.4 38.4 46.5 53.5 58.4 60.6 58.2 53.8 46.6 45.5 40.6
  42.4 38.4 40.3 44.6 50.9 57 62.1 63.5 56.3 47.3 43.6 41.8
  36.2 39.3 44.5 48.7 54.2 60.8 65.5 64.9 60.1 50.2 42.1 35.8
  39.4 38.2 40.4 46.9 53.4 59.6 66.5 60.4 59.2 51.2 42.8 45.8
  40 42.6 43.5 47.1 50 60.5 64.6 64 56.8 48.6 44.2 36.4
  37.3 35 44 43.9 52.7 58.6 60 61.1 58.1 49.6 41.6 41.3
  40.8 41 38.4 47.4 54.1 58.6 61.4 61.8 56.3 50.9 41.4 37.1
  42.1 41.2 47.3 46.6 52.4 59 59.6 60.4 57 50.7 47.8 39.2
  39.4 40.9 42.4 47.8 52.4 58 60.7 61.8 58.2 46.7 46.6 37.8
`);

// Draws that are the same at every run (mulberry32), and normal ones of them (Box and Muller).
const drawing = (seed: number) => {
  let state = seed >>> 0;
  const draw = () => {
    state = (state + 0x6d_2b_79_f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
  return () => Math.sqrt(-2 * Math.log(1 - draw())) * Math.cos(2 * Math.PI * draw());
};
const walk = (seed: number, length: number): number[] => {
  const normal = drawing(seed);
  let at = 500;
  return Array.from({ length }, () => (at += normal() * 10));
};
const months = (values: readonly number[], rest: Partial<OutlookInput> = {}) => {
  const found = outlookOf({ values, season: 12, ahead: 12, ...rest });
  if (found.kind !== "forecast") throw new Error(found.kind);
  return found;
};
const scoreOf = (found: Extract<Outlook, { kind: "forecast" }>, method: string) =>
  found.scores.find((score) => score.method === method)!;

test("passengers that grow, with a season that grows along, are smoothed by factors", () => {
  const found = months(airPassengers);
  expect(airPassengers.reduce((all, each) => all + each, 0)).toBe(40_363);
  expect(found).toMatchObject({ method: "smooth_factor", chosen: "beats" });
  expect(scoreOf(found, "smooth_factor").mase).toBeLessThan(0.7);
  expect(scoreOf(found, "smooth_factor").relativeError).toBeLessThan(0.45);
  expect(scoreOf(found, "drift").beats).toBe(false);
});

test("deaths by accident are as a season ago; the air of Nottingham is a season that stays", () => {
  expect(months(accidentalDeaths)).toMatchObject({ method: "seasonal_naive", chosen: "beats" });
  const air = months(nottingham);
  expect(air).toMatchObject({ method: "smooth_added", chosen: "beats" });
  expect(scoreOf(air, "smooth_added").mase).toBeLessThan(0.8);
  const [year] = air.steps.slice(-1);
  expect(year!.off).toBeLessThan(year!.naiveOff!);
  expect(year!.inside80!.inside / year!.inside80!.of).toBeGreaterThan(0.78);
  expect(year!.inside95!.inside / year!.inside95!.of).toBeGreaterThan(0.92);
});

test("of 200 random walks of five years hardly one is claimed to be known better than naively", () => {
  const found = Array.from({ length: 200 }, (_, seed) => months(walk(seed + 1, 60)));
  // Five of a hundred, and two standard errors of 200 draws.
  expect(found.filter((each) => each.chosen === "beats").length).toBeLessThanOrEqual(16);
  expect(found.filter((each) => each.chosen === "naive").length).toBeGreaterThan(180);
  const inside = (level: "inside80" | "inside95") => {
    const all = found.flatMap((each) => each.steps.map((step) => step[level]));
    const sum = (of: "inside" | "of") => all.reduce((n, each) => n + (each?.[of] ?? 0), 0);
    return sum("inside") / sum("of");
  };
  expect(Math.abs(inside("inside80") - 0.8)).toBeLessThan(0.03);
  expect(Math.abs(inside("inside95") - 0.95)).toBeLessThan(0.04);
});

test("below two seasons nothing is said; at two, what comes is not yet claimed", () => {
  expect(outlookOf({ values: walk(1, 23), season: 12, ahead: 6 })).toEqual({
    kind: "too_short",
    has: 23,
    needs: 24,
  });
  expect(months(walk(1, 24))).toMatchObject({ method: "naive", chosen: "untested" });
});

test("a value that comes later never changes a forecast that was made before it", () => {
  const values = airPassengers.slice(0, 48);
  const before = rolled(values, 12, 6);
  for (const later of [20, 30, 41]) {
    const other = values.map((value, at) => (at >= later ? value * 3 + 7 : value));
    const after = rolled(other, 12, 6);
    for (const method of methodNames)
      for (const trial of before[method].filter((each) => each.known <= later)) {
        const same = after[method].find((each) => each.known === trial.known)!;
        const said = (off: readonly number[], from: readonly number[]) =>
          off.map((each, h) => (each + from[trial.known + h]!).toFixed(6));
        expect(said(same.off, other)).toEqual(said(trial.off, values));
      }
  }
});

test("the same at every run; twice the scale is twice the forecast, and a level added is added", () => {
  const found = months(airPassengers.slice(0, 72));
  expect(months(airPassengers.slice(0, 72))).toEqual(found);
  const double = months(airPassengers.slice(0, 72).map((value) => value * 2));
  expect(double.method).toBe(found.method);
  expect(double.points).toEqual(
    found.points.map((point) => ({
      ...point,
      value: point.value * 2,
      band80: point.band80 && { low: point.band80.low * 2, high: point.band80.high * 2 },
      band95: point.band95 && { low: point.band95.low * 2, high: point.band95.high * 2 },
    })),
  );
  expect(double.scores).toEqual(found.scores);
  // A factor of the level is none of a shifted one; all others carry a shift through.
  for (const method of methodNames.filter((each) => each !== "smooth_factor")) {
    const plain = saidBy(method, nottingham.slice(0, 60), 12, 12)!;
    const moved = nottingham.slice(0, 60).map((value) => value + 100);
    saidBy(method, moved, 12, 12)!.forEach((value, h) =>
      expect(value).toBeCloseTo(plain[h]! + 100, 6),
    );
  }
});

test("bands nest, never narrow with the distance, and end where past errors are too few", () => {
  for (const values of [airPassengers, accidentalDeaths, walk(7, 30), walk(8, 60)]) {
    const { points } = months(values);
    let before = { near: 0, far: 0 };
    for (const { value, band80, band95 } of points) {
      const width = { near: band80 ? band80.high - band80.low : Infinity, far: Infinity };
      if (band95) width.far = band95.high - band95.low;
      expect(width.far).toBeGreaterThanOrEqual(width.near);
      expect(width.near).toBeGreaterThanOrEqual(before.near - 1e-9);
      expect(width.far).toBeGreaterThanOrEqual(before.far - 1e-9);
      if (band80) expect(band80.low <= value && value <= band80.high).toBe(true);
      before = width;
    }
  }
  const few = months(walk(7, 30)).points;
  expect(few[0]!.band80).not.toBeNull();
  expect(few[0]!.band95).toBeNull();
});

test("nothing is said below what is spent and bound, nor does a band reach below it", () => {
  const values = walk(3, 60);
  const plain = months(values).points;
  const floor = [plain[0]!.value + 25, null, 0];
  const { points } = months(values, { floor });
  expect(points[0]).toMatchObject({ value: floor[0], raised: true });
  expect(points[0]!.band80!.low).toBeGreaterThanOrEqual(floor[0]!);
  expect(points[0]!.band95!.high).toBeGreaterThanOrEqual(floor[0]!);
  expect(points[1]).toEqual(plain[1]);
  expect(points[2]).toMatchObject({ value: plain[2]!.value, raised: false });
});
