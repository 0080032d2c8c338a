// The finance review of a resource request makes a requisition. The process of the server is killed in
// the middle of twenty such reviews: each request has one requisition or none, and says which; asked again,
// each is funded once.
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { afterAll, beforeAll, expect, test } from "vitest";
import { demoData, freePort, removeData } from "./data.ts";

import { password } from "./people.ts";

let url: string;
let data: string;
let server: ChildProcess;
const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));
const ready = async () => (await fetch(`${url}/readyz`).catch(() => null))?.ok === true;
const untilReady = async () => {
  for (const end = Date.now() + 180_000; !(await ready()); await pause(200))
    if (Date.now() > end) throw new Error("the server was not ready within three minutes");
};
// Without the supervisor, which gives up after five ends within ten minutes.
const start = () => {
  server = spawn(process.execPath, ["--max-semi-space-size=8", "bin/start.mjs"], {
    env: {
      ...process.env,
      PORT: new URL(url).port,
      LEVEE_DATA_DIR: data,
      DATABASE_URL: "",
      LEVEE_DEV: "on",
      LEVEE_SKIP_BUILD: "on",
    },
    stdio: "ignore",
  });
  return untilReady();
};
const ended = (signal: "SIGKILL" | "SIGTERM") => {
  const gone = once(server, "exit");
  server.kill(signal);
  return gone;
};
beforeAll(async () => {
  url = `http://localhost:${await freePort()}`;
  data = demoData();
  await start();
}, 200_000);
afterAll(async () => {
  await ended("SIGTERM");
  removeData(data);
});

type Name = "admin" | "buyer" | "ap";
const signedIn = async (name: Name): Promise<string> => {
  const answer = await fetch(`${url}/auth/v1/token`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ grant_type: "password", email: `${name}@demo.levee.test`, password }),
  });
  return ((await answer.json()) as { access_token: string }).access_token;
};
const tokens = {} as Record<Name, string>;
const send = (who: Name, path: string, body?: object) =>
  fetch(`${url}/api/v1${path}`, {
    ...(body && { method: "POST", body: JSON.stringify(body) }),
    headers: {
      authorization: `Bearer ${tokens[who]}`,
      "content-type": "application/json",
      "idempotency-key": crypto.randomUUID(),
    },
  });
const call = async <T>(who: Name, path: string, body?: object): Promise<T> => {
  const answer = await send(who, path, body);
  const said = (await answer.json()) as T;
  if (!answer.ok) throw new Error(`${path}: ${JSON.stringify(said)}`);
  return said;
};

type Request = {
  id: string;
  number: string;
  status: string;
  requisitionId: string | null;
  lines: { id: string }[];
};
const request = (id: string) => call<Request>("admin", `/incident-requests/${id}`);
const step = (who: Name, id: string, action: string, body: object = {}) =>
  call(who, `/incident-requests/${id}/actions/${action}`, body);
const requisitionsOf = async (number: string) =>
  (
    await call<{ items: { title: string }[] }>(
      "admin",
      `/requisitions?q=${encodeURIComponent(number)}&limit=50`,
    )
  ).items.filter((r) => r.title.startsWith(`${number}:`)).length;

const inReview = async (incidentId: string, n: number): Promise<string> => {
  const { id } = await call<Request>("buyer", "/incident-requests", {
    incidentId,
    title: `Pump ${n}`,
    need: "Keeps the lift station dry during the storm.",
    category: "B",
    neededAt: new Date(Date.now() + 6 * 3_600_000).toISOString(),
    lines: [{ description: "Pump, six inches", quantity: "1", unit: "each", unitPrice: "1900" }],
  });
  await step("admin", id, "approveSection");
  await step("buyer", id, "check");
  const { lines } = await request(id);
  await step("buyer", id, "order", { sources: [{ lineId: lines[0]!.id, source: "purchase" }] });
  await step("buyer", id, "toFinance");
  return id;
};
const kills = 20;
test(`killed ${kills} times while finance reviews, each request has one requisition or none`, async () => {
  for (const name of ["admin", "buyer", "ap"] as const) tokens[name] = await signedIn(name);
  const { items } = await call<{ items: { id: string; status: string }[] }>(
    "admin",
    "/incidents?sort=beginsOn&limit=20",
  );
  const { id: incidentId } = items.find(({ status }) =>
    ["activated", "response", "recovery"].includes(status),
  )!;
  const requests: string[] = [];
  for (let n = 0; n < kills; n++) requests.push(await inReview(incidentId, n));
  const ends = { funded: 0, waiting: 0 };
  for (const [n, id] of requests.entries()) {
    // The answer is lost with the process, or comes before it: both are told by the record.
    const asked = send("ap", `/incident-requests/${id}/actions/fund`, {}).catch(() => null);
    await pause(n * 6);
    await ended("SIGKILL");
    await asked;
    await start();
    const { number, status, requisitionId } = await request(id);
    const made = await requisitionsOf(number);
    expect([0, 1]).toContain(made);
    expect(requisitionId !== null).toBe(made === 1);
    expect(status === "finance_review").toBe(made === 0);
    ends[made === 1 ? "funded" : "waiting"] += 1;
  }
  expect(ends.funded + ends.waiting).toBe(kills);
  for (const id of requests) {
    const { number, requisitionId } = await request(id);
    if (requisitionId === null) await step("ap", id, "fund");
    expect(await requisitionsOf(number)).toBe(1);
  }
}, 1_500_000);
