import type pg from "pg";
import { isRefusal } from "./failures.ts";
import { isSpoiled } from "./pipeline.ts";

const isOurOwn = (error: unknown) =>
  Boolean((error as Error & { kind?: string }).kind) || isRefusal(error);

/**
 * Work with a connection of the pool. After a failure of the database's the connection is closed: a
 * statement whose parse failed stays marked as prepared on it.
 */
export const withConnection = async <T>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> => {
  const client = await pool.connect();
  let broken = false;
  try {
    return await work(client);
  } catch (error) {
    broken = !isOurOwn(error);
    throw error;
  } finally {
    client.release(broken || isSpoiled(client));
  }
};
