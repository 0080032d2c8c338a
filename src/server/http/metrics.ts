import { createHash, timingSafeEqual } from "node:crypto";
import { performance } from "node:perf_hooks";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { notAllowed, notSignedIn, type Problem } from "#kernel/errors.ts";
import type { Config } from "../config.ts";
import { noScope, type Database } from "../db/db.ts";
import { hostAheadMs } from "../db/database-clock.ts";
import { identityDb } from "../db/scopes/identity.ts";
import { sql } from "../db/sql.ts";
import { standbyOf } from "../db/standby/standby.ts";
import { faultCounts } from "../faults.ts";
import { noteAnswer } from "../operation/monitor/answers.ts";
import { isLocal } from "./https.ts";

/** Upper bounds in seconds. */
const bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10] as const;
type Durations = { labels: Labels; counts: number[]; sum: number; count: number };
type Labels = Readonly<Record<string, string>>;
type Sample = { labels?: Labels; value: number; suffix?: string };
type Metric = {
  name: string;
  help: string;
  type: "counter" | "gauge" | "histogram";
  samples: readonly Sample[];
};

const escaped = (text: string) => text.replace(/[\\"\n]/g, (c) => (c === "\n" ? "\\n" : `\\${c}`));
const labelled = (labels: Labels = {}) => {
  const parts = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`);
  return parts.length > 0 ? `{${parts.join(",")}}` : "";
};
/** Metrics in the text format of Prometheus, version 0.0.4. */
export const exposition = (metrics: readonly Metric[]): string =>
  metrics
    .map((m) =>
      [
        `# HELP ${m.name} ${m.help.replace(/[\\\n]/g, " ")}`,
        `# TYPE ${m.name} ${m.type}`,
        ...m.samples.map((s) => `${m.name}${s.suffix ?? ""}${labelled(s.labels)} ${s.value}`),
      ].join("\n"),
    )
    .join("\n") + "\n";

/**
 * Durations of requests by method, route template and class of status: never by address, so that
 * neither a record nor a visitor is named and the series stay few.
 */
const stopwatch = () => {
  const all = new Map<string, Durations>();
  return {
    note: (method: string, route: string, status: number, seconds: number) => {
      const key = `${method} ${route} ${Math.floor(status / 100)}`;
      let d = all.get(key);
      if (!d)
        all.set(
          key,
          (d = {
            labels: { method, route, status: `${Math.floor(status / 100)}xx` },
            counts: bounds.map(() => 0),
            sum: 0,
            count: 0,
          }),
        );
      const at = bounds.findIndex((b) => seconds <= b);
      if (at >= 0) d.counts[at]!++;
      d.sum += seconds;
      d.count++;
    },
    samples: (): Sample[] =>
      [...all.values()].flatMap((d) => {
        let below = 0;
        return [
          ...bounds.map((b, i) => ({
            suffix: "_bucket",
            labels: { ...d.labels, le: String(b) },
            value: (below += d.counts[i]!),
          })),
          { suffix: "_bucket", labels: { ...d.labels, le: "+Inf" }, value: d.count },
          { suffix: "_sum", labels: d.labels, value: Number(d.sum.toFixed(6)) },
          { suffix: "_count", labels: d.labels, value: d.count },
        ];
      }),
  };
};

const processMetrics = (): Metric[] => {
  const cpu = process.cpuUsage();
  const memory = process.memoryUsage();
  const loop = performance.eventLoopUtilization();
  const gauge = (name: string, help: string, value: number): Metric => ({
    name,
    help,
    type: "gauge",
    samples: [{ value }],
  });
  return [
    {
      name: "process_cpu_seconds_total",
      help: "CPU time of this instance, without its database.",
      type: "counter",
      samples: [{ value: (cpu.user + cpu.system) / 1e6 }],
    },
    gauge("process_resident_memory_bytes", "Resident memory.", memory.rss),
    gauge("nodejs_heap_used_bytes", "Used heap.", memory.heapUsed),
    gauge(
      "process_start_time_seconds",
      "When the process began, Unix time.",
      Math.round(performance.timeOrigin) / 1000,
    ),
    {
      name: "nodejs_eventloop_active_seconds_total",
      help: "Time in which the main thread was busy; its rate is how full it is, 0 to 1.",
      type: "counter",
      samples: [{ value: Number((loop.active / 1000).toFixed(3)) }],
    },
  ];
};

const poolMetrics = (database: Database): Metric[] => {
  const pools = [...new Map(database.pools().map((p) => [p.role, p])).values()];
  const by = (value: (p: (typeof pools)[number]) => number) =>
    pools.map((p) => ({ labels: { role: p.role }, value: value(p) }));
  return [
    {
      name: "levee_db_connections",
      help: "Open connections to the database by role.",
      type: "gauge",
      samples: by((p) => p.open),
    },
    {
      name: "levee_db_connections_idle",
      help: "Connections that nobody uses.",
      type: "gauge",
      samples: by((p) => p.idle),
    },
    {
      name: "levee_db_connections_max",
      help: "As many connections at most.",
      type: "gauge",
      samples: by((p) => p.max),
    },
    {
      name: "levee_db_waiting",
      help: "Who waits for a connection.",
      type: "gauge",
      samples: by((p) => p.waiting),
    },
  ];
};

const standbyMetrics = (database: Database): Metric[] => {
  const standby = standbyOf(database);
  if (!standby) return [];
  const { usable, lagMs, standby: there, primary } = standby.figures;
  return [
    {
      name: "levee_late_reads_total",
      help: "Statements that may come from the standby, by where they were answered.",
      type: "counter",
      samples: [
        { labels: { place: "standby" }, value: there },
        { labels: { place: "primary" }, value: primary },
      ],
    },
    {
      name: "levee_standby_up",
      help: "1 while the standby may be read from.",
      type: "gauge",
      samples: [{ value: usable ? 1 : 0 }],
    },
    {
      name: "levee_standby_lag_seconds",
      help: "How far the standby is behind; nothing while that is not known.",
      type: "gauge",
      samples: lagMs === null ? [] : [{ value: lagMs / 1000 }],
    },
  ];
};

const faultMetrics = (): Metric => ({
  name: "levee_faults_total",
  help: "What those who run the server must look at: lost or unreadable files, errors that nobody caught.",
  type: "counter",
  samples: faultCounts().map(([kind, value]) => ({ labels: { kind }, value })),
});

type Queue = { waiting: number; active: number; failed: number; oldest: number };
const queueMetrics = async (database: Database): Promise<Metric[]> => {
  const [jobs, mail] = await Promise.all([
    database.read(noScope).one<Queue>(sql`
      select
        count(*) filter (where state in ('created', 'retry')) as waiting,
        count(*) filter (where state = 'active') as active,
        count(*) filter (where state = 'failed') as failed,
        coalesce(
          extract(epoch from clock_timestamp() - min(created_on) filter (
            where state in ('created', 'retry')
            and start_after <= clock_timestamp()
          )),
          0
        )::float8 as oldest
      from pgboss.job
      where name = 'levee-work'
    `),
    identityDb(database).one<Queue>(sql`
      select
        count(*) filter (where sent_at is null and failed_at is null) as waiting, 0 as active,
        count(*) filter (where failed_at is not null) as failed,
        coalesce(
          extract(epoch from clock_timestamp() - min(created_at) filter (
            where sent_at is null
            and failed_at is null
          )),
          0
        )::float8 as oldest
      from mail
      where sent_at is null
    `),
  ]);
  const both = (name: string, help: string, value: (q: Queue) => number): Metric => ({
    name,
    help,
    type: "gauge",
    samples: [
      { labels: { queue: "jobs" }, value: value(jobs) },
      { labels: { queue: "mail" }, value: value(mail) },
    ],
  });
  return [
    both(
      "levee_queue_waiting",
      "Jobs that wait for a worker, letters that wait for the mail server.",
      (q) => Number(q.waiting),
    ),
    both("levee_queue_failed", "Jobs and letters that were given up.", (q) => Number(q.failed)),
    both("levee_queue_oldest_seconds", "How long the oldest has been waiting.", (q) =>
      Number(q.oldest),
    ),
    {
      name: "levee_jobs_running",
      help: "Jobs that are being worked on, by any instance.",
      type: "gauge",
      samples: [{ value: Number(jobs.active) }],
    },
  ];
};

const digest = (text: string) => createHash("sha256").update(text).digest();
/**
 * Why a request may not read the metrics, or null: with a token set only who sends it; without one
 * only this machine itself, asked by its own name and not through a proxy.
 */
export const metricsRefusal = (
  config: Pick<Config, "LEVEE_METRICS_TOKEN" | "LEVEE_TRUST_PROXY">,
  asked: {
    authorization: string | undefined;
    address: string | undefined;
    host: string;
    proxied: boolean;
  },
): Problem | null => {
  if (config.LEVEE_METRICS_TOKEN)
    return timingSafeEqual(
      digest(asked.authorization ?? ""),
      digest(`Bearer ${config.LEVEE_METRICS_TOKEN}`),
    )
      ? null
      : notSignedIn(
          "metrics_token",
          "Send the token of LEVEE_METRICS_TOKEN as Authorization: Bearer.",
        );
  const here = /^(::1|(::ffff:)?127\.\d+\.\d+\.\d+)$/.test(asked.address ?? "");
  return here && !config.LEVEE_TRUST_PROXY && !asked.proxied && isLocal(asked.host)
    ? null
    : notAllowed(
        "Metrics are read on this machine only, or with a token: set LEVEE_METRICS_TOKEN.",
      );
};

const proxyHeaders = ["forwarded", "x-forwarded-for", "x-forwarded-host", "x-real-ip", "via"];
const askedOf = (request: FastifyRequest) => ({
  authorization: request.headers.authorization,
  address: request.raw.socket.remoteAddress,
  host: request.headers.host ?? "",
  proxied: proxyHeaders.some((name) => request.headers[name] !== undefined),
});

/** `GET /metrics` in Prometheus text, and the clock on every request that it tells of. */
export const metrics = (
  server: FastifyInstance,
  { config, database }: { config: Config; database: Database },
): void => {
  const watch = stopwatch();
  server.addHook("onResponse", async (request, reply) => {
    // An open stream of events is no slow answer.
    if (String(reply.raw.getHeader("content-type") ?? "").startsWith("text/event-stream")) return;
    noteAnswer(request.method, request.url, reply.statusCode, reply.elapsedTime);
    watch.note(
      request.method,
      request.routeOptions.url ?? "none",
      reply.statusCode,
      reply.elapsedTime / 1000,
    );
  });
  server.get("/metrics", { schema: { hide: true } }, async (request, reply) => {
    const refusal = metricsRefusal(config, askedOf(request));
    if (refusal?.status === 401) reply.header("www-authenticate", "Bearer");
    if (refusal) throw refusal;
    // A database that does not answer is told of, and the rest is told all the same.
    const queues = await queueMetrics(database).catch(() => null);
    return reply
      .header("cache-control", "no-store")
      .type("text/plain; version=0.0.4; charset=utf-8")
      .send(
        exposition([
          ...processMetrics(),
          {
            name: "http_request_duration_seconds",
            help: "Answers by route template and class of status.",
            type: "histogram",
            samples: watch.samples(),
          },
          ...poolMetrics(database),
          ...standbyMetrics(database),
          faultMetrics(),
          {
            name: "levee_db_up",
            help: "1 when the database answered this request.",
            type: "gauge",
            samples: [{ value: queues ? 1 : 0 }],
          },
          {
            name: "levee_clock_ahead_seconds",
            help: "By how much this machine's clock is ahead of the database's.",
            type: "gauge",
            samples: [{ value: hostAheadMs() / 1000 }],
          },
          ...(queues ?? []),
        ]),
      );
  });
};
