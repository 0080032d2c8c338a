// The database's clock less this process's own count of milliseconds, which nobody can set.
let ahead: number | null = null;

/**
 * Hears the database's clock: `at` is what it said (milliseconds) to a statement that went out at
 * `asked` and was answered at `answered`, both by `performance.now()`. The moment lies between the
 * two; what is known already moves only as far as that demands.
 */
export const hearDatabaseClock = (
  at: number,
  asked: number,
  answered: number = performance.now(),
): void => {
  const [least, most] = [at - answered, at - asked];
  ahead = ahead === null ? least : Math.min(Math.max(ahead, least), most);
};

/**
 * The database's clock in milliseconds since 1970, as this process heard it last; never ahead of it.
 * Whatever is decided by time goes by it (or by SQL's `clock_timestamp()`), and not by this machine's
 * own clock, which may be wrong. Before the database has answered once, it is the machine's.
 */
export const databaseMs = (): number => (ahead === null ? Date.now() : ahead + performance.now());

/** By how many milliseconds this machine's clock is ahead of the database's. */
export const hostAheadMs = (): number => Math.round(Date.now() - databaseMs());
