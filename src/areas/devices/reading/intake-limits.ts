import { Problem } from "#kernel/errors.ts";
import { counted } from "#kernel/words.ts";

const windowMs = 60_000;

/** Readings a minute at most, of one device and of all devices of an agency on one instance. */
export const intakeLimits = { device: 6_000, agency: 120_000 } as const;

type Counter = { minute: number; rows: number };

/** Counts readings by the minute. `now` gives milliseconds. */
export class IntakeCount {
  readonly #counters = new Map<string, Counter>();
  readonly #most: number;
  readonly #whose: string;

  constructor(most: number, whose: string) {
    this.#most = most;
    this.#whose = whose;
  }

  /** Counts the rows of a batch. @throws Problem 429 with `retryAfter` where they are too many. */
  spend(key: string, rows: number, now: number): void {
    const minute = Math.floor(now / windowMs);
    let counter = this.#counters.get(key);
    if (!counter || counter.minute !== minute) {
      if (this.#counters.size > 10_000) this.#counters.clear();
      this.#counters.set(key, (counter = { minute, rows: 0 }));
    }
    if (counter.rows + rows > this.#most) {
      const retryAfter = Math.ceil(((minute + 1) * windowMs - now) / 1000);
      throw new Problem(
        "invalid",
        "too_many_readings",
        `${this.#whose} may send ${this.#most.toLocaleString("en-US")} readings a minute. Try again in ${counted(retryAfter, "second")}.`,
        { status: 429, extra: { retryAfter } },
      );
    }
    counter.rows += rows;
  }
}

/** Lets so many batches be stored at once and so many wait; whoever comes then is told to come again. */
export class IntakeGate {
  readonly #atOnce: number;
  readonly #waitingMost: number;
  #running = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(atOnce: number, waitingMost: number) {
    this.#atOnce = atOnce;
    this.#waitingMost = waitingMost;
  }

  /** Does the work in its turn. @throws Problem 503 where too many wait already. */
  async pass<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#atOnce) {
      if (this.#waiting.length >= this.#waitingMost)
        throw new Problem(
          "upstream",
          "intake_full",
          "More readings come than can be stored at the moment. Keep them and send them again.",
          { status: 503, extra: { retryAfter: 2 } },
        );
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    } else this.#running += 1;
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running -= 1;
    }
  }
}
