// Backups that are killed, and a database that changes its server: what is there can be trusted.
import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import {
  chownSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ownerOf } from "../src/server/db/embedded/binaries.ts";
import { freePort, makeData, removeData } from "./data.ts";

import { url } from "./people.ts";
import { caller, command, signInAt } from "./restoring.ts";

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));
// Of the server that all journeys share: a backup is made beside people who work.
const data = process.env.E2E_DATA!;
let to: string;
let stores: string;
const folders: string[] = [];

const madeIn = (folder: string) =>
  existsSync(folder) ? readdirSync(folder).filter((name) => name.startsWith("levee-")) : [];
const begunIn = (folder: string) =>
  existsSync(folder) ? readdirSync(folder).filter((name) => name.startsWith(".begun-")) : [];
const another = (): string => {
  const folder = makeData();
  folders.push(folder);
  return folder;
};

beforeAll(() => {
  to = mkdtempSync(join(tmpdir(), "levee-killed-"));
  stores = mkdtempSync(join(tmpdir(), "levee-stores-"));
});
afterAll(() => {
  for (const folder of folders) removeData(folder);
  for (const folder of [to, stores]) rmSync(folder, { recursive: true });
});

/** Begins a backup and kills it so long after it has begun to write. */
const killed = async (after: number): Promise<void> => {
  const left = new Set(begunIn(to));
  await command("backup", [to], data, {}, (child) => {
    void (async () => {
      while (child.exitCode === null && begunIn(to).every((name) => left.has(name))) await pause(5);
      await pause(after);
      child.kill("SIGKILL");
    })();
  });
};

test("killed 20 times amid its work, a backup leaves nothing that is taken for one; the next good one puts it away", async () => {
  for (let n = 0; n < 20; n++) await killed(n * 60);
  const ended = madeIn(to).length;
  expect(begunIn(to).length + ended).toBe(20);
  expect(begunIn(to).length).toBeGreaterThan(5);
  // People went on working meanwhile.
  const { access_token: token } = await signInAt(url, "admin@demo.levee.test");
  await caller(url, token)("GET /api/v1/me");
  const good = await command("backup", [to], data);
  expect([good.code, good.said]).toEqual([0, expect.stringContaining("rows")]);
  expect(begunIn(to)).toEqual([]);
  const parts = readdirSync(join(to, "files"), { recursive: true }).map(String);
  expect(parts.filter((name) => name.endsWith(".part"))).toEqual([]);
  const all = madeIn(to).toSorted();
  expect(all).toHaveLength(ended + 1);
  // The last one, and one that had ended a moment before its kill, come back whole.
  for (const name of new Set([all.at(-1)!, all[0]!])) {
    const rehearsed = await command("backup", [join(to, name), "--rehearse"], data);
    expect([rehearsed.code, rehearsed.said]).toEqual([
      0,
      expect.stringContaining("every rule of the books holds"),
    ]);
  }
}, 1_800_000);

const bin15 = "/usr/lib/postgresql/15/bin";

/** A PostgreSQL 15 of its own on the loopback interface, with an empty database. */
const openOld = async (folder: string): Promise<{ url: string; child: ChildProcess }> => {
  const owner = ownerOf();
  if (owner) chownSync(folder, owner.uid, owner.gid);
  const at = join(folder, "old");
  const made = spawnSync(
    join(bin15, "initdb"),
    ["-D", at, "-U", "levee", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8"],
    { ...owner, encoding: "utf8" },
  );
  if (made.status !== 0) throw new Error(made.stderr);
  const port = await freePort();
  const settings = ["listen_addresses=127.0.0.1", "unix_socket_directories=", "fsync=off"];
  const child = spawn(
    join(bin15, "postgres"),
    ["-D", at, "-p", String(port), ...settings.flatMap((one) => ["-c", one])],
    { ...owner, stdio: "ignore" },
  );
  const address = (name: string) => `postgres://levee@127.0.0.1:${port}/${name}`;
  for (const end = Date.now() + 60_000; ; await pause(200)) {
    const client = new pg.Client({ connectionString: address("postgres") });
    client.on("error", () => {});
    try {
      await client.connect();
      await client.query("create database levee");
      await client.end();
      return { url: address("levee"), child };
    } catch (error) {
      if (Date.now() > end) throw error;
    }
  }
};

type Manifest = { tables: { name: string; rows: number }[] };
const rowsOf = (folder: string): Record<string, number> =>
  Object.fromEntries(
    (JSON.parse(readFileSync(join(folder, "manifest.json"), "utf8")) as Manifest).tables
      // What a restore and a backup write down of themselves.
      .filter(
        ({ name }) =>
          !/^(backup_run|restore_|monitor_|instance|audit_|outbox_|agency_change)/.test(name),
      )
      .map(({ name, rows }) => [name, rows]),
  );

/** Restores the newest backup of a folder into a fresh data folder; gives that folder. */
const restored = async (from: string, settings: Record<string, string> = {}): Promise<string> => {
  const into = another();
  cpSync(join(data, "keys"), join(into, "keys"), { recursive: true });
  cpSync(join(stores, readdirSync(stores)[0]!), join(into, "keystore"), { recursive: true });
  const name = madeIn(from).toSorted().at(-1)!;
  const { code, said } = await command("restore", [join(from, name)], into, settings);
  expect([code, said]).toEqual([0, expect.stringContaining("Every rule of the books holds")]);
  return into;
};

test.skipIf(!existsSync(bin15))(
  "a backup of the embedded PostgreSQL 18 comes back on a PostgreSQL 15, and one of that on 18 again",
  async () => {
    const folder = another();
    const old = await openOld(folder);
    try {
      const apart = await command("backup", [to, "--key-store", stores], data);
      expect([apart.code, apart.said]).toEqual([0, expect.stringContaining("key store")]);
      const first = join(to, madeIn(to).toSorted().at(-1)!);
      const on15 = await restored(to, { DATABASE_URL: old.url });
      const back = join(folder, "backups");
      const made = await command("backup", [back], on15, { DATABASE_URL: old.url });
      expect([made.code, made.said]).toEqual([0, expect.stringContaining("rows")]);
      expect(rowsOf(join(back, madeIn(back)[0]!))).toEqual(rowsOf(first));
      await restored(back);
    } finally {
      old.child.kill("SIGINT");
      await new Promise((done) => old.child.once("exit", done));
    }
  },
  1_200_000,
);
