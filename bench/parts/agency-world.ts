import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { Readable } from "node:stream";
import type { App } from "#server/app.ts";
import { readConfig } from "#server/config.ts";
import { lookedAtFiles } from "#server/files/looked-at.ts";
import { recordFile } from "#server/files/stored-file.ts";
import { outgoingDoor } from "#server/outgoing/door.ts";
import { openOutgoing } from "#server/outgoing/outgoing.ts";
import type { BenchDatabase } from "./database.ts";
import { buyingAgency, type BuyingAgency } from "./people.ts";

/** An agency with many records beside others, and what asks for it: no server is needed for that. */
export type World = { bench: BenchDatabase; app: App; agency: BuyingAgency };

/** Milliseconds that some work takes, with what it gives. */
export const timed = async <T>(work: () => Promise<T>): Promise<[number, T]> => {
  const began = performance.now();
  const answer = await work();
  return [performance.now() - began, answer];
};

// Nine of ten are departments, which a copy holds as they are; each tenth is a vendor with a tax number, a
// mail address, a phone and a street that a copy makes up.
const fill = async ({ bench, agency }: World, rows: number): Promise<void> => {
  const vendors = Math.round(rows / 10);
  await bench.owner.query(
    `
      insert into department (org_id, id, code, name)
      select $1, gen_random_uuid(), 'D' || n, 'Department ' || n
      from generate_series(1, $2::int) n
    `,
    [agency.orgId, rows - vendors],
  );
  await bench.owner.query(
    `
      insert into vendor (
        org_id, id, number, name, name_key, status, email, phone, address1, city, tin_kind,
        tin_last4, tin_digest, tin_sealed
      )
      select
        $1, gen_random_uuid(), 'BENCH-' || n, 'Vendor ' || n, 'vendor' || n, 'active',
        'v' || n || '@bench.test', '(641) 207-' || lpad((n % 10000)::text, 4, '0'),
        n || ' Main Street', 'Ames', 'ein', lpad((n % 10000)::text, 4, '0'), 'digest ' || n,
        'sealed ' || n
      from generate_series(1, $2::int) n
    `,
    [agency.orgId, vendors],
  );
};

const keepFiles = async ({ app, agency }: World, count: number, bytes: number): Promise<void> => {
  const { admin } = agency.people;
  const atOnce = 50;
  for (let at = 0; at < count; at += atOnce) {
    const some = Array.from({ length: Math.min(atOnce, count - at) }, () =>
      Buffer.from(randomBytes(bytes).toString("base64").slice(0, bytes)),
    );
    const stored = await Promise.all(
      some.map((content) => app.files.put(Readable.from([content]), undefined, "own")),
    );
    await app.database.transaction(admin, async (tx) => {
      for (const [n, one] of stored.entries())
        await recordFile(tx, { ...one, orgId: agency.orgId, name: `scan-${at + n}.txt` });
    });
  }
};

/** An agency of so many rows, a tenth of them vendors, and so many files of so many bytes each. */
export const agencyWorld = async (
  bench: BenchDatabase,
  of: { rows: number; files: number; fileBytes: number },
): Promise<World> => {
  const config = readConfig({
    LEVEE_DATA_DIR: bench.dataDir,
    LEVEE_LOG: "silent",
    DATABASE_URL: bench.url,
  });
  const app: App = {
    database: bench.database,
    config,
    files: lookedAtFiles(join(bench.dataDir, "files"), bench.database, null),
    outgoing: outgoingDoor(openOutgoing(), bench.database),
  };
  const world = { bench, app, agency: await buyingAgency(bench.database) };
  await fill(world, of.rows);
  await keepFiles(world, of.files, of.fileBytes);
  await bench.owner.query("analyze");
  return world;
};
