import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freshDatabase, type TestDatabase } from "../testing/database.ts";
import { assemble } from "../instance.ts";
import { startJobs, type Jobs } from "../jobs/jobs.ts";
import { exposition } from "../telemetry/figures.ts";
import { metricsRefusal } from "./metrics.ts";

let t: TestDatabase;
let server: FastifyInstance;
let jobs: Jobs;
beforeAll(async () => {
  t = await freshDatabase();
  jobs = await startJobs(t.app, t.database.url, []);
  server = await assemble(t.app);
});
afterAll(async () => {
  await server.close();
  await jobs.stop();
  await t.drop();
});

const here = {
  authorization: undefined,
  address: "127.0.0.1",
  host: "localhost:3000",
  proxied: false,
};
const open = { LEVEE_METRICS_TOKEN: undefined, LEVEE_TRUST_PROXY: false as const };

test("without a token this machine only: neither from elsewhere, nor through a proxy, nor under a strange name that leads here", () => {
  for (const address of ["127.0.0.1", "::1", "::ffff:127.0.0.1"])
    expect(metricsRefusal(open, { ...here, address }), address).toBeNull();
  for (const [config, asked] of [
    [open, { address: "10.0.0.9" }],
    [open, { address: "127.0.0.1.evil" }],
    [open, { address: undefined }],
    [open, { proxied: true }],
    [open, { host: "rebound.evil.test" }],
    [{ ...open, LEVEE_TRUST_PROXY: 1 }, {}],
  ] as const)
    expect(metricsRefusal(config, { ...here, ...asked }), JSON.stringify(asked)).toMatchObject({
      status: 403,
      message: "Metrics are read on this machine only, or with a token: set LEVEE_METRICS_TOKEN.",
    });
});

test("with a token whoever sends it, from anywhere, and nobody else, not even this machine", () => {
  const config = { ...open, LEVEE_METRICS_TOKEN: "correct-horse-battery" };
  expect(
    metricsRefusal(config, {
      ...here,
      address: "10.0.0.9",
      proxied: true,
      host: "levee.gov",
      authorization: "Bearer correct-horse-battery",
    }),
  ).toBeNull();
  for (const authorization of [
    undefined,
    "",
    "Bearer ",
    "Bearer correct-horse-batter",
    "correct-horse-battery",
  ])
    expect(metricsRefusal(config, { ...here, authorization })).toMatchObject({
      status: 401,
      code: "metrics_token",
      message: "Send the token of LEVEE_METRICS_TOKEN as Authorization: Bearer.",
    });
});

test("requests are told by route template and class of status, with process, pools and queues; no address of a record stands there", async () => {
  const id = "0190b3a0-0000-7000-8000-00000000abcd";
  await server.inject({ url: `/api/v1/vendors/${id}?q=secret` });
  await server.inject({ url: "/healthz" });
  await server.inject({ url: "/no/such/place" });
  const answer = await server.inject({ url: "/metrics", headers: { host: "localhost" } });
  expect(answer.statusCode).toBe(200);
  expect(answer.headers["content-type"]).toContain("text/plain; version=0.0.4");
  expect(answer.body).toContain(
    'http_request_duration_seconds_count{method="GET",route="/api/v1/vendors/:id",status="4xx"} 1\n',
  );
  expect(answer.body).toContain(
    'http_request_duration_seconds_bucket{method="GET",route="/healthz",status="2xx",le="+Inf"} 1\n',
  );
  expect(answer.body).not.toMatch(/abcd|secret|such\/place/);
  for (const line of [
    /^process_cpu_seconds_total \d/m,
    /^levee_db_up 1$/m,
    /^levee_db_connections_max\{role="levee_app"\} \d+$/m,
    /^levee_queue_waiting\{queue="jobs",lane="short"\} 0$/m,
    /^levee_queue_waiting\{queue="jobs",lane="imports"\} 0$/m,
    /^levee_queue_waiting\{queue="mail"\} 0$/m,
    /^levee_jobs_running\{lane="long"\} 0$/m,
    /^levee_audit_unsealed \d+$/m,
    /^levee_disk_free_bytes\{folder="data"\} \d+$/m,
    /^levee_db_statement_duration_seconds_count [1-9]\d*$/m,
  ])
    expect(answer.body).toMatch(line);
  // Every line is a comment or a sample, and no series stands twice.
  const lines = answer.body.trimEnd().split("\n");
  const samples = lines.filter((l) => !l.startsWith("#"));
  expect(
    samples.filter(
      (l) =>
        !/^[a-z_]+(\{[a-z]+="(?:[^"\\\n]|\\.)*"(?:,[a-z]+="(?:[^"\\\n]|\\.)*")*\})? -?\d+(\.\d+)?(e[+-]\d+)?$/.test(
          l,
        ),
    ),
  ).toEqual([]);
  const series = samples.map((l) => l.slice(0, l.lastIndexOf(" ")));
  expect(new Set(series).size).toBe(series.length);
});

test("a label's quotes, backslashes and line ends are escaped", () => {
  expect(
    exposition([
      {
        name: "x",
        help: "two\nlines",
        type: "gauge",
        samples: [{ labels: { a: 'q"\\\n' }, value: 1 }],
      },
    ]),
  ).toBe('# HELP x two lines\n# TYPE x gauge\nx{a="q\\"\\\\\\n"} 1\n');
});
