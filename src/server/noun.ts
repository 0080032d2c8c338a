import type { InferSelectModel } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Actor, Permission } from "#kernel/access.ts";
import type { Lifecycle, Tone } from "#kernel/lifecycle.ts";
import type { Db, Tx } from "./db/db.ts";

/** A record by its kind (a noun's name) and its id. */
export type RecordName = { type: string; id: string };

/** What a record's status is called, and how much it matters. */
export type Standing = { label: string; tone: Tone };

/** A noun with a lifecycle: its table, its rules, its address, and what its record is called. */
export type Noun<
  S extends string = string,
  A extends string = string,
  T extends PgTable = PgTable,
  R = InferSelectModel<T>,
> = {
  name: string;
  /** Address of its list in the API: /api/v1/<path>. */
  path: string;
  /** Where a record opens in the app, without its id: /invoices. */
  page?: string;
  table: T;
  cycle: Lifecycle<S, A, R>;
  number: (row: InferSelectModel<T>) => string;
  /** How a record reads where more than its status says it: an application whose invoice is paid. */
  standing?: (row: InferSelectModel<T>) => Standing;
  /** The permission to read a record; `<name>.read` unless it is another one. */
  read?: Permission;
  /**
   * Whether this one record is for the actor, who holds the permission to read its kind. Every door
   * asks it: the record with its history, comments and files, evidence, search, and the event stream.
   * Nothing said: every record of the kind.
   */
  visible?: (db: Db, actor: Actor, row: InferSelectModel<T>) => boolean | Promise<boolean>;
  /** Its files are private: they lie apart, and go into no record that is not confidential. */
  confidential?: true;
  /**
   * The words of its history lie apart from the ledger, which keeps their digest: only who sees the
   * record reads them. Number, step, status and who took it stand in the ledger all the same.
   */
  wordsApart?: true;
  /**
   * Where, beside its terminal statuses, none of its documents is taken off any more: statuses in
   * which it was sent or decided, or a question of the database (its parent is closed). Later
   * documents come beside them with their day and name.
   */
  keepsFiles?: readonly S[] | ((db: Db, row: InferSelectModel<T>) => Promise<boolean>);
  /**
   * The columns of who asked for it, or had a hand in it (a person's id, or a list of them): none of
   * them decides what is made from it.
   */
  askers?: readonly (keyof InferSelectModel<T> & string)[];
  /** Records that it draws on beside what it was made from: those who asked for them do not decide it. */
  drawsOn?: (db: Db, id: string) => Promise<readonly RecordName[]>;
  /** Adds to the stored row what the pure rules want to know (children, sums). */
  load?: (tx: Tx, row: InferSelectModel<T>) => Promise<R>;
  /** The same where the id suffices: read behind the lock in the same round trip. */
  facts?: (tx: Tx, id: string) => Promise<Omit<R, keyof InferSelectModel<T>>>;
};

const nouns = new Map<string, Noun>();

/** The declared noun of this name, if there is one. */
export const nounNamed = (name: string): Noun | undefined => nouns.get(name);

/**
 * Declares a noun and infers its types. What has a lifecycle also takes attachments and comments.
 */
export const defineNoun = <
  S extends string,
  A extends string,
  T extends PgTable,
  R = InferSelectModel<T>,
>(
  noun: Noun<S, A, T, R>,
): Noun<S, A, T, R> => {
  nouns.set(noun.name, noun as unknown as Noun);
  return noun;
};

/** Whether a record, read before, is for somebody: their permission, and what its noun says of it. */
export const seesRow = async (
  db: Db,
  actor: Actor,
  noun: Noun,
  row: Record<string, unknown>,
): Promise<boolean> =>
  readsNoun(actor, noun) && (!noun.visible || (await noun.visible(db, actor, row)));

/** Whether the documents of a record, read before, stay as they are: none is taken off any more. */
export const filesStay = async (
  db: Db,
  { cycle, keepsFiles }: Noun,
  row: Record<string, unknown>,
): Promise<boolean> => {
  const status = String(row.status);
  if (cycle.statuses[status]?.terminal) return true;
  return typeof keepsFiles === "function"
    ? keepsFiles(db, row)
    : (keepsFiles?.includes(status) ?? false);
};

/** How a record, read before, stands: what its noun says of the row, else its status. */
export const standingOf = (noun: Noun, row: Record<string, unknown>): Standing => {
  const status = String(row.status);
  return noun.standing?.(row) ?? noun.cycle.statuses[status] ?? { label: status, tone: "neutral" };
};

/** Whether somebody may read records of a noun. */
export const readsNoun = (actor: Actor, noun: Noun): boolean =>
  actor.permissions.has(noun.read ?? `${noun.name}.read`);

/** The declared noun whose records the API has under this address. */
export const nounUnder = (path: string): Noun | undefined =>
  [...nouns.values()].find((noun) => noun.path === path);

/** All declared nouns. */
export const allNouns = (): readonly Noun[] => [...nouns.values()];
