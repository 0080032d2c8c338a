// A practice copy whose process is killed leaves nothing half, wherever it stood; the next one makes it whole.
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import "#areas.server.ts";
import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import { askSandbox, makeSandbox } from "#areas/agencies/sandbox/sandbox.service.ts";
import { describedTables } from "#server/agency-tables/catalogue.ts";
import { makeAgency, makeMembers, makeVendor } from "#server/testing/agency.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { prepareTestServer } from "#server/testing/global-setup.ts";

const program = fileURLToPath(new URL("../bench/parts/copying.ts", import.meta.url));
let server: Awaited<ReturnType<typeof prepareTestServer>>;
let t: TestDatabase;
let owner: pg.Client;
let admin: Actor;
let sandbox: { id: string; copyId: string };

beforeAll(async () => {
  server = await prepareTestServer();
  t = await freshDatabase();
  owner = new pg.Client({ connectionString: t.ownerUrl });
  await owner.connect();
  const agency = await makeAgency(t.database);
  ({ admin } = await makeMembers(t.database, agency, { admin: { role: "admin" } }));
  for (let n = 0; n < 20; n++) await makeVendor(t.database, agency, { name: `Vendor ${n}` });
  sandbox = await t.database.transaction(admin, (tx) =>
    askSandbox(tx, admin, { reason: "Killed amid its work.", members: [] }),
  );
});
afterAll(async () => {
  await owner.end();
  await t.drop();
  await server.stop();
});

/** Tables in which something holds the id of the copy. */
const holding = async (): Promise<string[]> => {
  const found: string[] = [];
  for (const { name } of await describedTables(owner)) {
    const { rows } = await owner.query<{ n: number }>(
      `select count(*)::int as n from "${name}" t where t::text like $1`,
      [`%${sandbox.copyId}%`],
    );
    if (rows[0]!.n > 0) found.push(`${name}: ${rows[0]!.n}`);
  }
  return found;
};

/** Kills the process once it has filled so many tables; gives by which signal it ended. */
const killedAfter = (tables: number): Promise<{ signal: NodeJS.Signals | null; filled: number }> =>
  new Promise((resolve) => {
    const child = spawn(
      process.execPath,
      [program, t.ownerUrl, admin.orgId!, admin.personId!, sandbox.id],
      {
        env: { ...process.env, LEVEE_DATA_DIR: t.app.config.LEVEE_DATA_DIR },
        stdio: ["ignore", "pipe", "inherit"],
      },
    );
    let filled = 0;
    child.stdout.on("data", (said: Buffer) => {
      filled += String(said).split("\n").length - 1;
      if (filled >= tables) child.kill("SIGKILL");
    });
    child.on("exit", (_code, signal) => resolve({ signal, filled }));
  });

test.each([1, 40, 200, 400])(
  "killed after %i tables, nothing of the copy is there, and it is still to be made",
  { timeout: 120_000 },
  async (tables) => {
    const { signal, filled } = await killedAfter(tables);
    expect([signal, filled >= tables]).toEqual(["SIGKILL", true]);
    // The database hears of a client that is gone in a moment.
    await expect.poll(holding, { timeout: 30_000 }).toEqual(["agency_sandbox: 1"]);
    const { rows } = await owner.query("select status, copied_at from agency_sandbox");
    expect(rows).toEqual([{ status: "copying", copied_at: null }]);
  },
);

test("begun again it is whole, and its members find it", { timeout: 120_000 }, async () => {
  const made = await makeSandbox({
    app: t.app,
    actor: { ...admin, kind: "system" },
    jobId: newId(),
    payload: { sandboxId: sandbox.id },
    progress: async () => {},
  });
  expect(made?.status).toBe("open");
  const { rows } = await owner.query(
    "select count(*)::int as n from vendor where org_id = any($1) group by org_id",
    [[admin.orgId, sandbox.copyId]],
  );
  expect(rows).toEqual([{ n: 20 }, { n: 20 }]);
});
