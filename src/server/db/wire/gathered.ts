import type { Tx } from "../db.ts";
import type { Sql } from "../sql.ts";

/** The rows that a transaction keeps for its commit, by the statement that will store them. */
export class Gathered {
  private readonly rows = new Map<(rows: never[]) => Sql, unknown[]>();

  readonly add: Tx["gather"] = (statement, row) => {
    const rows = this.rows.get(statement);
    if (rows) rows.push(row);
    else this.rows.set(statement, [row]);
  };

  /** One statement for the rows of each, in the order of their first rows. */
  statements(): Sql[] {
    return Array.from(this.rows, ([statement, rows]) => statement(rows as never[]));
  }
}

/** What waits for a commit: its failures are logged, never thrown. */
export const runAfterCommit = (works: readonly (() => void | Promise<void>)[]): void => {
  for (const work of works)
    void Promise.resolve()
      .then(work)
      .catch((error: unknown) => console.error("after commit:", error));
};
