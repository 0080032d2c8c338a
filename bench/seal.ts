// Figures of sealed bids, as JSON lines: sealing and opening one envelope of 10 MB, and a whole
// opening of 200 bids against PostgreSQL and the key store.
import { mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import pg from "pg";
import "#areas/procurement/procurement.server.ts";
import { openStage } from "#areas/sourcing/opening/open-stage.service.ts";
import type { Actor } from "#kernel/access.ts";
import { base64, type Bytes } from "#kernel/sealing/bytes.ts";
import {
  openEnvelope,
  openServerPart,
  openShare,
  bindingDigest,
  sealEnvelope,
} from "#kernel/sealing/envelope.ts";
import { newHpkeKeys } from "#kernel/sealing/hpke.ts";
import type { Database } from "#server/db/db.ts";
import { openDatabase } from "#server/db/open-database.ts";
import { startEmbedded } from "#server/db/embedded/embedded.ts";
import { migrate } from "#server/db/migrate.ts";
import { sql } from "#server/db/sql.ts";
import { lookedAtFiles } from "#server/files/looked-at.ts";
import { outgoingDoor } from "#server/outgoing/door.ts";
import { openOutgoing } from "#server/outgoing/outgoing.ts";
import { readConfig } from "#server/config.ts";
import { makeAgency, makeMembers } from "#server/testing/agency.ts";
import {
  bidOf,
  giveAll,
  makeOfficers,
  pastDeadline,
  useTestKeyStore,
} from "#server/testing/opening.ts";
import { makeBidder, published, solicitationOf } from "#server/testing/sourcing.ts";

const BYTES = Number(process.env.LEVEE_BENCH_BYTES || 10_000_000);
const REPEATS = Number(process.env.LEVEE_BENCH_REPEATS || 9);
const BIDS = Number(process.env.LEVEE_BENCH_BIDS || 200);
const LARGE = Number(process.env.LEVEE_BENCH_LARGE || 5);

const say = (line: object) => console.log(JSON.stringify({ bench: "seal", ...line }));
const round = (n: number) => Number(n.toPrecision(3));
const spread = (values: number[]) => {
  const sorted = [...values].sort((a, b) => a - b);
  return {
    median: round(sorted[Math.floor(sorted.length / 2)]!),
    min: round(sorted[0]!),
    max: round(sorted.at(-1)!),
  };
};
const must = (condition: boolean, what: string) => {
  if (!condition) throw new Error(`the bench's result is wrong: ${what}`);
};
const timed = async <T>(work: () => Promise<T>): Promise<[number, T]> => {
  const started = performance.now();
  const result = await work();
  return [performance.now() - started, result];
};
const noise = (size: number): Bytes => {
  const bytes = new Uint8Array(size);
  for (let at = 0; at < size; at += 65_536)
    crypto.getRandomValues(bytes.subarray(at, Math.min(size, at + 65_536)));
  return bytes;
};

const oneEnvelope = async () => {
  const store = await newHpkeKeys();
  const keys = await Promise.all([1, 2, 3, 4].map(() => newHpkeKeys()));
  const officers = keys.map((key, i) => ({
    x: i + 1,
    keyId: `k${i}`,
    publicKey: base64(key.publicKey),
  }));
  const file = { name: "drawings.pdf", mediaType: "application/pdf", bytes: noise(BYTES) };
  const binding = {
    envelopeId: "e",
    orgId: "o",
    solicitationId: "s",
    vendorId: "v",
    bidId: "b",
    revision: 1,
    envelope: "bid" as const,
  };
  const seals: number[] = [];
  const opens: number[] = [];
  let size = 0;
  for (let i = 0; i < REPEATS; i++) {
    const [sealMs, { manifest, ciphertext }] = await timed(() =>
      sealEnvelope({ binding, officers, keyStoreKey: store.publicKey, content: {}, files: [file] }),
    );
    const bound = await bindingDigest(manifest.binding);
    const part = await openServerPart(manifest.binding, manifest.serverPart, store);
    const [openMs, opened] = await timed(async () =>
      openEnvelope(manifest, ciphertext, part, [
        await openShare(bound, manifest.shares[0]!, keys[0]!),
        await openShare(bound, manifest.shares[3]!, keys[3]!),
      ]),
    );
    must(
      opened.files[0]!.bytes.length === BYTES &&
        opened.files[0]!.bytes[BYTES - 1] === file.bytes[BYTES - 1],
      "what was opened is not what was sealed",
    );
    size = ciphertext.length;
    seals.push(sealMs);
    opens.push(openMs);
  }
  say({
    figure:
      "one envelope: digest, pad, encrypt, split, seal four shares; and two shares, combine, decrypt, check",
    bytes: BYTES,
    ciphertext_bytes: size,
    officers: 4,
    seal_ms: spread(seals),
    open_ms: spread(opens),
  });
};

const pricesOf = async (database: Database, buyer: Actor, solicitationId: string) => {
  const items = await database.read(buyer).rows<{ id: string }>(sql`
    select id
    from solicitation_item
    where org_id = ${buyer.orgId} and solicitation_id = ${solicitationId}
  `);
  return items.map(({ id }) => ({ itemId: id, unitPrice: "12.3456" }));
};

const moveDeadline = (database: Database, orgId: string, solicitationId: string) =>
  database.transaction({ orgId, personId: null }, (tx) =>
    tx.rows(sql`
      update solicitation
      set due_at = '2026-11-01T20:00:00Z'
      where org_id = ${orgId} and id = ${solicitationId}
    `),
  );

/** A bid's part that encloses one file of so many bytes. */
const enclosing = async (size: number) => {
  const bytes = noise(size);
  const digest = await crypto.subtle.digest("SHA-256", bytes);
  const file = { name: "d.bin", mediaType: "application/octet-stream" };
  const listed = {
    ...file,
    requirementId: null,
    size,
    sha256: Buffer.from(digest).toString("hex"),
  };
  return { technical: { files: [listed] }, files: [{ ...file, bytes }] };
};

const opening = async (
  database: Database,
  folder: string,
  count: number,
  bytes: number,
  name: string,
) => {
  const app = {
    database,
    config: readConfig({ LEVEE_DATA_DIR: folder, LEVEE_LOG: "silent", DATABASE_URL: database.url }),
    files: lookedAtFiles(join(folder, "files"), database, null),
    outgoing: outgoingDoor(openOutgoing(), database),
  };
  const agency = await makeAgency(database);
  const people = (await makeMembers(database, agency, {
    buyer: { duties: ["buyer"] },
    manager: { role: "manager" },
  })) as Record<"buyer" | "manager", Actor>;
  const officers = await makeOfficers(database, agency, ["One", "Two", "Three", "Four"]);
  const tender = await published(
    database,
    people,
    solicitationOf(agency, { kind: "itb" }),
    officers,
  );
  const price = { lines: await pricesOf(database, people.buyer, tender.id) };
  await moveDeadline(database, agency.orgId, tender.id);
  const submits: number[] = [];
  for (let i = 0; i < count; i++) {
    const { actor } = await makeBidder(database, agency, `Bidder ${i}`);
    const bidder = { ...actor, businessNow: "2026-11-01T19:00:00Z" };
    const { technical, files } = bytes ? await enclosing(bytes) : { technical: {}, files: [] };
    const [ms] = await timed(() => bidOf(app, bidder, tender.id, { price, technical }, { files }));
    submits.push(ms);
  }
  await pastDeadline(database, agency.orgId, tender.id);
  const gives: number[] = [];
  for (const officer of officers.slice(0, 2))
    gives.push((await timed(() => giveAll(database, officer, tender.id)))[0]);
  const [ms, { opened, failed }] = await timed(() => openStage(app, officers[0]!.actor, tender.id));
  must(opened === count && failed === 0, `${opened} opened, ${failed} failed`);
  say({
    figure: name,
    bids: count,
    file_bytes: bytes,
    submit_ms_each: spread(submits),
    officer_opens_and_gives_shares_ms: spread(gives),
    open_all_s: round(ms / 1000),
    open_ms_each: round(ms / count),
  });
};

say({
  figure: "machine",
  cores: availableParallelism(),
  node: process.version,
  at: new Date().toISOString(),
});
await oneEnvelope();
const server = process.env.DATABASE_URL
  ? { url: process.env.DATABASE_URL, stop: async () => {} }
  : await startEmbedded(resolve(".cache/bench-data"));
const folder = mkdtempSync(join(tmpdir(), "levee-bench-"));
process.env.LEVEE_DATA_DIR = folder;
const admin = new pg.Client({ connectionString: server.url });
await admin.connect();
await admin.query("drop database if exists levee_bench with (force)");
await admin.query("create database levee_bench");
const url = new URL(server.url);
url.pathname = "/levee_bench";
await migrate(url.href);
const database = openDatabase(url.href);
const store = await useTestKeyStore();
try {
  await opening(
    database,
    folder,
    BIDS,
    0,
    "an opening: submit, shares of two officers, key store, decrypt, rows, audit, minutes",
  );
  await opening(database, folder, LARGE, BYTES, "the same with a large file in each bid");
} finally {
  await store.close();
  await database.close();
  await admin.query("drop database levee_bench with (force)");
  await admin.end();
  await server.stop();
  rmSync(folder, { recursive: true });
}
process.exit(0);
