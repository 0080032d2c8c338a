import { setImmediate } from "node:timers/promises";
import type { Tx } from "./db.ts";
import { bind, copyFrom, type Sql } from "./sql.ts";

const together = 500;

/**
 * Copies many rows into a temporary table of this transaction, from where one statement writes them where they belong (COPY itself is refused where rows are
 * secured). `columns` are names with types, known to the program; `line` gives a row's text (`copyText`). The table goes with the commit. Requests
 * of others are answered between the pieces. Only where statements are pipelined; one table of a name in a transaction.
 */
export const stageRows = async <T>(tx: Tx, table: string, columns: string, rows: readonly T[], line: (row: T) => string): Promise<void> => {
  const copy = `copy pg_temp.${table} from stdin`;
  const sent: Promise<unknown>[] = [];
  const send = (statement: Sql) => {
    const answer = tx.rows(statement);
    answer.catch(() => {}); // awaited below
    sent.push(answer);
  };
  send(bind(`create temporary table ${table} (${columns}) on commit drop`, []));
  for (let from = 0; from < rows.length; from += together) {
    let text = "";
    for (let i = from; i < Math.min(from + together, rows.length); i++) text += line(rows[i]!);
    send(copyFrom(copy, text));
    await setImmediate();
  }
  await Promise.all(sent);
};
