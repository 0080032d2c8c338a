import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { Duplex } from "node:stream";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import { sql } from "../db/sql.ts";
import { buildApp } from "../http/app.ts";
import { announce } from "../lifecycle.ts";
import { makeAgency } from "../testing/agency.ts";
import { freshDatabase, memberActor, type TestDatabase } from "../testing/database.ts";
import { eventEndpoints, stopEvents } from "./events.ts";

let t: TestDatabase;
let server: FastifyInstance;
let address: string;
const people = new Map<string, Actor>();
const principal = async ({ headers }: { headers: Record<string, unknown> }) =>
  people.get(String(headers.authorization))!;
beforeAll(async () => {
  t = await freshDatabase();
  server = await buildApp({
    ...t.app,
    endpoints: eventEndpoints(principal as never),
    principal: principal as never,
  });
  address = await server.listen({ port: 0, host: "127.0.0.1" });
});
afterAll(async () => {
  stopEvents();
  await server.close();
  await t.drop();
});

type Heard = { topics: () => string[]; until: (topic: string) => Promise<void>; end: () => void };
const listen = async (actor: Actor): Promise<Heard> => {
  people.set(actor.personId!, actor);
  const stop = new AbortController();
  const answer = await fetch(`${address}/api/v1/events`, {
    headers: { authorization: actor.personId! },
    signal: stop.signal,
  });
  expect(answer.status).toBe(200);
  let text = "";
  let more = () => {};
  void (async () => {
    for await (const part of answer.body!.pipeThrough(new TextDecoderStream())) {
      text += part;
      more();
    }
  })().catch(() => {});
  const topics = () =>
    text
      .split("\n\n")
      .flatMap((block) =>
        block.startsWith("data: ") ? [(JSON.parse(block.slice(6)) as { topic: string }).topic] : [],
      );
  const until = async (topic: string) => {
    while (!topics().includes(topic)) await new Promise<void>((r) => (more = r));
  };
  await new Promise<void>((r) => (text ? r() : (more = r)));
  return { topics, until, end: () => stop.abort() };
};
const tell = (orgId: string, topics: readonly string[], personId?: string) =>
  t.database.transaction({ orgId, personId: null }, async (tx) =>
    topics.forEach((topic) => announce(tx, orgId, topic, newId(), personId ? { personId } : {})),
  );

test("people hear the changes of their agency once and in their order, and what is for somebody else not", async () => {
  const [here, there] = [await makeAgency(t.database), await makeAgency(t.database)];
  const ann = memberActor(here.orgId);
  const ben = memberActor(here.orgId);
  const far = memberActor(there.orgId);
  await tell(here.orgId, ["before.all"]);
  const [a, b, f] = [await listen(ann), await listen(ben), await listen(far)];
  await tell(here.orgId, ["invoice.create", "invoice.submit"]);
  await t.database.transaction({ orgId: here.orgId, personId: null }, async (tx) => {
    announce(tx, here.orgId, "requisition.approve", newId());
    announce(tx, here.orgId, "notification", newId(), { personId: ann.personId });
    announce(tx, here.orgId, "approval.approve", newId());
  });
  await tell(here.orgId, ["notification"], ben.personId!);
  await tell(here.orgId, ["the.end"]);
  await tell(there.orgId, ["the.end"]);
  await Promise.all([a, b, f].map((heard) => heard.until("the.end")));
  expect(a.topics()).toEqual([
    "invoice.create",
    "invoice.submit",
    "requisition.approve",
    "notification",
    "approval.approve",
    "the.end",
  ]);
  expect(b.topics()).toEqual([
    "invoice.create",
    "invoice.submit",
    "requisition.approve",
    "approval.approve",
    "notification",
    "the.end",
  ]);
  expect(f.topics()).toEqual(["the.end"]);
  for (const heard of [a, b, f]) heard.end();
});

test("what a slower transaction announces behind a newer one is heard too, once", async () => {
  const { orgId } = await makeAgency(t.database);
  const heard = await listen(memberActor(orgId));
  let commit = () => {};
  const held = new Promise<void>((r) => (commit = r));
  let began = () => {};
  const begun = new Promise<void>((r) => (began = r));
  // Takes its number now, and commits when the newer one has been heard.
  const slow = t.database.transaction({ orgId, personId: null }, async (tx) => {
    await tx.rows(sql`
      insert into outbox_event (org_id, events)
      values (${orgId}, ${JSON.stringify([{ topic: "slower.one", objectId: newId(), data: {} }])})
    `);
    began();
    await held;
  });
  await begun;
  await tell(orgId, ["newer.one"]);
  await heard.until("newer.one");
  commit();
  await slow;
  await heard.until("slower.one");
  await tell(orgId, ["the.end"]);
  await heard.until("the.end");
  expect(heard.topics()).toEqual(["newer.one", "slower.one", "the.end"]);
  heard.end();
});

test("a stream that has ended takes no more events, however slowly its last bytes are read", async () => {
  const { orgId } = await makeAgency(t.database);
  const out = new ServerResponse(new IncomingMessage(new Socket()));
  out.assignSocket(new Duplex({ read() {}, write() {} }) as Socket); // nobody reads
  const failed = vi.fn();
  out.on("error", failed);
  const [events] = eventEndpoints(principal as never);
  const reply = { hijack() {}, raw: out };
  await events!.handler({ app: t.app, actor: memberActor(orgId), reply } as never);
  const written = vi.spyOn(out, "write");
  await tell(orgId, ["first.one"]);
  await expect.poll(() => written.mock.calls.length).toBe(1);
  out.end();
  await tell(orgId, ["second.one"]);
  await new Promise((done) => setTimeout(done, 1000));
  expect(failed).not.toHaveBeenCalled();
  out.destroy();
});

test("events of two agencies in one transaction are refused", async () => {
  const [one, two] = [await makeAgency(t.database), await makeAgency(t.database)];
  await expect(
    t.database.transaction({ orgId: one.orgId, personId: null }, async (tx) =>
      [one, two].forEach(({ orgId }) => announce(tx, orgId, "a.b", newId())),
    ),
  ).rejects.toThrow("two agencies");
});
