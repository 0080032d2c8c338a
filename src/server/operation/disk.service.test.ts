import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { open as openFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import type { FastifyInstance } from "fastify";
import pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { areaServers } from "#areas.server.ts";
import { readDashboard } from "#areas/platform/dashboard/dashboard.service.ts";
import { tellAlarms } from "#areas/platform/operation/alarm.service.ts";
import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import { permissions } from "#roles.ts";
import type { App } from "../app.ts";
import { sql } from "../db/sql.ts";
import { lookedAtFiles } from "../files/looked-at.ts";
import { buildApp } from "../http/app.ts";
import { makeAgency, makeMembers } from "../testing/agency.ts";
import { freshDatabase, type TestDatabase } from "../testing/database.ts";
import { beat, selfOf } from "./heartbeat.ts";

/** A disk of four megabytes where this machine lets us mount one; else a store that says it is full. */
const folder = mkdtempSync(join(tmpdir(), "levee-disk-"));
const mounted =
  spawnSync("mount", ["-t", "tmpfs", "-o", "size=4m", "tmpfs", folder], { stdio: "ignore" })
    .status === 0;
const filler = join(folder, "filler");
let saysFull = false;
const fill = () => {
  saysFull = true;
  if (!mounted) return;
  try {
    writeFileSync(filler, Buffer.alloc(8_000_000));
  } catch {
    // It is full now.
  }
};
const makeRoom = () => {
  saysFull = false;
  rmSync(filler, { force: true });
};

let t: TestDatabase;
let app: App;
let server: FastifyInstance;
let admin: Actor;
let owner: pg.Client;
const self = selfOf(3000);
beforeAll(async () => {
  t = await freshDatabase();
  const agency = await makeAgency(t.database);
  const people = await makeMembers(t.database, agency, { admin: { role: "admin" } });
  admin = { ...people.admin, permissions: new Set(Object.keys(permissions)) };
  const files = lookedAtFiles(join(folder, "files"), t.database, null);
  app = {
    ...t.app,
    config: { ...t.app.config, LEVEE_DATA_DIR: folder, files: join(folder, "files") },
    files: {
      ...files,
      put: (...given) =>
        saysFull && !mounted
          ? Promise.reject(Object.assign(new Error("no space left"), { code: "ENOSPC" }))
          : files.put(...given),
    },
  };
  server = await buildApp({
    ...app,
    endpoints: areaServers.flatMap((a) => a.endpoints),
    principal: async () => admin,
  });
  owner = new pg.Client({ connectionString: t.ownerUrl });
  await owner.connect();
});
afterAll(async () => {
  await server.close();
  await owner.end();
  await t.drop();
  if (mounted) spawnSync("umount", [folder]);
  rmSync(folder, { recursive: true, force: true });
});

const upload = (kilobytes: number) => {
  const head =
    '--b\r\ncontent-disposition: form-data; name="file"; filename="scan.pdf"\r\n' +
    "content-type: application/pdf\r\n\r\n";
  const file = Buffer.alloc(kilobytes * 1024, "%PDF-1.7 ");
  return server.inject({
    method: "POST",
    url: "/api/v1/files",
    headers: { "content-type": "multipart/form-data; boundary=b", "idempotency-key": newId() },
    payload: Buffer.concat([Buffer.from(head), file, Buffer.from("\r\n--b--\r\n")]),
  });
};
const ready = async () => (await server.inject({ url: "/readyz" })).statusCode;
const alarms = async () =>
  (await readDashboard(t.database.read(admin), admin)).alarms.map((alarm) => alarm.text);
const notices = () =>
  t.database
    .read(admin)
    .rows<{ title: string }>(
      sql`select title from notification where kind = 'operation' order by created_at`,
    );

test("a full disk: 507 with a sentence, not ready, administrators told once; what was acknowledged stays, and work goes on by itself", async () => {
  const before = (await upload(20)).json<{ id: string }>();
  fill();
  const refused = await upload(900);
  expect(refused.statusCode, refused.body).toBe(507);
  expect(refused.headers["content-type"]).toContain("application/problem+json");
  expect(refused.json()).toMatchObject({
    code: "disk_full",
    detail: expect.stringContaining("no room left on the server's disk, so nothing was saved"),
  });
  expect(await ready()).toBe(503);
  expect(await alarms()).toEqual([expect.stringContaining("has no room left on its disk")]);
  if (mounted) await beat(app, self);
  if (mounted) expect(await ready()).toBe(503);
  makeRoom();
  await beat(app, self);
  expect([await ready(), await alarms()]).toEqual([200, []]);
  for (let i = 0; i < 2; i++) await tellAlarms(app);
  expect(await notices()).toEqual([{ title: "The disk is full — it is over" }]);
  expect((await upload(900)).statusCode).toBe(201);
  const kept = await server.inject({ url: `/api/v1/files/${before.id}` });
  expect([kept.statusCode, kept.rawPayload.length]).toEqual([200, 20 * 1024]);
});

test("a database without room answers 507 too, and is ready again when it has some", async () => {
  await owner.query(`
    create function no_room() returns trigger language plpgsql as $$
    begin
      raise exception 'could not extend file' using errcode = '53100';
    end $$;
    create trigger no_room before insert on saved_view execute function no_room();
  `);
  const save = () =>
    server.inject({
      method: "POST",
      url: "/api/v1/saved-views",
      payload: { list: "vendors", name: "Mine", query: "" },
    });
  const refused = await save();
  expect([refused.statusCode, refused.json().code]).toEqual([507, "disk_full"]);
  expect(await ready()).toBe(503);
  await owner.query("drop trigger no_room on saved_view");
  await beat(app, self);
  expect([await ready(), (await save()).statusCode]).toEqual([200, 201]);
});

test("a file counts as stored when its folder is on the disk, a new one with the folder above", async () => {
  const handle = await openFile(folder, "r");
  const synced = vi.spyOn(Object.getPrototypeOf(handle) as typeof handle, "sync");
  await handle.close();
  const text = `A file that nobody has sent before ${newId()}`;
  const put = () => app.files.put(Readable.from([Buffer.from(text)]));
  await put();
  const first = synced.mock.calls.length;
  await put();
  expect(synced.mock.calls.length - first).toBe(1);
  expect(first).toBeGreaterThanOrEqual(1);
  synced.mockRestore();
});
