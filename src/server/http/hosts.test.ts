import Fastify from "fastify";
import { expect, test } from "vitest";
import { readConfig } from "../config.ts";
import { isKnownHost, refuseUnknownHosts } from "./hosts.ts";
import { forceHttps } from "./https.ts";

test.each([
  ["levee.county.gov", true],
  ["LEVEE.county.gov:443", true],
  ["aging.levee.county.gov", true],
  ["localhost:3000", true],
  ["127.0.0.1", true],
  ["[::1]:3000", true],
  ["aging.localhost:3000", true],
  ["evil.test", false],
  ["levee.county.gov.evil.test", false],
  ["levee.county.gov:8443", false],
  ["levee.county.gov@evil.test", false],
  ["other.levee.county.gov", false],
  ["", false],
])("with an origin, %s is known: %s", (host, known) => {
  expect(isKnownHost("https://levee.county.gov", host)).toBe(known);
});

const serverWith = (origin: string | undefined) => {
  const server = Fastify();
  const config = readConfig(origin ? { LEVEE_ORIGIN: origin } : {});
  refuseUnknownHosts(server, config);
  forceHttps(server, config);
  server.get("/", async () => "page");
  server.get("/healthz", async () => "ok");
  return server;
};

test("an unknown name is refused before it is led anywhere; probes answer any", async () => {
  const server = serverWith("https://levee.county.gov");
  const ask = (url: string, host: string) => server.inject({ url, headers: { host } });
  const refused = await ask("/", "evil.test");
  expect(refused.statusCode).toBe(421);
  expect(refused.json().code).toBe("unknown_host");
  expect(JSON.stringify(refused.headers) + refused.body).not.toContain("evil");
  expect((await ask("/healthz", "10.0.0.7:3000")).statusCode).toBe(200);
  expect((await ask("/", "aging.levee.county.gov")).headers.location).toBe(
    "https://aging.levee.county.gov/",
  );
});

test("without an origin nothing is built from the name that was asked", async () => {
  const answer = await serverWith(undefined).inject({ url: "/", headers: { host: "evil.test" } });
  expect(answer.statusCode).toBe(403);
  expect(answer.headers.location).toBeUndefined();
  expect(answer.json().detail).toContain("LEVEE_ORIGIN");
  expect(JSON.stringify(answer.headers) + answer.body).not.toContain("evil");
});
