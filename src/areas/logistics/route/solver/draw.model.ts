/** Numbers drawn from a seed: the same seed draws the same (xorshift of 32 bits, Marsaglia 2003). */
export class Draw {
  private state: number;
  constructor(seed: number) {
    this.state = (Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ (seed >>> 13)) | 1;
    for (let warm = 0; warm < 8; warm++) this.next();
  }
  private next(): number {
    let x = this.state;
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
    this.state = x;
    return x >>> 0;
  }
  /** From 0 to below `count`. */
  below(count: number): number {
    return Math.floor((this.next() / 4294967296) * count);
  }
  shuffle(items: { length: number; [at: number]: number }): void {
    for (let at = items.length - 1; at > 0; at--) {
      const other = this.below(at + 1);
      const held = items[at]!;
      items[at] = items[other]!;
      items[other] = held;
    }
  }
}
