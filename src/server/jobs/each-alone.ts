import type { Database, Scope, Tx } from "../db/db.ts";

type Alone = {
  /** What is done, as the log names it. */
  name: string;
  scope: Scope;
  ids: readonly string[];
  /** Does it for one record, in a transaction of its own; gives how many came of it. */
  work: (tx: Tx, id: string) => Promise<number>;
};

/**
 * Does the work of a clock for each record in a transaction of its own, so that one that fails stops no other.
 * Gives the sum of what came of it. Records that failed are logged by their ids, and thrown together once all
 * were tried: so the clock tries again, which the work must bear. Throws `AggregateError`.
 */
export const eachAlone = async (
  database: Database,
  { name, scope, ids, work }: Alone,
): Promise<number> => {
  const failed: unknown[] = [];
  let sum = 0;
  for (const id of ids)
    try {
      sum += await database.transaction(scope, (tx) => work(tx, id));
    } catch (error) {
      console.error(`${name} ${id}:`, error);
      failed.push(error);
    }
  if (failed.length > 0)
    throw new AggregateError(failed, `${name}: ${failed.length} of ${ids.length} records failed`);
  return sum;
};
