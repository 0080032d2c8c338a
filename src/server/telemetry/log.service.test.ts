import fs from "node:fs";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { reportFault } from "../faults.ts";
import { startJobs, type Jobs } from "../jobs/jobs.ts";
import { makeAgency } from "../testing/agency.ts";
import { startCollector } from "../testing/collector.ts";
import { freshDatabase, memberActor, type TestDatabase } from "../testing/database.ts";
import { logSentence, sayInJson, toldOf } from "./log.ts";
import {
  canaries,
  found,
  ranJobs,
  sendCanaries,
  watchedJob,
  watchedServer,
} from "./watched.setup.ts";

let t: TestDatabase;
let actor: Actor;
let jobs: Jobs;
beforeAll(async () => {
  t = await freshDatabase();
  actor = memberActor((await makeAgency(t.database)).orgId, "admin");
  jobs = await startJobs(t.app, t.ownerUrl, [watchedJob]);
});
afterAll(async () => {
  await jobs.stop();
  await t.drop();
});

type Line = {
  time: string;
  level: string;
  msg: string;
  trace_id?: string;
  [more: string]: unknown;
};

/** What the work writes to standard output and error, by the console, the stream or the log. */
const written = async (work: () => Promise<unknown>): Promise<string> => {
  const parts: string[] = [];
  const keep = (text: unknown) => void parts.push(String(text));
  const spies = [
    vi.spyOn(process.stdout, "write").mockImplementation(((text: unknown) => keep(text)) as never),
    vi.spyOn(process.stderr, "write").mockImplementation(((text: unknown) => keep(text)) as never),
    vi.spyOn(fs, "write").mockImplementation(((fd: number, text: unknown, ...rest: unknown[]) => {
      keep(text);
      (rest.at(-1) as (error: null, n: number) => void)(null, Buffer.byteLength(String(text)));
    }) as never),
    vi.spyOn(fs, "writeSync").mockImplementation(((_fd: number, text: unknown) => {
      keep(text);
      return Buffer.byteLength(String(text));
    }) as never),
  ];
  try {
    await work();
    await new Promise((resolve) => setTimeout(resolve, 100));
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
  return parts.join("");
};

test("with json every line is one of JSON, told by route template with the trace's id, and nothing that anybody sent stands in one", async () => {
  const collector = await startCollector();
  const text = await written(async () => {
    const undo = sayInJson();
    const { server, telemetry } = await watchedServer(t, actor, {
      LEVEE_LOG: "json",
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.address,
    });
    const asked = ranJobs.length;
    await sendCanaries(server);
    await vi.waitFor(() => expect(ranJobs.length).toBeGreaterThanOrEqual(asked), 5_000);
    console.error(`report of ${canaries.id}:`, new Error(canaries.message));
    console.error(`jobs: ${canaries.message}`);
    console.error("sent to", `"${canaries.name}"`, canaries.address);
    reportFault("file_missing", "a file of an attachment", new Error(canaries.name));
    logSentence("info", "Levee is at https://levee.county.gov");
    server.log.error(new Error(canaries.message));
    server.log.error({ err: new Error(canaries.message) }, "sign-in with the provider failed");
    await server.close();
    await telemetry!.stop();
    undo();
  });
  await collector.close();
  const lines = text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Line);
  expect(found(text)).toEqual([]);
  expect(lines.every(({ time, level, msg }) => Boolean(Date.parse(time) && level && msg))).toBe(
    true,
  );
  const answer = lines.find(
    (line) =>
      line.msg === "answered" && line.route === "/api/v1/watched/:id" && line.status === 200,
  );
  expect(answer).toMatchObject({
    level: "info",
    method: "GET",
    trace_id: expect.stringMatching(/^[0-9a-f]{32}$/),
  });
  const thrown = lines.find(
    (line) =>
      line.msg === "a request failed" &&
      (line.request as { route: string }).route === "/api/v1/watched/:id/throw",
  );
  expect(thrown).toMatchObject({
    level: "error",
    trace_id: expect.stringMatching(/^[0-9a-f]{32}$/),
    request: { method: "GET", route: "/api/v1/watched/:id/throw" },
    error: { type: "Error", cause: { type: "Error" } },
  });
  expect((thrown!.error as { at: string[] }).at[0]).toContain("watched.setup.ts");
  const messages = lines.map(({ msg }) => msg);
  for (const msg of [
    "report of :id",
    "jobs",
    "sent to :value :address",
    "fault file_missing: a file of an attachment",
    "Levee is at https://levee.county.gov",
    "an error",
    "sign-in with the provider failed",
  ])
    expect(messages).toContain(msg);
});

test("without json the log tells requests by route template too", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const text = await written(async () => {
    const { server } = await watchedServer(t, actor, { LEVEE_LOG: "info" });
    await sendCanaries(server);
    await server.close();
  });
  vi.restoreAllMocks();
  expect(found(text)).toEqual([]);
  expect(text).toContain('"req":{"method":"GET","route":"/api/v1/watched/:id"}');
});

test("of an error its kind, code and rule of the database are told, and where it was thrown", () => {
  const error = Object.assign(new TypeError(canaries.name), {
    code: "23505",
    constraint: "vendor_org_id_number_key",
    detail: canaries.address,
  });
  expect(toldOf(error)).toMatchObject({
    type: "TypeError",
    code: "23505",
    constraint: "vendor_org_id_number_key",
  });
  expect(found(JSON.stringify(toldOf(error)))).toEqual([]);
  expect(toldOf("text")).toEqual({ type: "string", at: [] });
});
