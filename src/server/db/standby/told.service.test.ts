import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { anonymous, type Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import { buildApp } from "../../http/app.ts";
import { announce } from "../../lifecycle.ts";
import { measureInstance } from "../../operation/monitor/measure.ts";
import { eventEndpoints, stopEvents } from "../../realtime/events.ts";
import { memberActor } from "../../testing/database.ts";
import { sql } from "../sql.ts";
import { lateOf } from "./late.ts";
import { Replica } from "./replica.setup.ts";

let r: Replica;
let server: FastifyInstance;
let who: Actor = anonymous;
beforeAll(async () => {
  r = await Replica.open();
  const principal = async () => who;
  server = await buildApp({
    ...{ ...r.primary.app, database: r.database, principal },
    endpoints: eventEndpoints(principal as never),
  });
}, 60_000);
afterAll(async () => {
  stopEvents();
  await server.close();
  await r.close();
});

const scope = (orgId: string) => ({ orgId, personId: null });
const lastOf = async (orgId: string) =>
  (
    await lateOf(r.database)
      .read(scope(orgId))
      .one<{ last: number }>(sql`select last from record_counter where kind = 'late'`)
  ).last;

test("whoever is told of a change by an event reads nothing older, also where nothing noted the change", async () => {
  const orgId = newId();
  who = memberActor(orgId);
  await r.database.transaction(scope(orgId), (tx) =>
    tx.rows(sql`insert into record_counter values (${orgId}, 'late', 2026, 1)`),
  );
  await r.comeOver([{ orgId, last: 7 }]);
  const address = await server.listen({ port: 0, host: "127.0.0.1" });
  const answer = await fetch(`${address}/api/v1/events`);
  const stream = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
  expect((await stream.read()).value).toContain("open");
  expect(await lastOf(orgId)).toBe(7);
  // As of an instance that went between its commit and its note.
  await r.primary.database.transaction(scope(orgId), async (tx) => {
    await tx.rows(sql`update record_counter set last = 5 where kind = 'late'`);
    announce(tx, orgId, "systemTest.call", newId());
  });
  expect(await lastOf(orgId)).toBe(7);
  expect((await stream.read()).value).toContain("systemTest.call");
  expect(await lastOf(orgId)).toBe(5);
  await stream.cancel();
});

test("metrics and monitoring tell where was read and how far the standby is behind", async () => {
  const { config } = r.primary.app;
  const { text } = await server
    .inject({ url: "/metrics", headers: { host: "localhost" } })
    .then(({ body }) => ({ text: body }));
  expect(text).toMatch(/^levee_late_reads_total\{place="standby"\} [1-9]/m);
  expect(text).toMatch(/^levee_late_reads_total\{place="primary"\} [1-9]/m);
  expect(text).toMatch(/^levee_standby_up 1$/m);
  expect(text).toMatch(/^levee_standby_lag_seconds \d/m);
  const measured = await measureInstance({ database: r.database, config });
  expect(measured.standbyLag).toBeTypeOf("number");
  expect(measured.standbyReads).toBeGreaterThan(0);
  const without = await measureInstance({ database: r.primary.database, config });
  expect(without).toMatchObject({ standbyLag: null, standbyReads: null });
});
