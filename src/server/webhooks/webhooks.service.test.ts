import type { FastifyInstance } from "fastify";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { areaServers } from "#areas.server.ts";
import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import type { App } from "../app.ts";
import { sql } from "../db/sql.ts";
import { buildApp } from "../http/app.ts";
import { outgoingDoor } from "../outgoing/door.ts";
import { openOutgoing } from "../outgoing/outgoing.ts";
import { makeAgency, makeMembers } from "../testing/agency.ts";
import { freshDatabase, type TestDatabase } from "../testing/database.ts";
import { openStandIn, type StandIn, type StandInAnswer } from "../testing/stand-in.ts";
import { beginAttempt } from "./attempt.ts";
import { queueWebhook } from "./queue.ts";
import { mostAttempts, pauseAsked, waitAfter, waits } from "./retry.model.ts";
import { sendDueWebhooks } from "./send.ts";

let t: TestDatabase;
let house: App;
let http: FastifyInstance;
let receiver: StandIn;
let says: (path: string) => StandInAnswer = () => ({});
let admin: Actor;
let stranger: Actor;
let asking: Actor;

beforeAll(async () => {
  t = await freshDatabase();
  receiver = await openStandIn((path) => says(path));
  const allow = [{ host: "localhost", port: receiver.port, clear: true }];
  house = {
    ...t.app,
    config: { ...t.app.config, LEVEE_OUTGOING_ALLOW: allow },
    outgoing: outgoingDoor(openOutgoing({ allow }), t.database),
  };
  ({ admin } = await makeMembers(t.database, await makeAgency(t.database), {
    admin: { role: "admin" },
  }));
  ({ stranger } = await makeMembers(t.database, await makeAgency(t.database), {
    stranger: { role: "admin" },
  }));
  http = await buildApp({
    ...house,
    endpoints: areaServers.flatMap((area) => area.endpoints),
    principal: async () => asking,
  });
});
afterAll(async () => {
  await http.close();
  await house.outgoing.close();
  await receiver.close();
  await t.drop();
});
beforeEach(() => {
  asking = admin;
  says = () => ({});
  receiver.asked.length = 0;
});

const call = async (method: "GET" | "POST", path: string, payload?: object, version?: number) => {
  const answer = await http.inject({
    method,
    url: `/api/v1/${path}`,
    ...(payload && { payload }),
    headers: {
      ...(method === "POST" && { "idempotency-key": newId() }),
      ...(version !== undefined && { "if-match": `"${version}"` }),
    },
  });
  return { status: answer.statusCode, text: answer.body, body: answer.json<any>() };
};
const register = async (path: string, topics = ["formSubmission.approved"]) =>
  (
    await call("POST", "webhook-endpoints", {
      address: `http://localhost:${receiver.port}${path}`,
      topics,
    })
  ).body as { id: string; secret: string; version: number };
const queue = async (endpointId?: string, actor = admin): Promise<string[]> => {
  const queued = await t.database.transaction(actor, (tx) =>
    queueWebhook(tx, {
      topic: "formSubmission.approved",
      objectType: "formSubmission",
      objectId: newId(),
      data: { number: "FRM-2027-00001" },
      ...(endpointId && { endpointId }),
    }),
  );
  return queued!.deliveries;
};
const dueNow = (id: string) =>
  t.database.transaction(admin, (tx) =>
    tx.rows(sql`update webhook_delivery set next_attempt_at = clock_timestamp() where id = ${id}`),
  );
const look = async (id: string) => (await call("GET", `webhook-deliveries/${id}`)).body;
const askedAt = (path: string) => receiver.asked.filter((each) => each.path === path);
const headersOf = ({ headers }: StandIn["asked"][number]) => headers as Record<string, string>;

test("a receiver verifies what it gets by the real library, with either secret while one rotates", async () => {
  const made = await register("/signed");
  const [id] = await queue();
  await sendDueWebhooks(house);
  const [first] = askedAt("/signed");
  expect(new Webhook(made.secret).verify(first!.body, headersOf(first!))).toMatchObject({
    type: "formSubmission.approved",
    data: { number: "FRM-2027-00001" },
  });
  expect(await look(id!)).toMatchObject({
    status: "delivered",
    attemptList: [{ number: 1, statusCode: 200, error: null }],
  });

  const rotate = (version: number) =>
    call("POST", `webhook-endpoints/${made.id}/actions/rotate`, undefined, version);
  const next = (await rotate(made.version)).body;
  expect((await rotate(next.version)).status).toBe(409);
  await queue(made.id);
  await sendDueWebhooks(house);
  const both = askedAt("/signed")[1]!;
  for (const secret of [made.secret, next.secret])
    expect(new Webhook(secret).verify(both.body, headersOf(both))).toBeTruthy();
  await call(
    "POST",
    `webhook-endpoints/${made.id}/actions/end-old-secret`,
    undefined,
    next.version,
  );
  await queue(made.id);
  await sendDueWebhooks(house);
  const after = askedAt("/signed")[2]!;
  expect(() => new Webhook(made.secret).verify(after.body, headersOf(after))).toThrow();
  expect(new Webhook(next.secret).verify(after.body, headersOf(after))).toBeTruthy();

  // Nowhere again: not in what is answered, nor in the audit record, nor in what is kept of answers.
  const kept = await t.database.read(admin).rows<{ text: string }>(sql`
    select content::text as text
    from audit_entry
    union all
    select answer::text
    from idempotency_key
    union all
    select secret
    from webhook_endpoint
  `);
  const shown = (await call("GET", "webhook-endpoints")).text + kept.map((k) => k.text).join("");
  for (const secret of [made.secret, next.secret]) expect(shown).not.toContain(secret.slice(6, 30));
});

test("what fails comes back by the plan, with jitter, and ends after a day: its owner hears once", async () => {
  const { id: endpointId } = await register("/failing", []);
  says = () => ({ status: 500, body: "x".repeat(5000) });
  const [id] = await queue(endpointId);
  for (let tries = 1; tries <= mostAttempts; tries++) {
    await dueNow(id!);
    await sendDueWebhooks(house);
    const now = await look(id!);
    expect(now.status).toBe(tries < mostAttempts ? "retrying" : "failed");
    expect(now.attemptList[0]).toMatchObject({ statusCode: 500, answer: "x".repeat(2048) });
    if (tries === mostAttempts) break;
    const wait = Date.parse(now.nextAttemptAt) - Date.parse(now.attemptList[0].endedAt);
    expect(Math.abs(wait / waits[tries - 1]! - 1)).toBeLessThan(0.11);
  }
  await sendDueWebhooks(house);
  expect(receiver.asked).toHaveLength(mostAttempts);
  const told = await t.database
    .read(admin)
    .rows(
      sql`select title from notification where kind = 'webhook' and title like '%not delivered%'`,
    );
  expect(told).toHaveLength(1);
  expect(waitAfter(mostAttempts, 0)).toBeNull();
  expect(waits.reduce((sum, each) => sum + each)).toBeGreaterThan(24 * 3600_000);

  says = () => ({});
  expect((await call("POST", `webhook-deliveries/${id}/actions/retry`)).body.status).toBe(
    "retrying",
  );
  await sendDueWebhooks(house);
  // The retry began a round of its own, which may have taken it first.
  await expect
    .poll(() => look(id!))
    .toMatchObject({ status: "delivered", attempts: mostAttempts + 1 });
});

test("a pause that is asked for holds for the endpoint; a redirect is not followed; 410 ends it", async () => {
  const { id: endpointId } = await register("/pausing", []);
  says = () => ({ status: 429, headers: { "retry-after": "3600" } });
  const [first] = await queue(endpointId);
  await sendDueWebhooks(house);
  const paused = await look(first!);
  expect(Date.parse(paused.nextAttemptAt) - Date.parse(paused.createdAt)).toBeGreaterThan(3500_000);
  const [second] = await queue(endpointId);
  await sendDueWebhooks(house);
  expect(await look(second!)).toMatchObject({ status: "queued", attempts: 0 });
  expect(pauseAsked("9999999", 0)).toBe(24 * 3600_000);
  expect(pauseAsked("Thu, 01 Jan 1970 00:01:00 GMT", 0)).toBe(60_000);

  const away = await register("/moved", []);
  says = (path) =>
    path === "/moved"
      ? { status: 302, headers: { location: `http://localhost:${receiver.port}/inside` } }
      : {};
  const [third] = await queue(away.id);
  await sendDueWebhooks(house);
  expect(askedAt("/inside")).toEqual([]);
  expect((await look(third!)).attemptList[0].error).toContain("another address");

  says = () => ({ status: 410 });
  const [fourth] = await queue(away.id);
  await dueNow(third!);
  await sendDueWebhooks(house);
  const all = (await call("GET", "webhook-endpoints")).body.items;
  expect(all.find((each: { id: string }) => each.id === away.id)).toMatchObject({
    state: "disabled",
    disabledReason: "The receiver answered 410 (gone).",
  });
  const ended = [(await look(third!)).status, (await look(fourth!)).status];
  expect(ended).not.toContain("retrying");
  expect(ended).toContain("failed");
  expect(await queue(away.id).catch((error: { code: string }) => error.code)).toBe(
    "webhook_disabled",
  );
});

test("a try that was begun and never ended goes out again under the same id; a cancelled one does not", async () => {
  const { id: endpointId } = await register("/killed", []);
  const [id] = await queue(endpointId);
  // The instance dies between the receiver's answer and its note.
  const begun = await beginAttempt(house, { orgId: admin.orgId!, endpointId });
  expect(begun).toMatchObject({ deliveryId: id, attempts: 1 });
  await sendDueWebhooks(house);
  expect(askedAt("/killed")).toEqual([]);
  await dueNow(id!);
  await sendDueWebhooks(house);
  expect(askedAt("/killed").map(({ headers }) => headers["webhook-id"])).toEqual([
    begun!.messageId,
  ]);
  expect(await look(id!)).toMatchObject({
    status: "delivered",
    attemptList: [
      { number: 2, statusCode: 200 },
      { number: 1, endedAt: null, statusCode: null },
    ],
  });

  const [other] = await queue(endpointId);
  expect(
    (await call("POST", `webhook-deliveries/${other}/actions/cancel`, { reason: "Sent twice" }))
      .status,
  ).toBe(200);
  await sendDueWebhooks(house);
  expect(askedAt("/killed")).toHaveLength(1);
});

test("replays carry the same id and say that they are one; twice at once is one", async () => {
  const { id: endpointId } = await register("/replayed", []);
  const [id] = await queue(endpointId);
  await sendDueWebhooks(house);
  const replay = () => call("POST", `webhook-deliveries/${id}/actions/replay`);
  expect((await Promise.all([replay(), replay()])).map((each) => each.status).toSorted()).toEqual([
    200, 409,
  ]);
  await sendDueWebhooks(house);
  const [first, again] = askedAt("/replayed");
  expect(again!.headers["webhook-id"]).toBe(first!.headers["webhook-id"]);
  expect([first!.headers["levee-replay"], again!.headers["levee-replay"]]).toEqual([
    undefined,
    "true",
  ]);

  const period = (which: string) =>
    call("POST", `webhook-endpoints/${endpointId}/actions/replay`, {
      from: "2020-01-01",
      to: "2099-01-01",
      which,
    });
  expect((await period("ended")).body).toEqual({ queued: 0 });
  expect((await period("all")).body).toEqual({ queued: 1 });
  expect((await period("all")).body).toEqual({ queued: 0 });
});

test("a slow receiver holds nobody, and is never called by more than four at once", async () => {
  const slow = await register("/slow", []);
  const quick = await register("/quick", []);
  says = (path) => (path === "/slow" ? { delayMs: 400 } : {});
  await Promise.all(Array.from({ length: 6 }, () => queue(slow.id)));
  const begun = sendDueWebhooks(house);
  await queue(quick.id);
  const also = sendDueWebhooks(house);
  const most = await new Promise<number>((done) =>
    setTimeout(() => done(askedAt("/slow").length), 250),
  );
  expect(most).toBeLessThanOrEqual(4);
  expect(askedAt("/quick")).toHaveLength(1);
  await Promise.all([begun, also]);
  expect(askedAt("/slow")).toHaveLength(6);
});

test("an address inside, and another agency's endpoint, are refused", async () => {
  for (const address of [
    "https://127.0.0.1/hook",
    "https://localhost/hook",
    "http://hooks.example.gov/in",
    "https://metadata.internal/latest",
    "https://user:pass@hooks.example.gov/in",
    "https://hooks.example.gov:8443/in",
  ])
    expect((await call("POST", "webhook-endpoints", { address })).status, address).toBe(422);
  expect(
    (
      await call("POST", "webhook-endpoints", {
        address: "https://a.example.gov",
        topics: ["no.such"],
      })
    ).status,
  ).toBe(422);

  const mine = await register("/mine", []);
  const [id] = await queue(mine.id);
  asking = stranger;
  expect((await call("GET", "webhook-endpoints")).body.items).toEqual([]);
  expect((await call("GET", `webhook-deliveries/${id}`)).status).toBe(404);
  for (const action of ["rotate", "test", "end-old-secret", "enable"])
    expect(
      (await call("POST", `webhook-endpoints/${mine.id}/actions/${action}`, undefined, 1)).status,
    ).toBe(404);
  expect((await call("POST", `webhook-deliveries/${id}/actions/retry`)).status).toBe(404);
  expect(await queue(mine.id, stranger).catch((error: { code: string }) => error.code)).toBe(
    "webhook_disabled",
  );
});
