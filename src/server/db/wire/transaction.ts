import type pg from "pg";
import type { Counting } from "../counters.ts";
import type { Db, Row, Scope, Tx } from "../db.ts";
import { hearDatabaseClock } from "../database-clock.ts";
import { mayChangeCached, type CacheAccess, type SettingsCache } from "../cache.ts";
import { DatabaseAway } from "../away.ts";
import { sql, type Sql } from "../sql.ts";
import { causeOf, isRefusal } from "./failures.ts";
import { Gathered, runAfterCommit } from "./gathered.ts";
import { gathering, type Wanted } from "./pipeline.ts";
import { all, queriesOver, type Query } from "./queries.ts";
import { setWriteScope, type Opened } from "./scope-statement.ts";
import type { WireTx } from "./tx.ts";

/** What refusals by the database mean, by their detail. */
export type Refusals = Map<string, (db: Db) => Promise<Error>>;

type Surroundings = {
  scope: Scope;
  shelf: SettingsCache;
  counting: Counting;
  refusals: Refusals;
  /** What notes behind the commit how far the log went, where a standby is read from. */
  marks: readonly Sql[];
};

const begin = sql`begin`;
const commit = sql`commit`;
const rollback = sql`rollback`;
const tagOf: Wanted<string> = (_rows, tag) => tag;

/**
 * Runs the work in one transaction on this connection, once. Statements of one turn of the event
 * loop go out in one round trip; what the work gathered goes out with the commit. Throws what the
 * work or the database said, rolled back.
 */
export const attempt = async <T>(
  client: pg.PoolClient,
  given: Surroundings,
  work: (tx: Tx) => Promise<T>,
): Promise<T> => {
  const transaction = new OpenTransaction(client, given);
  let result: T;
  try {
    result = await work(transaction.tx);
  } catch (error) {
    throw await transaction.abandon(error);
  }
  await transaction.commit();
  return result;
};

class OpenTransaction {
  readonly tx: WireTx;
  private readonly run: Query;
  private readonly opened: Promise<unknown>;
  private readonly unawaited: Promise<unknown>[] = [];
  private readonly gathered = new Gathered();
  private readonly afterCommit: (() => void | Promise<void>)[] = [];
  private readonly marks: readonly Sql[];
  private openedAt: string | null = null;
  private changed = false;
  // What runs beside a statement that failed must not reach the connection's next user.
  private open = true;

  constructor(client: pg.PoolClient, given: Surroundings) {
    const send = gathering(client);
    this.marks = given.marks;
    const asked = performance.now();
    this.run = (statement, pick) => {
      this.changed ||= mayChangeCached(statement.text);
      return send(statement, pick);
    };
    const begun = this.run(begin, all);
    const answered = this.run(setWriteScope(given.scope), (rows: Row[]) => {
      const opened = rows[0] as Opened;
      this.openedAt = opened.openedAt;
      hearDatabaseClock(Date.parse(opened.openedAt), asked);
      return opened;
    });
    this.opened = Promise.all([begun, answered]);
    this.opened.catch(() => {}); // said by the first statement, or by the commit
    this.tx = this.txFor(given, answered);
  }

  private txFor(
    { scope, shelf, counting, refusals }: Surroundings,
    opened: Promise<Opened>,
  ): WireTx {
    const { orgId } = scope;
    return {
      ...queriesOver(scope, (statement, pick) =>
        this.open
          ? this.run(statement, pick)
          : Promise.reject(new Error("the transaction has ended")),
      ),
      later: (work) => this.later(work),
      gather: this.gathered.add,
      onRefusal: (detail, explain) => void refusals.set(detail, explain),
      afterCommit: (work) => void this.afterCommit.push(work),
      send: (statement) => this.later(this.run(statement, all)),
      openedAt: () => this.openedAt,
      counting,
      ...(orgId && { keeping: keepingOf(shelf, orgId, opened, () => this.changed) }),
    };
  }

  private later(work: Promise<unknown>): void {
    work.catch(() => {}); // said by the commit
    this.unawaited.push(work);
  }

  /** Rolls back; gives why the work failed. */
  async abandon(error: unknown): Promise<unknown> {
    this.open = false;
    await this.run(rollback, all);
    return causeOf(error, this.unawaited);
  }

  /** Sends what was gathered with the commit; throws where anything of the transaction failed. */
  async commit(): Promise<void> {
    this.open = false;
    const sent = await Promise.allSettled([
      this.opened,
      ...this.unawaited,
      ...this.gathered.statements().map((statement) => this.run(statement, all)),
      this.run(commit, tagOf),
      ...this.marks.map((statement) => this.run(statement, all)),
    ]);
    const marks = sent.splice(sent.length - this.marks.length);
    const failed = sent.find((s) => s.status === "rejected");
    if (failed) {
      if (isRefusal(failed.reason)) await this.run(rollback, all);
      throw failed.reason;
    }
    const answer = (sent.at(-1) as PromiseFulfilledResult<unknown>).value;
    if (answer !== "COMMIT") throw new Error(`the database answered ${String(answer)} to commit`);
    runAfterCommit(this.afterCommit);
    const unmarked = marks.find((s) => s.status === "rejected");
    // It stands, and readers of a standby may not see it: it is not acknowledged, and asked for again.
    if (unmarked)
      throw new DatabaseAway("a write could not be noted for readers of the standby", {
        cause: unmarked.reason,
      });
  }
}

/**
 * What a transaction of an agency knows for taking kept settings; `changed` is asked, since it may
 * change at any time.
 */
const keepingOf = (
  shelf: SettingsCache,
  orgId: string,
  opened: Promise<Opened>,
  changed: () => boolean,
): CacheAccess => {
  let openedAt = Number.NEGATIVE_INFINITY;
  const version = opened.then((o) => {
    openedAt = Date.parse(o.openedAt) - performance.now();
    return o.keptVersion ?? null;
  });
  version.catch(() => {}); // whoever asks hears of it
  return { shelf, orgId, version: () => version, changed, now: () => openedAt + performance.now() };
};
