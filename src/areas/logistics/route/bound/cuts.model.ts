import type { Compiled } from "../solver/compiled.model.ts";
import { noStop } from "../solver/compiled.model.ts";
import type { Ways } from "./columns.model.ts";

/** A set of stops that all must be, and how many vehicles go there at least. */
export type Cut = { stops: readonly number[]; vehicles: number };

const slack = 0.02;
const most = 40;

/** So many of the largest vehicles it takes at least. */
const vehiclesFor = (rooms: readonly number[], load: number): number => {
  let [count, room] = [0, 0];
  while (room < load && count < rooms.length) room += rooms[count++]!;
  return room < load ? rooms.length + 1 : count;
};

export type Rooms = { weight: number[]; volume: number[] };
export const roomsOf = (c: Compiled): Rooms => ({
  weight: [...c.roomWeight].sort((a, b) => b - a),
  volume: [...c.roomVolume].sort((a, b) => b - a),
});

/** Weights of the ways between stops in an answer of the relaxation. */
const supportOf = (w: Ways, values: ArrayLike<number>, at: Int32Array) => {
  const links: Map<number, number>[] = Array.from({ length: w.n }, () => new Map());
  for (let column = 0; column < at.length; column++) {
    const way = at[column]!;
    const [a, b, value] = [w.from[way]!, w.to[way]!, values[column]!];
    if (a === w.n || b === w.n || value < 1e-6) continue;
    links[a]!.set(b, (links[a]!.get(b) ?? 0) + value);
    links[b]!.set(a, (links[b]!.get(a) ?? 0) + value);
  }
  return links;
};

/**
 * Sets of stops that too few vehicles go to in an answer of the relaxation (rounded capacity cuts): from
 * every stop the set grows by the stop that hangs on it most, and is looked at each time (Lysgaard,
 * Letchford and Eglese 2004).
 */
export const cutsOf = (
  w: Ways,
  c: Compiled,
  rooms: Rooms,
  values: ArrayLike<number>,
  at: Int32Array,
): Cut[] => {
  const links = supportOf(w, values, at);
  const must = (stop: number) => c.skip[stop]! >= noStop;
  const found = new Map<string, { cut: Cut; by: number }>();
  for (let seed = 0; seed < w.n; seed++) {
    if (!must(seed)) continue;
    const inside = new Set([seed]);
    const pull = new Map(links[seed]);
    let [weight, volume, within] = [c.weight[seed]!, c.volume[seed]!, 0];
    for (;;) {
      let [next, best] = [-1, 1e-9];
      for (const [stop, value] of pull)
        if (value > best && !inside.has(stop) && must(stop)) [next, best] = [stop, value];
      if (next < 0) break;
      inside.add(next);
      within += best;
      weight += c.weight[next]!;
      volume += c.volume[next]!;
      for (const [stop, value] of links[next]!) pull.set(stop, (pull.get(stop) ?? 0) + value);
      const vehicles = Math.max(
        ...[1, vehiclesFor(rooms.weight, weight), vehiclesFor(rooms.volume, volume)],
      );
      const by = within - (inside.size - vehicles);
      if (by < slack) continue;
      const stops = [...inside].sort((a, b) => a - b);
      found.set(stops.join(" "), { cut: { stops, vehicles }, by });
    }
  }
  return [...found.values()]
    .sort((a, b) => b.by - a.by)
    .slice(0, most)
    .map(({ cut }) => cut);
};
