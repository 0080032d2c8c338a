import { noScope, type Database } from "../db.ts";
import { sql } from "../sql.ts";
import { hostsOf } from "../wire/hosts.ts";
import { positionOf, standingOf, type Sample, type Said } from "./lag.model.ts";
import { Line } from "./line.ts";
import type { Needed } from "./marks.ts";
import type { Trouble } from "./words.model.ts";

const everyMs = 1_000;
/** Samples of the primary are kept for the allowed lag and so much longer, in milliseconds. */
const keptMs = 60_000;
/** A trouble that lasts shorter is nobody's matter, in milliseconds. */
const alarmMs = 20_000;
/** Machines that are not there, or none of ours, are asked again after so long, in milliseconds. */
const findMs = 5_000;

type OnPrimary = {
  position: string;
  page: number;
  systemId: string;
  started: string;
  beat: number | null;
  marked: boolean;
};

/** The database, the id under which this process beats there, and after how many seconds one that does not is away. */
type Watched = { database: Database; instance: string; awaySeconds: number };

/** A machine that has come at least so far. */
export type Chosen = { line: Line; needed: bigint };

/**
 * The standby that is read from, and whether it may be. Each second it is asked how far it has come, and
 * the primary how far that must be. It may be read from while it follows this primary, is not further
 * behind than allowed, and all instances note their writes; in all other cases the primary is.
 */
export class Standby {
  private readonly urls: readonly string[];
  private readonly seconds: number;
  private watched: Watched | null = null;
  private timer: NodeJS.Timeout | undefined;
  private looking: Promise<void> | null = null;
  private line: Line | null = null;
  private samples: Sample[] = [];
  private started: string | null = null;
  private systemId = "";
  private findFrom = 0;
  private page = 8192;
  private provedBy: number | null = null;
  private replayed = 0n;
  private trouble: Trouble | null = null;
  private troubleSince: number | null = null;
  private lagMs: number | null = null;
  private readonly counts = { standby: 0, primary: 0 };

  /** `url` may name several machines: the first that is a standby is read from. `seconds`: of the allowed lag. */
  constructor(url: string, seconds: number) {
    this.urls = hostsOf(url);
    this.seconds = seconds;
  }

  /** Looks now and every second from now on, once this process beats. */
  async watch(watched: Watched): Promise<void> {
    this.watched = watched;
    const again = async () => {
      await this.look();
      if (this.watched) this.timer = setTimeout(() => void again(), everyMs).unref();
    };
    await again();
  }

  /** How it stands: the machine, its lag, and how many readings went where. */
  get figures() {
    const { standby, primary } = this.counts;
    const host = this.line?.host ?? null;
    return { host, lagMs: this.lagMs, usable: this.usable, standby, primary };
  }

  /** What is to be said of it; null while it is read from, or is not for moments. */
  get alarm(): Trouble | null {
    const { trouble, troubleSince } = this;
    if (!trouble || troubleSince === null) return null;
    return performance.now() - troubleSince < alarmMs ? null : trouble;
  }

  pools(): ReturnType<Database["pools"]> {
    return this.line?.figures() ?? [];
  }

  count(place: "standby" | "primary"): void {
    this.counts[place]++;
  }

  private get usable(): boolean {
    return this.line !== null && this.trouble === null && this.lagMs !== null;
  }

  /**
   * The machine to read from, where it has come as far as `needed` says; null: the primary is to be read.
   * `unknown` is called where the primary does not know how far that is.
   */
  async choose(
    needed: () => Promise<Needed>,
    unknown: () => Promise<void>,
  ): Promise<Chosen | null> {
    if (!this.usable) return null;
    const { position, started } = await needed();
    // Another primary: the next look begins anew.
    if (started !== this.started) return null;
    if (position === null) {
      await unknown();
      return null;
    }
    const least = positionOf(position, this.page);
    if (this.replayed < least) await this.askAgain();
    const { line } = this;
    return line && this.usable && this.replayed >= least ? { line, needed: least } : null;
  }

  /** Looks at both machines once. */
  look(): Promise<void> {
    this.looking ??= this.lookOnce().finally(() => (this.looking = null));
    return this.looking;
  }

  async close(): Promise<void> {
    this.watched = null;
    clearTimeout(this.timer);
    await this.looking;
    await this.leave();
  }

  private async lookOnce(): Promise<void> {
    if (!this.watched) return;
    // While the primary is away there is nothing to hold the standby against.
    const marked = await this.sample().catch(() => null);
    if (marked === null) return;
    const trouble = (await this.lookAtLine()) ?? (marked ? null : { kind: "unmarked" as const });
    if (!trouble) this.troubleSince = null;
    else this.troubleSince ??= performance.now();
    this.trouble = trouble;
  }

  /** Notes how far the primary is; gives whether all instances note their writes. */
  private async sample(): Promise<boolean> {
    const { database, instance, awaySeconds } = this.watched!;
    const at = performance.now();
    const now = await database.read(noScope).one<OnPrimary>(sql`
      select
        pg_current_wal_insert_lsn()::text as position,
        current_setting('wal_block_size')::int as page, s.system_identifier::text as system_id,
        pg_postmaster_start_time()::text as started,
        (
          select (extract(epoch from seen_at) * 1000000)::bigint
          from instance
          where id = ${instance}
        ) as beat,
        not exists (
          select 1
          from instance
          where not marks_writes
            and seen_at > clock_timestamp() - make_interval(secs => ${awaySeconds})
        ) as marked
      from pg_control_system() s
    `);
    if (now.started !== this.started) this.begin(now);
    this.systemId = now.systemId;
    this.page = now.page;
    this.samples.push({ at, position: positionOf(now.position, now.page), beat: now.beat });
    const oldest = at - this.seconds * 1000 - keptMs;
    while (this.samples.length > 1 && this.samples[0]!.at < oldest) this.samples.shift();
    return now.marked;
  }

  /** Another primary, or the same one anew: what was known of the standby counts no more. */
  private begin({ started, beat }: OnPrimary): void {
    this.provedBy = this.started === null ? null : beat;
    this.started = started;
    this.samples = [];
    this.replayed = 0n;
    this.lagMs = null;
  }

  private async lookAtLine(): Promise<Trouble | null> {
    if (!this.line) return this.find();
    try {
      return await this.judge(this.line, await this.line.ask(this.watched!.instance));
    } catch (error) {
      const { host } = this.line;
      await this.leave();
      return { kind: "away", host, said: (error as Error).message };
    }
  }

  /** Looks for a machine that is a standby of this primary. */
  private async find(): Promise<Trouble | null> {
    if (performance.now() < this.findFrom) return this.trouble;
    const troubles: Trouble[] = [];
    for (const url of this.urls) {
      try {
        const line = await Line.open(url);
        this.line = line;
        const trouble = await this.judge(line, await line.ask(this.watched!.instance));
        if (this.line) return trouble;
        if (trouble) troubles.push(trouble);
      } catch (error) {
        troubles.push({ kind: "away", host: new URL(url).host, said: (error as Error).message });
        await this.leave();
      }
    }
    this.findFrom = performance.now() + findMs;
    return troubles[0] ?? null;
  }

  /** What is wrong with a machine that answered; one that can be none of ours is left. */
  private async judge({ host }: Line, said: Said): Promise<Trouble | null> {
    if (said.systemId !== this.systemId || !said.standby) {
      await this.leave();
      return { kind: said.systemId === this.systemId ? "primary" : "stranger", host };
    }
    const now = performance.now();
    const { lagMs, proven, fork } = standingOf(this.samples, said, now, this.provedBy);
    this.lagMs = null;
    if (fork) {
      await this.leave();
      return { kind: "fork", host };
    }
    if (lagMs > this.seconds * 1000) return { kind: "behind", host, seconds: this.seconds };
    if (!proven) return { kind: "unproven", host };
    this.replayed = said.replayed ?? 0n;
    this.lagMs = Math.round(lagMs);
    return null;
  }

  private async askAgain(): Promise<void> {
    const { line, watched } = this;
    if (!line || !watched) return;
    try {
      const { standby, replayed } = await line.ask(watched.instance);
      if (standby && replayed !== null && this.line === line) this.replayed = replayed;
    } catch {
      // The next look says what is wrong.
    }
  }

  private async leave(): Promise<void> {
    const { line } = this;
    this.line = null;
    this.lagMs = null;
    this.replayed = 0n;
    await line?.close();
  }
}

const known = new WeakMap<Database, Standby>();

/** The standby of this database; null where it has none. */
export const standbyOf = (database: Database): Standby | null => known.get(database) ?? null;

/**
 * Notes that something was written that an agency's readers see, where no transaction of the agency did it
 * (which notes it itself): they read nothing older from now on.
 */
export const noteWrite = async (database: Database, orgId: string | null): Promise<void> => {
  if (orgId && standbyOf(database))
    await database.transaction({ orgId, personId: null }, async () => {});
};

/** That this database is read from a standby besides. */
export const hasStandby = (database: Database, standby: Standby): void =>
  void known.set(database, standby);
