import type { RouteProblem, Stop, Vehicle, Window } from "./problem.model.ts";
import { Draw } from "./solver/draw.model.ts";

type Kinds = { stops: number; windows?: boolean; rules?: boolean; may?: boolean; uneven?: boolean };

const windowsOf = (draw: Draw): Window[] => {
  const from = draw.below(2000);
  const first = { from, to: from + 200 + draw.below(1500) };
  if (draw.below(3) > 0) return [first];
  const again = first.to + 300 + draw.below(500);
  return [first, { from: again, to: again + 200 + draw.below(600) }];
};

const stopOf = (draw: Draw, at: number, { windows, rules, may }: Kinds): Stop => ({
  name: `stop ${at}`,
  at,
  windows: windows && draw.below(3) > 0 ? windowsOf(draw) : [],
  service: draw.below(60),
  weight: 1 + draw.below(20),
  volume: draw.below(8),
  skills: rules && draw.below(5) === 0 ? ["lift"] : [],
  vehicle: rules && draw.below(6) === 0 ? draw.below(2) : null,
  skip: may && draw.below(3) === 0 ? 50 + draw.below(500) : null,
});

const pairsOf = (draw: Draw, stops: number, count: number): [number, number][] =>
  Array.from({ length: count }, () => {
    const first = draw.below(stops - 1);
    return [first, first + 1 + draw.below(stops - first - 1)];
  });

/** A problem drawn from a seed: a depot and stops on a plane, two or three vehicles. */
export const drawnProblem = (seed: number, kinds: Kinds): RouteProblem => {
  const draw = new Draw(seed);
  const places = Array.from({ length: kinds.stops + 1 }, () => [draw.below(500), draw.below(500)]);
  const way = ([x, y]: number[], [z, w]: number[]) => Math.round(Math.hypot(x! - z!, y! - w!));
  const meters = places.map((a) =>
    places.map((b) => (a === b ? 0 : way(a, b) + (kinds.uneven ? draw.below(80) : 0))),
  );
  const stops = Array.from({ length: kinds.stops }, (_, at) => stopOf(draw, at + 1, kinds));
  const room = stops.reduce((sum, { weight }) => sum + weight, 0) / 2;
  const vehicles = Array.from({ length: 2 + draw.below(2) }, (_, at): Vehicle => {
    const weight = Math.ceil(room * (1 + draw.below(5) / 10)) + (at === 0 ? 5 : 0);
    return {
      ...{ name: `truck ${at}`, weight, volume: 12 + draw.below(20), depot: 0 },
      ...{ from: draw.below(200), to: 3500 + draw.below(1500) },
      skills: at === 0 ? ["lift"] : [],
    };
  });
  const rules = kinds.rules && kinds.stops > 2;
  return {
    ...{ vehicles, stops, meters, seconds: meters, price: { meter: 1, second: 0 } },
    before: rules ? pairsOf(draw, kinds.stops, draw.below(2)) : [],
    apart: rules ? pairsOf(draw, kinds.stops, draw.below(2)) : [],
  };
};
