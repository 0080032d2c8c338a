import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { startJobs, type Jobs } from "../jobs/jobs.ts";
import { makeAgency } from "../testing/agency.ts";
import { startCollector, type Collector, type Mood, type SentSpan } from "../testing/collector.ts";
import { freshDatabase, memberActor, type TestDatabase } from "../testing/database.ts";
import {
  found,
  ranJobs,
  sendCanaries,
  startCalled,
  watchedJob,
  watchedServer,
} from "./watched.setup.ts";

let t: TestDatabase;
let actor: Actor;
let jobs: Jobs;
let called: Awaited<ReturnType<typeof startCalled>>;
const ends: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
  t = await freshDatabase();
  actor = memberActor((await makeAgency(t.database)).orgId, "admin");
  called = await startCalled();
  jobs = await startJobs(t.app, t.ownerUrl, [watchedJob]);
});
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});
afterAll(async () => {
  called.close();
  await jobs.stop();
  await t.drop();
});

const watched = async (more: Record<string, string> = {}, mood: Mood = "takes") => {
  const collector = await startCollector(mood);
  ends.push(collector.close);
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.address}/`, ...more };
  const { server, telemetry } = await watchedServer(t, actor, env, called.address);
  let stopped: Promise<void> | undefined;
  const stop = () => (stopped ??= telemetry!.stop());
  ends.push(stop, () => server.close());
  return { collector, server, stop };
};
const said = (span: SentSpan) =>
  Object.fromEntries(span.attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
const named = (collector: Collector, name: string) =>
  collector.spans().filter((span) => span.name === name);

test("requests, statements, jobs and calls are told by the names of the program, and nothing that anybody sent is", async () => {
  const { collector, server, stop } = await watched();
  const asked = ranJobs.length;
  vi.spyOn(console, "error").mockImplementation(() => {});
  const { read, written, failed, thrown, refused, strange } = await sendCanaries(server);
  expect([read, written, failed, thrown, refused, strange].map((a) => a.statusCode)).toEqual([
    200, 201, 422, 500, 422, 404,
  ]);
  await vi.waitFor(() => expect(ranJobs.length).toBeGreaterThan(asked), 20_000);
  await jobs.stop();
  jobs = await startJobs(t.app, t.ownerUrl, [watchedJob]);
  await stop();
  vi.restoreAllMocks();

  const [reading] = named(collector, "GET /api/v1/watched/:id");
  expect(said(reading!)).toEqual({
    "http.request.method": "GET",
    "http.route": "/api/v1/watched/:id",
    "http.response.status_code": 200,
  });
  const [writing] = named(collector, "POST /api/v1/watched");
  const below = collector.spans().filter((s) => s.traceId === writing!.traceId);
  const names = below.map((s) => s.name);
  expect(names).toEqual(
    expect.arrayContaining(["select job", "insert job", "commit", "call webhook"]),
  );
  const strays = below.filter(
    (s) => s.spanId !== writing!.spanId && s.parentSpanId !== writing!.spanId,
  );
  expect(strays.map((s) => s.name)).toEqual([]);
  expect(said(below.find((s) => s.name === "call webhook")!)).toEqual({
    "levee.call.purpose": "webhook",
    "http.request.method": "GET",
    "http.response.status_code": 200,
  });
  const [job] = named(collector, "job levee-work");
  expect(job!.links!.map((link) => link.traceId)).toEqual([writing!.traceId]);
  expect(job!.traceId).not.toBe(writing!.traceId);
  const [run] = named(collector, "run test.watched");
  expect([said(run!), run!.status]).toEqual([
    { "levee.job.kind": "test.watched", "error.type": "Error" },
    { code: 2 },
  ]);
  expect(named(collector, "POST /api/v1/watched/:id/fail").length).toBe(1);
  expect(named(collector, "select").map(said)).toContainEqual({
    "db.system.name": "postgresql",
    "error.type": "22P02",
  });
  expect(named(collector, "GET none").length).toBe(1);
  expect(collector.spans().flatMap((s) => s.events ?? [])).toEqual([]);
  expect(collector.spans().filter((s) => s.status.message !== undefined)).toEqual([]);
  expect(collector.figures().length).toBeGreaterThan(20);
  expect(found(collector.text())).toEqual([]);
  for (const id of [actor.orgId!, actor.personId!]) expect(collector.text(), id).not.toContain(id);
});

test("what is sent says which service, version and instance it is of", async () => {
  const { collector, server, stop } = await watched({ OTEL_SERVICE_NAME: "levee-north" });
  await server.inject({ url: "/api/v1/watched/1" });
  await stop();
  for (const attributes of collector.resources())
    expect(
      Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue])),
    ).toEqual({
      "service.name": "levee-north",
      "service.version": expect.stringMatching(/^\d+\.\d+\.\d+$/),
      "service.instance.id": "host:3000",
    });
  expect(collector.resources().length).toBeGreaterThan(1);
});

test("the figures that go out are those of /metrics, under the same names and labels", async () => {
  const { collector, server, stop } = await watched();
  await server.inject({ url: "/api/v1/watched/1" });
  const { body } = await server.inject({ url: "/metrics", headers: { host: "localhost" } });
  await stop();
  const shown = new Map<string, Set<string>>();
  for (const line of body.split("\n").filter((each) => each && !each.startsWith("#"))) {
    const [, name, labels] = /^([a-z_]+?)(?:_bucket|_sum|_count)?(?:\{(.*)\})? /.exec(line)!;
    const keys = [...(labels ?? "").matchAll(/(\w+)="/g)].map(([, key]) => key!);
    const seen = shown.get(name!) ?? new Set();
    shown.set(name!, new Set([...seen, ...keys.filter((key) => key !== "le")]));
  }
  const sent = new Map(
    collector.figures().map((figure) => {
      const points = (figure.sum ?? figure.gauge ?? figure.histogram)!.dataPoints;
      return [figure.name, new Set(points.flatMap((p) => p.attributes.map(({ key }) => key)))];
    }),
  );
  for (const [name, keys] of shown) expect([name, sent.get(name)]).toEqual([name, keys]);
  const requests = collector.figures().find((f) => f.name === "http_request_duration_seconds")!;
  const points = requests.histogram!.dataPoints.filter((p) =>
    p.attributes.some(({ value }) => value.stringValue === "/api/v1/watched/:id"),
  );
  expect(
    points.map((p) => [Number(p.count), p.bucketCounts!.map(Number).reduce((a, b) => a + b)]),
  ).toEqual([[1, 1]]);
});

test("a trace goes on from a proxy that is believed, and from nobody else", async () => {
  const traceId = "4bf92f3577b34da6a3ce929d0e0e4736";
  const headers = { traceparent: `00-${traceId}-00f067aa0ba902b7-01` };
  for (const [trusted, goesOn] of [
    ["off", false],
    ["10.0.0.0/8", false],
    ["127.0.0.1", true],
    ["1", true],
  ] as const) {
    const { collector, server, stop } = await watched({ LEVEE_TRUST_PROXY: trusted });
    await server.inject({ url: "/api/v1/watched/1", headers });
    await stop();
    const [span] = named(collector, "GET /api/v1/watched/:id");
    expect([trusted, span!.traceId === traceId]).toEqual([trusted, goesOn]);
  }
});

test("a sampler that keeps nothing sends no span, and figures all the same", async () => {
  const { collector, server, stop } = await watched({
    OTEL_TRACES_SAMPLER: "parentbased_traceidratio",
    OTEL_TRACES_SAMPLER_ARG: "0",
  });
  await server.inject({ url: "/api/v1/watched/1" });
  await stop();
  expect(collector.spans()).toEqual([]);
  expect(collector.figures().length).toBeGreaterThan(20);
});

test.each(["hangs", "fails"] as const)(
  "a collector that %s delays no request, and the stop by a few seconds at most",
  async (mood) => {
    const { collector, server, stop } = await watched(
      { OTEL_METRIC_EXPORT_INTERVAL: "1000", OTEL_BSP_SCHEDULE_DELAY: "200" },
      mood,
    );
    await server.inject({ url: "/api/v1/watched/1" });
    await vi.waitFor(() => expect(collector.came()).toBeGreaterThan(0), 10_000);
    const began = performance.now();
    for (let n = 0; n < 40; n++) {
      const { statusCode } = await server.inject({ url: "/api/v1/watched/1" });
      expect(statusCode).toBe(200);
    }
    expect(performance.now() - began).toBeLessThan(4_000);
    const stopping = performance.now();
    await stop();
    expect(performance.now() - stopping).toBeLessThan(4_000);
  },
);

test("no collector at the address: requests are answered, the stop does not wait", async () => {
  const { server, telemetry } = await watchedServer(t, actor, {
    OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:9",
  });
  expect((await server.inject({ url: "/api/v1/watched/1" })).statusCode).toBe(200);
  const stopping = performance.now();
  await telemetry!.stop();
  await server.close();
  expect(performance.now() - stopping).toBeLessThan(4_000);
});
