import { spawn, type ChildProcess } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { sealEnvelope } from "#kernel/sealing/envelope.ts";
import { unbase64 } from "#kernel/sealing/bytes.ts";
import { keyStoreAt } from "#server/keystore.ts";

const main = new URL("./main.ts", import.meta.url).pathname;
const secret = "x".repeat(40);
const children: ChildProcess[] = [];
afterEach(() => children.splice(0).forEach((child) => child.kill("SIGKILL")));

const start = async (folder: string, env: Record<string, string> = {}) => {
  const child = spawn(process.execPath, [main], {
    env: {
      PATH: process.env.PATH,
      LEVEE_KEYSTORE_DIR: folder,
      LEVEE_KEYSTORE_SECRET: secret,
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  children.push(child);
  const line = await new Promise<string>((resolve) => {
    child.stdout!.once("data", (data: Buffer) => resolve(data.toString()));
    child.once("exit", (code) => resolve(JSON.stringify({ exit: code })));
  });
  const told = JSON.parse(line) as { port?: number; exit?: number; user?: number };
  return { child, ...told, url: `http://127.0.0.1:${told.port}` };
};
const ended = (child: ChildProcess) =>
  new Promise<void>((resolve) =>
    child.exitCode === null && child.signalCode === null
      ? child.once("exit", () => resolve())
      : resolve(),
  );
const folder = () => join(mkdtempSync(join(tmpdir(), "levee-keystore-")), "store");
const past = "2026-01-01T00:00:00Z";
const now = () => new Date().toISOString();
const make = async (url: string, id: string, solicitationId = "s") => {
  const store = keyStoreAt(() => url, secret);
  const { publicKey } = await store.status();
  const { manifest } = await sealEnvelope({
    binding: {
      envelopeId: id,
      orgId: "o",
      solicitationId,
      vendorId: "v",
      bidId: "b",
      revision: 1,
      envelope: "bid",
    },
    officers: null,
    keyStoreKey: unbase64(publicKey),
    content: {},
  });
  return { store, part: { binding: manifest.binding, opensAt: past, ...manifest.serverPart } };
};

test("what it acknowledged is there after kill -9 in the middle of writing", async () => {
  const place = folder();
  const first = await start(place);
  const acknowledged: string[] = [];
  const writing = Promise.all(
    Array.from({ length: 8 }, async (_, w) => {
      for (let i = 0; i < 500; i++) {
        const { store, part } = await make(first.url, `e${w}-${i}`);
        try {
          await store.keep(part);
        } catch {
          return;
        }
        acknowledged.push(part.binding.envelopeId);
      }
    }),
  );
  while (acknowledged.length < 40) await new Promise((r) => setTimeout(r, 5));
  first.child.kill("SIGKILL");
  await ended(first.child);
  await writing.catch(() => {});
  const second = await start(place);
  const store = keyStoreAt(() => second.url, secret);
  expect((await store.release("s", acknowledged, now())).size).toBe(acknowledged.length);
});

test("its folder is its own; a second process is refused; a wrong secret is refused, logged, and slowed down", async () => {
  const place = folder();
  const one = await start(place);
  expect(statSync(place).mode & 0o777).toBe(0o700);
  for (const name of ["parts", "key"]) expect(statSync(join(place, name)).mode & 0o077).toBe(0);
  expect(await start(place)).toMatchObject({ exit: 75 });
  const ask = (token: string) =>
    fetch(`${one.url}/v1/status`, { headers: { authorization: `Bearer ${token}` } }).then(
      (r) => r.status,
    );
  expect(await ask(secret)).toBe(200);
  const statuses = [];
  for (let i = 0; i < 32; i++) statuses.push(await ask("y".repeat(40)));
  expect([statuses[0], statuses.at(-1)]).toEqual([401, 429]);
  expect(await ask(secret)).toBe(200);
  expect(readFileSync(join(place, "refusals.log"), "utf8").trim().split("\n")).toHaveLength(32);
  one.child.kill("SIGTERM");
  await ended(one.child);
  expect(existsSync(join(place, "lock"))).toBe(false);
});

test("early releases are logged without a part, and past thirty in a minute nothing is given out", async () => {
  const place = folder();
  const { url } = await start(place);
  const { store, part } = await make(url, "early", "future");
  const ready = await make(url, "ready");
  await store.keep({ ...part, opensAt: new Date(Date.now() + 60_000).toISOString() });
  await store.keep(ready.part);
  expect((await store.release("s", ["ready"], now())).size).toBe(1);
  for (let i = 0; i < 30; i++)
    await expect(store.release("future", ["early"], "2099-01-01T00:00:00Z")).rejects.toMatchObject({
      code: "key_store_too_early",
    });
  await expect(store.release("s", ["ready"], now())).rejects.toMatchObject({ status: 429 });
  const log = readFileSync(join(place, "refusals.log"), "utf8");
  expect(log).toContain('"code":"too_early","id":"early"');
  expect(log).not.toMatch(/[\w+/]{43}=/);
});

test("an attended store ends by itself when the last application hangs up, even one that was killed", async () => {
  const { child, url } = await start(folder(), { LEVEE_KEYSTORE_ATTENDED: "on" });
  const line = new AbortController();
  await fetch(`${url}/v1/attend`, {
    headers: { authorization: `Bearer ${secret}` },
    signal: line.signal,
  });
  await new Promise((r) => setTimeout(r, 1600));
  expect(child.exitCode).toBeNull();
  line.abort();
  await ended(child);
  expect(child.exitCode).toBe(0);
});
