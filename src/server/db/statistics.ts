import { noScope, type Database } from "./db.ts";
import { sql } from "./sql.ts";

/** A table is counted anew after more changed rows than these. */
const mostUntold = 200;

/**
 * Counts the tables anew of which more than two hundred rows changed since that was last done: after a
 * burst of writes plans are else made for empty tables until the database's own round comes by. Gives
 * how many tables were counted.
 */
export const refreshStatistics = (database: Database): Promise<number> =>
  database.transaction(noScope, async (tx) => {
    const { counted } = await tx.one<{ counted: number }>(sql`
      select levee_statistics(${mostUntold}::bigint) as counted
    `);
    return counted;
  });
