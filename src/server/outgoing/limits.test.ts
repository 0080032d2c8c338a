import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ownCertificate } from "../testing/certificate.ts";
import { openStandIn, type StandIn, type StandInAnswer } from "../testing/stand-in.ts";
import { readAllowedHosts } from "./address.ts";
import { openOutgoing, type Outgoing, type Question } from "./outgoing.ts";
import { fetchOf } from "./operator.ts";

const gives: Record<string, StandInAnswer> = {
  "/well": { body: "well" },
  "/slow": { body: "slow", delayMs: 150 },
  "/silent": { fault: "silent" },
  "/cut": { body: "half of it", fault: "cut" },
  "/endless": { fault: "endless" },
  "/large": { body: "x".repeat(5000) },
  "/bomb": { body: Buffer.alloc(300_000), packed: true },
  "/packed": { body: "packed", packed: true },
  "/broken": { body: "no gzip", headers: { "content-encoding": "gzip" } },
  "/odd": { body: "odd", headers: { "content-encoding": "exi" } },
  "/list": { body: "list", etag: '"v1"' },
  "/asks": { status: 429, headers: { "retry-after": "120" } },
  "/down": { status: 503 },
};
let source: StandIn;
let now = 0;
const opened: Outgoing[] = [];
// Each client of its own has its own queue and pauses.
const fresh = () => {
  const made = openOutgoing({
    allow: readAllowedHosts(`http://source.test:${source.port},http://other.test:${source.port}`)!,
    resolve: async () => [{ address: "127.0.0.1", family: 4 }],
    now: () => now,
  });
  opened.push(made);
  return made;
};
beforeAll(async () => void (source = await openStandIn((path) => gives[path] ?? { status: 404 })));
afterAll(async () => {
  await Promise.all(opened.map((each) => each.close()));
  await source.close();
});
const at = (path: string, host = "source.test") => `http://${host}:${source.port}${path}`;
const said = async (by: Outgoing, path: string, question: Question = {}, host?: string) => {
  try {
    const answer = await by.call(at(path, host), question);
    return `${answer.status} ${await text(answer.body)}`.trim();
  } catch (error) {
    return (error as { rule?: string }).rule ?? String(error);
  }
};

test("an answer is cut at its size, also one without end or packed, and at its time; a broken one is refused", async () => {
  const limits = { mostBytes: 1000, wholeMs: 400, backOff: false };
  const wanted: Record<string, string> = {
    "/well": "200 well",
    "/packed": "200 packed",
    "/slow": "200 slow",
    "/silent": "time",
    "/cut": "connection",
    "/endless": "size",
    "/large": "size",
    "/bomb": "size",
    "/broken": "encoding",
    "/odd": "encoding",
    "/none": "404",
  };
  const by = fresh();
  const found: Record<string, string> = {};
  for (const path of Object.keys(wanted)) found[path] = await said(by, path, { limits });
  expect(found).toEqual(wanted);
  expect(await said(by, "/endless", { limits: { ...limits, mostBytes: 1e12 } })).toBe("time");
  const left = new AbortController();
  setTimeout(() => left.abort(new Error("gone")), 20);
  expect(await said(by, "/silent", { signal: left.signal })).toBe("Error: gone");
});

test("a host that never answers holds no other host; its own calls wait in a queue that gives up", async () => {
  const by = fresh();
  const limits = { atOnce: 2, queue: 1, waitMs: 100, wholeMs: 600 };
  const held = [1, 2].map(() => said(by, "/silent", { limits }));
  const waiting = said(by, "/well", { limits });
  expect(await said(by, "/well", { limits })).toBe("busy"); // the queue is full
  expect(await said(by, "/well", { limits }, "other.test")).toBe("200 well");
  expect(await waiting).toBe("busy"); // it gave up
  expect(await Promise.all(held)).toEqual(["time", "time"]);
  // The places are free again, and bodies that nobody reads give theirs back.
  now += 600_000;
  for (let n = 0; n < 3; n++) (await by.call(at("/large"), { limits })).body.destroy();
  expect(await said(by, "/well", { limits })).toBe("200 well");
});

test("a host that fails is left alone, longer each time, or as long as it asks", async () => {
  const by = fresh();
  const before = source.asked.length;
  for (const rest of [1_000, 2_000, 4_000]) {
    expect(await said(by, "/down")).toBe("503");
    now += rest - 1;
    expect(await said(by, "/well")).toBe("resting");
    expect(await said(by, "/well", {}, "other.test")).toBe("200 well");
    now += 1;
  }
  expect(await said(by, "/well")).toBe("200 well");
  expect(source.asked.length - before).toBe(7);
  expect(await said(by, "/asks")).toBe("429");
  now += 119_000;
  const error = await by.call(at("/well")).catch((e: unknown) => e);
  expect(error).toMatchObject({ rule: "resting", status: 503, extra: { retryAfter: 1 } });
  now += 1_000;
  expect(await said(by, "/cut")).toBe("connection");
  expect(await said(by, "/well")).toBe("resting");
  // Ours and the caller's own limits say nothing about the host.
  now += 600_000;
  expect(await said(by, "/large", { limits: { mostBytes: 10 } })).toBe("size");
  expect(await said(by, "/well")).toBe("200 well");
});

test("what has not changed is not sent again", async () => {
  const by = fresh();
  const first = await by.call(at("/list"));
  expect([first.status, first.etag, await text(first.body)]).toEqual([200, '"v1"', "list"]);
  expect(await said(by, "/list", { etag: first.etag })).toBe("304");
  expect(await said(by, "/list", { etag: '"v0"' })).toBe("200 list");
});

test("a certificate that nobody vouches for, or of another name, is refused also where the host is allowed", async () => {
  const secure = await openStandIn(() => ({ body: "secure" }), ownCertificate);
  const [here, there] = [`source.test:${secure.port}`, `other.test:${secure.port}`];
  const open = (ca?: string) => {
    const made = openOutgoing({
      allow: readAllowedHosts(`${here},${there}`)!,
      resolve: async () => [{ address: "127.0.0.1", family: 4 }],
      ca,
    });
    opened.push(made);
    return made;
  };
  const asked = (by: Outgoing, host: string, trusted = false) =>
    by.call(`https://${host}/`, { trusted }).then(
      ({ status }) => status,
      (error: { rule: string }) => error.rule,
    );
  const before = process.env["NODE_TLS_REJECT_UNAUTHORIZED"];
  process.env["NODE_TLS_REJECT_UNAUTHORIZED"] = "0";
  try {
    expect(await asked(open(), here)).toBe("certificate");
    expect(await asked(open(), here, true)).toBe("certificate");
    expect(await asked(open(ownCertificate.cert), there)).toBe("certificate");
    expect(await asked(open(ownCertificate.cert), here)).toBe(200);
  } finally {
    if (before === undefined) delete process.env["NODE_TLS_REJECT_UNAUTHORIZED"];
    else process.env["NODE_TLS_REJECT_UNAUTHORIZED"] = before;
  }
  expect(secure.asked).toHaveLength(1);
  await secure.close();
});

test("libraries that speak fetch go through the same client", async () => {
  const fetch = fetchOf(fresh(), { wholeMs: 400, backOff: false });
  const found = await fetch(at("/packed"), {
    method: "POST",
    body: new URLSearchParams({ a: "1" }),
    headers: { "content-type": "application/x-www-form-urlencoded" },
  });
  expect([found.status, await found.text()]).toEqual([200, "packed"]);
  expect(source.asked.at(-1)).toMatchObject({ method: "POST", body: "a=1" });
  await expect(fetch(at("/silent"))).rejects.toMatchObject({ rule: "time" });
});
