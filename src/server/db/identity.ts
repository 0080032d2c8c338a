import { hash } from "node:crypto";
import type pg from "pg";
import { gatherInto, noScope, type Database, type Db, type Row, type Tx } from "./db.ts";
import { camel, sql, type Sql } from "./sql.ts";

/**
 * The pool of the role `levee_identity`: people, credentials, sessions, mail. Agency tables are
 * read-only here.
 */
export type IdentityDb = Db & { transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> };

type Queryable = Pick<pg.Pool, "query">;

const camelRow = <T>(row: Row): T =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [camel(name), value])) as T;

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
export const over = (client: Queryable): Db => {
  const rows = async <T>(s: Sql): Promise<T[]> =>
    (
      await client.query({ name: nameOf(s.text), text: s.text, values: s.values as unknown[] })
    ).rows.map((r: Row) => camelRow<T>(r));
  return {
    scope: noScope,
    rows,
    together: async <T extends readonly unknown[][]>(statements: readonly Sql[]) =>
      (await Promise.all(statements.map((s) => rows(s)))) as unknown as T,
    one: async <T>(s: Sql) => {
      const found = await rows<T>(s);
      if (found.length !== 1)
        throw new Error(`expected one row, got ${found.length}: ${s.text.slice(0, 120)}`);
      return found[0] as T;
    },
    maybe: async <T>(s: Sql) => (await rows<T>(s))[0] ?? null,
  };
};

const transaction = async <T>(pool: pg.Pool, work: (tx: Tx) => Promise<T>): Promise<T> => {
  const client = await pool.connect();
  const queued: (() => Sql)[] = [];
  const after: (() => void | Promise<void>)[] = [];
  const begun: Promise<unknown>[] = [];
  const later = (work: Promise<unknown>) => {
    work.catch(() => {});
    begun.push(work);
  };
  let broken: Error | undefined;
  try {
    const db = over(client);
    await db.rows(sql`begin`);
    const result = await work({
      ...db,
      writes: true,
      queue: (s) => void queued.push(() => s),
      gather: gatherInto(new Map(), queued),
      afterCommit: (w) => void after.push(w),
      later,
      onRefusal: () => {},
    });
    await Promise.all(begun);
    for (const statement of queued) await db.rows(statement());
    await db.rows(sql`commit`);
    for (const job of after)
      void Promise.resolve()
        .then(job)
        .catch((error: unknown) => console.error("after commit:", error));
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
