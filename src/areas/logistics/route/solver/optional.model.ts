import { Pieces } from "./pieces.model.ts";
import type { Tours } from "./tours.model.ts";

/** Moves of stops that may be left out: into a route, out of it, in place of another one. */
export class Optional {
  private readonly tours: Tours;
  private readonly p = new Pieces();
  private readonly none = new Pieces();

  constructor(tours: Tours) {
    this.tours = tours;
  }

  run(order: Int32Array, shed: boolean): void {
    const { c, routeOf } = this.tours;
    const may = new Set(shed ? order : c.may);
    for (const stop of order) {
      if (routeOf[stop]! < 0) this.insert(stop, may);
      else if (may.has(stop)) this.remove(stop);
    }
  }

  private remove(stop: number): void {
    const { tours } = this;
    const [route, at] = [tours.routeOf[stop]!, tours.posOf[stop]!];
    this.p
      .clear()
      .add(route, 1, at - 1)
      .add(route, at + 1, tours.len[route]!);
    if (tours.tryBoth(route, this.p, route, this.none, tours.c.skip[stop]!))
      tours.routeOf[stop] = -1;
  }

  /** The first place, or the first other stop in its place, that is cheaper than to leave it out. */
  private insert(stop: number, may: ReadonlySet<number>): void {
    const { tours } = this;
    const { c } = tours;
    for (let route = 0; route < c.vehicles; route++)
      for (let at = 0; at <= tours.len[route]!; at++) {
        const here = tours.seq[route * tours.stride + at]!;
        if (this.place(stop, route, at, at + 1, -c.skip[stop]!)) return;
        if (at === 0 || !may.has(here)) continue;
        if (this.place(stop, route, at - 1, at + 1, c.skip[here]! - c.skip[stop]!)) {
          tours.routeOf[here] = -1;
          return;
        }
      }
  }

  private place(stop: number, route: number, head: number, tail: number, extra: number): boolean {
    const { tours } = this;
    const { cost, nodes } = tours.c;
    const base = route * tours.stride;
    const [before, after] = [tours.seq[base + head]!, tours.seq[base + tail]!];
    const way = cost[before * nodes + stop]! + cost[stop * nodes + after]!;
    const saved = tail === head + 1 ? cost[before * nodes + after]! : Infinity;
    if (way - saved + extra >= tours.penalty[route]!) return false;
    this.p.clear().add(route, 1, head);
    this.p.add(tours.pool, stop + 1, stop + 1).add(route, tail, tours.len[route]!);
    return tours.tryBoth(route, this.p, route, this.none, extra);
  }
}
