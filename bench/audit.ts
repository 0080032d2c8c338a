// Figures of the audit record, as JSON lines. Every ratio is measured inside one run; medians of
// the repeats with min and max.
import { createHash, hash, randomBytes } from "node:crypto";
import { fork } from "node:child_process";
import {
  closeSync,
  createWriteStream,
  fsyncSync,
  mkdtempSync,
  openSync,
  rmSync,
  statSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { once } from "node:events";
import pg from "pg";
import {
  inclusionRanges,
  Frontier,
  rangeRoot,
  verifyInclusion,
  type Hash,
} from "#kernel/merkle.ts";
import { newId } from "#kernel/ids.ts";
import { encodeEntry } from "#kernel/audit-proof.ts";
import { formatVerifierKey } from "#kernel/checkpoint.ts";
import { audit } from "#server/audit/audit.ts";
import { hasher } from "#server/audit/hash.ts";
import { sequencerOf } from "#server/audit/sequencer.ts";
import type { Database } from "#server/db/db.ts";
import { openDatabase } from "#server/db/open-database.ts";
import { startEmbedded } from "#server/db/embedded/embedded.ts";
import { migrate } from "#server/db/migrate.ts";
import { bind } from "#server/db/sql.ts";
import { deriveAuditKeys, useAuditKeys } from "#server/keys.ts";
import { ledgerOf, newSigner } from "#server/testing/ledger.ts";
import { machine, must, round, sayer, spread } from "./parts/figures.ts";
import type { Ledger, Verification } from "./parts/verifying.ts";

const STORED = Number(process.env.LEVEE_BENCH_ENTRIES || 1_000_000);
// Short rounds in turn: where a machine's speed changes within minutes, both halves of a pair meet
// the same one.
const SECONDS = Number(process.env.LEVEE_BENCH_SECONDS || 1);
const CLIENTS = 8;
const REPEATS = Number(process.env.LEVEE_BENCH_REPEATS || 15);
const VERIFICATIONS = 7;

const say = sayer("audit");

const INVOICE = `
  insert into bench_invoice (org_id, id, number, vendor, amount, status, description)
  values ($1, $2, $3, $4, $5, $6, $7)
`;
const record = (i: number) => ({
  number: `INV-2027-${i}`,
  vendor: "Delta Paving LLC",
  amount: 120_000 + i,
  status: "entered",
  description: "Gravel, 40 tons, delivered to the north yard",
});

/**
 * One round of writes: operations per second and milliseconds of CPU (this process) per operation.
 */
const round1 = async (database: Database, orgs: string[], audited: boolean) => {
  let done = 0;
  let stop = false;
  const cpu = process.cpuUsage();
  const started = performance.now();
  const client = async (n: number) => {
    while (!stop) {
      const actor = {
        orgId: orgs[n % orgs.length]!,
        personId: "019a0000-0000-7000-8000-000000000001",
        sessionId: "bench",
        name: "Bench Clerk",
      };
      await database.transaction(actor, async (tx) => {
        const row = record(done);
        const id = newId();
        await tx.rows(
          bind(INVOICE, [
            actor.orgId,
            id,
            row.number,
            row.vendor,
            row.amount,
            row.status,
            row.description,
          ]),
        );
        if (audited)
          audit(tx, actor, {
            action: "invoice.create",
            objectType: "invoice",
            objectId: id,
            objectNumber: row.number,
            before: null,
            after: row,
          });
      });
      done++;
    }
  };
  const clients = Array.from({ length: CLIENTS }, (_, n) => client(n));
  await new Promise((r) => setTimeout(r, SECONDS * 1000));
  stop = true;
  await Promise.all(clients);
  const used = process.cpuUsage(cpu);
  return {
    rate: (done / (performance.now() - started)) * 1000,
    cpu: (used.user + used.system) / 1000 / done,
    done,
  };
};

const writes = async (database: Database, name: string, orgs: string[]) => {
  const plain: number[] = [];
  const sealed: number[] = [];
  const ratios: number[] = [];
  const cpu: [number[], number[]] = [[], []];
  await round1(database, orgs, false);
  await round1(database, orgs, true);
  let expected = 0;
  for (let i = 0; i < REPEATS; i++) {
    // The order changes from round to round, so that a drift of the machine favours neither.
    const first = i % 2 === 0;
    const a = await round1(database, orgs, !first);
    const b = await round1(database, orgs, first);
    const [without, withAudit] = first ? [a, b] : [b, a];
    plain.push(without.rate);
    sealed.push(withAudit.rate);
    ratios.push(withAudit.rate / without.rate);
    cpu[0].push(without.cpu);
    cpu[1].push(withAudit.cpu);
    expected += withAudit.done;
  }
  say({
    figure: `audited write, ${name}`,
    clients: CLIENTS,
    unaudited_per_s: spread(plain),
    audited_per_s: spread(sealed),
    ratio: spread(ratios),
    goal: orgs.length > 1 ? 0.75 : 0.7,
    cpu_ms_unaudited: spread(cpu[0]),
    cpu_ms_audited: spread(cpu[1]),
  });
  return expected;
};

const appendPure = () => {
  const leaves = Array.from({ length: 200_000 }, (_, i) => hasher.digest(Buffer.from(`leaf ${i}`)));
  const rates = Array.from({ length: REPEATS }, () => {
    const started = performance.now();
    new Frontier(hasher).append(leaves);
    return (leaves.length / (performance.now() - started)) * 1000;
  });
  say({
    figure: "append to the frontier",
    entries: leaves.length,
    per_s: spread(rates),
    goal: 100_000,
  });
};

/**
 * A ledger file of `count` entries as an export writes it; beside it the bytes of its entry and
 * content lines are what is hashed bare.
 */
const writeLedger = async (path: string, count: number, signer: ReturnType<typeof newSigner>) => {
  const ledger = ledgerOf(1);
  const orgId = ledger.orgId;
  const leaves: Hash[] = [];
  const body = join(path, "body");
  const out = createWriteStream(body, { highWaterMark: 1 << 20 });
  const frontier = new Frontier(hasher);
  let prev = "";
  for (let index = 0; index < count; index++) {
    const content = `{"actorName":"Bench Clerk","changes":[{"after":${index},"before":null,"field":"amount"},{"after":"approved","before":"matched","field":"status"},{"after":"Gravel, 40 tons, delivered to the north yard","before":null,"field":"description"}],"note":null,"salt":"${index}"}`;
    const entry = encodeEntry({
      index,
      prev,
      orgId,
      id: newId(),
      at: "2027-01-01T00:00:00.000000Z",
      actorId: orgId,
      sessionId: orgId,
      action: "invoice.approve",
      objectType: "invoice",
      objectId: newId(),
      objectNumber: `INV-2027-${index}`,
      before: "kuaDfai/9j+kJXOInJpXtqQpIOtbtTcEykcrLlH7XB0=",
      after: "4bApe6wq9hM4uQJU+/l/3OL+fY3y1208rIHjYNzTghE=",
      mac: "2z3ghz6FbbPGI4IDbPORet7FmrhGQ91oGX4pT4F//Po=",
      content: hash("sha256", content, "base64"),
    });
    prev = hasher.leaf(Buffer.from(entry));
    leaves.push(prev);
    frontier.appendOne(prev);
    if (!out.write(`${entry}\n${content}\n`)) await once(out, "drain");
  }
  out.end();
  await once(out, "finish");
  // Written to the disk before anything is timed, not while.
  const file = openSync(body, "r+");
  fsyncSync(file);
  closeSync(file);
  return {
    body,
    leaves,
    root: frontier.root(),
    head: ledger.head(signer, count, frontier.root()),
    orgId,
  };
};

/** Verifies the file in a process of its own, in turn with the bare loop over it. */
const verifications = (ledger: Ledger): Promise<Verification[]> =>
  new Promise((resolve, reject) => {
    const child = fork(fileURLToPath(new URL("./parts/verifying.ts", import.meta.url)), {
      execArgv: [],
    });
    child.once("message", (found) => resolve(found as Verification[]));
    child.once("exit", (code) => reject(new Error(`the verification ended with ${code}`)));
    child.send(ledger);
  });

const verifyStored = async () => {
  const folder = mkdtempSync(join(tmpdir(), "levee-bench-"));
  const signer = newSigner();
  try {
    const { body, leaves, root, head } = await writeLedger(folder, STORED, signer);
    const found = await verifications({
      body,
      head,
      key: formatVerifierKey(signer.key),
      entries: STORED,
      rounds: VERIFICATIONS,
    });
    say({
      figure: "verify a whole ledger offline",
      entries: STORED,
      bytes: statSync(body).size,
      bare_sha256_s: spread(found.map((f) => f.bare)),
      verify_s: spread(found.map((f) => f.full)),
      cpu_s: spread(found.map((f) => f.cpu)),
      ratio: spread(found.map((f) => f.full / f.bare)),
      goal: 2,
    });
    proofs(leaves, root);
  } finally {
    rmSync(folder, { recursive: true });
  }
};

const proofs = (leaves: Hash[], root: Hash) => {
  const nodes = new Map<string, Hash>();
  new Frontier(hasher).append(leaves, (level, index, value) =>
    nodes.set(`${level}/${index}`, value),
  );
  const sizes: number[] = [];
  const times: number[] = [];
  for (let i = 0; i < 1000; i++) {
    const index = Math.floor(Math.random() * leaves.length);
    const proof = inclusionRanges(index, leaves.length).map((range) =>
      rangeRoot(hasher, range, (level, at) => nodes.get(`${level}/${at}`)!),
    );
    const started = performance.now();
    must(verifyInclusion(hasher, leaves[index]!, index, leaves.length, proof, root), "proof");
    times.push(performance.now() - started);
    sizes.push(Buffer.byteLength(JSON.stringify(proof)));
  }
  say({
    figure: "inclusion proof",
    entries: leaves.length,
    bytes: spread(sizes),
    goal_bytes: 1024,
    verify_ms: spread(times),
    goal_ms: 5,
  });
};

const sealing = async (database: Database, url: string, written: number) => {
  const sequencer = await sequencerOf(database);
  const started = performance.now();
  const cpu = process.cpuUsage();
  let sealed = 0;
  for (let n; (n = await sequencer.tick(true)) > 0;) sealed += n;
  const s = (performance.now() - started) / 1000;
  const used = process.cpuUsage(cpu);
  const owner = new pg.Client({ connectionString: url });
  await owner.connect();
  const { rows } = await owner.query(
    `
      select
        (select count(*)::int from audit_entry) as entries,
        (select count(*)::int from audit_leaf) as leaves,
        (select sum(size)::int from audit_frontier) as sizes,
        (select count(*)::int from audit_refusal) as refused
    `,
  );
  await owner.end();
  must(
    rows[0].entries === rows[0].leaves &&
      rows[0].sizes === rows[0].leaves &&
      sealed === rows[0].leaves &&
      rows[0].refused === 0 &&
      rows[0].entries >= written,
    JSON.stringify(rows[0]),
  );
  say({
    figure: "seal stored entries (read, check MAC and digest, hash, store leaves)",
    entries: sealed,
    per_s: round(sealed / s),
    cpu_ms_per_1000: round(((used.user + used.system) / 1000 / sealed) * 1000),
  });
};

say(machine());
must(createHash("sha256").update("x").digest("base64") === hash("sha256", "x", "base64"), "hash");
useAuditKeys(deriveAuditKeys(randomBytes(32)));
// The writes come first: what a million entries leave in this process's memory would be cleared
// away while they run.
const server = process.env.DATABASE_URL
  ? { url: process.env.DATABASE_URL, stop: async () => {} }
  : await startEmbedded(resolve(".cache/bench-data"));
const admin = new pg.Client({ connectionString: server.url });
await admin.connect();
await admin.query("drop database if exists levee_bench with (force)");
await admin.query("create database levee_bench");
const url = new URL(server.url);
url.pathname = "/levee_bench";
await migrate(url.href);
const owner = new pg.Client({ connectionString: url.href });
await owner.connect();
await owner.query(`
  create table bench_invoice (
    org_id uuid not null, id uuid not null, number text not null, vendor text not null,
    amount bigint not null, status text not null, description text not null,
    primary key (org_id, id)
  );
  select levee_secure('bench_invoice');
`);
await owner.end();
const database = openDatabase(url.href);
try {
  const agencies = Array.from({ length: 8 }, newId);
  const many = await writes(database, "8 agencies", agencies);
  const hot = await writes(database, "one hot agency", [newId()]);
  await sealing(database, url.href, many + hot);
} finally {
  await database.close();
  await admin.query("drop database levee_bench with (force)");
  await admin.end();
  await server.stop();
}
appendPure();
await verifyStored();
