import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { FastifyInstance } from "fastify";
import { anonymous } from "#kernel/access.ts";
import { readConfig } from "../config.ts";
import { freshDatabase, type TestDatabase } from "../testing/database.ts";
import { buildApp } from "./app.ts";
import { mostConnections } from "./connections.ts";
import type { ProxyTrust } from "./proxy.ts";

let t: TestDatabase;
const servers: FastifyInstance[] = [];
beforeAll(async () => void (t = await freshDatabase()));
afterAll(async () => {
  for (const server of servers) await server.close();
  await t.drop();
});

const listening = async (settings: Record<string, string>, silenceMs?: number) => {
  const config = { ...t.app.config, ...readConfig({ LEVEE_LOG: "silent", ...settings }) };
  const server = await buildApp({
    ...t.app,
    config,
    endpoints: [],
    principal: async () => anonymous,
    ...(silenceMs && { silenceMs }),
  });
  servers.push(server);
  await server.listen({ port: 0, host: "127.0.0.1" });
  return { server, port: (server.server.address() as { port: number }).port };
};
const silent = async (port: number, count: number): Promise<Socket[]> =>
  Promise.all(
    Array.from({ length: count }, async () => {
      const socket = connect(port, "127.0.0.1");
      socket.on("error", () => {});
      await once(socket, "connect");
      return socket.resume();
    }),
  );
const stillOpen = (sockets: readonly Socket[]) => sockets.filter((s) => !s.closed).length;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

test("connections that send nothing, or half a request, are let go; who asks is answered meanwhile", async () => {
  const { port } = await listening({}, 600);
  const sockets = await silent(port, 200);
  for (const socket of sockets.slice(0, 20)) socket.write("GET /healthz HTTP/1.1\r\nhost: a");
  expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
  await pause(1_500);
  expect(stillOpen(sockets)).toBe(0);
});

test("a body that stands still is given up; one that comes slowly is taken", async () => {
  const { port } = await listening({}, 300);
  const head =
    "POST /nowhere HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 8\r\n\r\n";
  const [still, slow] = await silent(port, 2);
  let answered = "";
  slow!.on("data", (bytes) => void (answered += bytes));
  for (const socket of [still!, slow!]) socket.write(head);
  for (const letter of '{"a": 1}') {
    slow!.write(letter);
    await pause(180);
  }
  await vi.waitFor(() => expect(answered).toContain("404"));
  expect(still!.closed).toBe(true);
  slow!.destroy();
});

test("without being told otherwise it waits ten seconds", async () => {
  const { server } = await listening({});
  expect(server.server.headersTimeout).toBe(10_000);
  expect(server.server.requestTimeout).toBe(300_000);
});

test("an address holds so many connections and no more; those that ask for nothing make room, and probes are answered", async () => {
  const { port } = await listening({ LEVEE_CONNECTIONS_PER_PROXY: "30" });
  const sockets = await silent(port, 80);
  await pause(200);
  expect(stillOpen(sockets)).toBe(30);
  const probes = Array.from({ length: 5 }, () => fetch(`http://127.0.0.1:${port}/healthz`));
  for (const probe of await Promise.all(probes)) expect(probe.status).toBe(200);
  for (const socket of sockets) socket.destroy();
});

test("who everybody comes through may hold more: this machine, and proxies that are believed", () => {
  const limits = {
    LEVEE_CONNECTIONS_PER_ADDRESS: 256,
    LEVEE_CONNECTIONS_PER_PROXY: 4096,
    LEVEE_TRUST_PROXY: false,
  };
  const most = (address: string, trust: ProxyTrust = false) =>
    mostConnections({ ...limits, LEVEE_TRUST_PROXY: trust }, address);
  expect([most("::1"), most("::ffff:127.0.0.2")]).toEqual([4096, 4096]);
  expect([most("10.1.2.3"), most("10.1.2.3", 1)]).toEqual([256, 4096]);
  const listed = ["192.0.2.0/24"];
  expect([most("192.0.2.7", listed), most("10.1.2.3", listed)]).toEqual([4096, 256]);
  expect([most("fd00::1", 1), most("192.0.2.7", 1)]).toEqual([4096, 256]);
});
