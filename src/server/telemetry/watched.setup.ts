import { createServer } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { z } from "zod";
import type { Actor } from "#kernel/access.ts";
import { sql } from "../db/sql.ts";
import { buildApp } from "../http/app.ts";
import { endpoint } from "../http/endpoint.ts";
import { defineJob, enqueue } from "../jobs/jobs.ts";
import { openOutgoing } from "../outgoing/outgoing.ts";
import { readConfig } from "../config.ts";
import type { TestDatabase } from "../testing/database.ts";
import { openTelemetry } from "./telemetry.ts";

/** What must stand nowhere outside: words, names, sums and keys that people and systems send. */
export const canaries = {
  name: "Kanarienvogel-Ada",
  address: "ada.canary@county.gov",
  amount: "7351986.42",
  search: "yellowbirdsearch",
  token: "tok-canary-0123456789abcdef",
  bid: "sealed-feather-price",
  id: "0190b3a0-0000-7000-8000-00000000cafe",
  message: "birdsong in a message",
};
const { name, address, amount, search, bid, id, message } = canaries;

export const ranJobs: string[] = [];
export const watchedJob = defineJob({
  kind: "test.watched",
  payload: z.object({ who: z.string(), fails: z.boolean() }),
  run: async ({ app, actor, payload }) => {
    await app.database.read(actor).rows(sql`select ${payload.who}::text as who from mail limit 1`);
    ranJobs.push(payload.who);
    if (payload.fails) throw new Error(`${message} ${payload.who} ${amount}`);
  },
});

const body = z.object({ name: z.string(), amount: z.string() });
const endpoints = (called: () => string) => [
  endpoint({
    method: "GET",
    path: "/api/v1/watched/{id}",
    permission: "public",
    summary: "Reads",
    params: z.object({ id: z.string() }),
    query: z.object({ q: z.string().optional() }),
    response: z.any(),
    handler: async ({ app, actor, query }) => {
      await app.database
        .read(actor)
        .rows(sql`select name from organization where name = ${query.q ?? name}`);
      return { name };
    },
  }),
  endpoint({
    method: "POST",
    path: "/api/v1/watched",
    permission: "public",
    summary: "Writes, calls and asks for work",
    body,
    response: z.any(),
    handler: async ({ app, actor, tx, body }) => {
      await tx.rows(sql`select 'from ${sql`mail`}' as a, ${body.name}::text as b from job limit 1`);
      const limits = { wholeMs: 2_000 };
      const outgoing = openOutgoing({});
      const answer = await outgoing.call(called(), { purpose: "webhook", trusted: true, limits });
      answer.body.destroy();
      await outgoing.close();
      await enqueue(tx, actor, watchedJob, { who: body.name, fails: true }, body.name);
      return { told: app.config.PORT };
    },
  }),
  endpoint({
    method: "POST",
    path: "/api/v1/watched/{id}/fail",
    permission: "public",
    summary: "Fails",
    params: z.object({ id: z.string() }),
    body,
    response: z.any(),
    handler: async ({ tx, body }) => {
      await tx.rows(sql`select ${`${body.amount} ${message}`}::text::uuid`);
      return {};
    },
  }),
  endpoint({
    method: "GET",
    path: "/api/v1/watched/{id}/throw",
    permission: "public",
    summary: "Throws",
    params: z.object({ id: z.string() }),
    response: z.any(),
    handler: async () => {
      throw new Error(`${message} of ${name}`, { cause: new Error(address) });
    },
  }),
];

/** A host that is called, at an address that names somebody. */
export const startCalled = async () => {
  const server = createServer((_request, response) => response.end("ok"));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}/${id}/${name}?q=${search}`,
    close: () => server.close(),
  };
};

/** A server that is watched by the environment's settings, with endpoints that meet every canary. */
export const watchedServer = async (
  t: TestDatabase,
  actor: Actor,
  env: Record<string, string>,
  called = "http://127.0.0.1:9/",
) => {
  const config = { ...t.app.config, ...readConfig({ LEVEE_LOG: "silent", ...env }) };
  const telemetry = await openTelemetry(config, "host:3000");
  const server = await buildApp({
    ...t.app,
    config,
    telemetry,
    endpoints: endpoints(() => called),
    principal: async () => actor,
  });
  return { server, telemetry };
};

/** Sends every canary by every way in: address, query, header, body, bad body, strange address. */
export const sendCanaries = async (server: Awaited<ReturnType<typeof buildApp>>) => {
  const headers = {
    authorization: `Bearer ${canaries.token}`,
    cookie: `session=${canaries.token}`,
    "user-agent": name,
    "x-forwarded-for": "203.0.113.77",
    tracestate: `canary=${search}`,
    baggage: `who=${name}`,
  };
  const payload = { name: `${name} ${bid}`, amount };
  const post = (url: string, sent: object) => {
    const key = { "idempotency-key": `${canaries.token}-${url.length}` };
    return server.inject({ method: "POST", url, headers: { ...headers, ...key }, payload: sent });
  };
  return {
    read: await server.inject({ url: `/api/v1/watched/${id}?q=${search}`, headers }),
    written: await post("/api/v1/watched", payload),
    failed: await post(`/api/v1/watched/${id}/fail`, payload),
    thrown: await server.inject({ url: `/api/v1/watched/${id}/throw`, headers }),
    refused: await post("/api/v1/watched", { ...payload, [bid]: 1 }),
    strange: await server.inject({ url: `/${name}/${id}?q=${search}`, headers }),
  };
};

/** The names of the canaries that stand in a text. */
export const found = (text: string): string[] =>
  Object.entries({ ...canaries, visitor: "203.0.113.77" })
    .filter(([, canary]) => text.includes(canary) || text.includes(encodeURIComponent(canary)))
    .map(([each]) => each);
