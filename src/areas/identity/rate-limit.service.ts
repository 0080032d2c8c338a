import { Problem } from "#kernel/errors.ts";
import { rateLimits } from "#kernel/rate-limiter.ts";
import { counted } from "#kernel/words.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";

const serverLimit = (name: "auth" | "sensitive"): Limit => ({
  most: rateLimits[name].most,
  windowSeconds: rateLimits[name].windowMs / 1000,
  blockSeconds: rateLimits[name].blockMs / 1000,
});

export type Limit = { most: number; windowSeconds: number; blockSeconds: number };

/**
 * SPEC section 9 (the same figures as the browser's limiter); the address alone has a wider limit,
 * because a whole building shares one.
 */
export const limits = {
  auth: serverLimit("auth"),
  authAddress: { most: 100, windowSeconds: 300, blockSeconds: 900 },
  // A whole agency comes in by one address in the morning, and proves nothing here by guessing.
  providerAddress: { most: 1500, windowSeconds: 300, blockSeconds: 300 },
  sensitive: serverLimit("sensitive"),
  sensitiveAddress: { most: 200, windowSeconds: 3600, blockSeconds: 3600 },
  letters: { most: 10, windowSeconds: 3600, blockSeconds: 1800 },
  chat: { most: 30, windowSeconds: 300, blockSeconds: 300 },
  publicSearch: { most: 240, windowSeconds: 300, blockSeconds: 300 },
  publicForm: { most: 20, windowSeconds: 3600, blockSeconds: 3600 },
  formFile: { most: 60, windowSeconds: 3600, blockSeconds: 3600 },
  events: { most: 100, windowSeconds: 60, blockSeconds: 300 },
} as const satisfies Record<string, Limit>;
export type LimitName = keyof typeof limits;

/** True where the limits are switched off (tests). */
export const limitsAreOff = (): boolean => process.env["LEVEE_RATE_LIMITS"] === "off";
const off = limitsAreOff;

/** Limits are switched off in tests only; a server started without them elsewhere stops at once. */
export const assertLimitsOn = (): void => {
  if (off() && process.env["NODE_ENV"] !== "test")
    throw new Error("LEVEE_RATE_LIMITS=off is for tests only (NODE_ENV=test)");
};

/** 429, with the seconds to wait. */
export const tooMany = (seconds: number): Problem =>
  new Problem(
    "invalid",
    "too_many_requests",
    `Too many attempts. Try again in ${seconds < 60 ? counted(seconds, "second") : counted(Math.ceil(seconds / 60), "minute")}.`,
    { status: 429, extra: { retryAfter: seconds } },
  );

/**
 * Counts one attempt under `name` and `key`, in one statement, so that the count is exact whatever
 * runs at the same time on
 * however many instances. Must not run inside a transaction that may roll back.
 * @throws Problem 429 with `retryAfter` seconds once the limit is passed.
 */
export const spend = async (db: Db, name: LimitName, key: string): Promise<void> => {
  if (off()) return;
  const { most, windowSeconds, blockSeconds } = limits[name];
  const now = sql`clock_timestamp()`;
  const fresh = sql`
    (coalesce(
      r.blocked_until <= ${now},
      r.window_started_at + make_interval(secs => ${windowSeconds}) <= ${now}
    ))
  `;
  const row = await db.one<{ hits: number; wait: number | null }>(sql`
    insert into rate_limit as r (key, window_started_at, hits)
    values (${`${name}:${key}`}, ${now}, 1)
    on conflict (key)
    do update set
      window_started_at = case when ${fresh} then ${now} else r.window_started_at end,
      hits = case when ${fresh} then 1 else r.hits + 1 end,
      blocked_until = case
        when ${fresh} then null
        when r.blocked_until is not null then r.blocked_until
        when r.hits >= ${most}::int then ${now} + make_interval(secs => ${blockSeconds})
      end
    returning hits, ceil(extract(epoch from blocked_until - ${now}))::int as wait
  `);
  if (row.wait !== null) throw tooMany(row.wait);
};

/**
 * Whether one more letter may go to an address, whoever asks for it from however many places. Nobody
 * is told: the last link that was sent is younger than the hour that it is good for.
 */
export const mayWriteTo = async (db: Db, email: string): Promise<boolean> => {
  try {
    await spend(db, "letters", email);
    return true;
  } catch (error) {
    if (error instanceof Problem && error.code === "too_many_requests") return false;
    throw error;
  }
};

/**
 * Gives back attempts after a success: the account's count starts anew, the address gets its one
 * back.
 */
export const forgive = async (db: Db, accountKey: string, addressKey: string): Promise<void> => {
  if (off()) return;
  await db.rows(
    sql`delete from rate_limit where key = ${`auth:${accountKey}`} and blocked_until is null`,
  );
  await db.rows(sql`
    update rate_limit
    set hits = greatest(hits - 1, 0)
    where key = ${`authAddress:${addressKey}`} and blocked_until is null
  `);
};

/** Removes counters that no longer limit anything; those of whole accounts count for a day. */
export const forgetOldLimits = (db: Db): Promise<unknown> =>
  db.rows(sql`
    delete from rate_limit
    where window_started_at < clock_timestamp() - case
        when key ~ '^(account|secondStep|told):' then interval '25 hours'
        else interval '2 hours'
      end
      and coalesce(blocked_until, '-infinity') < clock_timestamp()
  `);
