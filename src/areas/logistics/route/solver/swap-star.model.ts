import type { Draw } from "./draw.model.ts";
import { Pieces } from "./pieces.model.ts";
import { tiny, type Tours } from "./tours.model.ts";

const places = 3;

/**
 * SWAP* (Vidal 2022): a stop of one route and a stop of another change vehicles, each to the best place
 * that it finds there. The three best places of a stop in a route are kept while the route stands.
 * Looked at for routes whose sectors around the depot overlap.
 */
export class SwapStar {
  private readonly tours: Tours;
  private readonly draw: Draw;
  private readonly order: Int32Array;
  private readonly tested: Int32Array;
  private readonly p = new Pieces();
  private readonly q = new Pieces();
  private readonly one = new Pieces();
  /** By route and stop: when they were found, their positions, what they cost. */
  private readonly found: Int32Array;
  private readonly place: Int32Array;
  private readonly price: Float64Array;
  /** By stop: what its route costs less without it. */
  private readonly gain: Float64Array;
  private costAt = 0.5;
  /** What both routes pay for their loads now. */
  private paid1 = 0.5;
  private paid2 = 0.5;
  /** By route: when its sector was found, where it begins, how wide it is. */
  private readonly sectorAt: Int32Array;
  private readonly sectorFrom: Int32Array;
  private readonly sectorWide: Int32Array;
  private readonly best = { cost: 0.5, u: -1, v: -1, placeU: 0, placeV: 0 };

  constructor(tours: Tours, draw: Draw) {
    const { n, vehicles } = tours.c;
    this.tours = tours;
    this.draw = draw;
    this.order = Int32Array.from({ length: vehicles }, (_, at) => at);
    this.tested = new Int32Array(vehicles);
    this.sectorAt = new Int32Array(vehicles);
    this.sectorFrom = new Int32Array(vehicles);
    this.sectorWide = new Int32Array(vehicles);
    this.found = new Int32Array(vehicles * n);
    this.place = new Int32Array(vehicles * n * places);
    this.price = new Float64Array(vehicles * n * places);
    this.gain = new Float64Array(n);
  }

  begin(): void {
    this.tested.fill(-1);
    this.found.fill(-1);
    this.sectorAt.fill(-1);
    this.draw.shuffle(this.order);
  }

  run(first: boolean): void {
    const { tours, order } = this;
    for (const one of order) {
      const last = this.tested[one]!;
      this.tested[one] = tours.moves;
      for (const other of order) {
        if (other <= one || tours.len[one] === 0 || tours.len[other] === 0) continue;
        if (!first && tours.changed[one]! <= last && tours.changed[other]! <= last) continue;
        if (this.overlap(one, other)) this.swap(one, other);
      }
    }
  }

  /** The sector of a route's stops around the depot. */
  private sector(route: number): void {
    const { bearing } = this.tours.c;
    const { seq, stride, len, changed, moves } = this.tours;
    if (this.sectorAt[route]! > changed[route]!) return;
    const base = route * stride;
    let from = bearing[seq[base + 1]!]!;
    let wide = 0;
    for (let at = base + 2; at <= base + len[route]!; at++) {
      const turn = bearing[seq[at]!]!;
      const ahead = (turn - from) & 65535;
      if (ahead <= wide) continue;
      if (ahead - wide <= 65536 - ahead) wide = ahead;
      else {
        wide += 65536 - ahead;
        from = turn;
      }
    }
    this.sectorAt[route] = moves + 1;
    this.sectorFrom[route] = from;
    this.sectorWide[route] = wide;
  }

  private overlap(one: number, other: number): boolean {
    this.sector(one);
    this.sector(other);
    const [a, b] = [this.sectorFrom[one]!, this.sectorFrom[other]!];
    return (
      ((b - a) & 65535) <= this.sectorWide[one]! || ((a - b) & 65535) <= this.sectorWide[other]!
    );
  }

  private swap(r1: number, r2: number): void {
    const { tours } = this;
    this.prepare(r1, r2);
    this.prepare(r2, r1);
    this.best.cost = -tiny;
    this.best.u = -1;
    this.best.v = -1;
    const end1 = r1 * tours.stride + tours.len[r1]!;
    const end2 = r2 * tours.stride + tours.len[r2]!;
    this.paid1 = this.loads(r1, -1, -1);
    this.paid2 = this.loads(r2, -1, -1);
    for (let at = r1 * tours.stride + 1; at <= end1; at++) {
      const u = tours.seq[at]!;
      for (let to = r2 * tours.stride + 1; to <= end2; to++) this.lookAt(r1, u, r2, tours.seq[to]!);
      this.lookAlone(u, r1, r2, true);
    }
    for (let to = r2 * tours.stride + 1; to <= end2; to++)
      this.lookAlone(tours.seq[to]!, r2, r1, false);
    const { u, v, placeU, placeV } = this.best;
    if (u < 0 && v < 0) return;
    this.spell(this.p.clear(), r1, u, v, placeV);
    this.spell(this.q.clear(), r2, v, u, placeU);
    tours.tryBoth(r1, this.p, r2, this.q, 0);
  }

  private loads(route: number, more: number, less: number): number {
    const { c, weights, volumes, penalties } = this.tours;
    const weight =
      weights[route]! + (more < 0 ? 0 : c.weight[more]!) - (less < 0 ? 0 : c.weight[less]!);
    const over = weight - c.roomWeight[route]!;
    let price = over > 0 ? over * penalties.weight : 0;
    if (!c.bulky) return price;
    const volume =
      volumes[route]! + (more < 0 ? 0 : c.volume[more]!) - (less < 0 ? 0 : c.volume[less]!);
    price += Math.max(0, volume - c.roomVolume[route]!) * penalties.volume;
    return price;
  }

  private lookAt(r1: number, u: number, r2: number, v: number): void {
    const { gain, best } = this;
    let sum = gain[u]! + gain[v]!;
    sum += this.loads(r1, v, u) - this.paid1 + this.loads(r2, u, v) - this.paid2;
    if (sum > 0) return;
    const placeU = this.cheapest(u, r2, v);
    sum += this.costAt;
    const placeV = this.cheapest(v, r1, u);
    sum += this.costAt;
    if (sum >= best.cost) return;
    best.cost = sum;
    best.u = u;
    best.v = v;
    best.placeU = placeU;
    best.placeV = placeV;
  }

  private lookAlone(stop: number, from: number, into: number, first: boolean): void {
    const { best, gain, tours } = this;
    const at = (into * tours.c.n + stop) * places;
    const sum =
      gain[stop]! +
      this.price[at]! +
      this.loads(from, -1, stop) +
      this.loads(into, stop, -1) -
      this.paid1 -
      this.paid2;
    if (sum >= best.cost) return;
    best.cost = sum;
    best.u = first ? stop : -1;
    best.v = first ? -1 : stop;
    best.placeU = this.place[at]!;
    best.placeV = this.place[at]!;
  }

  /** Where a stop is best put into a route that a stop leaves; its cost stands in `costAt`. */
  private cheapest(stop: number, route: number, gone: number): number {
    const { tours } = this;
    const { cost, nodes, n } = tours.c;
    const at = (route * n + stop) * places;
    const hole = tours.posOf[gone]!;
    let place = -1;
    this.costAt = Infinity;
    for (let k = 0; k < places; k++) {
      const candidate = this.place[at + k]!;
      if (candidate < 0) break;
      if (candidate === hole || candidate === hole - 1) continue;
      place = candidate;
      this.costAt = this.price[at + k]!;
      break;
    }
    const base = route * tours.stride + hole;
    const before = tours.seq[base - 1]! * nodes;
    const after = tours.seq[base + 1]!;
    const there = cost[before + stop]! + cost[stop * nodes + after]! - cost[before + after]!;
    if (there >= this.costAt) return place;
    this.costAt = there;
    return hole - 1;
  }

  /** Gains of leaving `from`, and the best places of its stops in `into`. */
  private prepare(from: number, into: number): void {
    const { tours, found } = this;
    const { cost, nodes, n } = tours.c;
    const base = from * tours.stride;
    const last = tours.len[from]!;
    for (let at = 1; at <= last; at++) {
      const stop = tours.seq[base + at]!;
      const before = tours.seq[base + at - 1]! * nodes;
      const after = tours.seq[base + at + 1]!;
      let gain = cost[before + after]! - cost[before + stop]! - cost[stop * nodes + after]!;
      if (tours.c.timed && tours.warped[from]! > 0) {
        this.one
          .clear()
          .add(from, 1, at - 1)
          .add(from, at + 1, last);
        gain += (tours.warp(from, this.one) - tours.warped[from]!) * tours.penalties.late;
      }
      this.gain[stop] = gain;
      if (found[into * n + stop]! > tours.changed[into]!) continue;
      found[into * n + stop] = tours.moves + 1;
      this.seek(stop, into);
    }
  }

  private seek(stop: number, route: number): void {
    const { tours, place, price } = this;
    const { cost, nodes, n, timed } = tours.c;
    const at = (route * n + stop) * places;
    place.fill(-1, at, at + places);
    price.fill(Infinity, at, at + places);
    const base = route * tours.stride;
    const last = tours.len[route]!;
    for (let position = 0; position <= last; position++) {
      const before = tours.seq[base + position]! * nodes;
      const after = tours.seq[base + position + 1]!;
      let sum = cost[before + stop]! + cost[stop * nodes + after]! - cost[before + after]!;
      if (sum >= price[at + 2]!) continue;
      if (timed) {
        this.one.clear().add(route, 1, position);
        this.one.add(tours.pool, stop + 1, stop + 1).add(route, position + 1, last);
        sum += (tours.warp(route, this.one) - tours.warped[route]!) * tours.penalties.late;
        if (sum >= price[at + 2]!) continue;
      }
      let k = at + 2;
      for (; k > at && price[k - 1]! > sum; k--) {
        price[k] = price[k - 1]!;
        place[k] = place[k - 1]!;
      }
      price[k] = sum;
      place[k] = position;
    }
  }

  /** A route without the stop `gone`, with `come` behind position `place`. */
  private spell(into: Pieces, route: number, gone: number, come: number, place: number): void {
    const { tours } = this;
    const last = tours.len[route]!;
    const hole = gone < 0 ? last + 1 : tours.posOf[gone]!;
    const from = come < 0 ? 0 : tours.routeOf[come]!;
    const at = come < 0 ? 0 : tours.posOf[come]!;
    const put = () => (come < 0 ? into : into.add(from, at, at));
    if (come < 0) into.add(route, 1, hole - 1).add(route, hole + 1, last);
    else if (place < hole) {
      into.add(route, 1, place);
      put()
        .add(route, place + 1, hole - 1)
        .add(route, hole + 1, last);
    } else {
      into.add(route, 1, hole - 1).add(route, hole + 1, place);
      put().add(route, place + 1, last);
    }
  }
}
