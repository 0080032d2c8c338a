import { noStop, type Compiled } from "./compiled.model.ts";
import type { Penalties } from "./tours.model.ts";

/**
 * Cuts a long tour into routes at the least cost (Prins 2004, by Bellman's algorithm). Alike vehicles
 * without a limit on their number first; if they are too few, or are not alike, vehicle after vehicle.
 */
export class Split {
  private readonly c: Compiled;
  private readonly alike: boolean;
  /** How far beyond its limit a vehicle is still looked at. */
  private beyond = 1.5;
  private readonly cost: Float64Array[];
  private readonly from: Int32Array[];

  constructor(c: Compiled) {
    this.c = c;
    this.alike = c.kind.every((kind) => kind === 0);
    const rows = c.vehicles + 1;
    this.cost = Array.from({ length: rows }, () => new Float64Array(c.n + 1));
    this.from = Array.from({ length: rows }, () => new Int32Array(c.n + 1));
  }

  /** Routes by vehicle; `vehicles` is the order in which they take their parts of the tour. */
  run(tour: Int32Array, vehicles: Int32Array, penalties: Penalties): number[][] {
    const routes: number[][] = Array.from({ length: this.c.vehicles }, () => []);
    this.beyond = 1.5;
    if (this.alike && this.free(tour, vehicles, penalties, routes)) return routes;
    if (this.limited(tour, vehicles, penalties, routes)) return routes;
    this.beyond = Infinity;
    this.limited(tour, vehicles, penalties, routes);
    return routes;
  }

  private free(
    tour: Int32Array,
    vehicles: Int32Array,
    penalties: Penalties,
    routes: number[][],
  ): boolean {
    const { c } = this;
    const [cost, from] = [this.cost[0]!, this.from[0]!];
    cost.fill(Infinity);
    cost[0] = 0;
    for (let begin = 0; begin < c.n; begin++) {
      this.leave(tour, begin, cost, cost, from);
      this.spread(vehicles[0]!, tour, begin, penalties, cost[begin]!, cost, from);
    }
    const ends: [number, number][] = [];
    for (let end = c.n; end > 0;) {
      const begin = from[end]!;
      if (begin >= 0) ends.push([begin, end]);
      end = begin >= 0 ? begin : -begin - 1;
    }
    if (ends.length > c.vehicles) return false;
    ends.reverse();
    for (const [at, [begin, end]] of ends.entries())
      routes[vehicles[at]!] = Array.from(tour.subarray(begin, end));
    return true;
  }

  /** A stop that may be left out is passed over: its `from` says so by a number below zero. */
  private leave(
    tour: Int32Array,
    begin: number,
    cost: Float64Array,
    into: Float64Array,
    from: Int32Array,
  ): void {
    const price = this.c.skip[tour[begin]!]!;
    const sum = cost[begin]! + price;
    if (price >= noStop || sum >= into[begin + 1]!) return;
    into[begin + 1] = sum;
    from[begin + 1] = -begin - 1;
  }

  private limited(
    tour: Int32Array,
    vehicles: Int32Array,
    penalties: Penalties,
    routes: number[][],
  ): boolean {
    const { c, cost, from } = this;
    for (const row of cost) row.fill(Infinity);
    cost[0]![0] = 0;
    for (let begin = 0; begin < c.n; begin++) this.leave(tour, begin, cost[0]!, cost[0]!, from[0]!);
    for (let k = 0; k < c.vehicles; k++) {
      const [now, next] = [cost[k]!, cost[k + 1]!];
      // A vehicle that stays: where it came from is where it is.
      for (let at = 0; at <= c.n; at++) {
        next[at] = now[at]!;
        from[k + 1]![at] = at;
      }
      for (let begin = 0; begin < c.n; begin++) {
        if (now[begin]! < Infinity)
          this.spread(vehicles[k]!, tour, begin, penalties, now[begin]!, next, from[k + 1]!);
        this.leave(tour, begin, next, next, from[k + 1]!);
      }
    }
    if (cost[c.vehicles]![c.n] === Infinity) return false;
    let end = c.n;
    for (let k = c.vehicles; k > 0; k--) {
      while (end > 0 && from[k]![end]! < 0) end = -from[k]![end]! - 1;
      const begin = from[k]![end]!;
      if (begin === end) continue;
      routes[vehicles[k - 1]!] = Array.from(tour.subarray(begin, end));
      end = begin;
    }
    return true;
  }

  /** Lets one vehicle take the stops from `begin` on, ever one more, and keeps what is cheaper. */
  private spread(
    vehicle: number,
    tour: Int32Array,
    begin: number,
    by: Penalties,
    sofar: number,
    into: Float64Array,
    from: Int32Array,
  ): void {
    const { c } = this;
    const { nodes, n } = c;
    const depot = c.depot[vehicle]!;
    const roomWeight = c.roomWeight[vehicle]!;
    const roomVolume = c.roomVolume[vehicle]!;
    let way = 0;
    let weight = 0;
    let volume = 0;
    let broken = 0;
    let last = depot;
    let d = 0;
    let t = 0;
    let e = c.from[vehicle]!;
    let l = c.to[vehicle]!;
    const limit = c.to[vehicle]!;
    for (let at = begin; at < n; at++) {
      const stop = tour[at]!;
      weight += c.weight[stop]!;
      volume += c.volume[stop]!;
      if (at > begin && (weight > this.beyond * roomWeight || volume > this.beyond * roomVolume))
        return;
      way += c.cost[last * nodes + stop]!;
      broken += c.forbidden[vehicle * n + stop]!;
      let late = 0;
      if (c.timed) {
        const there = d - t + c.secs[last * nodes + stop]!;
        const wait = Math.max(c.early[stop]! - there - l, 0);
        const back = Math.max(e + there - c.late[stop]!, 0);
        d = there + t + c.service[stop]! + wait;
        t += back;
        e = Math.max(c.early[stop]! - there, e) - wait;
        l = Math.min(c.late[stop]! - there, l) + back;
        late = t + Math.max(e + d - t + c.secs[stop * nodes + depot]! - limit, 0);
      }
      last = stop;
      const sum =
        sofar +
        way +
        c.cost[stop * nodes + depot]! +
        Math.max(0, weight - roomWeight) * by.weight +
        Math.max(0, volume - roomVolume) * by.volume +
        late * by.late +
        broken * by.rule;
      if (sum < into[at + 1]!) {
        into[at + 1] = sum;
        from[at + 1] = begin;
      }
      // What is that late only becomes later.
      if (late > c.to[vehicle]! && this.beyond < Infinity) return;
    }
  }
}
