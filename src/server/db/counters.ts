// How long a transaction waits here before it goes on to the row lock: a wait that the database
// cannot see could otherwise hide a deadlock from it.
const PATIENCE = 50;

type Counter = { tail: Promise<void> | null; stored: boolean };

/** The counters that one transaction uses: its place in their queues, until `end`. */
export type Counting = {
  /**
   * Asks to count `key` next. Null when nobody in this process is before, otherwise what to wait
   * for (50 ms at most) before the number is taken:
   * whoever waits here does not wait for the counter's row lock, which costs the database several
   * times as much and is still what decides.
   */
  turn(key: string): Promise<void> | null;
  /**
   * Whether a committed transaction of this process has used the counter, so that its row is there.
   */
  isStored(key: string): boolean;
  /** Lets the next go on. */
  end(committed: boolean): void;
};

/** The queues of one process before the rows that record numbers are counted in. */
export const counters = (): (() => Counting) => {
  const all = new Map<string, Counter>();
  return () => {
    const mine = new Map<Counter, { place: Promise<void>; leave: () => void }>();
    return {
      isStored: (key) => all.get(key)?.stored ?? false,
      turn: (key) => {
        let counter = all.get(key);
        if (!counter) all.set(key, (counter = { tail: null, stored: false }));
        if (mine.has(counter)) return null;
        let leave!: () => void;
        const place = new Promise<void>((resolve) => (leave = resolve));
        const before = counter.tail;
        counter.tail = place;
        mine.set(counter, { place, leave });
        return before && patiently(before);
      },
      end: (committed) => {
        for (const [counter, { place, leave }] of mine) {
          counter.stored = committed;
          if (counter.tail === place) counter.tail = null;
          leave();
        }
      },
    };
  };
};

const patiently = (work: Promise<void>): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, PATIENCE);
    void work.then(() => {
      clearTimeout(timer);
      resolve();
    });
  });
