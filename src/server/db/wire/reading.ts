import type pg from "pg";
import type { Row, Scope } from "../db.ts";
import type { Sql } from "../sql.ts";
import { withConnection } from "./connection.ts";
import { untilEnded } from "./ending.ts";
import { isOutdated } from "./failures.ts";
import { sendTogether } from "./pipeline.ts";
import { queriesOfRows } from "./queries.ts";
import { setScope } from "./scope-statement.ts";
import type { WireDb } from "./tx.ts";

// The scope binds to the one implicit transaction that ends with the Sync, so nothing stays on the
// connection.
const scoped = async (
  client: pg.PoolClient,
  scope: Scope,
  statements: readonly Sql[],
): Promise<Row[][]> => {
  const [, ...answers] = await Promise.all(sendTogether(client, [setScope(scope), ...statements]));
  return answers;
};

/**
 * Reads for a scope over a pipelining pool, each call in one round trip; with a signal until that ends it.
 */
export const readingOver = (
  pool: pg.Pool,
  scope: Scope,
  ending?: { url: string; signal: AbortSignal },
): WireDb => {
  const once = (statements: readonly Sql[]) =>
    withConnection(pool, (client) => {
      const work = () => scoped(client, scope, statements);
      return ending ? untilEnded(ending.url, client, ending.signal, work) : work();
    });
  // A trip that failed is rolled back as a whole.
  const inOneTrip = (statements: readonly Sql[]) =>
    once(statements).catch((error: unknown) => {
      if (!isOutdated(error)) throw error;
      return once(statements);
    });
  return {
    ...queriesOfRows(scope, async (statement) => (await inOneTrip([statement]))[0]!),
    inOneTrip,
  };
};
