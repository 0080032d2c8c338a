import {
  checkPlan,
  nearestNeighbor,
  solveRoutes,
  type RoutePlan,
  type RouteProblem,
} from "#areas/logistics/logistics.public.ts";
import { terms, type Solve } from "../solve.model.ts";

/** A place on the map, in miles east and north of its lower left corner. */
export type Place = { x: number; y: number };
/** Order of places by index; starts at the depot, 0, and returns to it. */
export type Tour = readonly number[];

/** Straight line between two places in hundredths of a mile, rounded: legs add up exactly. */
export const leg = (a: Place, b: Place): number =>
  Math.round(Math.hypot(a.x - b.x, a.y - b.y) * 100);

/** Length of the round trip in hundredths of a mile. */
export const lengthOf = (places: readonly Place[], tour: Tour): number =>
  tour.reduce((sum, at, i) => sum + leg(places[at]!, places[tour[(i + 1) % tour.length]!]!), 0);

// A truck that may drive all day and takes everything: what is left is the order of the stops.
const truck = { name: "Truck", weight: 1, volume: 1, from: 0, to: 1e9, skills: [], depot: 0 };

/** A round trip as the route planner takes it: one truck, and legs in hundredths of a mile. */
const problemOf = (places: readonly Place[]): RouteProblem => {
  const legs = places.map((from) => places.map((to) => leg(from, to)));
  const stops = places.slice(1).map((_, i) => ({
    ...{ name: `Stop ${i + 1}`, at: i + 1, windows: [], service: 0, weight: 0, volume: 0 },
    ...{ skills: [], vehicle: null, skip: null },
  }));
  return {
    ...{ vehicles: [truck], stops, seconds: legs, meters: legs },
    ...{ price: { meter: 1, second: 0 }, before: [], apart: [] },
  };
};

const tourOf = ({ routes }: RoutePlan): Tour => [
  0,
  ...(routes[0]?.stops ?? []).map((stop) => stop + 1),
];

/** Always on to the nearest place not yet seen, as the planner drives it beside its own plan. */
export const nearestTour = (places: readonly Place[]): Tour =>
  tourOf(nearestNeighbor(problemOf(places)));

/** So many plans are bred before the bound is looked for. */
const bred = 300;

/** The planner's tour, looked at a second time as every plan is. Throws where that finds a fault. */
export const plannedTour = (places: readonly Place[]): Tour => {
  const problem = problemOf(places);
  const { plan } = solveRoutes(problem, { seed: 1, iterations: bred });
  const { feasible, faults } = checkPlan(problem, plan);
  if (!feasible) throw new Error(`The plan is wrong: ${faults[0]!.text}`);
  return tourOf(plan);
};

type Edge = readonly [number, number];
const nameOf = ([a, b]: Edge) => `x${a}_${b}`;
const edgesOf = (count: number): readonly Edge[] =>
  Array.from({ length: count }, (_, a) =>
    Array.from({ length: count - a - 1 }, (_unused, i) => [a, a + 1 + i] as const),
  ).flat();

/**
 * The round trip as a mixed-integer program: every place has two legs, and no group of `apart`
 * closes upon itself. Objective in hundredths of a mile.
 */
const routeModel = (places: readonly Place[], apart: readonly (readonly number[])[]): string => {
  const edges = edgesOf(places.length);
  const within = (group: readonly number[]) =>
    edges.filter(([a, b]) => group.includes(a) && group.includes(b));
  return [
    "Minimize",
    `length: ${terms(edges.map((edge) => [leg(places[edge[0]]!, places[edge[1]]!), nameOf(edge)]))}`,
    "Subject To",
    ...places.map(
      (_, i) =>
        `two${i}: ${terms(edges.filter((edge) => edge.includes(i)).map((edge) => [1, nameOf(edge)]))} = 2`,
    ),
    ...apart.map(
      (group, i) =>
        `cut${i}: ${terms(within(group).map((edge) => [1, nameOf(edge)]))} <= ${group.length - 1}`,
    ),
    "Binary",
    ...edges.map(nameOf),
    "End",
  ].join("\n");
};

/** The loops that chosen legs form, each in order; one loop is a round trip. */
export const loopsOf = (count: number, chosen: readonly Edge[]): readonly Tour[] => {
  const beside = Array.from({ length: count }, (_, i) =>
    chosen.flatMap(([a, b]) => (a === i ? [b] : b === i ? [a] : [])),
  );
  const seen = new Set<number>();
  return Array.from({ length: count }, (_, start) => {
    const loop: number[] = [];
    for (
      let at: number | undefined = start;
      at !== undefined && !seen.has(at);
      at = beside[at]!.find((next) => !seen.has(next))
    ) {
      seen.add(at);
      loop.push(at);
    }
    return loop;
  }).filter((loop) => loop.length > 0);
};

/**
 * One solve: no round trip is shorter than `bound`; `loops` = 1 ends the search. Hundredths of a
 * mile.
 */
type Round = { bound: number; loops: number };
/** The best tour so far with what is proven about it. */
export type RouteAnswer = {
  tour: Tour;
  length: number;
  bound: number;
  rounds: readonly Round[];
  loops: readonly Tour[];
  proven: boolean;
};

const found = (values: Readonly<Record<string, number>>): readonly Edge[] =>
  Object.entries(values).flatMap(([name, value]) => {
    const [, a, b] = /^x(\d+)_(\d+)$/.exec(name) ?? [];
    return a !== undefined && value > 0.5 ? [[Number(a), Number(b)] as const] : [];
  });

/**
 * The shortest round trip. Each round solves the model with the loops of earlier rounds forbidden;
 * its optimum bounds every round trip from
 * below, and when it is one loop itself, it is the shortest. `show` hears after every round. Ends
 * without proof only when a solve does.
 */
export const solveRoute = async (
  places: readonly Place[],
  solve: Solve,
  show?: (answer: RouteAnswer) => void,
): Promise<RouteAnswer> => {
  const start = plannedTour(places);
  let answer: RouteAnswer = {
    tour: start,
    length: lengthOf(places, start),
    bound: 0,
    rounds: [],
    loops: [],
    proven: false,
  };
  if (places.length <= 3) return { ...answer, bound: answer.length, loops: [start], proven: true };
  for (const apart: (readonly number[])[] = []; ;) {
    const solved = await solve(routeModel(places, apart));
    const bound = Math.max(
      answer.bound,
      Math.min(answer.length, Math.ceil((solved.bound ?? 0) - 1e-4)),
    );
    if (solved.status !== "optimal") return { ...answer, bound, proven: bound === answer.length };
    const loops = loopsOf(places.length, found(solved.values));
    const whole = loops.length === 1;
    const tour = whole ? loops[0]! : answer.tour;
    answer = {
      tour,
      length: lengthOf(places, tour),
      bound,
      loops,
      rounds: [...answer.rounds, { bound, loops: loops.length }],
      proven: whole || bound === answer.length,
    };
    show?.(answer);
    if (answer.proven) return answer;
    apart.push(...loops);
  }
};
