import type pg from "pg";
import { DatabaseAway } from "../away.ts";
import { clientOf } from "./hosts.ts";

// pg's internals, pinned by package.json and by link.service.test.ts.
type Watched = pg.PoolClient & {
  processID: number | null;
  _connecting: boolean;
  _activeQuery: unknown;
  _queryQueue: readonly unknown[];
  _sentQueryQueue: readonly unknown[];
  connection: {
    stream: { bytesRead: number; writableLength: number; destroy: (error: Error) => void };
  };
};
type Waiting = { callback: (error: Error) => void };
type Inner = pg.Pool & { _pendingQueue: Waiting[] };

/** How often connections are looked at, milliseconds; a silence counts in looks, not in time. */
const lookMs = 300;
const silentLooks = 3;
/** Who works on it is not asked after again for so many looks. */
const restLooks = 4;
/** So long the database has to answer when it is asked, in steps of which each is waited for. */
const stepMs = 100;
const usualSteps = 25;
/** While the product starts, nobody waits for an answer: a starved machine gets its minute. */
const startingSteps = 600;

const pause = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms).unref());

// Who waits for its client has nothing of it to work on. Told also where activities are not tracked.
const atWork = `
  select
    pg_backend_pid() as own,
    array(
      select pid
      from pg_stat_activity
      where pid = any($1) and coalesce(wait_event, '') not in ('ClientRead', 'ClientWrite')
    ) as "atWork"
`;

/** Loses after the patience; counted in turns of the event loop, which may have been held up. */
const unlessLate = async <T>(work: Promise<T>, steps: number): Promise<T> => {
  const late = (async () => {
    for (let left = steps; left > 0; left--) await pause(stepMs);
    throw new DatabaseAway("the database did not answer in time");
  })();
  late.catch(() => {});
  return Promise.race([work, late]);
};

const isWaiting = (client: Watched): boolean =>
  client._connecting ||
  Boolean(client._activeQuery) ||
  client._queryQueue.length > 0 ||
  client._sentQueryQueue.length > 0;

/** What has gone over a connection until now; empty for one that waits for nothing. */
const progressOf = (client: Watched): string => {
  const { bytesRead, writableLength } = client.connection.stream;
  return isWaiting(client) ? `${bytesRead} ${writableLength}` : "";
};

const hasSeverity = (error: unknown): boolean =>
  typeof (error as { severity?: unknown }).severity === "string" &&
  !/^(57P0|08)/.test(String((error as { code?: unknown }).code));

/**
 * The line between this process and its database. A connection whose statement brings nothing for
 * a second is asked after over a new one: where the database is at work on it, it is waited for,
 * however long that takes; where it is not, that connection is closed; where nobody answers and
 * nothing comes over any connection meanwhile, the line is down: what waits fails at once, and
 * whoever comes meanwhile too, until the database answers again.
 */
export class Link {
  private readonly url: string;
  private readonly pools = new Set<pg.Pool>();
  private readonly clients = new Map<Watched, { seen: string; looks: number }>();
  private readonly timer: NodeJS.Timeout;
  private asking = false;
  private closed = false;
  private steps: number;
  down: DatabaseAway | null = null;

  constructor(url: string, { starting = false } = {}) {
    this.url = url;
    this.steps = starting ? startingSteps : usualSteps;
    this.timer = setInterval(() => void this.look(), lookMs).unref();
  }

  watch(pool: pg.Pool): void {
    this.pools.add(pool);
  }

  /** From its first byte on; it is forgotten when its socket closes. */
  follow(client: pg.Client): void {
    const watched = client as unknown as Watched;
    this.clients.set(watched, { seen: "", looks: 0 });
    client.once("end", () => this.clients.delete(watched));
  }

  /** The product has started: from now on somebody waits. */
  settle(): void {
    this.steps = usualSteps;
  }

  close(): void {
    this.closed = true;
    clearInterval(this.timer);
  }

  private silent(): Watched[] {
    const found: Watched[] = [];
    for (const [client, state] of this.clients) {
      const seen = progressOf(client);
      state.looks = seen !== "" && seen === state.seen ? state.looks + 1 : 0;
      state.seen = seen;
      if (state.looks >= silentLooks) found.push(client);
    }
    return found;
  }

  private received(): number {
    let bytes = 0;
    for (const client of this.clients.keys()) bytes += client.connection.stream.bytesRead;
    return bytes;
  }

  private async look(): Promise<void> {
    const silent = this.silent();
    if (this.asking || this.closed || (silent.length === 0 && !this.down)) return;
    this.asking = true;
    const before = this.received();
    try {
      const atWork = await this.ask(silent.flatMap((c) => (c._connecting ? [] : [c.processID!])));
      this.down = null;
      for (const client of silent) this.judge(client, atWork);
    } catch (error) {
      // One that is starved answers late; as long as it brings anything to anybody, it lives.
      const lives = !this.down && this.received() > before;
      if (!this.closed && !lives) this.goDown(error as Error);
    } finally {
      this.asking = false;
    }
  }

  private judge(client: Watched, atWork: ReadonlySet<number> | null): void {
    const state = this.clients.get(client);
    if (!state || state.looks < silentLooks) return;
    // It went on while the database was asked: a lock was given at last.
    if (progressOf(client) !== state.seen) state.looks = 0;
    else if (atWork === null || client._connecting || atWork.has(client.processID!))
      state.looks = silentLooks - restLooks;
    else client.connection.stream.destroy(new DatabaseAway("the database lost this connection"));
  }

  /**
   * Which of these backends are at work now; null where the database answers, but cannot say (it
   * refuses, or a pooler before it has numbers of its own).
   * Throws where it does not answer.
   */
  private async ask(pids: readonly number[]): Promise<ReadonlySet<number> | null> {
    const client = clientOf(this.url, { application_name: "levee:link" });
    client.on("error", () => {});
    try {
      return await unlessLate(
        (async () => {
          await client.connect();
          const { rows } = await client.query<{ own: number; atWork: number[] }>(atWork, [pids]);
          const { own, atWork: found } = rows[0]!;
          return own === (client as unknown as Watched).processID ? new Set(found) : null;
        })(),
        this.steps,
      );
    } catch (error) {
      if (hasSeverity(error)) return null;
      throw error;
    } finally {
      (client as unknown as Watched).connection.stream.destroy(new Error("asked"));
    }
  }

  private goDown(cause: Error): void {
    this.down = new DatabaseAway("the database does not answer", { cause });
    for (const pool of this.pools)
      for (const waiting of (pool as Inner)._pendingQueue.splice(0)) waiting.callback(this.down);
    for (const client of this.clients.keys()) client.connection.stream.destroy(this.down);
  }
}
