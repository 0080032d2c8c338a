import type { Compiled } from "./compiled.model.ts";
import type { Draw } from "./draw.model.ts";
import { Pieces } from "./pieces.model.ts";
import { SwapStar } from "./swap-star.model.ts";
import { Optional } from "./optional.model.ts";
import { OtherWindow } from "./other-window.model.ts";
import { tiny, Tours, type Penalties } from "./tours.model.ts";

const moved = (into: Pieces, route: number, from: number, to: number, turned: boolean): Pieces =>
  turned ? into.turn(route, to, from) : into.add(route, from, to);

/**
 * Local search after HGS-CVRP (Vidal 2022): every stop is moved beside its neighbors, exchanged with
 * them, and tails of routes are crossed, until nothing helps. A move is looked at by its way first; its
 * loads, clock and rules are asked only where the way leaves hope.
 */
export class LocalSearch {
  readonly tours: Tours;
  private readonly c: Compiled;
  private readonly draw: Draw;
  private readonly order: Int32Array;
  private readonly tested: Int32Array;
  private readonly tried: Uint8Array;
  private readonly star: SwapStar;
  private readonly optional: Optional;
  private readonly windows: OtherWindow;
  private readonly p = new Pieces();
  private readonly q = new Pieces();
  private u = 0;
  private ru = 0;
  private pu = 0;
  private rv = 0;
  private pv = 0;

  constructor(c: Compiled, draw: Draw) {
    this.c = c;
    this.draw = draw;
    this.tours = new Tours(c);
    this.order = Int32Array.from({ length: c.n }, (_, at) => at);
    this.tested = new Int32Array(c.n);
    this.tried = new Uint8Array(c.vehicles);
    this.star = new SwapStar(this.tours, draw);
    this.optional = new Optional(this.tours);
    this.windows = new OtherWindow(this.tours);
  }

  /** Improves routes (by vehicle) until no move helps. `shed`: stops that must be may be left out too. */
  run(routes: readonly (readonly number[])[], penalties: Penalties, shed: boolean): number[][] {
    const { c, tours } = this;
    tours.penalties = penalties;
    tours.load(routes);
    this.draw.shuffle(this.order);
    for (const near of c.near) if (this.draw.below(20) === 0) this.draw.shuffle(near);
    this.tested.fill(-1);
    this.star.begin();
    let before = -1;
    for (let loop = 0; loop < 2 || tours.moves !== before; loop++) {
      before = tours.moves;
      for (const stop of this.order) this.look(stop, loop);
      if (c.may.length || shed) this.optional.run(this.order, shed);
      this.windows.run();
      this.star.run(loop === 0);
    }
    return Array.from({ length: c.vehicles }, (_, route) => tours.stopsOf(route));
  }

  private look(stop: number, loop: number): void {
    const { tours } = this;
    if (tours.routeOf[stop]! < 0) return;
    const last = this.tested[stop]!;
    this.tested[stop] = tours.moves;
    const near = this.c.near[stop]!;
    for (let at = 0; at < near.length; at++) {
      const other = near[at]!;
      const rv = tours.routeOf[other]!;
      if (rv < 0) continue;
      const ru = tours.routeOf[stop]!;
      if (loop > 0 && tours.changed[ru]! <= last && tours.changed[rv]! <= last) continue;
      this.stand(stop, rv, tours.posOf[other]!);
      if (this.pair()) continue;
      if (this.pv === 1) {
        this.stand(stop, rv, 0);
        this.afterDepot();
      }
    }
    if (loop > 0) this.intoEmpty(stop);
  }

  private stand(stop: number, route: number, position: number): void {
    this.u = stop;
    this.ru = this.tours.routeOf[stop]!;
    this.pu = this.tours.posOf[stop]!;
    this.rv = route;
    this.pv = position;
  }

  private pair(): boolean {
    const inside = this.ru === this.rv;
    const first = this.ru < this.rv || (inside && this.pu < this.pv);
    return (
      this.exchange(1, 0, false) ||
      this.exchange(2, 0, false) ||
      this.exchange(2, 0, true) ||
      (first && this.exchange(1, 1, false)) ||
      this.exchange(2, 1, false) ||
      (first && this.exchange(2, 2, false)) ||
      (inside ? this.turn() : this.cross() || this.crossTurned())
    );
  }

  private afterDepot(): boolean {
    return (
      this.exchange(1, 0, false) ||
      this.exchange(2, 0, false) ||
      this.exchange(2, 0, true) ||
      (this.ru === this.rv ? this.turn() : this.cross() || this.crossTurned())
    );
  }

  /** Moves into vehicles that drive nowhere yet: one of each kind. */
  private intoEmpty(stop: number): void {
    const { c, tours } = this;
    this.tried.fill(0);
    for (let route = 0; route < c.vehicles; route++) {
      const kind = c.kind[route]!;
      if (tours.len[route] !== 0 || this.tried[kind] === 1) continue;
      this.tried[kind] = 1;
      this.stand(stop, route, 0);
      if (this.exchange(1, 0, false) || this.exchange(2, 0, false) || this.exchange(2, 0, true))
        return;
      if (this.cross()) return;
      if (tours.len[this.ru] === 0) return;
    }
  }

  /** `a` stops from U on (turned around) change places with `b` from V on; none of V: they go behind it. */
  private exchange(a: number, b: number, turned: boolean): boolean {
    const { tours, c, ru, pu, rv, pv } = this;
    const endU = pu + a - 1;
    if (endU > tours.len[ru]! || (b > 0 && pv + b - 1 > tours.len[rv]!)) return false;
    if (ru === rv) {
      if (b === 0 ? pv >= pu - 1 && pv <= endU : endU >= pv - 1 && pv + b - 1 >= pu - 1)
        return false;
    }
    const { seq, stride } = tours;
    const { cost, nodes } = c;
    const at = ru * stride + pu;
    const to = rv * stride + pv;
    const before = seq[at - 1]! * nodes;
    const first = seq[at]!;
    const last = seq[at + a - 1]!;
    const after = seq[at + a]!;
    let delta = -cost[before + first]! - cost[last * nodes + after]!;
    if (b === 0) {
      const here = seq[to]! * nodes;
      const next = seq[to + 1]!;
      delta += cost[before + after]! - cost[here + next]!;
      if (turned)
        delta +=
          cost[here + last]! +
          cost[first * nodes + next]! +
          cost[last * nodes + first]! -
          cost[first * nodes + last]!;
      else delta += cost[here + first]! + cost[last * nodes + next]!;
    } else {
      const here = seq[to - 1]! * nodes;
      const from = seq[to]!;
      const until = seq[to + b - 1]!;
      const next = seq[to + b]!;
      delta += cost[before + from]! + cost[until * nodes + after]!;
      delta += cost[here + first]! + cost[last * nodes + next]!;
      delta -= cost[here + from]! + cost[until * nodes + next]!;
    }
    const hope = ru === rv ? tours.penalty[ru]! : tours.penalty[ru]! + tours.penalty[rv]!;
    if (delta > hope - tiny) return false;
    this.spellExchange(a, b, turned);
    return this.settle();
  }

  private spellExchange(a: number, b: number, turned: boolean): void {
    const { tours, ru, pu, rv, pv } = this;
    const p = this.p.clear();
    const q = this.q.clear();
    const lastU = tours.len[ru]!;
    const lastV = tours.len[rv]!;
    // What stays before the second place, and where it goes on.
    const headV = b === 0 ? pv : pv - 1;
    const tailV = b === 0 ? pv + 1 : pv + b;
    const endU = pu + a - 1;
    if (ru !== rv) {
      p.add(ru, 1, pu - 1)
        .add(rv, headV + 1, tailV - 1)
        .add(ru, pu + a, lastU);
      moved(q.add(rv, 1, headV), ru, pu, endU, turned).add(rv, tailV, lastV);
    } else if (pu < pv) {
      p.add(ru, 1, pu - 1)
        .add(ru, headV + 1, tailV - 1)
        .add(ru, pu + a, headV);
      moved(p, ru, pu, endU, turned).add(ru, tailV, lastU);
    } else {
      moved(p.add(ru, 1, headV), ru, pu, endU, turned).add(ru, tailV, pu - 1);
      p.add(ru, headV + 1, tailV - 1).add(ru, pu + a, lastU);
    }
  }

  /** 2-opt: what lies between U and V goes the other way round. */
  private turn(): boolean {
    const { tours, c, ru, pu, pv } = this;
    if (pu >= pv) return false;
    const { seq, stride } = tours;
    const { cost, nodes } = c;
    const base = ru * stride;
    const u = seq[base + pu]!;
    const x = seq[base + pu + 1]!;
    const v = seq[base + pv]!;
    const y = seq[base + pv + 1]!;
    const delta =
      cost[u * nodes + v]! +
      cost[x * nodes + y]! -
      cost[u * nodes + x]! -
      cost[v * nodes + y]! +
      tours.turned(ru, pu + 1, pv);
    if (delta > tours.penalty[ru]! - tiny) return false;
    this.q.clear();
    this.p
      .clear()
      .add(ru, 1, pu)
      .turn(ru, pv, pu + 1)
      .add(ru, pv + 1, tours.len[ru]!);
    return this.settle();
  }

  /** 2-opt*: the tails behind U and V change vehicles. */
  private cross(): boolean {
    const { tours, c, u, ru, pu, rv, pv } = this;
    const { seq, stride, len } = tours;
    const { cost, nodes } = c;
    const x = seq[ru * stride + pu + 1]!;
    const v = seq[rv * stride + pv]!;
    const y = seq[rv * stride + pv + 1]!;
    if (c.depot[ru] === c.depot[rv]) {
      const delta =
        cost[u * nodes + y]! + cost[v * nodes + x]! - cost[u * nodes + x]! - cost[v * nodes + y]!;
      if (delta > tours.penalty[ru]! + tours.penalty[rv]! - tiny) return false;
    }
    this.p
      .clear()
      .add(ru, 1, pu)
      .add(rv, pv + 1, len[rv]!);
    this.q
      .clear()
      .add(rv, 1, pv)
      .add(ru, pu + 1, len[ru]!);
    return this.settle();
  }

  /** 2-opt* with the head of V turned behind U, and the tail of U turned before that of V. */
  private crossTurned(): boolean {
    const { tours, c, u, ru, pu, rv, pv } = this;
    if (c.timed) return false;
    const { seq, stride, len } = tours;
    const { cost, nodes } = c;
    const x = seq[ru * stride + pu + 1]!;
    const v = seq[rv * stride + pv]!;
    const y = seq[rv * stride + pv + 1]!;
    if (c.depot[ru] === c.depot[rv]) {
      const delta =
        cost[u * nodes + v]! +
        cost[x * nodes + y]! -
        cost[u * nodes + x]! -
        cost[v * nodes + y]! +
        tours.turned(rv, 0, pv) +
        tours.turned(ru, pu + 1, len[ru]! + 1);
      if (delta > tours.penalty[ru]! + tours.penalty[rv]! - tiny) return false;
    }
    this.p.clear().add(ru, 1, pu).turn(rv, pv, 1);
    this.q
      .clear()
      .turn(ru, len[ru]!, pu + 1)
      .add(rv, pv + 1, len[rv]!);
    return this.settle();
  }

  /** Takes the move of both pieces if it helps. */
  private settle(): boolean {
    return this.tours.tryBoth(this.ru, this.p, this.rv, this.q, 0);
  }
}
