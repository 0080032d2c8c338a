import { CopyRows } from "./copy-rows.ts";
import type { Tx } from "../db.ts";
import { bind, copyFrom, type Sql } from "../sql.ts";

// So many rows are written at once: the database works on them while the next are made.
const together = 500;

/** Many rows on their way into the database. */
export type Staging = {
  /** One more row, values in the order of the columns. */
  add(values: readonly unknown[]): void;
  /** Sends what is left; ends when every row is written. */
  end(): Promise<void>;
};

/**
 * Writes many rows in one transaction: some hundred at a time they are copied into a temporary
 * table, from where `write` (an `insert … select … from pg_temp.<table>
 * where piece =
 * ${piece}`) puts them where they belong, under row security. COPY itself is refused where rows are secured. `columns`
 * are names with types, known
 * to the program. The table is the connection's own and is emptied with the transaction; to make
 * and drop it each time would write seventy rows of the catalogue.
 * Only where statements are pipelined; a name has always the same columns, stands once
 * in a transaction and holds some thousand rows.
 */
export const stage = (
  tx: Tx,
  table: string,
  columns: string,
  write: (piece: number) => Sql,
): Staging => {
  const copy = `copy pg_temp.${table} from stdin`;
  const rows = new CopyRows();
  const sent: Promise<unknown>[] = [];
  let piece = 0;
  const send = (statement: Sql) => {
    const answer = tx.rows(statement);
    answer.catch(() => {}); // awaited by `end`
    sent.push(answer);
  };
  const flush = () => {
    if (rows.count === 0) return;
    send(copyFrom(copy, rows.take()));
    send(write(piece++));
  };
  send(
    bind(
      `create temporary table if not exists ${table} (piece int, ${columns}) on commit delete rows`,
      [],
    ),
  );
  return {
    add: (values) => {
      rows.add([piece, ...values]);
      if (rows.count === together) flush();
    },
    end: async () => {
      flush();
      await Promise.all(sent);
    },
  };
};
