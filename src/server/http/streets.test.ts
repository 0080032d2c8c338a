import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Fastify, { type FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { hasStreets, serveStreets, streetsAddress } from "./streets.ts";

let data: string;
let server: FastifyInstance;
beforeAll(async () => {
  data = mkdtempSync(join(tmpdir(), "levee-streets-"));
  mkdirSync(join(data, "keys"));
  writeFileSync(join(data, "keys", "audit.secret"), "secret");
  server = Fastify();
  await serveStreets(server, data);
});
afterAll(async () => {
  await server.close();
  rmSync(data, { recursive: true });
});

const ask = (url: string, range?: string) =>
  server.inject({ url, ...(range && { headers: { range } }) });

test("without an archive there are no streets, and with one a map reads pieces of it", async () => {
  expect(hasStreets(data)).toBe(false);
  const none = await ask(streetsAddress);
  expect([none.statusCode, none.json().code]).toEqual([404, "no_streets"]);
  mkdirSync(join(data, "maps"));
  writeFileSync(join(data, "maps", "streets.pmtiles"), "PMTiles0123456789");
  expect(hasStreets(data)).toBe(true);
  const piece = await ask(streetsAddress, "bytes=7-9");
  expect([piece.statusCode, piece.body]).toEqual([206, "012"]);
  expect(piece.headers["content-range"]).toBe("bytes 7-9/17");
  expect((await ask(streetsAddress, "bytes=90-99")).statusCode).toBe(416);
});

test("nothing else of the data folder is served", async () => {
  const tries = [
    "/keys/audit.secret",
    "/maps/../keys/audit.secret",
    "/maps/%2e%2e/keys/audit.secret",
  ];
  for (const url of tries) expect((await ask(url)).statusCode, url).toBe(404);
});
