// What happens to a record is heard by whoever may see it: by the permission of its noun, and by the
// record itself where a noun tells its records apart.
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { areaServers } from "#areas.server.ts";
import { deadline } from "#areas/workflow/workflow.tables.ts";
import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import { insertRow } from "../db/rows.ts";
import { buildApp } from "../http/app.ts";
import { announce } from "../lifecycle.ts";
import { makeAgency, type Agency } from "../testing/agency.ts";
import { agencyDay } from "../testing/days.ts";
import { freshDatabase, memberActor, type TestDatabase } from "../testing/database.ts";
import { eventEndpoints, stopEvents } from "./events.ts";

let t: TestDatabase;
let agency: Agency;
let server: FastifyInstance;
let address: string;
const people = new Map<string, Actor>();
const principal = async ({ headers }: { headers: Record<string, unknown> }) =>
  people.get(String(headers.authorization))!;
beforeAll(async () => {
  expect(areaServers.length).toBeGreaterThan(0);
  t = await freshDatabase();
  agency = await makeAgency(t.database);
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

/** Who holds exactly these permissions, and what they have heard. */
const listener = async (...permissions: string[]) => {
  const actor = { ...memberActor(agency.orgId), permissions: new Set(permissions) };
  people.set(actor.personId!, actor);
  const stop = new AbortController();
  const answer = await fetch(`${address}/api/v1/events`, {
    headers: { authorization: actor.personId! },
    signal: stop.signal,
  });
  let text = "";
  void (async () => {
    for await (const part of answer.body!.pipeThrough(new TextDecoderStream())) text += part;
  })().catch(() => {});
  const topics = () => [...text.matchAll(/"topic":"([^"]+)"/g)].map(([, topic]) => topic);
  return { topics, end: () => stop.abort() };
};

test("a safety case is heard by its officer, a deadline by who may see what it follows from", async () => {
  const id = newId();
  const scope = { orgId: agency.orgId, personId: null };
  const officer = await listener("safety.private");
  const keeper = await listener("deadline.read", "contract.read");
  const clerk = await listener("deadline.read");
  await t.database.transaction(scope, async (tx) => {
    await insertRow(tx, deadline, {
      orgId: agency.orgId,
      id,
      sourceType: "contract",
      sourceId: newId(),
      key: "ends",
      sourceNumber: "CT-1",
      link: "/contracts",
      title: "CT-1 ends",
      follows: "Its last day.",
      dueOn: agencyDay(30),
      notices: [],
    });
    announce(tx, agency.orgId, "safetyCase.create", newId());
    announce(tx, agency.orgId, "deadline.create", id);
    // One whose record is not there is nobody's.
    announce(tx, agency.orgId, "deadline.change", newId());
    announce(tx, agency.orgId, "the.end", newId());
  });
  for (const one of [officer, keeper, clerk])
    await expect.poll(one.topics, { timeout: 20_000 }).toContain("the.end");
  expect(officer.topics()).toEqual(["safetyCase.create", "the.end"]);
  expect(keeper.topics()).toEqual(["deadline.create", "the.end"]);
  expect(clerk.topics()).toEqual(["the.end"]);
  for (const one of [officer, keeper, clerk]) one.end();
});
