import type { App } from "../app.ts";
import { noScope, type Database } from "../db/db.ts";
import { identityDb } from "../db/scopes/identity.ts";
import { sql } from "../db/sql.ts";
import { lanes } from "../jobs/lanes.ts";
import { allMonitorLines } from "../operation/monitor/lines.ts";
import { instancesAlive, unsealed } from "../operation/monitor/measure.ts";
import type { Labels } from "./durations.ts";
import type { Figure } from "./figures.ts";

type Queue = { waiting: number; active: number; failed: number; oldest: number };
type Series = Queue & { labels: Labels };

const jobsByLane = async (database: Database): Promise<Series[]> => {
  const queues = Object.entries(lanes).map(([lane, { queue }]) => ({ lane, queue }));
  const found = await database.read(noScope).rows<Queue & { name: string }>(sql`
    select
      name, count(*) filter (where state in ('created', 'retry'))::int as waiting,
      count(*) filter (where state = 'active')::int as active,
      count(*) filter (where state = 'failed')::int as failed,
      coalesce(
        extract(epoch from clock_timestamp() - min(created_on) filter (
          where state in ('created', 'retry')
          and start_after <= clock_timestamp()
        )),
        0
      )::float8 as oldest
    from pgboss.job
    where name = any(${queues.map(({ queue }) => queue)}::text[])
    group by name
  `);
  const none: Queue = { waiting: 0, active: 0, failed: 0, oldest: 0 };
  return queues.map(({ lane, queue }) => ({
    ...(found.find(({ name }) => name === queue) ?? none),
    labels: { queue: "jobs", lane },
  }));
};

const letters = async (database: Database): Promise<Series> => ({
  ...(await identityDb(database).one<Queue>(sql`
    select
      count(*) filter (where sent_at is null and failed_at is null)::int as waiting, 0 as active,
      count(*) filter (where failed_at is not null)::int as failed,
      coalesce(
        extract(epoch from clock_timestamp() - min(created_at) filter (
          where sent_at is null
          and failed_at is null
        )),
        0
      )::float8 as oldest
    from mail
    where sent_at is null
  `)),
  labels: { queue: "mail" },
});

const queueFigures = async (database: Database): Promise<Figure[]> => {
  const [jobs, mail] = await Promise.all([jobsByLane(database), letters(database)]);
  const of = (
    name: string,
    help: string,
    series: readonly Series[],
    value: (queue: Queue) => number,
  ): Figure => ({
    name,
    help,
    type: "gauge",
    samples: series.map((each) => ({ labels: each.labels, value: value(each) })),
  });
  const both = [...jobs, mail];
  return [
    of(
      "levee_queue_waiting",
      "Jobs that wait for a worker by lane, letters that wait for the mail server.",
      both,
      (q) => q.waiting,
    ),
    of("levee_queue_failed", "Jobs and letters that were given up.", both, (q) => q.failed),
    of(
      "levee_queue_oldest_seconds",
      "How long the oldest has been waiting.",
      both,
      (q) => q.oldest,
    ),
    {
      name: "levee_jobs_running",
      help: "Jobs that are being worked on, by any instance.",
      type: "gauge",
      samples: jobs.map(({ labels: { lane }, active }) => ({
        labels: { lane: lane! },
        value: active,
      })),
    },
  ];
};

const gauge = (name: string, help: string, value: number | null): Figure => ({
  name,
  help,
  type: "gauge",
  samples: value === null ? [] : [{ value }],
});

const backupAge = (app: App): Promise<number | null> =>
  allMonitorLines()
    .find(({ name }) => name === "backupAge")
    ?.read(app)
    .catch(() => null) ?? Promise.resolve(null);

/** What is of the whole installation, whichever instance tells it; throws where the database is away. */
export const wholeFigures = async (app: App): Promise<Figure[]> => {
  const [queues, alive, entries, backup] = await Promise.all([
    queueFigures(app.database),
    instancesAlive(app.database),
    unsealed(app.database),
    backupAge(app),
  ]);
  return [
    ...queues,
    gauge("levee_instances", "Instances that say they are there.", alive.n),
    gauge(
      "levee_audit_unsealed",
      "Entries of the audit record that are not sealed yet.",
      entries.n,
    ),
    gauge(
      "levee_audit_unsealed_oldest_seconds",
      "How long the oldest of them has been waiting.",
      entries.oldest,
    ),
    gauge(
      "levee_backup_age_seconds",
      "Age of the newest backup; nothing while there is none.",
      backup,
    ),
  ];
};
