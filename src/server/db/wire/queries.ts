import type { Db, Row, Scope } from "../db.ts";
import type { Sql } from "../sql.ts";
import type { Wanted } from "./pipeline.ts";

/** Runs a statement and gives what `pick` makes of its answer. */
export type Query = <T>(statement: Sql, pick: Wanted<T>) => Promise<T>;

/** All rows of an answer. */
export const all: Wanted<Row[]> = (rows) => rows;

const first: Wanted<Row | null> = (rows) => rows[0] ?? null;

const only: Wanted<Row> = (rows, _tag, statement) => {
  if (rows.length !== 1)
    throw new Error(`expected one row, got ${rows.length}: ${statement.text.slice(0, 120)}`);
  return rows[0]!;
};

/** What may be asked of a database, by a way to run one statement. */
export const queriesOver = (scope: Scope, query: Query): Db => ({
  scope,
  rows: <T>(s: Sql) => query(s, all) as Promise<T[]>,
  one: <T>(s: Sql) => query(s, only) as Promise<T>,
  maybe: <T>(s: Sql) => query(s, first) as Promise<T | null>,
});

/** The same, where statements give their rows with the database's names or in camelCase. */
export const queriesOfRows = (scope: Scope, rowsOf: (statement: Sql) => Promise<Row[]>): Db =>
  queriesOver(scope, async (statement, pick) => pick(await rowsOf(statement), "", statement));
