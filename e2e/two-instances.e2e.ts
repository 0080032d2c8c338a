// Two instances of one database behind a balancer that gives them requests in turn: the purchase
// journey goes through, and one that is killed amid writing loses nothing and does nothing twice.
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeData, removeData } from "./data.ts";
import { startPair, type Pair } from "./pair.ts";
import { password } from "./people.ts";

let pair: Pair;
let url: string;
let data: string;

beforeAll(async () => {
  data = makeData();
  const settings = { LEVEE_SECRET: "two-instances-of-one-database-share-this" };
  pair = await startPair(data, [settings, settings]);
  ({ url } = pair);
}, 600_000);
afterAll(async () => {
  await pair?.stop();
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

test("the purchase journey goes through both in turn", async () => {
  const { code, said } = await pair.run("purchase");
  expect(code, said).toBe(0);
  expect(pair.turns()).toBeGreaterThan(200);
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
  pair.behind[1]!.child.kill("SIGKILL");
  expect(written).toBeLessThan(names.length);
  await writing;
  const { body } = await call<{ items: { name: string }[] }>("GET", "/api/v1/departments", {
    token,
  });
  const found = body.items.map((item) => item.name).filter((name) => name.includes("killed"));
  expect(found.sort()).toEqual([...names].sort());
  expect((await call("GET", "/readyz")).status).toBe(200);
}, 120_000);
