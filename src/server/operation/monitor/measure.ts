import { statfs } from "node:fs/promises";
import { monitorEventLoopDelay } from "node:perf_hooks";
import type pg from "pg";
import type { App } from "../../app.ts";
import { hostAheadMs } from "../../db/database-clock.ts";
import { noScope, type Database } from "../../db/db.ts";
import { identityDb, over } from "../../db/scopes/identity.ts";
import { sql } from "../../db/sql.ts";
import { standbyOf } from "../../db/standby/standby.ts";
import { lanes } from "../../jobs/lanes.ts";
import { awaySeconds } from "../heartbeat.ts";
import type { Measured } from "../operation.tables.ts";
import { takeAnswers } from "./answers.ts";
import { allMonitorLines } from "./lines.ts";

const delay = monitorEventLoopDelay({ resolution: 20 });

/** Free room of the disk that files lie on, in percent; null where the system does not say. */
const diskFree = async (folder: string): Promise<number | null> => {
  try {
    const { bavail, blocks } = await statfs(folder);
    return Math.round((1000 * Number(bavail)) / Number(blocks)) / 10;
  } catch {
    return null;
  }
};

const loopDelay = (): number => {
  delay.enable();
  const worst = Math.round(delay.percentile(99) / 1e6);
  delay.reset();
  return worst;
};

let readBefore = 0;
/** How the standby stands, and what was read there since the last call; null where there is none. */
const takeStandby = (database: Database): Measured => {
  const figures = standbyOf(database)?.figures;
  if (!figures) return { standbyLag: null, standbyReads: null };
  const standbyReads = figures.standby - readBefore;
  readBefore = figures.standby;
  return { standbyLag: figures.lagMs, standbyReads };
};

/** What this instance did since the last call, and how its machine stands. */
export const measureInstance = async ({
  database,
  config,
}: Pick<App, "database" | "config">): Promise<Measured> => {
  const pools = [...new Map(database.pools().map((pool) => [pool.role, pool])).values()];
  return {
    ...takeAnswers(),
    memory: Math.round(process.memoryUsage().rss / 1_048_576),
    loop: loopDelay(),
    connections: pools.reduce((sum, { open }) => sum + open, 0),
    connectionsWaiting: pools.reduce((sum, { waiting }) => sum + waiting, 0),
    diskFree: await diskFree(config.LEVEE_DATA_DIR),
    clock: Math.abs(hostAheadMs()),
    ...takeStandby(database),
  };
};

type Queue = { waiting: number; oldest: number };

const jobsWaiting = (database: Database) =>
  database.read(noScope).one<Queue>(sql`
    select
      count(*)::int as waiting,
      coalesce(extract(epoch from clock_timestamp() - min(created_on)), 0)::float8 as oldest
    from pgboss.job
    where name = any(${Object.values(lanes).map(({ queue }) => queue)}::text[])
      and state in ('created', 'retry')
      and start_after <= clock_timestamp()
  `);

const lettersWaiting = (database: Database) =>
  identityDb(database).one<Queue>(sql`
    select
      count(*)::int as waiting,
      coalesce(extract(epoch from clock_timestamp() - min(created_at)), 0)::float8 as oldest
    from mail
    where sent_at is null and failed_at is null
  `);

/** How many instances wrote lately that they are there. */
export const instancesAlive = (database: Database) =>
  database.read(noScope).one<{ n: number }>(sql`
    select count(*)::int as n
    from instance
    where seen_at > clock_timestamp() - make_interval(secs => ${awaySeconds})
  `);

const sealing = new WeakMap<Database, pg.Pool>();
/** Entries of all agencies that the sequencer has not reached: only its role sees them all. */
export const unsealed = (database: Database): Promise<{ n: number; oldest: number }> => {
  let pool = sealing.get(database);
  if (!pool) sealing.set(database, (pool = database.poolAs("levee_sequencer", { max: 1 })));
  return over(pool).one<{ n: number; oldest: number }>(sql`
    select
      count(*)::int as n,
      coalesce(extract(epoch from clock_timestamp() - min(e.at)), 0)::float8 as oldest
    from audit_sequencer s
    join audit_entry e on (e.xid, e.id) > (s.after_xid, s.after_id)
    where not exists (select 1 from audit_leaf l where l.org_id = e.org_id and l.entry_id = e.id)
  `);
};

// What one part of the machine does not answer leaves the others as they are.
const told = <T>(work: Promise<T>): Promise<T | null> => work.catch(() => null);

/** How the installation as a whole stands, with the lines of the areas. */
export const measureWhole = async (app: App): Promise<Measured> => {
  const { database } = app;
  const lines = allMonitorLines();
  const [jobs, letters, alive, entries, ...added] = await Promise.all([
    told(jobsWaiting(database)),
    told(lettersWaiting(database)),
    told(instancesAlive(database)),
    told(unsealed(database)),
    ...lines.map((line) => told(line.read(app))),
  ]);
  return {
    instances: alive?.n ?? null,
    jobsWaiting: jobs?.waiting ?? null,
    jobsOldest: jobs ? Math.round(jobs.oldest) : null,
    lettersWaiting: letters?.waiting ?? null,
    lettersOldest: letters ? Math.round(letters.oldest) : null,
    unsealed: entries?.n ?? null,
    ...Object.fromEntries(lines.map(({ name }, at) => [name, added[at] ?? null])),
  };
};
