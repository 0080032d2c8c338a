const emptyKey = 0;

/**
 * 53 bits of a text's hash, never 0: what a file has named already is kept as numbers, not as
 * texts.
 */
const hash53 = (text: string): number => {
  let a = 0xdeadbeef;
  let b = 0x41c6ce57;
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    a = Math.imul(a ^ c, 2654435761);
    b = Math.imul(b ^ c, 1597334677);
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909);
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909);
  return 4294967296 * (2097151 & b) + (a >>> 0) || 1;
};

/**
 * Which row of a file named which record first: 12 bytes a key in two flat arrays, since a map of
 * numbers keeps an object for each.
 */
export class NamedRecords {
  private hashes = new Float64Array(4096);
  private rows = new Int32Array(4096);
  private held = 0;

  private place(hashed: number): number {
    const last = this.hashes.length - 1;
    let at = (hashed % 4294967296) & last;
    while (this.hashes[at] !== emptyKey && this.hashes[at] !== hashed) at = (at + 1) & last;
    return at;
  }

  private grow(): void {
    const { hashes, rows } = this;
    this.hashes = new Float64Array(hashes.length * 2);
    this.rows = new Int32Array(hashes.length * 2);
    hashes.forEach((hashed, i) => {
      if (hashed === emptyKey) return;
      const at = this.place(hashed);
      this.hashes[at] = hashed;
      this.rows[at] = rows[i]!;
    });
  }

  /**
   * Notes which records a row names; the row before it that named one of them, by the first of the
   * keys that has one.
   */
  name(keys: readonly string[], rowNo: number): number | undefined {
    let first: number | undefined;
    for (const key of keys) {
      const hashed = hash53(key);
      const at = this.place(hashed);
      if (this.hashes[at] === emptyKey) {
        this.hashes[at] = hashed;
        this.rows[at] = rowNo;
        if (++this.held > this.hashes.length * 0.6) this.grow();
      } else if (this.rows[at] !== rowNo) first ??= this.rows[at]!;
    }
    return first;
  }
}
