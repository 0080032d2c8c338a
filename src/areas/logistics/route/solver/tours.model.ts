import type { Compiled } from "./compiled.model.ts";
import type { Pieces } from "./pieces.model.ts";

/** Less than this is no gain: penalties are no whole numbers. */
export const tiny = 1e-4;

/** Prices of what a plan may not do, while it is looked for. */
export type Penalties = { weight: number; volume: number; late: number; rule: number };

const keep = (into: Float64Array[], at: number, d: number, t: number, e: number, l: number) => {
  into[0]![at] = d;
  into[1]![at] = t;
  into[2]![at] = e;
  into[3]![at] = l;
};

/**
 * The routes of a plan in change. Row `r` of each table is vehicle `r`: position 0 is its depot, then
 * its stops, then the depot again; the row behind the last vehicle holds every stop `s` alone at
 * `s + 1`, to take one from that is in no route. Clocks are pieces of time (Vidal et al. 2013):
 * how long, how late, earliest and latest begin; forward from the depot, and backward to the last stop.
 */
export class Tours {
  readonly c: Compiled;
  readonly stride: number;
  readonly pool: number;
  readonly seq: Int32Array;
  readonly len: Int32Array;
  /** By stop; -1: in no route. */
  readonly routeOf: Int32Array;
  readonly posOf: Int32Array;
  readonly total: Float64Array;
  readonly penalty: Float64Array;
  readonly warped: Float64Array;
  readonly weights: Float64Array;
  readonly volumes: Float64Array;
  readonly changed: Int32Array;
  readonly early: Float64Array;
  readonly late: Float64Array;
  penalties: Penalties = { weight: 1, volume: 1, late: 1, rule: 1 };
  moves = 0;
  /** While routes are put in, stops with several windows take one; later a move must gain by another. */
  private choosing = false;
  private readonly way: Float64Array;
  private readonly back: Float64Array;
  private readonly sumWeight: Float64Array;
  private readonly sumVolume: Float64Array;
  private readonly pre: Float64Array[];
  private readonly suf: Float64Array[];
  private readonly one: Int32Array;
  private readonly other: Int32Array;
  private readonly seat: Int32Array;

  constructor(c: Compiled) {
    this.c = c;
    this.stride = c.n + 2;
    this.pool = c.vehicles;
    const cells = (c.vehicles + 1) * this.stride;
    const table = () => new Float64Array(cells);
    this.seq = new Int32Array(cells);
    this.len = new Int32Array(c.vehicles + 1);
    this.routeOf = new Int32Array(c.n).fill(-1);
    this.posOf = new Int32Array(c.n);
    [this.total, this.penalty, this.warped] = [table(), table(), table()];
    [this.weights, this.volumes] = [table(), table()];
    this.changed = new Int32Array(c.vehicles);
    [this.early, this.late] = [c.early.slice(), c.late.slice()];
    [this.way, this.back, this.sumWeight, this.sumVolume] = [table(), table(), table(), table()];
    this.pre = [table(), table(), table(), table()];
    this.suf = [table(), table(), table(), table()];
    [this.one, this.other] = [new Int32Array(c.n + 2), new Int32Array(c.n + 2)];
    this.seat = new Int32Array(c.n);
    const pool = this.pool * this.stride;
    this.len[this.pool] = c.n + 1;
    for (let stop = 0; stop < c.n; stop++) {
      const at = pool + stop + 1;
      this.seq[at] = stop;
      this.sumWeight[at] = this.sumWeight[at - 1]! + c.weight[stop]!;
      this.sumVolume[at] = this.sumVolume[at - 1]! + c.volume[stop]!;
    }
  }

  /** Puts routes in, by vehicle. */
  load(routes: readonly (readonly number[])[]): void {
    this.routeOf.fill(-1);
    this.early.set(this.c.early);
    this.late.set(this.c.late);
    for (const stop of this.c.windows.keys()) this.choose(stop, 0);
    this.moves = 0;
    this.choosing = this.c.windows.size > 0;
    for (let route = 0; route < this.c.vehicles; route++) {
      const stops = routes[route] ?? [];
      for (const [at, stop] of stops.entries()) this.seq[route * this.stride + at + 1] = stop;
      this.len[route] = stops.length;
      this.renew(route);
    }
    this.choosing = false;
  }

  stopsOf(route: number): number[] {
    const base = route * this.stride;
    return Array.from(this.seq.subarray(base + 1, base + 1 + this.len[route]!));
  }

  /** What a route of pieces costs vehicle `route`, with its penalties; Infinity from `limit` on. */
  priced(route: number, p: Pieces, limit: number): number {
    const { c, stride, seq, penalties } = this;
    const { cost, nodes } = c;
    const depot = c.depot[route]!;
    let sum = 0;
    let weight = 0;
    let volume = 0;
    let last = depot;
    for (let k = 0; k < p.count; k++) {
      const base = p.route[k]! * stride;
      const a = base + p.from[k]!;
      const b = base + p.to[k]!;
      sum += cost[last * nodes + seq[a]!]!;
      if (a <= b) {
        sum += this.way[b]! - this.way[a]!;
        weight += this.sumWeight[b]! - this.sumWeight[a - 1]!;
        if (c.bulky) volume += this.sumVolume[b]! - this.sumVolume[a - 1]!;
      } else {
        sum += this.back[a]! - this.back[b]!;
        weight += this.sumWeight[a]! - this.sumWeight[b - 1]!;
        if (c.bulky) volume += this.sumVolume[a]! - this.sumVolume[b - 1]!;
      }
      last = seq[b]!;
    }
    sum += cost[last * nodes + depot]!;
    const over = weight - c.roomWeight[route]!;
    if (over > 0) sum += over * penalties.weight;
    const bulk = volume - c.roomVolume[route]!;
    if (bulk > 0) sum += bulk * penalties.volume;
    if (sum >= limit) return Infinity;
    if (c.timed) {
      sum += this.warp(route, p) * penalties.late;
      if (sum >= limit) return Infinity;
    }
    if (c.ruled && penalties.rule > 0)
      sum += this.breaches(route, this.one, this.spell(p, this.one)) * penalties.rule;
    return sum;
  }

  /** Seconds that a route of pieces would have to go back in time to keep windows and shift. */
  warp(route: number, p: Pieces): number {
    const { c, stride, seq, len, early, late, pre, suf } = this;
    const { secs, nodes, service } = c;
    // What goes forward from its own depot is known already.
    const own = p.count > 0 && p.route[0] === route && p.from[0] === 1;
    const head = route * stride + (own ? p.to[0]! : 0);
    let d = pre[0]![head]!;
    let t = pre[1]![head]!;
    let e = pre[2]![head]!;
    let l = pre[3]![head]!;
    let last = seq[head]!;
    for (let k = own ? 1 : 0; k < p.count; k++) {
      const r = p.route[k]!;
      const from = p.from[k]!;
      const to = p.to[k]!;
      const tail = from <= to && to === len[r]!;
      const step = from <= to ? 1 : -1;
      const end = tail ? from : to;
      for (let at = r * stride + from; ; at += step) {
        const node = seq[at]!;
        const go = secs[last * nodes + node]!;
        const d2 = tail ? suf[0]![at]! : service[node]!;
        const t2 = tail ? suf[1]![at]! : 0;
        const e2 = tail ? suf[2]![at]! : early[node]!;
        const l2 = tail ? suf[3]![at]! : late[node]!;
        const there = d - t + go;
        const wait = Math.max(e2 - there - l, 0);
        const back = Math.max(e + there - l2, 0);
        d += d2 + go + wait;
        t += t2 + back;
        e = Math.max(e2 - there, e) - wait;
        l = Math.min(l2 - there, l) + back;
        last = node;
        if (at === r * stride + end) break;
      }
      if (tail) last = seq[r * stride + to]!;
    }
    const there = d - t + secs[last * nodes + c.depot[route]!]!;
    return t + Math.max(e + there - c.to[route]!, 0);
  }

  /** How much longer it is to go from position `high` to `low` than from `low` to `high`. */
  turned(route: number, low: number, high: number): number {
    const a = route * this.stride + low;
    const b = route * this.stride + high;
    return this.back[b]! - this.back[a]! - this.way[b]! + this.way[a]!;
  }

  /** Settles two routes (or one) as pieces if that, with `extra`, is cheaper than they are. */
  tryBoth(route: number, p: Pieces, second: number, q: Pieces, extra: number): boolean {
    const now = this.total[route]! + (second === route ? 0 : this.total[second]!) - extra - tiny;
    const one = this.priced(route, p, now);
    if (one >= now) return false;
    if (second !== route && one + this.priced(second, q, now - one) >= now) return false;
    this.settle(route, p, second, q);
    return true;
  }

  /** Gives two routes (or one) their pieces, and the stops that are then in none. */
  settle(route: number, p: Pieces, second: number, q: Pieces): void {
    const { stride, seq } = this;
    const count = this.spell(p, this.one);
    const others = second === route ? 0 : this.spell(q, this.other);
    this.moves++;
    seq.set(this.one.subarray(0, count), route * stride + 1);
    this.len[route] = count;
    if (second !== route) {
      seq.set(this.other.subarray(0, others), second * stride + 1);
      this.len[second] = others;
    }
    this.renew(route);
    if (second !== route) this.renew(second);
  }

  private spell(p: Pieces, into: Int32Array): number {
    let count = 0;
    for (let k = 0; k < p.count; k++) {
      const base = p.route[k]! * this.stride;
      const from = base + p.from[k]!;
      const to = base + p.to[k]!;
      const step = from <= to ? 1 : -1;
      for (let at = from; ; at += step) {
        into[count++] = this.seq[at]!;
        if (at === to) break;
      }
    }
    return count;
  }

  /** Rules that a row of stops breaks on a vehicle: who may go there, what comes first, what is apart. */
  breaches(route: number, stops: Int32Array, count: number): number {
    const { c, seat } = this;
    let broken = 0;
    for (let at = 0; at < count; at++) broken += c.forbidden[route * c.n + stops[at]!]!;
    if (c.before.length === 0 && c.apart.length === 0) return broken;
    for (let at = 0; at < count; at++) seat[stops[at]!] = at + 1;
    for (const [first, then] of c.before) {
      const [one, other] = [seat[first]!, seat[then]!];
      // A pair that is torn counts once on each of its vehicles.
      if ((one > 0 || other > 0) && !(one > 0 && other > one)) broken++;
    }
    for (const [one, other] of c.apart) if (seat[one]! > 0 && seat[other]! > 0) broken++;
    for (let at = 0; at < count; at++) seat[stops[at]!] = 0;
    return broken;
  }

  /** The window of a stop with several that who arrives then would take. */
  private choose(stop: number, arrival: number): void {
    const windows = this.c.windows.get(stop);
    if (!windows) return;
    const open = windows.find(({ to }) => to >= arrival) ?? windows.at(-1)!;
    this.early[stop] = open.from;
    this.late[stop] = open.to;
  }

  /** Works out everything of a route from its row. */
  private renew(route: number): void {
    const { c, stride, seq, penalties } = this;
    const base = route * stride;
    const len = this.len[route]!;
    const depot = c.depot[route]!;
    seq[base] = depot;
    seq[base + len + 1] = depot;
    for (let at = base + 1; at <= base + len + 1; at++) {
      const a = seq[at - 1]!;
      const b = seq[at]!;
      this.way[at] = this.way[at - 1]! + c.cost[a * c.nodes + b]!;
      this.back[at] = this.back[at - 1]! + c.cost[b * c.nodes + a]!;
      this.sumWeight[at] = this.sumWeight[at - 1]! + c.weight[b]!;
      this.sumVolume[at] = this.sumVolume[at - 1]! + c.volume[b]!;
    }
    for (let at = 1; at <= len; at++) {
      this.routeOf[seq[base + at]!] = route;
      this.posOf[seq[base + at]!] = at;
    }
    const end = base + len + 1;
    this.weights[route] = this.sumWeight[end]!;
    this.volumes[route] = this.sumVolume[end]!;
    this.warped[route] = c.timed ? this.clocks(route) : 0;
    let penalty =
      Math.max(0, this.sumWeight[end]! - c.roomWeight[route]!) * penalties.weight +
      Math.max(0, this.sumVolume[end]! - c.roomVolume[route]!) * penalties.volume +
      this.warped[route]! * penalties.late;
    if (c.ruled) penalty += this.breaches(route, seq.subarray(base + 1, end), len) * penalties.rule;
    this.penalty[route] = penalty;
    this.total[route] = this.way[end]! + penalty;
    this.changed[route] = this.moves;
  }

  private clocks(route: number): number {
    const { c, stride, seq, early, late, pre, suf } = this;
    const { secs, nodes, service } = c;
    const [base, len] = [route * stride, this.len[route]!];
    let d = 0;
    let t = 0;
    let e = c.from[route]!;
    let l = c.to[route]!;
    keep(pre, base, d, t, e, l);
    for (let at = base + 1; at <= base + len; at++) {
      const node = seq[at]!;
      const there = d - t + secs[seq[at - 1]! * nodes + node]!;
      if (this.choosing) this.choose(node, e + there);
      const wait = Math.max(early[node]! - there - l, 0);
      const back = Math.max(e + there - late[node]!, 0);
      d = there + t + service[node]! + wait;
      t += back;
      e = Math.max(early[node]! - there, e) - wait;
      l = Math.min(late[node]! - there, l) + back;
      keep(pre, at, d, t, e, l);
    }
    const there = d - t + secs[seq[base + len]! * nodes + c.depot[route]!]!;
    const warped = t + Math.max(e + there - c.to[route]!, 0);
    for (let at = base + len; at > base; at--) {
      const node = seq[at]!;
      if (at === base + len) {
        d = service[node]!;
        t = 0;
        e = early[node]!;
        l = late[node]!;
      } else {
        const after = service[node]! + secs[node * nodes + seq[at + 1]!]!;
        const wait = Math.max(e - after - late[node]!, 0);
        const back = Math.max(early[node]! + after - l, 0);
        d += after + wait;
        t += back;
        e = Math.max(e - after, early[node]!) - wait;
        l = Math.min(l - after, late[node]!) + back;
      }
      keep(suf, at, d, t, e, l);
    }
    return warped;
  }
}
