import type { Socket } from "node:net";
import pg from "pg";
import { DatabaseAway } from "../away.ts";
import type { Database } from "../db.ts";
import { ReadingClient } from "./incoming.ts";
import { standBehind } from "./behind.ts";
import { onPrimary } from "./hosts.ts";
import { Link } from "./link.ts";
import { types } from "./row-reading.ts";

const timeouts = [
  "statement_timeout=60000",
  "lock_timeout=10000",
  "idle_in_transaction_session_timeout=60000",
];

/** What stands behind others has no helpers of the database: those would stand in front. */
const alone = ["max_parallel_workers_per_gather=0"];

const optionsOf = (role: string, more: string[]) =>
  [`role=${role}`, "TimeZone=UTC", ...timeouts, ...more].map((one) => `-c ${one}`).join(" ");

/** A connection has planned what it ran before: it is kept while people read. */
const IDLE_MS = 300_000;

/** So long a new connection may take, and whoever waits for a free one waits at most. */
const usual = { connectMs: 4_000, waitMs: 10_000 };
/** While the product starts, nobody waits for an answer. */
const whileStarting = { connectMs: 60_000, waitMs: 120_000 };

/** A pool that gives no connections while the line to the database is down. */
class LinkedPool extends pg.Pool {
  private readonly link: Link;
  constructor(link: Link, config: pg.PoolConfig) {
    super(config);
    this.link = link;
    link.watch(this);
  }
  override connect(): Promise<pg.PoolClient>;
  override connect(
    callback: (
      err: Error | undefined,
      client: pg.PoolClient | undefined,
      done: (release?: any) => void,
    ) => void,
  ): void;
  override connect(callback?: any): any {
    if (!this.link.down) return callback ? super.connect(callback) : super.connect();
    if (!callback) return Promise.reject(this.link.down);
    callback(this.link.down, undefined, () => {});
  }
}

/** What a pool makes its connections of: followed from the start, with its own patience. */
const followedBy = (
  link: Link,
  Client: typeof pg.Client,
  patience: () => typeof usual,
): typeof pg.Client =>
  class extends Client {
    constructor(config?: pg.ClientConfig) {
      super({ ...config, connectionTimeoutMillis: patience().connectMs });
      link.follow(this);
    }
  };

/**
 * A commit that gave up waiting for its standby stands on one machine alone and is answered as if it
 * were safe (PostgreSQL, "Synchronous Replication"): it is not acknowledged. Whoever asks again under
 * the same key learns of it once it is.
 */
const refuseUnconfirmed = (client: pg.PoolClient, notice: string | undefined): void => {
  if (!notice?.includes("synchronous replication")) return;
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
  stream.destroy(new DatabaseAway("no standby of the database confirmed this in time"));
};

/**
 * The pools of one database, one for each role that is asked for. With `starting` they are patient
 * until `settle` is called.
 */
export const openPools = (url: string, { starting = false } = {}) => {
  const link = new Link(url, { starting });
  let patience = starting ? whileStarting : usual;
  const pools: { role: string; pool: pg.Pool }[] = [];

  const poolAs: Database["poolAs"] = (role, options = {}) => {
    const { max = 4, pipeline = false, name = role, behind = false } = options;
    const pool = new LinkedPool(link, {
      Client: followedBy(
        link,
        onPrimary(pipeline ? ReadingClient : pg.Client, url),
        () => patience,
      ),
      connectionString: url,
      max,
      types,
      pipeline,
      application_name: `levee:${name}`,
      connectionTimeoutMillis: patience.waitMs,
      idleTimeoutMillis: IDLE_MS,
      options: optionsOf(role, behind ? alone : []),
    } as pg.PoolConfig);
    pool.on("error", () => {});
    pool.on("connect", (client) => {
      client.on("error", () => {});
      client.on("notice", ({ message }) => refuseUnconfirmed(client, message));
    });
    if (behind) pool.on("connect", (client) => standBehind(client, url));
    pools.push({ role: name, pool });
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
    settle: () => {
      patience = usual;
      link.settle();
      for (const { pool } of pools) pool.options.connectionTimeoutMillis = usual.waitMs;
    },
    close: async () => {
      link.close();
      await Promise.all(pools.map(({ pool }) => pool.end().catch(() => {})));
    },
  };
};
