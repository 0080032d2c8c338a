// Work that takes longer than the queue waits for a sign goes on as long as it gives one: an export comes to
// its end in one run. What is silent is taken up again, and the run that was let go changes nothing more.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import type { Actor } from "#kernel/access.ts";
import "#areas.server.ts";
import { sql } from "#server/db/sql.ts";
import { defineJob, enqueue, startJobs, type Jobs } from "#server/jobs/jobs.ts";
import { LetGo } from "#server/jobs/leash.ts";
import { makeAgency, makeMembers } from "#server/testing/agency.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { askForExport, exportsOf } from "./export.service.ts";
import { makeExport } from "./make.service.ts";

/** So long work may be silent here. */
const quietMs = 3000;

let t: TestDatabase;
let jobs: Jobs;
let admin: Actor;
let took = 0;
/** Runs of the silent work, and what the one that was let go met. */
const silent: string[] = [];
let met: unknown;

const slowExport = defineJob({
  kind: "test.slowExport",
  lane: "long",
  payload: z.object({ exportId: z.uuid() }),
  run: async (job) => {
    const began = performance.now();
    const progress: typeof job.progress = async (...told) => {
      await pause(3);
      await job.progress(...told);
    };
    await makeExport({ ...job, progress });
    took = performance.now() - began;
  },
});
const silentWork = defineJob({
  kind: "test.silent",
  lane: "papers",
  payload: z.object({}),
  run: async ({ progress, jobId }) => {
    silent.push(jobId);
    if (silent.length > 1) return { result: "by the second run" };
    await pause(quietMs + 1500);
    await progress(1, 1).catch((error: unknown) => {
      met = error;
      throw error;
    });
    return { result: "by the first run" };
  },
});

const stateOf = (id: string) =>
  t.database
    .read(admin)
    .one<{ state: string; attempts: number; result: unknown }>(
      sql`select state, attempts, result from job where org_id = ${admin.orgId} and id = ${id}`,
    );
const ended = async (id: string) => {
  await expect
    .poll(async () => (await stateOf(id)).state, { timeout: 110_000, interval: 200 })
    .toMatch(/done|failed/);
  return stateOf(id);
};

beforeAll(async () => {
  t = await freshDatabase();
  ({ admin } = await makeMembers(t.database, await makeAgency(t.database), {
    admin: { role: "admin" },
  }));
  jobs = await startJobs(t.app, t.ownerUrl, [slowExport, silentWork], { quietMs });
});
afterAll(async () => {
  await jobs.stop();
  await t.drop();
});

test("an export that takes longer than the queue waits for a sign is made in one run, and is whole", async () => {
  const { exportId, id } = await t.database.transaction(admin, async (tx) => {
    const row = await askForExport(tx, admin, null);
    const job = await enqueue(tx, admin, slowExport, { exportId: row.id }, "Slow export");
    return { exportId: row.id, id: job };
  });
  expect(await ended(id)).toMatchObject({ state: "done", attempts: 1 });
  expect(took).toBeGreaterThan(1.5 * quietMs);
  expect(await exportsOf(t.database.read(admin))).toMatchObject([
    { id: exportId, status: "ready" },
  ]);
  expect(readdirSync(join(t.app.config.files, "exports"))).toEqual([`${exportId}.zip`]);
});

test("silent work is taken up again; the run that was let go stops at its next step and says nothing", async () => {
  const id = await t.database.transaction(admin, (tx) =>
    enqueue(tx, admin, silentWork, {}, "Silent work"),
  );
  expect(await ended(id)).toMatchObject({
    state: "done",
    attempts: 2,
    result: "by the second run",
  });
  await expect.poll(() => met, { timeout: 10_000 }).toBeInstanceOf(LetGo);
  await pause(300);
  expect(await stateOf(id)).toMatchObject({ state: "done", result: "by the second run" });
  expect(silent).toEqual([id, id]);
});
