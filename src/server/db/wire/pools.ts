import pg from "pg";
import type { Database } from "../db.ts";
import { ReadingClient } from "./incoming.ts";
import { types } from "./row-reading.ts";

const timeouts = [
  "statement_timeout=60000",
  "lock_timeout=10000",
  "idle_in_transaction_session_timeout=60000",
];

const optionsOf = (role: string) =>
  [`role=${role}`, "TimeZone=UTC", ...timeouts].map((setting) => `-c ${setting}`).join(" ");

/** A connection has planned what it ran before: it is kept while people read. */
const IDLE_MS = 300_000;

/** The pools of one database, one for each role that is asked for. */
export const openPools = (url: string) => {
  const pools: { role: string; pool: pg.Pool }[] = [];

  const poolAs: Database["poolAs"] = (role, { max = 4, pipeline = false } = {}) => {
    const pool = new pg.Pool({
      ...(pipeline && { Client: ReadingClient }),
      connectionString: url,
      max,
      types,
      pipeline,
      application_name: `levee:${role}`,
      connectionTimeoutMillis: 10_000,
      idleTimeoutMillis: IDLE_MS,
      options: optionsOf(role),
    } as pg.PoolConfig);
    pool.on("error", () => {});
    pool.on("connect", (client) => client.on("error", () => {}));
    pools.push({ role, pool });
    return pool;
  };

  return {
    poolAs,
    figures: () =>
      pools.map(({ role, pool }) => ({
        role,
        open: pool.totalCount,
        idle: pool.idleCount,
        max: pool.options.max,
        waiting: pool.waitingCount,
      })),
    close: async () => {
      await Promise.all(pools.map(({ pool }) => pool.end().catch(() => {})));
    },
  };
};
