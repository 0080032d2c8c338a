import type { Tx } from "./db.ts";
import { bind, copyFrom } from "./sql.ts";

const together = 250;

/** Rows on their way into a temporary table. */
export type Staging = {
  /** One more row, as `copyText` writes it. */
  add(line: string): void;
  /** Sends what is left; ends when every row is in the table. */
  end(): Promise<void>;
};

/**
 * Copies many rows into a temporary table of this transaction, from where one statement writes them where they belong (COPY itself is refused where rows are
 * secured). `columns` are names with types, known to the program. The table goes with the commit. Only where statements are pipelined (`tx.send`); one table of
 * a name in a transaction. Rows go out some hundred at a time, so that the database reads them while the next are made.
 */
export const stage = (tx: Tx, table: string, columns: string): Staging => {
  const copy = `copy pg_temp.${table} from stdin`, sent: Promise<unknown>[] = [];
  let text = "", lines = 0;
  const send = (answer: Promise<unknown>) => {
    answer.catch(() => {}); // awaited by `end`
    sent.push(answer);
  };
  const flush = () => {
    if (lines > 0) send(tx.rows(copyFrom(copy, text)));
    [text, lines] = ["", 0];
  };
  send(tx.rows(bind(`create temporary table ${table} (${columns}) on commit drop`, [])));
  return {
    add: (line) => {
      text += line;
      if (++lines === together) flush();
    },
    end: async () => {
      flush();
      await Promise.all(sent);
    },
  };
};
