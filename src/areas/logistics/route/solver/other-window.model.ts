import { Pieces } from "./pieces.model.ts";
import type { Tours } from "./tours.model.ts";

/** Moves of stops with several windows: to any place of any route, in each of their windows. */
export class OtherWindow {
  private readonly tours: Tours;
  private readonly p = new Pieces();
  private readonly q = new Pieces();

  constructor(tours: Tours) {
    this.tours = tours;
  }

  run(): void {
    const { c, early, late } = this.tours;
    for (const [stop, windows] of c.windows)
      for (const { from, to } of windows) {
        const [wasFrom, wasTo] = [early[stop]!, late[stop]!];
        early[stop] = from;
        late[stop] = to;
        if (this.anywhere(stop)) continue;
        early[stop] = wasFrom;
        late[stop] = wasTo;
      }
  }

  private anywhere(stop: number): boolean {
    const { c, len } = this.tours;
    for (let route = 0; route < c.vehicles; route++)
      for (let at = 0; at <= len[route]!; at++) if (this.place(stop, route, at)) return true;
    return false;
  }

  private place(stop: number, route: number, at: number): boolean {
    const { tours, p, q } = this;
    const { pool, len } = tours;
    const from = tours.routeOf[stop]!;
    const hole = tours.posOf[stop]!;
    p.clear();
    if (from === route) {
      if (at === hole) return false;
      p.add(route, 1, Math.min(at, hole - 1)).add(route, hole + 1, at);
      p.add(pool, stop + 1, stop + 1).add(route, at + 1, hole - 1);
      p.add(route, Math.max(at, hole) + 1, len[route]!);
      return tours.tryBoth(route, p, route, q.clear(), 0);
    }
    p.add(route, 1, at)
      .add(pool, stop + 1, stop + 1)
      .add(route, at + 1, len[route]!);
    if (from < 0) return tours.tryBoth(route, p, route, q.clear(), -tours.c.skip[stop]!);
    q.clear()
      .add(from, 1, hole - 1)
      .add(from, hole + 1, len[from]!);
    return tours.tryBoth(route, p, from, q, 0);
  }
}
