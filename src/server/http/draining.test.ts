import { request } from "node:http";
import type { AddressInfo } from "node:net";
import Fastify, { type FastifyInstance } from "fastify";
import { afterEach, beforeEach, expect, test } from "vitest";
import { drain, isDraining, letGo } from "./draining.ts";

let server: FastifyInstance;
let port: number;
beforeEach(async () => {
  server = Fastify({ return503OnClosing: false });
  letGo(server);
  server.get("/", async () => "here");
  await server.listen({ port: 0, host: "127.0.0.1" });
  ({ port } = server.server.address() as AddressInfo);
});
afterEach(() => server.close());

const ask = () =>
  new Promise<{ status: number; connection: string | undefined }>((done, fail) => {
    request({ port, host: "127.0.0.1", headers: { connection: "keep-alive" } }, (answer) => {
      answer.resume().on("end", () => {
        done({ status: answer.statusCode!, connection: answer.headers.connection });
      });
    })
      .on("error", fail)
      .end();
  });

test("a server that drains answers, and lets each connection go with its answer", async () => {
  expect(await ask()).toEqual({ status: 200, connection: "keep-alive" });
  expect(isDraining(server)).toBe(false);
  const drained = drain(server, 1).then(() => "drained");
  expect(isDraining(server)).toBe(true);
  expect(await Promise.race([drained, ask()])).toEqual({ status: 200, connection: "close" });
  expect(await drained).toBe("drained");
});

test("without seconds nobody waits", async () => {
  const began = performance.now();
  await drain(server, 0);
  expect(performance.now() - began).toBeLessThan(500);
  expect(isDraining(server)).toBe(true);
});
