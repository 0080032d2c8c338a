const most = 8;

/**
 * A route as pieces of routes: each from one position to another of a route, backward where the first
 * is the greater. Pieces without a stop are left out.
 */
export class Pieces {
  readonly route = new Int32Array(most);
  readonly from = new Int32Array(most);
  readonly to = new Int32Array(most);
  count = 0;
  clear(): this {
    this.count = 0;
    return this;
  }
  add(route: number, from: number, to: number): this {
    if (from > to) return this;
    return this.put(route, from, to);
  }
  /** From `high` down to `low`. */
  turn(route: number, high: number, low: number): this {
    if (low > high) return this;
    return this.put(route, high, low);
  }
  private put(route: number, from: number, to: number): this {
    this.route[this.count] = route;
    this.from[this.count] = from;
    this.to[this.count] = to;
    this.count++;
    return this;
  }
}
