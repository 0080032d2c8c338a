import type { InferSelectModel } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Actor } from "#kernel/access.ts";
import { audit } from "./audit/audit.ts";
import type { Tx } from "./db/db.ts";
import { completeRow, insertNumbered, insertRow, turnToNumber, type NewRow } from "./db/rows.ts";
import { digestsOf } from "./files/held-digests.ts";
import { announce, tellStep } from "./lifecycle.ts";
import { numberYear } from "./number-year.ts";
import { keepOrigin, type MadeFrom } from "./origin/origin.ts";

/** A kind of numbered record: its name in the history (a noun of `defineNoun` fits), its table. */
export type Numbered<T extends PgTable> = { name: string; table: T };

/** What a record's own lines told once they were stored. */
type Completed<T extends PgTable> = {
  patch?: Partial<NewRow<T>>;
  note?: string;
} | void;

export type Creation<T extends PgTable> = {
  /**
   * The gapless counter of the agency: `kind` "REQ" gives REQ-2027-00042. Its year follows from the
   * kind (`number-year.ts`); `year` is for a document with a fiscal year of its own. `within`: the number
   * that it has within another one, which needs no counter (a lot of a contract).
   */
  number: { kind: string; year?: number } | { within: string };
  row: Omit<NewRow<T>, "number">;
  /** What the history tells beside the row, mostly its lines as they were typed. */
  content?: Record<string, unknown>;
  /**
   * Columns of the row that the history does not repeat, since not everybody who reads the ledger may
   * read them; what attests them (their SHA-256) is another column.
   */
  untold?: readonly (keyof InferSelectModel<T> & string)[];
  /**
   * Stores what belongs to the record behind its row: lines, their shares. May complete the row by what these
   * tell (an invoice is matched with its stored lines); that is no version of its own.
   */
  store?: () => Promise<Completed<T>>;
  /** What it is made from, with those who asked for that: none of them decides it later. */
  from?: readonly MadeFrom[];
  /** The word of the history, `create` unless the record says it otherwise (a receipt is posted). */
  action?: string;
};

/**
 * How a numbered record comes to be: takes the next gapless number, stores the row and what belongs to it, writes the audit entry (the history's first) and the event in the
 * caller's transaction. Whoever submits or issues it at once calls that `transition` behind it in
 * the same transaction. Others who number the same kind wait until the transaction ends, so what
 * can be refused is refused before.
 */
export const create = async <T extends PgTable>(
  tx: Tx,
  actor: Actor,
  { name, table }: Numbered<T>,
  { number, row, content, store, untold = [], from = [], action = "create" }: Creation<T>,
): Promise<InferSelectModel<T>> => {
  const [inserted, completed] = await numbered(tx, table, number, row, store);
  const { id, orgId, number: objectNumber } = inserted as unknown as Stored;
  keepOrigin(tx, actor, { type: name, id }, from);
  const { patch, note } = completed ?? {};
  const created = patch ? await completeRow(tx, table, id, patch) : inserted;
  audit(tx, actor, {
    action: `${name}.${action}`,
    objectType: name,
    objectId: id,
    objectNumber,
    before: null,
    after: { ...told(created, untold), ...(await digestsOf(tx, table, created)), ...content },
    note,
  });
  const { status, version = 1 } = created as unknown as Stored;
  const topic = `${name}.${action}`;
  announce(tx, orgId, topic, id, { status });
  tellStep(tx, { topic, objectType: name, objectId: id, number: objectNumber, status, version });
  return created;
};

const told = (row: object, untold: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(Object.entries(row).filter(([column]) => !untold.includes(column)));

const numbered = async <T extends PgTable>(
  tx: Tx,
  table: T,
  number: Creation<T>["number"],
  row: Omit<NewRow<T>, "number">,
  store: Creation<T>["store"],
): Promise<[InferSelectModel<T>, Completed<T>]> => {
  if ("within" in number) {
    const stored = { ...row, number: number.within } as unknown as NewRow<T>;
    return Promise.all([insertRow(tx, table, stored), store?.()]);
  }
  const year = number.year ?? (await numberYear(tx, number.kind));
  await turnToNumber(tx, number.kind, year);
  return Promise.all([insertNumbered(tx, table, number.kind, year, row), store?.()]);
};

type Stored = { id: string; orgId: string; number: string; status: string; version?: number };
