// Runs go on while the process of their server is killed again and again: each ends, and tells
// whom it should tell once.
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freePort, demoData, removeData } from "./data.ts";

import { password } from "./people.ts";

let url: string;
let data: string;
let keeper: ChildProcess;
const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));
const ready = async () => (await fetch(`${url}/readyz`).catch(() => null))?.ok === true;
const untilReady = async () => {
  for (const end = Date.now() + 180_000; !(await ready()); await pause(200))
    if (Date.now() > end) throw new Error("the server was not ready within three minutes");
};
beforeAll(async () => {
  const port = await freePort();
  url = `http://localhost:${port}`;
  data = demoData();
  keeper = spawn(process.execPath, ["--max-semi-space-size=8", "bin/supervise.mjs"], {
    env: {
      ...process.env,
      PORT: String(port),
      LEVEE_DATA_DIR: data,
      DATABASE_URL: "",
      LEVEE_DEV: "on",
      LEVEE_SKIP_BUILD: "on",
    },
    stdio: "ignore",
  });
  await untilReady();
}, 200_000);
afterAll(async () => {
  keeper.kill("SIGTERM");
  await once(keeper, "exit");
  removeData(data);
});

const signedIn = async (name: string): Promise<string> => {
  const answer = await fetch(`${url}/auth/v1/token`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      grant_type: "password",
      email: `${name}@demo.levee.test`,
      password,
    }),
  });
  return ((await answer.json()) as { access_token: string }).access_token;
};
const call = async <T>(
  token: string,
  path: string,
  body?: object,
  version?: number,
): Promise<T> => {
  const answer = await fetch(`${url}/api/v1${path}`, {
    ...(body && { method: "POST", body: JSON.stringify(body) }),
    headers: {
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      "idempotency-key": crypto.randomUUID(),
      ...(version !== undefined && { "if-match": `"${version}"` }),
    },
  });
  const said = (await answer.json()) as T;
  if (!answer.ok) throw new Error(`${path}: ${JSON.stringify(said)}`);
  return said;
};

const steps = 8;
const graph = (name: string) => ({
  name,
  nodes: [
    { id: "start", label: "Start", kind: "start", trigger: { on: "hand", noun: null } },
    ...Array.from({ length: steps }, (_, n) => ({
      id: `tell${n}`,
      label: `Tell ${n}`,
      kind: "notice",
      who: { kind: "starter" },
      subject: `${name} {run.number} step ${n}`,
      text: "",
      mail: false,
    })),
    { id: "end", label: "End", kind: "end", outcome: "" },
  ],
  edges: ["start", ...Array.from({ length: steps }, (_, n) => `tell${n}`)].map((from, at) => ({
    from,
    to: at === steps ? "end" : `tell${at}`,
  })),
});

type Version = { id: string; definitionId: string; version: number };
type List = { total: number; items: { status: string; title: string }[] };
const serverOf = (pid: number) =>
  Number(readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ")[0]);

test.skipIf(!existsSync("/proc/self/task"))(
  "killed four times, every run ends and tells each thing once",
  async () => {
    const manager = await signedIn("manager");
    const name = "Killed while it runs";
    const drafted = await call<Version>(manager, "/flow-definitions", graph(name));
    await call(manager, `/flow-definitions/${drafted.id}/actions/publish`, {}, drafted.version);
    const runs = 20;
    for (let n = 0; n < runs; n++)
      await call(manager, "/flow-runs", { definitionId: drafted.definitionId, objectId: null });
    for (let kill = 0; kill < 4; kill++) {
      await pause(900 + 300 * kill);
      process.kill(serverOf(keeper.pid!), "SIGKILL");
      await pause(1_500);
      await untilReady();
    }
    await expect
      .poll(
        async () =>
          (
            await call<List>(
              manager,
              `/flow-runs?status=completed&flow=${drafted.definitionId}&limit=1`,
            )
          ).total,
        { timeout: 120_000, interval: 1_000 },
      )
      .toBe(runs);
    const told = await call<List>(
      manager,
      `/notifications?q=${encodeURIComponent(name)}&limit=200`,
    );
    const titles = told.items.map((notice) => notice.title);
    expect(new Set(titles).size).toBe(runs * steps);
    expect(titles).toHaveLength(runs * steps);
  },
  400_000,
);
