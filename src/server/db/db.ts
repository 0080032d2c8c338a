import pg from "pg";
import { createHash } from "node:crypto";
import { camel, sql, type Sql } from "./sql.ts";

/** Whose rows a statement may see: an agency, a person, the vendors that a vendor's person acts for. An Actor fits. */
export type Scope = {
  orgId: string | null;
  personId: string | null;
  vendorIds?: readonly string[];
  /** The agency's time zone, for business dates. */
  timeZone?: string;
  /** The moment that the demo story or a test tells; never set from a request. */
  businessNow?: string;
};

/** The scope that sees only published and global rows. */
export const noScope: Scope = { orgId: null, personId: null };

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
  /** Sends the statement together with the commit; a failure fails the transaction. For audit and outbox rows. */
  queue(statement: Sql): void;
  /** Runs after a successful commit; a failure is logged, never thrown. */
  afterCommit(work: () => void | Promise<void>): void;
  readonly writes: true;
};

export type Database = {
  read(scope: Scope): Db;
  transaction<T>(scope: Scope, work: (tx: Tx) => Promise<T>): Promise<T>;
  /** A pool under another database role (identity, sequencer), closed with the rest. */
  poolAs(role: string, options?: { max?: number; pipeline?: boolean }): pg.Pool;
  close(): Promise<void>;
  readonly url: string;
};

const names = new Map<string, string>();
const statementName = (text: string): string => {
  let name = names.get(text);
  if (!name) {
    name = `s${createHash("sha1").update(text).digest("base64url").slice(0, 20)}`;
    if (names.size < 5000) names.set(text, name);
  }
  return name;
};

const camelNames = new Map<string, string>();
const camelOf = (name: string): string => {
  let found = camelNames.get(name);
  if (found === undefined) camelNames.set(name, (found = camel(name)));
  return found;
};

const toNumber = (text: string) => {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new Error("a bigint left the safe integers");
  return value;
};
const toInstant = (text: string) => (text.endsWith("+00") ? `${text.slice(0, 10)}T${text.slice(11, -3)}Z` : text);
const parsers: Record<number, (text: string) => unknown> = { 20: toNumber, 1082: (t) => t, 1184: toInstant, 1114: (t) => t, 1700: (t) => t };
const types = {
  getTypeParser: (oid: number, format?: string) => (format !== "binary" && parsers[oid]) || pg.types.getTypeParser(oid as never, format as never),
};

const setScope = "select set_config('levee.org',$1,true), set_config('levee.person',$2,true), set_config('levee.vendors',$3,true)";
const scopeValues = (s: Scope) => [s.orgId ?? "", s.personId ?? "", s.vendorIds?.length ? `{${s.vendorIds.join(",")}}` : ""];

// pg's internals, pinned by package.json and by db.service.test.ts: everything before one Sync is one implicit transaction,
// so the scope binds to this statement alone and nothing stays on the connection.
const BaseQuery = pg.Query as unknown as new (config: object, values?: unknown, callback?: unknown) => any;
class CamelQuery extends BaseQuery {
  handleRowDescription(message: { fields: { name: string }[] }) {
    for (const field of message.fields) field.name = camelOf(field.name);
    super.handleRowDescription(message);
  }
}
class ScopedQuery extends CamelQuery {
  scope: unknown[];
  skipRow = true;
  skipComplete = true;
  constructor(config: object, scope: Scope, callback: (error: Error | null, result: pg.QueryResult) => void) {
    super(config, undefined, callback);
    this.scope = scopeValues(scope);
  }
  prepare(connection: any) {
    if (!connection.submittedNamedStatements.scope && !connection.parsedStatements.scope) {
      connection.parse({ name: "scope", text: setScope });
      connection.submittedNamedStatements.scope = setScope;
    }
    connection.bind({ portal: "", statement: "scope", values: this.scope });
    connection.execute({ portal: "", rows: 0 });
    super.prepare(connection);
  }
  handleDataRow(message: unknown) {
    if (this.skipRow) this.skipRow = false;
    else super.handleDataRow(message);
  }
  handleCommandComplete(message: unknown, connection: unknown) {
    if (this.skipComplete) this.skipComplete = false;
    else super.handleCommandComplete(message, connection);
  }
}

const config = (statement: Sql) => ({ name: statementName(statement.text), text: statement.text, values: statement.values as unknown[], types });

// Statements that one turn of the event loop issues on a connection leave in one write: a system call and a wake-up of the database less for each of the others.
const together = (client: pg.PoolClient) => {
  const { stream } = (client as any).connection;
  stream.cork();
  process.nextTick(() => stream.uncork());
};

const run = (client: pg.PoolClient, statement: Sql) =>
  new Promise<pg.QueryResult>((resolve, reject) => {
    together(client);
    (client as any).query(new CamelQuery(config(statement), undefined, (error: Error | null, result: pg.QueryResult) => (error ? reject(error) : resolve(result))));
  });

const runScoped = (client: pg.PoolClient, scope: Scope, statement: Sql) =>
  new Promise<pg.QueryResult>((resolve, reject) => {
    (client as any).query(new ScopedQuery(config(statement), scope, (error, result) => (error ? reject(error) : resolve(result))));
  });

const dbOver = (scope: Scope, query: (statement: Sql) => Promise<pg.QueryResult>): Db => ({
  scope,
  rows: async <T>(s: Sql) => (await query(s)).rows as T[],
  one: async <T>(s: Sql) => {
    const { rows } = await query(s);
    if (rows.length !== 1) throw new Error(`expected one row, got ${rows.length}: ${s.text.slice(0, 120)}`);
    return rows[0] as T;
  },
  maybe: async <T>(s: Sql) => ((await query(s)).rows[0] as T | undefined) ?? null,
});

const isSqlError = (error: unknown): error is { code: string } => typeof (error as { code?: unknown })?.code === "string" && typeof (error as { severity?: unknown }).severity === "string";
const retryable = (error: unknown) => isSqlError(error) && (error.code === "40001" || error.code === "40P01");

/**
 * Opens the database of one instance. `url` may belong to an owner or superuser: every connection takes the role
 * `levee_app` (or the one asked for), which owns nothing and is bound by row-level security.
 */
export const openDatabase = (url: string, { max = 16 } = {}): Database => {
  const pools: pg.Pool[] = [];
  const poolAs = (role: string, { max: most = 4, pipeline = false } = {}) => {
    const pool = new pg.Pool({
      connectionString: url, max: most, types, pipeline, application_name: `levee:${role}`, connectionTimeoutMillis: 10_000,
      options: `-c role=${role} -c TimeZone=UTC -c statement_timeout=60000 -c lock_timeout=10000 -c idle_in_transaction_session_timeout=60000`,
    } as pg.PoolConfig);
    pool.on("error", () => {});
    pool.on("connect", (client) => client.on("error", () => {}));
    pools.push(pool);
    return pool;
  };
  const pool = poolAs("levee_app", { max, pipeline: true });

  const withClient = async <T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> => {
    const client = await pool.connect();
    let failed: unknown;
    try {
      return await work(client);
    } catch (error) {
      failed = error;
      throw error;
    } finally {
      // A statement whose parse failed stays marked as prepared on this connection: drop the connection.
      client.release(failed !== undefined && !(failed as Error & { kind?: string }).kind);
    }
  };

  const once = <T>(scope: Scope, work: (tx: Tx) => Promise<T>) =>
    withClient(async (client) => {
      const queued: Sql[] = [];
      const after: (() => void | Promise<void>)[] = [];
      const opening = Promise.all([run(client, begin), run(client, sql`select set_config('levee.org',${scope.orgId ?? ""},true), set_config('levee.person',${scope.personId ?? ""},true), set_config('levee.vendors',${scopeValues(scope)[2]},true)`)]);
      opening.catch(() => {});
      // What runs beside a statement that failed must not reach the connection's next user.
      let open = true;
      const tx: Tx = { ...dbOver(scope, (s) => (open ? run(client, s) : Promise.reject(new Error("the transaction has ended")))), writes: true, queue: (s) => void queued.push(s), afterCommit: (w) => void after.push(w) };
      let result: T;
      try {
        result = await work(tx);
      } catch (error) {
        open = false;
        await run(client, rollback);
        throw error;
      }
      open = false;
      const sent = await Promise.allSettled([opening, ...queued.map((s) => run(client, s)), run(client, commit)]);
      const refused = sent.find((s) => s.status === "rejected");
      if (refused) throw (refused as PromiseRejectedResult).reason;
      const answer = (sent.at(-1) as PromiseFulfilledResult<pg.QueryResult>).value.command as string;
      if (answer !== "COMMIT") throw new Error(`the database answered ${answer} to commit`);
      for (const work of after) Promise.resolve().then(work).catch((error) => console.error("after commit:", error));
      return result;
    });

  return {
    url,
    read: (scope) => dbOver(scope, (s) => withClient((client) => runScoped(client, scope, s))),
    transaction: async (scope, work) => {
      for (let attempt = 1; ; attempt++) {
        try {
          return await once(scope, work);
        } catch (error) {
          if (!retryable(error) || attempt === 4) throw error;
          await new Promise((r) => setTimeout(r, 5 * 2 ** attempt * Math.random()));
        }
      }
    },
    poolAs,
    close: async () => void (await Promise.all(pools.map((p) => p.end().catch(() => {})))),
  };
};

const begin = sql`begin`;
const commit = sql`commit`;
const rollback = sql`rollback`;
