import type pg from "pg";
import { isOutdated, isRefusal } from "./failures.ts";
import { isSpoiled } from "./pipeline.ts";

const isOurOwn = (error: unknown) =>
  Boolean((error as Error & { kind?: string }).kind) || isRefusal(error);

/** How often a migration beside this process was met by a pool, and before which of them a connection was made. */
const met = new WeakMap<pg.Pool, number>();
const madeBehind = new WeakMap<pg.PoolClient, number>();

/** A connection of the pool that prepared nothing before the last migration that was met. */
const freshOf = async (pool: pg.Pool): Promise<pg.PoolClient> => {
  for (;;) {
    const client = await pool.connect();
    const now = met.get(pool) ?? 0;
    const behind = madeBehind.get(client) ?? now;
    madeBehind.set(client, behind);
    if (behind === now) return client;
    client.release(true);
  }
};

/**
 * Work with a connection of the pool. After a failure of the database's the connection is closed: a
 * statement whose parse failed stays marked as prepared on it. After one that a migration beside this
 * process caused, every other one of before is closed before it is used.
 */
export const withConnection = async <T>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> => {
  const client = await freshOf(pool);
  let broken = false;
  try {
    return await work(client);
  } catch (error) {
    broken = !isOurOwn(error);
    if (isOutdated(error)) met.set(pool, Math.max(met.get(pool) ?? 0, madeBehind.get(client)! + 1));
    throw error;
  } finally {
    client.release(broken || isSpoiled(client));
  }
};
