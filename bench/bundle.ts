// The bundle of a request with 10,000 lines and 20,000 files: seconds and memory of the job, beside
// reading and hashing the same files bare. The forms' PDFs are made by a browser and timed apart.
import { createHash, randomBytes } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import "#server/testing/all-areas.ts";
import { askForBundle, makeBundle } from "#areas/recovery/bundle/bundle.service.ts";
import { assignCosts } from "#areas/recovery/item/item.service.ts";
import {
  certifyRequest,
  checkRequest,
  draftRequest,
} from "#areas/recovery/request/request.service.ts";
import { formatVerifierKey } from "#kernel/checkpoint.ts";
import { newId } from "#kernel/ids.ts";
import { readConfig } from "#server/config.ts";
import { startSequencer } from "#server/audit/sequencer.ts";
import { sql } from "#server/db/sql.ts";
import { lookedAtFiles } from "#server/files/looked-at.ts";
import { recordFile } from "#server/files/stored-file.ts";
import { attachFile } from "#server/http/attachments.ts";
import type { JobRun } from "#server/jobs/jobs.ts";
import { auditKeys, deriveAuditKeys, useAuditKeys } from "#server/keys.ts";
import { outgoingDoor } from "#server/outgoing/door.ts";
import { openOutgoing } from "#server/outgoing/outgoing.ts";
import { makeMembers } from "#server/testing/agency.ts";
import { payingAgency } from "#server/testing/payments.ts";
import { declaredDisaster, obligatedProject, provedCosts } from "#server/testing/recovery.ts";
import { benchDatabase } from "./parts/database.ts";
import { machine, must, round, sayer } from "./parts/figures.ts";

const say = sayer("bundle");
const LINES = Number(process.env.LEVEE_BENCH_ROWS || 10_000);
const FILES = 2 * LINES;
const BYTES = Number(process.env.LEVEE_BENCH_BYTES || 20_000);
const BATCH = 200;

say(machine());
const bench = await benchDatabase("bundle");
const { database, dataDir } = bench;
useAuditKeys(deriveAuditKeys(randomBytes(32)));
const app = {
  database,
  config: readConfig({ LEVEE_DATA_DIR: dataDir, LEVEE_LOG: "silent", DATABASE_URL: bench.url }),
  files: lookedAtFiles(join(dataDir, "files"), database, null),
  outgoing: outgoingDoor(openOutgoing(), database),
};
const agency = await payingAgency(database);
const { recovery, certifier } = await makeMembers(database, agency, {
  recovery: { duties: ["recovery"] },
  certifier: { duties: ["certifier"] },
});
const sequencer = await startSequencer({ database });
const declaration = await declaredDisaster(database, recovery);
const projectId = await obligatedProject(database, recovery, declaration.id, { cents: 9e10 });
const costs = await provedCosts(
  database,
  agency,
  Array.from({ length: LINES }, (_, n) => 10_000 + n),
);
const receipts = (
  await database.read(recovery).rows<{ id: string }>(sql`
    select receipt_id as id
    from cost_line
    where org_id = ${agency.orgId} and id = any(${costs}::uuid[])
  `)
).map((row) => row.id);

const stored: string[] = [];
for (let from = 0; from < FILES; from += BATCH) {
  const files = await Promise.all(
    Array.from({ length: Math.min(BATCH, FILES - from) }, () =>
      app.files.put(Readable.from([randomBytes(BYTES)]), undefined, "own"),
    ),
  );
  await database.transaction(recovery, async (tx) => {
    for (const [n, file] of files.entries()) {
      stored.push(file.sha256);
      const name = `receipt-${from + n}.bin`;
      const id = await recordFile(tx, { ...file, orgId: agency.orgId, name });
      await attachFile(tx, recovery, {
        objectType: "receipt",
        objectId: receipts[(from + n) % LINES]!,
        number: name,
        file: { id, name, sha256: file.sha256 },
        label: "",
      });
    }
  });
}
for (let from = 0; from < LINES; from += 2_000)
  await database.transaction(recovery, (tx) =>
    assignCosts(tx, recovery, projectId, costs.slice(from, from + 2_000)),
  );
const timed = async <T>(work: () => Promise<T>): Promise<[number, T]> => {
  const began = performance.now();
  const made = await work();
  return [(performance.now() - began) / 1000, made];
};
const request = await database.transaction(recovery, (tx) => draftRequest(tx, recovery, projectId));
const step = { id: request.id, version: null };
const [checked] = await timed(() =>
  database.transaction(recovery, (tx) => checkRequest(tx, recovery, step)),
);
await database.transaction(certifier, (tx) => certifyRequest(tx, certifier, step));
say({ figure: "prove and claim", lines: LINES, seconds: round(checked) });

const bare = async (): Promise<number> => {
  const [seconds] = await timed(async () => {
    for (const sha256 of stored) {
      const hash = createHash("sha256");
      for await (const chunk of createReadStream(await app.files.pathOf(sha256)))
        hash.update(chunk as Buffer);
      must(hash.digest("hex") === sha256, "a file is not what was stored");
    }
  });
  return seconds;
};
const peak = async <T>(work: () => Promise<T>): Promise<[number, T]> => {
  let most = 0;
  const look = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 20);
  try {
    return [0, await work()].map((v, n) => (n === 0 ? most : v)) as [number, T];
  } finally {
    clearInterval(look);
  }
};
const bundle = async () => {
  const { id } = await database.transaction(recovery, (tx) =>
    askForBundle(tx, recovery, request.id),
  );
  const stages = new Map<string, number>();
  const began = performance.now();
  const [rss, [seconds, row]] = await peak(() =>
    timed(() =>
      makeBundle({
        app,
        actor: recovery,
        jobId: newId(),
        payload: { bundleId: id },
        progress: async (_done: number, _total: number | null, stage = "") => {
          stages.set(stage, (performance.now() - began) / 1000);
        },
      } as JobRun<{ bundleId: string }>),
    ),
  );
  return { row, seconds, rss, papers: stages.get("Papers") ?? 0 };
};

const floor = await bare();
const idle = process.memoryUsage().rss;
const first = await bundle();
const second = await bundle();
must(first.row.manifest === second.row.manifest, "two bundles have two manifests");
must(first.row.cents! > 0, "nothing is asked for");
const between = await bare();
say({
  figure: "read and hash bare",
  files: FILES,
  bytes: BYTES,
  seconds: [round(floor), round(between)],
});
for (const [name, b] of [
  ["first, with its papers", first],
  ["second, from kept papers", second],
] as const)
  say({
    figure: `bundle, ${name}`,
    lines: LINES,
    files: FILES,
    entries: b.row.entries,
    zip_mb: round(b.row.size! / 1e6),
    seconds: round(b.seconds),
    papers_until_s: round(b.papers),
    ratio_to_bare: round((b.seconds - b.papers) / ((floor + between) / 2)),
    rss_mb: round(b.rss / 1e6),
    rss_before_mb: round(idle / 1e6),
  });

const { verifyPackage } = (await import(
  new URL("../bin/audit-verify.mjs", import.meta.url).href
)) as { verifyPackage: (path: string, key: string) => Promise<{ ok: boolean; finding: unknown }> };
const path = join(dataDir, "bundle.zip");
await pipeline((await app.files.open(second.row.sha256!)).stream, createWriteStream(path));
const [verifying, report] = await timed(() =>
  verifyPackage(path, formatVerifierKey(auditKeys().verifier)),
);
must(report.ok, `the bundle does not hold: ${JSON.stringify(report.finding)}`);
say({ figure: "verify", seconds: round(verifying), ratio_to_bare: round(verifying / floor) });
await sequencer.stop();
await bench.close();
