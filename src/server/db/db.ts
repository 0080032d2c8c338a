import type pg from "pg";
import type { Sql } from "./sql.ts";

/**
 * Whose rows a statement may see: an agency, a person, the vendors that a vendor's person acts for.
 * An Actor fits.
 */
export type Scope = {
  orgId: string | null;
  personId: string | null;
  vendorIds?: readonly string[];
  /** The agency's time zone, for business dates. */
  timeZone?: string;
  /**
   * The moment that the demo story or a test tells, or of a capture of the field, bounded (0295); else
   * never set from a request.
   */
  businessNow?: string;
};

/** The scope that sees only published and global rows. */
export const noScope: Scope = { orgId: null, personId: null };

/** A row as it is read: names in camelCase. */
export type Row = Record<string, unknown>;

/** Runs statements inside one open transaction (or, for reads, each in its own). */
export type Db = {
  readonly scope: Scope;
  /** All rows, names in camelCase. */
  rows<T = Row>(statement: Sql): Promise<T[]>;
  /** Exactly one row; throws when there is none. */
  one<T = Row>(statement: Sql): Promise<T>;
  /** The first row or null. */
  maybe<T = Row>(statement: Sql): Promise<T | null>;
};

/** An open transaction. */
export type Tx = Db & {
  /**
   * Work whose statements are all issued by now and whose answers nobody needs: it is awaited with
   * the commit, and its failure fails the transaction.
   */
  later(work: Promise<unknown>): void;
  /**
   * Keeps a row for the commit, where all rows of one `statement` (a constant function) go out as
   * one statement. For audit entries, events and notices.
   */
  gather<T>(statement: (rows: T[]) => Sql, row: T): void;
  /**
   * What a refusal by the database itself (`levee_refuse(detail)`) means: asked after the rollback,
   * in a fresh reading; the transaction fails with the answer.
   */
  onRefusal(detail: string, explain: (db: Db) => Promise<Error>): void;
  /** Runs after a successful commit; a failure is logged, never thrown. */
  afterCommit(work: () => void | Promise<void>): void;
};

/** The open database of one instance (`openDatabase`). */
export type Database = {
  read(scope: Scope): Db;
  transaction<T>(scope: Scope, work: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * A pool under another database role (identity, sequencer), or of connections for one purpose, which
   * is its `name` then; closed with the rest. What may wait for everything else is asked `behind`.
   */
  poolAs(
    role: string,
    options?: { max?: number; pipeline?: boolean; name?: string; behind?: boolean },
  ): pg.Pool;
  /** How many connections each role or purpose has open, idle and at most, and who waits for one. */
  pools(): { role: string; open: number; idle: number; max: number; waiting: number }[];
  /** The product has started: whoever waits for a connection is told sooner that none comes. */
  settle(): void;
  close(): Promise<void>;
  readonly url: string;
};
