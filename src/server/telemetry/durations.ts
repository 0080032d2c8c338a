/** Names and values that tell the series of one figure apart: none is a person's, a record's or an agency's. */
export type Labels = Readonly<Record<string, string>>;

/** How often something took how long; `counts` has one more than `bounds`, what took longer. */
export type Spread = { labels: Labels; counts: number[]; sum: number; count: number };

/** Times by their labels, in steps whose upper bounds are given in seconds. */
export class Durations {
  readonly bounds: readonly number[];
  private readonly all = new Map<string, Spread>();
  constructor(bounds: readonly number[]) {
    this.bounds = bounds;
  }
  /** One of them; `key` tells the labels apart, which are asked for once. */
  of(key: string, labels: () => Labels): Spread {
    let spread = this.all.get(key);
    if (!spread) {
      const counts = Array.from({ length: this.bounds.length + 1 }, () => 0);
      this.all.set(key, (spread = { labels: labels(), counts, sum: 0, count: 0 }));
    }
    return spread;
  }
  /** Notes that something took so many seconds. */
  note(spread: Spread, seconds: number): void {
    let at = 0;
    while (at < this.bounds.length && seconds > this.bounds[at]!) at++;
    spread.counts[at]!++;
    spread.sum += seconds;
    spread.count++;
  }
  spreads(): readonly Spread[] {
    return [...this.all.values()];
  }
}
