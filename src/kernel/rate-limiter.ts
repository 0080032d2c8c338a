/** A limit: so many uses in a window, then a block. Milliseconds. */
export type RateLimit = { most: number; windowMs: number; blockMs: number };

const minute = 60_000;

/**
 * SPEC 9, "Client rate limiter". The server enforces `auth` and `sensitive` with the same figures.
 */
export const rateLimits = {
  api: { most: 100, windowMs: minute, blockMs: 5 * minute },
  auth: { most: 5, windowMs: 5 * minute, blockMs: 15 * minute },
  sensitive: { most: 10, windowMs: 60 * minute, blockMs: 60 * minute },
} as const satisfies Record<string, RateLimit>;
export type RateLimitName = keyof typeof rateLimits;

/** Expired entries are cleaned this often (SPEC 9). */
const cleanEveryMs = minute;

type Entry = { startedAt: number; hits: number; blockedUntil: number; limit: RateLimit };

/** An in-memory limiter, one counter per name and key. `clock` gives milliseconds. */
export class RateLimiter {
  readonly #entries = new Map<string, Entry>();
  readonly #clock: () => number;
  #cleanedAt: number;

  constructor(clock: () => number = Date.now) {
    this.#clock = clock;
    this.#cleanedAt = clock();
  }

  /**
   * Counts one use. Gives 0 when it is allowed, otherwise the milliseconds until the next one is.
   */
  spend(name: RateLimitName, key = ""): number {
    const now = this.#clock();
    const limit: RateLimit = rateLimits[name];
    const id = `${name}:${key}`;
    if (now - this.#cleanedAt >= cleanEveryMs) this.clean();
    const known = this.#entries.get(id);
    if (known && known.blockedUntil > now) return known.blockedUntil - now;
    const entry =
      known && known.blockedUntil === 0 && now - known.startedAt < limit.windowMs
        ? known
        : { startedAt: now, hits: 0, blockedUntil: 0, limit };
    this.#entries.set(id, entry);
    entry.hits += 1;
    if (entry.hits <= limit.most) return 0;
    entry.blockedUntil = now + limit.blockMs;
    return limit.blockMs;
  }

  /** Starts the count of a key anew, after a success. */
  forgive(name: RateLimitName, key = ""): void {
    this.#entries.delete(`${name}:${key}`);
  }

  /** Drops what has expired; gives how many counters are left. */
  clean(): number {
    const now = this.#clock();
    this.#cleanedAt = now;
    for (const [id, entry] of this.#entries)
      if (entry.blockedUntil <= now && now - entry.startedAt >= entry.limit.windowMs)
        this.#entries.delete(id);
    return this.#entries.size;
  }
}
