import { counters } from "./counters.ts";
import type { Database, Db, Scope, Tx } from "./db.ts";
import { SettingsCache } from "./cache.ts";
import { withConnection } from "./wire/connection.ts";
import { isRefusal, isRetryable } from "./wire/failures.ts";
import { openPools } from "./wire/pools.ts";
import { readingOver } from "./wire/reading.ts";
import { setScope } from "./wire/scope-statement.ts";
import { markWritten } from "./standby/marks.ts";
import { hasStandby, Standby } from "./standby/standby.ts";
import { sql } from "./sql.ts";
import { refuseVisit } from "../agencies/visiting.ts";
import { attempt, type Refusals } from "./wire/transaction.ts";

const MOST_ATTEMPTS = 4;

/** A few milliseconds, more after each attempt, so that two that met do not meet again. */
const pause = (attempts: number) =>
  new Promise((resolve) => setTimeout(resolve, 5 * 2 ** attempts * Math.random()));

// A vendor, a job or a visitor comes from outside and brings no time zone: days are the agency's.
const inItsZone = async (read: Database["read"], scope: Scope): Promise<Scope> => {
  if (!scope.orgId || scope.timeZone) return scope;
  const agency = await read(scope).maybe<{ timeZone: string }>(
    sql`select time_zone from organization where id = ${scope.orgId}`,
  );
  return agency ? { ...scope, timeZone: agency.timeZone } : scope;
};

type Options = {
  max?: number;
  starting?: boolean;
  reading?: { url: string; lagSeconds: number } | null;
};

/**
 * Opens the database of one instance. `url` may belong to an owner or superuser: every connection
 * takes the role
 * `levee_app` (or the one asked for), which owns nothing and is bound by row-level security.
 * Days of a transaction are those of its agency's time zone, whoever opens it.
 * With `starting` it waits long for a starved database, until `settle` says that people wait now.
 * A transaction that met another's (serialization failure, deadlock), or a migration, is tried four times.
 * With `reading` a standby is read from besides (`lateOf`), and every transaction of an agency notes behind
 * its commit how far the log went.
 */
export const openDatabase = (
  url: string,
  { max = 16, starting = false, reading = null }: Options = {},
): Database => {
  const pools = openPools(url, { starting });
  const pool = pools.poolAs("levee_app", { max, pipeline: true });
  const shelf = new SettingsCache();
  const countingOf = counters();
  const standby = reading && new Standby(reading.url, reading.lagSeconds);
  const marksOf = (scope: Scope) =>
    standby && scope.orgId ? [setScope(scope), markWritten(scope.orgId)] : [];

  const once = async <T>(scope: Scope, work: (tx: Tx) => Promise<T>, refusals: Refusals) => {
    const counting = countingOf();
    let committed = false;
    try {
      const result = await withConnection(pool, (client) =>
        attempt(client, { scope, shelf, counting, refusals, marks: marksOf(scope) }, work),
      );
      committed = true;
      return result;
    } finally {
      counting.end(committed);
    }
  };
  const read = (scope: Scope): Db => readingOver(pool, scope);
  const database: Database = {
    url,
    read,
    transaction: async (from, work) => {
      await refuseVisit(database, from);
      const scope = await inItsZone(read, from);
      for (let attempts = 1; ; attempts++) {
        const refusals: Refusals = new Map();
        try {
          return await once(scope, work, refusals);
        } catch (error) {
          const explain = isRefusal(error) && refusals.get(error.detail ?? "");
          if (explain) throw await explain(read(scope));
          if (!isRetryable(error) || attempts === MOST_ATTEMPTS) throw error;
          await pause(attempts);
        }
      }
    },
    poolAs: pools.poolAs,
    pools: () => [...pools.figures(), ...(standby?.pools() ?? [])],
    settle: pools.settle,
    close: async () => {
      await standby?.close();
      await pools.close();
    },
  };
  if (standby) hasStandby(database, standby);
  return database;
};
