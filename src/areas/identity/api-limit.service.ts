import type { Actor } from "#kernel/access.ts";
import { Problem } from "#kernel/errors.ts";
import { counted } from "#kernel/words.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { limitsAreOff } from "./rate-limit.service.ts";
import { databaseMs } from "#server/db/database-clock.ts";

/** Calls per person and minute where the agency set nothing: far above what a screen needs. */
export const defaultCallsPerMinute = 1200;

const windowMs = 60_000;
/** Counts are shared between instances this often. */
const shareEveryMs = 1000;

type Counter = { minute: number; limit: number; local: number; shared: number; sent: number };
const counters = new Map<string, Counter>();
const limits = new Map<string, number>();
let sharing: ReturnType<typeof setTimeout> | undefined;

/** Keeps what an agency allows; called whenever a session's person is looked up. */
export const rememberCallLimit = (orgId: string, callsPerMinute: number | null): void =>
  void limits.set(orgId, callsPerMinute ?? defaultCallsPerMinute);

type Shared = { key: string; hits: number };

// Only who uses a good part of the limit is shared, so that ordinary work costs no statement.
const share = async (db: Db): Promise<void> => {
  sharing = undefined;
  const minute = Math.floor(databaseMs() / windowMs);
  const due: [string, Counter][] = [];
  for (const [id, counter] of counters) {
    if (counter.minute < minute) counters.delete(id);
    else if (counter.local > counter.sent && counter.local * 20 >= counter.limit)
      due.push([id, counter]);
  }
  if (due.length === 0) return;
  const added = due.map(([, counter]) => counter.local - counter.sent);
  for (const [, counter] of due) counter.sent = counter.local;
  const rows = await db.rows<Shared>(sql`
    insert into rate_limit as r (key, window_started_at, hits)
    select 'api:' || t.key, to_timestamp(${(minute * windowMs) / 1000}), t.hits
    from unnest(${due.map(([id]) => id)}::text[], ${added}::int[]) t(key, hits)
    on conflict (key)
    do update set
      hits = case
        when r.window_started_at = excluded.window_started_at then r.hits + excluded.hits
        else excluded.hits
      end,
      window_started_at = greatest(r.window_started_at, excluded.window_started_at)
    returning substr(key, 5) as key, hits
  `);
  for (const { key, hits } of rows) {
    const counter = counters.get(key);
    if (counter?.minute === minute) counter.shared = hits - counter.sent;
  }
};

// The instance may stop between a call and its sharing; what was not shared is lost with it.
const unlessStopped = (error: unknown): void => {
  if (!/after calling end/.test(String(error))) console.error("sharing call counts:", error);
};

/** Who is counted, how often that may call, and how it is said. */
type Caller = { id: string; limit: number; rule: string };

const callerOf = ({ orgId, personId, program }: Actor): Caller | null => {
  if (!orgId || !personId) return null;
  if (program) {
    const { keyId, callsPerMinute: limit } = program;
    return {
      id: `key:${keyId}`,
      limit,
      rule: `This key allows ${counted(limit, "call")} a minute`,
    };
  }
  const limit = limits.get(orgId) ?? defaultCallsPerMinute;
  return {
    id: `${orgId}:${personId}`,
    limit,
    rule: `Your agency allows ${counted(limit, "call")} a minute per person`,
  };
};

/**
 * Counts one call of a member against the agency's limit per person and minute, or of a program
 * against its key's. Counted in memory,
 * and shared between instances once a
 * second, so that many instances exceed the limit by at most what each takes in that second.
 * @throws Problem 429 `too_many_requests` with `retryAfter` seconds.
 */
export const countCall = (db: Db, actor: Actor): void => {
  const caller = limitsAreOff() ? null : callerOf(actor);
  if (!caller) return;
  const { id, limit, rule } = caller;
  const now = databaseMs();
  const minute = Math.floor(now / windowMs);
  let counter = counters.get(id);
  if (!counter || counter.minute !== minute)
    counters.set(id, (counter = { minute, limit, local: 0, shared: 0, sent: 0 }));
  if (counter.local + counter.shared >= limit) {
    const retryAfter = Math.ceil(((minute + 1) * windowMs - now) / 1000);
    throw new Problem(
      "invalid",
      "too_many_requests",
      `${rule}. Try again in ${counted(retryAfter, "second")}.`,
      { status: 429, extra: { retryAfter } },
    );
  }
  counter.local += 1;
  sharing ??= setTimeout(() => void share(db).catch(unlessStopped), shareEveryMs).unref();
};
