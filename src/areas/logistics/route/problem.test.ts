import { describe, expect, test } from "vitest";
import { checkPlan } from "./check.model.ts";
import {
  judgeProblem,
  withoutStops,
  type RouteProblem,
  type Stop,
  type Vehicle,
} from "./problem.model.ts";

const stop = (name: string, at: number, more: Partial<Stop> = {}): Stop => ({
  ...{ name, at, windows: [], service: 60, weight: 10, volume: 0 },
  ...{ skills: [], vehicle: null, skip: null },
  ...more,
});
const truck = (name: string, more: Partial<Vehicle> = {}): Vehicle => ({
  ...{ name, weight: 100, volume: 50, from: 0, to: 10_000, skills: [], depot: 0 },
  ...more,
});
const line = [0, 300, 600, 900].map((a) => [0, 300, 600, 900].map((b) => Math.abs(a - b)));
const problem = (more: Partial<RouteProblem> = {}): RouteProblem => ({
  vehicles: [truck("North"), truck("South")],
  stops: [stop("School", 1), stop("Clinic", 2), stop("Depot 7", 3)],
  ...{ seconds: line, meters: line.map((row) => row.map((way) => way * 10)) },
  ...{ price: { meter: 1, second: 0 }, before: [], apart: [] },
  ...more,
});
const said = (p: RouteProblem) => {
  const { refused, aside } = judgeProblem(p);
  return [...refused, ...aside].map(({ text }) => text);
};

describe("what is wrong is named before anything is solved", () => {
  test("nothing, where nothing is", () => expect(said(problem())).toEqual([]));

  test("a matrix with holes or of unequal size", () => {
    expect(said(problem({ meters: line.slice(1) }))).toEqual(["The meters have 3 rows, not 4."]);
    expect(said(problem({ seconds: [line[0]!.slice(1), ...line.slice(1)] }))).toEqual([
      "Row 1 of the seconds has 3 cells, not 4.",
    ]);
    for (const bad of [undefined, -1, 1.5, NaN, Infinity]) {
      const seconds = line.map((row) => [...row]);
      seconds[1]![2] = bad as number;
      expect(said(problem({ seconds }))).toEqual([
        "The seconds have a hole: from 2 to 3 is no whole number.",
      ]);
    }
    const sparse: number[] = [0, 300, 600];
    sparse.length = 4;
    expect(said(problem({ seconds: [sparse, ...line.slice(1)] }))).toEqual([
      "The seconds have a hole: from 1 to 4 is no whole number.",
    ]);
  });

  test("vehicles, stops, pairs and prices that make no sense", () => {
    expect(said(problem({ vehicles: [] }))).toEqual(["There is no vehicle."]);
    expect(said(problem({ vehicles: [truck("North", { weight: 0.5 })] }))).toEqual([
      "North: loads and shift are whole numbers.",
    ]);
    expect(said(problem({ vehicles: [truck("North", { from: 9, to: 8 })] }))).toEqual([
      "North: the shift ends before it begins.",
    ]);
    expect(said(problem({ vehicles: [truck("North", { depot: 4 })] }))).toEqual([
      "North: the depot is no place of the matrix.",
    ]);
    expect(said(problem({ stops: [stop("School", 1, { service: -1 })] }))).toEqual([
      "School: work, loads and price are whole numbers.",
    ]);
    expect(said(problem({ stops: [stop("School", 4)] }))).toEqual([
      "School is no place of the matrix.",
    ]);
    expect(said(problem({ stops: [stop("School", 1, { vehicle: 2 })] }))).toEqual([
      "School is pinned to a vehicle that is not there.",
    ]);
    expect(
      said(problem({ stops: [stop("School", 1, { windows: [{ from: 5, to: 4 }] })] })),
    ).toEqual(["School: a window ends before it begins."]);
    expect(said(problem({ apart: [[0, 3]] }))).toEqual(["A pair names a stop that is not there."]);
    const circle = [
      [0, 1],
      [1, 2],
      [2, 0],
    ] as const;
    expect(said(problem({ before: circle }))).toEqual(["School would come before itself."]);
    expect(said(problem({ price: { meter: -1, second: 0 } }))).toEqual([
      "Prices are whole numbers.",
    ]);
  });

  test("stops that no plan can hold, each by its name", () => {
    const of = (more: Partial<Stop>) => said(problem({ stops: [stop("School", 1, more)] }));
    expect(of({ windows: [{ from: 0, to: 299 }] })).toEqual([
      "School has a window that no shift meets.",
    ]);
    expect(of({ windows: [{ from: 0, to: 300 }] })).toEqual([]);
    expect(of({ windows: [{ from: 9641, to: 20_000 }] })).toEqual([
      "School has a window that no shift meets.",
    ]);
    expect(of({ windows: [{ from: 9640, to: 20_000 }] })).toEqual([]);
    expect(of({ weight: 101 })).toEqual(["School is more than any vehicle takes."]);
    expect(of({ weight: 101, vehicle: 1 })).toEqual(["School is more than South takes."]);
    expect(of({ skills: ["crane"] })).toEqual(["School asks for crane: no vehicle has it."]);
    expect(of({ skills: ["crane"], vehicle: 0 })).toEqual([
      "School asks for crane: North has it not.",
    ]);
  });

  test("a stop that cannot be reached is named, and the others are planned", () => {
    const cut = line.map((row, a) => row.map((way, b) => (a === 2 && b === 0 ? null : way)));
    const p = problem({ seconds: cut, before: [[0, 2]], apart: [[0, 1]] });
    const { aside } = judgeProblem(p);
    expect(aside).toEqual([
      { stop: 1, kind: "unreachable", text: "No way leads to Clinic and back." },
    ]);
    const rest = withoutStops(p, new Set([1]));
    expect(rest.kept).toEqual([0, 2]);
    expect(rest.problem.stops.map(({ name }) => name)).toEqual(["School", "Depot 7"]);
    expect(rest.problem.before).toEqual([[0, 1]]);
    expect(rest.problem.apart).toEqual([]);
  });
});

describe("the second look at a plan", () => {
  const kinds = (p: RouteProblem, routes: [number, number[]][], left: number[] = []) =>
    checkPlan(p, {
      routes: routes.map(([vehicle, stops]) => ({ vehicle, stops })),
      left,
    }).faults.map(({ kind, text }) => `${kind}: ${text}`);

  test("adds up meters and seconds, and tells when each stop is reached", () => {
    const windows = [
      { from: 500, to: 600 },
      { from: 2000, to: 2100 },
    ];
    const stops = [
      stop("School", 1, { windows }),
      stop("Clinic", 2, { windows: [{ from: 1500, to: 1500 }], service: 0 }),
      stop("Depot 7", 3, { skip: 70 }),
    ];
    const checked = checkPlan(problem({ stops, price: { meter: 2, second: 3 } }), {
      routes: [{ vehicle: 0, stops: [0, 1] }],
      left: [2],
    });
    expect(checked).toMatchObject({
      ...{ feasible: true, unserved: [], meters: 12_000, seconds: 1200, waiting: 640, late: 0 },
      cost: 12_000 * 2 + 1200 * 3 + 70,
      // It leaves so late that it need not wait at its first stop.
      routes: [{ leaves: 200, returns: 2100, weight: 20 }],
    });
    expect(checked.routes[0]!.visits).toEqual([
      { stop: 0, arrival: 500, begin: 500, leave: 560, waiting: 0, late: 0 },
      { stop: 1, arrival: 860, begin: 1500, leave: 1500, waiting: 640, late: 0 },
    ]);
  });

  test("names stops that are missing, twice, unknown or left out though they must be", () => {
    const p = problem();
    expect(kinds(p, [[0, [0, 1]]])).toEqual(["missing: Depot 7 is not in the plan."]);
    expect(kinds(p, [[0, [0, 1, 2, 1]]])).toEqual(["twice: Clinic is in the plan 2 times."]);
    expect(kinds(p, [[0, [0, 1, 2, 9]]])).toEqual(["unknown: There is no stop 9."]);
    expect(kinds(p, [[5, [0, 1, 2]]])).toEqual(["unknown: There is no vehicle 5."]);
    const twice: [number, number[]][] = [
      [0, [0, 1]],
      [0, [2]],
    ];
    expect(kinds(p, twice)).toEqual(["twice: Vehicle 0 drives two routes."]);
    expect(checkPlan(p, { routes: [{ vehicle: 0, stops: [0, 1] }], left: [2] })).toMatchObject({
      feasible: true,
      unserved: [2],
    });
  });

  test("names what a route breaks", () => {
    const of = (more: Partial<Stop>, vehicle = 0) =>
      kinds(problem({ stops: [stop("School", 1, more)] }), [[vehicle, [0]]]);
    expect(of({ windows: [{ from: 0, to: 250 }] })).toEqual(["late: School is reached 50 s late."]);
    expect(of({ service: 9500 })).toEqual(["shift: North is back 100 s late."]);
    expect(of({ weight: 101 })).toEqual(["load: North is loaded above its limit."]);
    expect(of({ volume: 51 })).toEqual(["load: North is loaded above its limit."]);
    expect(of({ vehicle: 1 })).toEqual(["pin: School is pinned to another vehicle."]);
    expect(of({ skills: ["lift"] })).toEqual(["skill: North cannot do School."]);
    const gap = line.map((row, a) => row.map((way, b) => (a === 1 && b === 0 ? null : way)));
    expect(kinds(problem({ stops: [stop("School", 1)], seconds: gap }), [[0, [0]]])).toEqual([
      "way: North: no way leads to the depot.",
    ]);
  });

  test("names pairs that do not stand as they must", () => {
    const ordered = problem({ before: [[0, 1]], stops: problem().stops.slice(0, 2) });
    expect(kinds(ordered, [[0, [0, 1]]])).toEqual([]);
    const wrong = ["order: Clinic does not come after School on one vehicle."];
    expect(kinds(ordered, [[0, [1, 0]]])).toEqual(wrong);
    const torn: [number, number[]][] = [
      [0, [0]],
      [1, [1]],
    ];
    expect(kinds(ordered, torn)).toEqual(wrong);
    expect(kinds(ordered, [[0, [1]]], [0])).toEqual(wrong);
    const apart = problem({ apart: [[0, 1]], stops: problem().stops.slice(0, 2) });
    expect(kinds(apart, torn)).toEqual([]);
    expect(kinds(apart, [[0, [0, 1]]])).toEqual(["apart: School and Clinic are on one vehicle."]);
  });
});
