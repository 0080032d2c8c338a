import pg from "pg";
import { counters, type Counting } from "./counters.ts";
import { ReadingClient } from "./incoming.ts";
import { mayChangeKept, Shelf, type Keeping } from "./kept.ts";
import { gathering, isSpoiled, sendTogether, types, type Wanted, type Row } from "./pipeline.ts";
import { bind, sql, type Sql } from "./sql.ts";

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
  /** The moment that the demo story or a test tells; never set from a request. */
  businessNow?: string;
};

/** The scope that sees only published and global rows. */
export const noScope: Scope = { orgId: null, personId: null };

export type { Row };

/** Runs statements inside one open transaction (or, for reads, each in its own). */
export type Db = {
  readonly scope: Scope;
  /** All rows, names in camelCase. */
  rows<T = Row>(statement: Sql): Promise<T[]>;
  /** Exactly one row; throws when there is none. */
  one<T = Row>(statement: Sql): Promise<T>;
  /** The first row or null. */
  maybe<T = Row>(statement: Sql): Promise<T | null>;
  /** What a transaction knows for taking kept settings (`kept.ts`). */
  readonly keeping?: Keeping;
  /**
   * The rows of several short statements in one round trip, one after the other on one connection.
   */
  together<T extends readonly unknown[][] = Row[][]>(statements: readonly Sql[]): Promise<T>;
};

/** An open transaction. */
export type Tx = Db & {
  /**
   * Sends the statement together with the commit; a failure fails the transaction. For audit and
   * outbox rows.
   */
  queue(statement: Sql): void;
  /**
   * Keeps a row for the commit, where all rows of one `statement` (a constant function) go out as
   * one statement.
   */
  gather<T>(statement: (rows: T[]) => Sql, row: T): void;
  /**
   * Work whose statements are all issued by now and whose answers nobody needs: it is awaited with
   * the commit, and its failure fails the transaction.
   */
  later(work: Promise<unknown>): void;
  /**
   * What a refusal by the database itself (`levee_refuse(detail)`) means: asked after the rollback,
   * in a fresh reading; the transaction fails with the answer.
   */
  onRefusal(detail: string, explain: (db: Db) => Promise<Error>): void;
  /**
   * Sends a statement whose answer nobody waits for; a failure fails the transaction. Only where
   * statements are pipelined.
   */
  readonly send?: (statement: Sql) => void;
  /**
   * When the transaction began, by the database's clock; null before its first answer. Only where
   * statements are pipelined.
   */
  readonly openedAt?: () => string | null;
  /** The queues before the counters of record numbers in this process. */
  readonly counting?: Counting;
  /** Runs after a successful commit; a failure is logged, never thrown. */
  afterCommit(work: () => void | Promise<void>): void;
  readonly writes: true;
};

export type Database = {
  read(scope: Scope): Db;
  transaction<T>(scope: Scope, work: (tx: Tx) => Promise<T>): Promise<T>;
  /** A pool under another database role (identity, sequencer), closed with the rest. */
  poolAs(role: string, options?: { max?: number; pipeline?: boolean }): pg.Pool;
  /** How many connections each role has open, idle and at most, and who waits for one. */
  pools(): { role: string; open: number; idle: number; max: number; waiting: number }[];
  close(): Promise<void>;
  readonly url: string;
};

const scopeValues = (s: Scope) => [
  s.orgId ?? "",
  s.personId ?? "",
  s.vendorIds?.length ? `{${s.vendorIds.join(",")}}` : "",
];
const setScope = (s: Scope) =>
  bind(
    "select set_config('levee.org',$1,true), set_config('levee.person',$2,true), set_config('levee.vendors',$3,true)",
    scopeValues(s),
  );
// A write's statements are planned once per connection: their plans do not depend on the values,
// and planning the larger ones takes five times as long as running them.
const writeScope =
  "select set_config('levee.org',$1,true), set_config('levee.person',$2,true), set_config('levee.vendors',$3,true), set_config('plan_cache_mode','force_generic_plan',true), clock_timestamp() as opened_at";
// The version of the agency's settings is looked up last, once the agency is set; were it ever
// looked up before, row security would show none, and nothing would be kept.
const writeScopeOfAgency = `${writeScope}, (select version from agency_version where org_id = $1::uuid) as kept_version`;
type Opened = { openedAt: string; keptVersion?: string | null };
const setWriteScope = (s: Scope) => bind(s.orgId ? writeScopeOfAgency : writeScope, scopeValues(s));

// The scope binds to the one implicit transaction that ends with the Sync, so nothing stays on the
// connection.
const runScoped = async (
  client: pg.PoolClient,
  scope: Scope,
  statements: readonly Sql[],
): Promise<Row[][]> =>
  (await Promise.all(sendTogether(client, [setScope(scope), ...statements]))).slice(1);

const all: Wanted<Row[]> = (rows) => rows;
const first: Wanted<Row | null> = (rows) => rows[0] ?? null;
const only: Wanted<Row> = (rows, _tag, s) => {
  if (rows.length !== 1)
    throw new Error(`expected one row, got ${rows.length}: ${s.text.slice(0, 120)}`);
  return rows[0]!;
};

const dbOver = (
  scope: Scope,
  query: <T>(statement: Sql, pick: Wanted<T>) => Promise<T>,
  together = (statements: readonly Sql[]) => Promise.all(statements.map((s) => query(s, all))),
): Db => ({
  scope,
  together: <T extends readonly unknown[][]>(statements: readonly Sql[]) =>
    together(statements) as unknown as Promise<T>,
  rows: <T>(s: Sql) => query(s, all) as Promise<T[]>,
  one: <T>(s: Sql) => query(s, only) as Promise<T>,
  maybe: <T>(s: Sql) => query(s, first) as Promise<T | null>,
});

/** The `gather` of a transaction: the first row of a statement takes its place in the queue. */
export const gatherInto =
  (gathered: Map<unknown, unknown[]>, queued: (() => Sql)[]): Tx["gather"] =>
  (statement, row) => {
    const rows = gathered.get(statement) as (typeof row)[] | undefined;
    if (rows) return void rows.push(row);
    const first = [row];
    gathered.set(statement, first);
    queued.push(() => statement(first));
  };

const isSqlError = (error: unknown): error is { code: string; detail?: string } =>
  typeof (error as { code?: unknown })?.code === "string" &&
  typeof (error as { severity?: unknown }).severity === "string";
/**
 * What a transaction of an agency knows for taking kept settings; `changed` is asked, since it may
 * change at any time.
 */
const keepingOf = (
  shelf: Shelf,
  orgId: string,
  opened: Promise<Opened>,
  changed: () => boolean,
): Keeping => {
  let openedAt = Number.NEGATIVE_INFINITY;
  const version = opened.then((o) => {
    openedAt = Date.parse(o.openedAt) - performance.now();
    return o.keptVersion ?? null;
  });
  version.catch(() => {}); // whoever asks hears of it
  return { shelf, orgId, version: () => version, changed, now: () => openedAt + performance.now() };
};

const retryable = (error: unknown) =>
  isSqlError(error) && (error.code === "40001" || error.code === "40P01");
const isRefusal = (error: unknown): error is { code: string; detail?: string } =>
  isSqlError(error) && error.code === "LV409";
const isAborted = (error: unknown) => isSqlError(error) && error.code === "25P02";

/** What was sent and not waited for: its first failure is why everything behind it failed. */
const causeOf = async (error: unknown, sent: readonly Promise<unknown>[]): Promise<unknown> => {
  if (!isAborted(error)) return error;
  const failed = (await Promise.allSettled(sent)).find(
    (s) => s.status === "rejected" && !isAborted(s.reason),
  );
  return failed ? (failed as PromiseRejectedResult).reason : error;
};

/**
 * Opens the database of one instance. `url` may belong to an owner or superuser: every connection
 * takes the role
 * `levee_app` (or the one asked for), which owns nothing and is bound by row-level security.
 */
export const openDatabase = (url: string, { max = 16 } = {}): Database => {
  const pools: { role: string; pool: pg.Pool }[] = [];
  const poolAs = (role: string, { max: most = 4, pipeline = false } = {}) => {
    // A connection has planned what it ran before: it is kept while people read, not for ten
    // seconds.
    const pool = new pg.Pool({
      ...(pipeline && { Client: ReadingClient }),
      connectionString: url,
      max: most,
      types,
      pipeline,
      application_name: `levee:${role}`,
      connectionTimeoutMillis: 10_000,
      idleTimeoutMillis: 300_000,
      options: `-c role=${role} -c TimeZone=UTC -c statement_timeout=60000 -c lock_timeout=10000 -c idle_in_transaction_session_timeout=60000`,
    } as pg.PoolConfig);
    pool.on("error", () => {});
    pool.on("connect", (client) => client.on("error", () => {}));
    pools.push({ role, pool });
    return pool;
  };
  const pool = poolAs("levee_app", { max, pipeline: true });
  const count = counters();
  const shelf = new Shelf();

  const withClient = async <T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> => {
    const client = await pool.connect();
    let failed: unknown;
    try {
      return await work(client);
    } catch (error) {
      failed = error;
      throw error;
    } finally {
      // A statement whose parse failed stays marked as prepared on this connection: drop the
      // connection.
      client.release(
        (failed !== undefined &&
          !(failed as Error & { kind?: string }).kind &&
          !isRefusal(failed)) ||
          isSpoiled(client),
      );
    }
  };

  const once = async <T>(
    scope: Scope,
    work: (tx: Tx) => Promise<T>,
    refusals: Map<string, (db: Db) => Promise<Error>>,
  ): Promise<T> => {
    const counting = count();
    try {
      const result = await inTransaction(scope, work, refusals, counting);
      counting.end(true);
      return result;
    } catch (error) {
      counting.end(false);
      throw error;
    }
  };

  const inTransaction = <T>(
    scope: Scope,
    work: (tx: Tx) => Promise<T>,
    refusals: Map<string, (db: Db) => Promise<Error>>,
    counting: Counting,
  ) =>
    withClient(async (client) => {
      const send = gathering(client);
      const queued: (() => Sql)[] = [];
      const gathered = new Map<unknown, unknown[]>();
      const after: (() => void | Promise<void>)[] = [];
      let opened: Opened | null = null;
      let changed = false;
      const run = <T>(s: Sql, pick: Wanted<T>) => {
        changed ||= mayChangeKept(s.text);
        return send(s, pick);
      };
      const begun = run(begin, all);
      const answered = run(setWriteScope(scope), (rows) => (opened = rows[0] as Opened));
      const opening = Promise.all([begun, answered]);
      const unawaited: Promise<unknown>[] = [];
      opening.catch(() => {});
      // What runs beside a statement that failed must not reach the connection's next user.
      let open = true;
      const later = (work: Promise<unknown>) => {
        work.catch(() => {});
        unawaited.push(work);
      };
      const tx: Tx = {
        ...dbOver(scope, (s, pick) =>
          open ? run(s, pick) : Promise.reject(new Error("the transaction has ended")),
        ),
        writes: true,
        afterCommit: (w) => void after.push(w),
        queue: (s) => void queued.push(() => s),
        gather: gatherInto(gathered, queued),
        openedAt: () => opened?.openedAt ?? null,
        ...(scope.orgId && { keeping: keepingOf(shelf, scope.orgId, answered, () => changed) }),
        later,
        send: (s) => later(run(s, all)),
        onRefusal: (detail, explain) => void refusals.set(detail, explain),
        counting,
      };
      let result: T;
      try {
        result = await work(tx);
      } catch (error) {
        open = false;
        await run(rollback, all);
        throw await causeOf(error, unawaited);
      }
      open = false;
      const sent = await Promise.allSettled([
        opening,
        ...unawaited,
        ...queued.map((statement) => run(statement(), all)),
        run(commit, tagOf),
      ]);
      const refused = sent.find((s) => s.status === "rejected");
      if (refused) {
        const { reason } = refused as PromiseRejectedResult;
        if (isRefusal(reason)) await run(rollback, all);
        throw reason;
      }
      const answer = (sent.at(-1) as PromiseFulfilledResult<unknown>).value;
      if (answer !== "COMMIT") throw new Error(`the database answered ${answer} to commit`);
      for (const work of after)
        Promise.resolve()
          .then(work)
          .catch((error) => console.error("after commit:", error));
      return result;
    });

  const read = (scope: Scope): Db => {
    const together = (statements: readonly Sql[]) =>
      withClient((client) => runScoped(client, scope, statements));
    return dbOver(scope, async (s, pick) => pick((await together([s]))[0]!, "", s), together);
  };

  return {
    url,
    read,
    transaction: async (scope, work) => {
      for (let attempt = 1; ; attempt++) {
        const refusals = new Map<string, (db: Db) => Promise<Error>>();
        try {
          return await once(scope, work, refusals);
        } catch (error) {
          const explain = isRefusal(error) && refusals.get(error.detail ?? "");
          if (explain) throw await explain(read(scope));
          if (!retryable(error) || attempt === 4) throw error;
          await new Promise((r) => setTimeout(r, 5 * 2 ** attempt * Math.random()));
        }
      }
    },
    poolAs,
    pools: () =>
      pools.map(({ role, pool: p }) => ({
        role,
        open: p.totalCount,
        idle: p.idleCount,
        max: p.options.max,
        waiting: p.waitingCount,
      })),
    close: async () =>
      void (await Promise.all(pools.map(({ pool: p }) => p.end().catch(() => {})))),
  };
};

const tagOf: Wanted<string> = (_rows, tag) => tag;
const begin = sql`begin`;
const commit = sql`commit`;
const rollback = sql`rollback`;
