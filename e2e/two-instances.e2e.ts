// Two instances of one database behind a balancer that gives them requests in turn: the purchase
// journey goes through, and one that is killed amid writing loses nothing and does nothing twice.
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createServer, request as forward, type Server } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freePort, makeData, removeData } from "./data.ts";

import { password } from "./people.ts";

type Behind = { port: number; child: ChildProcess };
let balancer: Server;
let url: string;
let data: string;
const behind: Behind[] = [];
let turn = 0;

const alive = () => behind.filter(({ child }) => child.exitCode === null && !child.killed);

const start = async (port: number): Promise<Behind> => {
  const child = spawn(process.execPath, ["--max-semi-space-size=8", "bin/start.mjs"], {
    env: {
      ...process.env,
      PORT: String(port),
      LEVEE_ORIGIN: url,
      LEVEE_DATA_DIR: data,
      LEVEE_SECRET: "two-instances-of-one-database-share-this",
      DATABASE_URL: "",
      LEVEE_DEV: "on",
    },
    stdio: ["ignore", "ignore", "inherit"],
  });
  for (const end = Date.now() + 360_000; ; await new Promise((r) => setTimeout(r, 250))) {
    if ((await fetch(`http://localhost:${port}/readyz`).catch(() => null))?.ok) break;
    if (child.exitCode !== null || Date.now() > end) throw new Error("an instance is not ready");
  }
  return { port, child };
};

/** Passes each request to the next instance; one whose connection breaks is answered 502. */
const balance = (): Server =>
  createServer((asked, answer) => {
    const { port } = alive()[turn++ % alive().length]!;
    const { headers, method, url: path } = asked;
    const passed = forward({ port, method, path, headers, host: "127.0.0.1" }, (given) => {
      answer.writeHead(given.statusCode!, given.headers);
      given.pipe(answer);
      given.on("error", () => answer.destroy());
    });
    passed.on("error", () => {
      if (!answer.headersSent) answer.writeHead(502);
      answer.end();
    });
    answer.on("close", () => passed.destroy());
    asked.pipe(passed);
  });

beforeAll(async () => {
  data = makeData();
  balancer = balance();
  await new Promise<void>((done) => balancer.listen(0, "127.0.0.1", done));
  url = `http://localhost:${(balancer.address() as { port: number }).port}`;
  behind.push(await start(await freePort()));
  behind.push(await start(await freePort()));
}, 600_000);
afterAll(async () => {
  balancer?.closeAllConnections();
  balancer?.close();
  for (const { child } of behind) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill("SIGTERM");
    await once(child, "exit");
  }
  removeData(data);
});

const call = async <T>(
  method: string,
  path: string,
  { token, key, body }: { token?: string; key?: string; body?: object } = {},
): Promise<{ status: number; body: T }> => {
  const answer = await fetch(url + path, {
    method,
    headers: {
      "content-type": "application/json",
      ...(token && { authorization: `Bearer ${token}` }),
      ...(key && { "idempotency-key": key }),
    },
    ...(body && { body: JSON.stringify(body) }),
  }).catch(() => null);
  return {
    status: answer?.status ?? 0,
    body: (await answer?.json().catch(() => null)) as T,
  };
};
const signIn = async (name: string): Promise<string> =>
  (
    await call<{ access_token: string }>("POST", "/auth/v1/token", {
      body: { grant_type: "password", email: `${name}@demo.levee.test`, password },
    })
  ).body.access_token;

test("requests go to both, and a session of the one is known to the other", async () => {
  const token = await signIn("user");
  for (let n = 0; n < 6; n++) expect((await call("GET", "/api/v1/me", { token })).status).toBe(200);
  const admin = await signIn("admin");
  const { body } = await call<{ machine: { instances: unknown[] } }>("GET", "/api/v1/monitoring", {
    token: admin,
  });
  expect(body.machine).not.toBeNull();
});

// In a process of its own: this one balances meanwhile.
const purchase = async (): Promise<{ code: number; said: string }> => {
  const child = spawn(
    process.execPath,
    [
      "node_modules/vitest/vitest.mjs",
      "run",
      "--config",
      "e2e/vitest.config.ts",
      "--project",
      "e2e-people",
      "e2e/purchase.e2e.ts",
    ],
    { env: { ...process.env, E2E_URL: url, LEVEE_JOURNEYS: "purchase" } },
  );
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (piece: Buffer) => (said += piece.toString("utf8")));
  const [code] = (await once(child, "exit")) as [number];
  return { code, said };
};

test("the purchase journey goes through both in turn", async () => {
  const { code, said } = await purchase();
  expect(code, said).toBe(0);
  expect(turn).toBeGreaterThan(200);
}, 600_000);

test("one that is killed amid writing loses nothing and does nothing twice", async () => {
  const token = await signIn("admin");
  const names = Array.from({ length: 300 }, (_, n) => `Written while one was killed ${n + 100}`);
  let written = 0;
  const write = async (name: string) => {
    const key = crypto.randomUUID();
    for (let tries = 0; tries < 20; tries++) {
      const { status, body } = await call("POST", "/api/v1/departments", {
        token,
        key,
        body: { code: `K${name.slice(-3)}`, name },
      });
      if (status === 200 || status === 201) return void written++;
      if (status !== 0 && status !== 409 && status !== 502 && status !== 503)
        throw new Error(`${name}: ${status} ${JSON.stringify(body)}`);
      await new Promise((r) => setTimeout(r, 200));
    }
    throw new Error(`${name} was never taken`);
  };
  const writing = (async () => {
    for (let at = 0; at < names.length; at += 6)
      await Promise.all(names.slice(at, at + 6).map(write));
  })();
  await expect.poll(() => written).toBeGreaterThan(40);
  behind[1]!.child.kill("SIGKILL");
  expect(written).toBeLessThan(names.length);
  await writing;
  const { body } = await call<{ items: { name: string }[] }>("GET", "/api/v1/departments", {
    token,
  });
  const found = body.items.map((item) => item.name).filter((name) => name.includes("killed"));
  expect(found.sort()).toEqual([...names].sort());
  expect((await call("GET", "/readyz")).status).toBe(200);
}, 120_000);
