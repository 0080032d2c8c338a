import type { Database, Db, Scope } from "../db.ts";
import { readingOver } from "../wire/reading.ts";

type Pool = ReturnType<Database["poolAs"]>;
const pools = new WeakMap<Database, Pool>();

/** So many statements of reports run at once; more of them wait, and other work does not wait for them. */
const most = 4;

/**
 * Reads for a scope over connections that reports have for themselves. The signal ends what runs: of a
 * page that was closed nothing goes on.
 */
export const reportsDb = (database: Database, scope: Scope, signal: AbortSignal): Db => {
  let pool = pools.get(database);
  if (!pool) {
    pool = database.poolAs("levee_app", {
      max: most,
      pipeline: true,
      name: "reports",
      behind: true,
    });
    pools.set(database, pool);
  }
  return readingOver(pool, scope, { url: database.url, signal });
};
