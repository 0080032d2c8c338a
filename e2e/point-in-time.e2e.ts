// The database goes back to a minute: rehearsed beside the running one, and then for good, after which nothing goes
// out twice.
import { afterAll, beforeAll, expect, test } from "vitest";
import { Archived, archivedHere } from "./archived.ts";
import { makeData, removeData } from "./data.ts";
import { caller, command, signInAt, startOn, type Running } from "./restoring.ts";

const here = archivedHere();
const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));

let archived: Archived;
let data: string;
let server: Running | null = null;
beforeAll(async () => {
  if (!here) return;
  archived = await Archived.open();
  data = makeData();
  server = await startOn(data, { ...archived.settings, LEVEE_DEMO: "on" });
}, 900_000);
afterAll(async () => {
  await server?.stop();
  await archived?.close();
  if (data) removeData(data);
});

const rehearse = (...args: string[]) =>
  command("rehearse-pitr", [...args, "--beside", archived.beside], data, archived.settings);

let serial = 0;
/** An administrator writes down a department of this name. */
const written = async (name: string): Promise<void> => {
  const { access_token } = await signInAt(server!.url, "admin@demo.levee.test");
  const call = caller(server!.url, access_token);
  await call("POST /api/v1/departments", { code: `MIN${(serial += 1)}`, name, parentId: null });
};
const names = async (): Promise<string[]> =>
  (
    await archived.rows<{ name: string }>(
      "select name from department where name like 'Minute %' order by name",
    )
  ).map(({ name }) => name);

let minute = "";

test.skipIf(!here)(
  "a minute is laid down beside, proved by its books, and thrown away",
  async () => {
    await written("Minute one");
    await pause(1500);
    minute = new Date().toISOString();
    await pause(1500);
    await written("Minute two");
    await archived.archive();

    expect(await rehearse()).toMatchObject({
      code: 1,
      said: "Say which minute, in UTC: npm run rehearse-pitr -- --to 2027-01-20T14:32:00Z\n",
    });
    const before = await rehearse("--to", "2020-01-01T00:00:00Z");
    expect(before.said).toMatch(
      /The archive levee begins at .*, behind 2020-01-01T00:00:00.000Z\. Name a later minute\./,
    );
    const behind = await rehearse("--to", new Date(Date.now() + 3_600_000).toISOString());
    expect(behind.said).toMatch(/The archive does not reach .* yet: its log ends before\./);
    expect((await rehearse("--to", minute, "--stanza", "other")).said).toContain(
      "The archive other has no backup yet.",
    );
    expect(archived.left()).toEqual([]);

    const found = await rehearse("--to", minute);
    expect(found.said).toMatch(
      /As of .* the record has \d+ entries, .*every rule of the books holds/,
    );
    expect(found.code).toBe(0);
    // The running database goes on as it was, and nothing of the copy is left.
    expect(await names()).toEqual(["Minute one", "Minute two"]);
    expect(archived.left()).toEqual([]);
    const [run] = await archived.rows<{ kind: string; good: boolean; folder: string }>(
      "select kind, good, folder from backup_run order by began_at desc limit 1",
    );
    expect(run).toEqual({ kind: "rehearsal", good: true, folder: "pgBackRest, levee" });
  },
);

const restored = (...args: string[]) => command("restored", args, data, archived.settings);

test.skipIf(!here)(
  "after going back nothing starts before it is quiet, and nothing goes out twice",
  async () => {
    const running = await restored("--to", minute);
    expect(running.said).toContain("Instances of Levee are connected to the database");
    // Each minute an instance writes down what it saw.
    await pause(75_000);
    await server!.stop();
    server = null;
    await archived.goBack(minute);
    expect(await names()).toEqual(["Minute one"]);
    await expect(startOn(data, archived.settings)).rejects.toThrow("did not become ready");

    const early = await restored("--to", "2026-01-01T00:00:00Z");
    expect(early.said).toContain("the database was not brought back to that minute");
    const done = await restored("--to", minute, "--administrator", "admin@demo.levee.test");
    expect(done.said).toContain(`The database stands as of ${minute}.`);
    expect(done.said).toContain("Every rule of the books holds: balances, audit record, files.");
    expect(done.code).toBe(0);
    const [queue] = await archived.rows<{ there: boolean; waiting: number }>(
      `
        select
          to_regclass('pgboss.job') is not null as there,
          (select count(*)::int from mail where sent_at is null and failed_at is null) as waiting
      `,
    );
    expect(queue).toEqual({ there: false, waiting: 0 });

    server = await startOn(data, archived.settings);
    const [held] = await archived.rows<{ n: number }>(
      "select count(*)::int as n from restore_hold",
    );
    expect(held!.n).toBeGreaterThan(0);
    const { access_token } = await signInAt(server.url, "admin@demo.levee.test");
    expect(access_token).toBeTruthy();
  },
);
