import type { Counting } from "../counters.ts";
import type { Db, Row, Tx } from "../db.ts";
import type { CacheAccess } from "../cache.ts";
import type { Sql } from "../sql.ts";

/** A reading as the server knows it: what areas see, and how it sends. Every `Db` fits. */
export type WireDb = Db & {
  /** Several statements in one round trip, one after the other on one connection. */
  readonly inOneTrip?: (statements: readonly Sql[]) => Promise<Row[][]>;
};

/**
 * A transaction as the server knows it: what areas see, and what `rows.ts`, `cache.ts` and `stage.ts`
 * ask of the wire. Every `Tx` fits; the members are there where statements are pipelined.
 */
export type WireTx = Tx & {
  /** Sends a statement whose answer nobody waits for; a failure fails the transaction. */
  readonly send?: (statement: Sql) => void;
  /**
   * When the transaction began, by the database's clock; null before its first answer.
   */
  readonly openedAt?: () => string | null;
  /** The queues before the counters of record numbers in this process. */
  readonly counting?: Counting;
  /** What it knows for taking kept settings. */
  readonly keeping?: CacheAccess;
};

/** The rows of several short statements, in one round trip where that can be. */
export const together = <T extends readonly unknown[][] = Row[][]>(
  db: WireDb,
  statements: readonly Sql[],
): Promise<T> => {
  const answers = db.inOneTrip
    ? db.inOneTrip(statements)
    : Promise.all(statements.map((statement) => db.rows(statement)));
  return answers as Promise<unknown> as Promise<T>;
};
