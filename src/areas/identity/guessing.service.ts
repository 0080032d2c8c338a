import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { queueMail } from "#server/mail/mail.ts";
import { guessedLetter, passwordKnownLetter } from "./letters.service.ts";
import { limitsAreOff, tooMany } from "./rate-limit.service.ts";

/**
 * How many attempts a day pass at once from places where the account's owner never signed in, and
 * how long the next ones wait at most, in seconds. With these a password is tried about a hundred
 * times a day (NIST SP 800-63B-4, 3.2.2: no more than 100 attempts in a row).
 */
const slowdowns = {
  account: { free: 10, mostSeconds: 900 },
  secondStep: { free: 50, mostSeconds: 60 },
} as const;

const daySeconds = 86_400;

/**
 * Counts one attempt on an account from a place that its owner does not use, over all addresses and
 * instances. After the free ones the next attempt waits 8 seconds, and each further one twice as long
 * as the one before. Gives the number of the attempt within a day. Must not run inside a transaction that may roll back.
 * @throws Problem 429 with `retryAfter` seconds.
 */
export const slowDown = async (
  db: Db,
  what: keyof typeof slowdowns,
  account: string,
): Promise<number> => {
  if (limitsAreOff()) return 0;
  const { free, mostSeconds } = slowdowns[what];
  const key = `${what}:${account}`;
  const now = sql`clock_timestamp()`;
  const fresh = sql`r.window_started_at + make_interval(secs => ${daySeconds}) <= ${now}`;
  // The row that waits is not changed: no answer means that it waits.
  const passed = await db.maybe<{ hits: number }>(sql`
    insert into rate_limit as r (key, window_started_at, hits)
    values (${key}, ${now}, 1)
    on conflict (key)
    do update set
      window_started_at = case when ${fresh} then ${now} else r.window_started_at end,
      hits = case when ${fresh} then 1 else r.hits + 1 end,
      blocked_until = case
        when ${fresh} or r.hits + 1 < ${free}::int then null
        else ${now} + make_interval(secs => least(
          ${mostSeconds}::int, 2 ^ least(r.hits + 4 - ${free}::int, 12)
        ))
      end
    where coalesce(r.blocked_until <= ${now}, true)
    returning hits
  `);
  if (passed) return passed.hits;
  const waiting = await db.maybe<{ wait: number }>(sql`
    select greatest(ceil(extract(epoch from blocked_until - ${now})), 1)::int as wait
    from rate_limit
    where key = ${key}
  `);
  throw tooMany(waiting?.wait ?? 1);
};

/** Gives an attempt back that was right. */
export const giveBack = async (
  db: Db,
  what: keyof typeof slowdowns,
  account: string,
): Promise<void> => {
  if (limitsAreOff()) return;
  await db.rows(sql`
    update rate_limit
    set hits = greatest(hits - 1, 0)
    where key = ${`${what}:${account}`}
  `);
};

const onceADay = async (db: Db, key: string): Promise<boolean> =>
  (await db.maybe(sql`
    insert into rate_limit as r (key, window_started_at, hits)
    values (${`told:${key}`}, clock_timestamp(), 1)
    on conflict (key)
    do update set window_started_at = clock_timestamp()
    where r.window_started_at < clock_timestamp() - make_interval(secs => ${daySeconds})
    returning key
  `)) !== null;

/**
 * Tells the owner of an account that somebody guesses at its password; once a day, from the attempt
 * on at which the next ones wait.
 */
export const tellOfGuessing = async (db: Db, to: string, attempts: number): Promise<void> => {
  if (attempts < slowdowns.account.free || !(await onceADay(db, `account:${to}`))) return;
  await queueMail(db, { ...guessedLetter(attempts), to });
};

/** Wrong codes behind a right password, after which its owner is told. */
const wrongCodes = 5;

/** Tells the owner that somebody has the password and lacks the second step; once a day. */
export const tellOfKnownPassword = async (db: Db, to: string, attempts: number): Promise<void> => {
  if (attempts < wrongCodes || !(await onceADay(db, `secondStep:${to}`))) return;
  await queueMail(db, { ...passwordKnownLetter(null), to });
};
