import { hash } from "node:crypto";
import type pg from "pg";
import { noScope, type Database, type Db, type Row, type Tx } from "../db.ts";
import { camelRow, sql, type Sql } from "../sql.ts";
import { answered, askedOf } from "../../telemetry/statements.ts";
import { Gathered, runAfterCommit } from "../wire/gathered.ts";
import { queriesOfRows } from "../wire/queries.ts";

/**
 * The pool of the role `levee_identity`: people, credentials, sessions, mail. Agency tables are
 * read-only here.
 */
export type IdentityDb = Db & { transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> };

type Queryable = Pick<pg.Pool, "query">;

// Every text is parsed and planned once per connection; there are as many as templates and their
// variants.
const names = new Map<string, string>();
const nameOf = (text: string): string => {
  let name = names.get(text);
  if (!name) {
    if (names.size > 2000) names.clear();
    names.set(text, (name = hash("sha1", text)));
  }
  return name;
};

/** Statements of a pool of its own role, each by itself; names in camelCase. */
export const over = (client: Queryable): Db =>
  queriesOfRows(noScope, async ({ text, values }: Sql) => {
    const named = { name: nameOf(text), text, values: values as unknown[] };
    const asked = askedOf(text);
    try {
      const { rows } = await client.query(named);
      answered(asked);
      return rows.map((row: Row) => camelRow(row));
    } catch (error) {
      answered(asked, error);
      throw error;
    }
  });

const transaction = async <T>(pool: pg.Pool, work: (tx: Tx) => Promise<T>): Promise<T> => {
  const client = await pool.connect();
  const gathered = new Gathered();
  const unawaited: Promise<unknown>[] = [];
  const afterCommit: (() => void | Promise<void>)[] = [];
  let broken: Error | undefined;
  try {
    const db = over(client);
    await db.rows(sql`begin`);
    const result = await work({
      ...db,
      later: (begun) => {
        begun.catch(() => {}); // awaited before the commit
        unawaited.push(begun);
      },
      gather: gathered.add,
      onRefusal: () => {},
      afterCommit: (job) => void afterCommit.push(job),
    });
    await Promise.all(unawaited);
    for (const statement of gathered.statements()) await db.rows(statement);
    await db.rows(sql`commit`);
    runAfterCommit(afterCommit);
    return result;
  } catch (error) {
    await client.query("rollback").catch((failure: Error) => (broken = failure));
    throw error;
  } finally {
    client.release(broken);
  }
};

const opened = new WeakMap<Database, IdentityDb>();

/** The identity pool of an open database; one per database, closed with it. */
export const identityDb = (database: Database): IdentityDb => {
  let db = opened.get(database);
  if (!db) {
    const pool = database.poolAs("levee_identity", { max: 8 });
    db = { ...over(pool), transaction: (work) => transaction(pool, work) };
    opened.set(database, db);
  }
  return db;
};
