import pg from "pg";
import { onPrimary, primaryOf } from "../db/wire/hosts.ts";

/** A line that broke without a word is given up; a starved database gets a quarter of a minute. */
const limits = {
  max: 4,
  application_name: "levee:jobs",
  connectionTimeoutMillis: 15_000,
  query_timeout: 60_000,
};

/**
 * How the queue reaches its database, as its options say it, and what closes that: by itself where the
 * URL names one host, else over connections that go to whichever host takes writes.
 */
export const queueDatabase = (ownerUrl: string) => {
  if (!primaryOf(ownerUrl).several)
    return { reach: { connectionString: ownerUrl, ...limits }, close: async () => {} };
  const pool = new pg.Pool({
    Client: onPrimary(pg.Client, ownerUrl),
    connectionString: ownerUrl,
    ...limits,
  } as pg.PoolConfig);
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  return {
    reach: { db: { executeSql: (text: string, values?: unknown[]) => pool.query(text, values) } },
    close: () => pool.end().catch(() => {}),
  };
};
