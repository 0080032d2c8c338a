import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import type { Actor } from "#kernel/access.ts";
import { formatVerifierKey } from "#kernel/checkpoint.ts";
import { conflict, notFound, Problem } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import {
  PACKAGE_FORMAT,
  zipOf,
  type Listed,
  type Part,
} from "#areas/governance/governance.server.ts";
import { FilesAway } from "#server/files/away.ts";
import { exportBundle } from "#server/audit/bundle.ts";
import { sequencerOf } from "#server/audit/sequencer.ts";
import { note } from "#server/change.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow, insertRow, lockRow, updateRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { recordFile } from "#server/files/stored-file.ts";
import type { JobRun } from "#server/jobs/jobs.ts";
import { auditKeys } from "#server/keys.ts";
import { businessNow } from "#server/clock.ts";
import { paBundle } from "../proof.tables.ts";
import { paRequest } from "../recovery.tables.ts";
import type { Paper } from "./bundle.labels.ts";
import type { Bundle } from "./bundle.model.ts";
import { contentsOf, requireCertified, type Contents } from "./contents.service.ts";
import { papersToMake } from "./papers.service.ts";

type Row = typeof paBundle.$inferSelect;
type Job = JobRun<{ bundleId: string }>;

const readme = `What this is

00-cover.pdf, 00-summary.xlsx   the request and its sums
01-forms/                       FEMA's forms with the lines of this request
02-request/ to 07-photographs/  evidence, in the order of upload; each order, receipt, invoice and damage
                                has a folder of its number
trace.csv                       every line: order, receipt and invoice by number, payment or hour with the
                                journal that paid it, rule, cents, hashes
payments.csv                    proof of payment by line: number, method, day, and the bank's trace of it
hours.csv                       hours by line: from and to, what was done, who entered and who confirmed
                                them, and the journal with its period and amount that paid the person
photos.csv                      photographs of the damage, each with its hash
audit.jsonl                     entries of the agency's audit ledger about these records, with their proofs
audit-key.txt                   the agency's public key as it is today; compare it with your own copy
manifest.json                   the SHA-256 and the size of every file here, and the sums

How to check it, without the agency and without a connection

    node audit-verify.mjs THIS-FILE.zip --key levee-audit-key.txt

audit-verify.mjs is one file without dependencies; levee-audit-key.txt is your own copy of the
agency's public key. It checks every byte against the manifest, every hash against a proven entry,
and adds up the trace to the cents of the request. The last line is the verdict.
`;

/** Stores that the bundle of a certified request is asked for; the job makes it. 404, 409. */
export const askForBundle = async (tx: Tx, actor: Actor, requestId: string): Promise<Row> => {
  const r = await getRow(tx, paRequest, requestId, "request");
  requireCertified(r);
  return insertRow(tx, paBundle, {
    orgId: actor.orgId!,
    id: newId(),
    requestId,
    requestedBy: actor.personId,
  });
};

const digestOf = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

// The papers, made and stored; nothing of it counts before an entry attests them.
type Made = Paper & { size: number; mediaType: string };
const makePapers = async ({ app, actor, progress }: Job, of: Contents): Promise<Made[]> => {
  const wanted = await papersToMake(app.database.read(actor), {
    ...of,
    items: of.trace.items,
  });
  const fixed = [
    ["trace.csv", of.trace.text],
    ["photos.csv", of.trace.photos],
    ["payments.csv", of.trace.payments],
    ["hours.csv", of.trace.hours],
    ["audit-key.txt", `${formatVerifierKey(auditKeys().verifier)}\n`],
  ] as const;
  const papers: Made[] = [];
  for (const [n, { path, make }] of wanted.entries()) {
    await progress(n, wanted.length, "Papers");
    const stored = await app.files.put(Readable.from([await make()]), undefined, "own");
    papers.push({ path, ...stored });
  }
  for (const [path, text] of fixed) {
    const stored = await app.files.put(
      Readable.from([Buffer.from(text)]),
      Number.MAX_SAFE_INTEGER,
      "own",
    );
    papers.push({ path, ...stored });
  }
  return papers;
};

const knownSet = (db: Db, requestId: string, sources: string): Promise<Row | null> =>
  db.maybe<Row>(sql`
    select *
    from pa_bundle
    where org_id = ${db.scope.orgId}
      and request_id = ${requestId}
      and sources = ${sources}
      and papers is not null
    order by attested_at, id
    limit 1
  `);

// Papers of the same sources are made once: whoever comes second takes those of the first.
const attested = async (job: Job, row: Row, of: Contents): Promise<Row> => {
  const { app, actor } = job;
  const before = await knownSet(app.database.read(actor), row.requestId, of.sources);
  if (before) return before;
  const made = await makePapers(job, of);
  const papers = made.map(({ path, sha256 }): Paper => ({ path, sha256 }));
  return app.database.transaction(actor, async (tx) => {
    const r = await lockRow(tx, paRequest, row.requestId, "request");
    requireCertified(r);
    const meanwhile = await knownSet(tx, row.requestId, of.sources);
    if (meanwhile) return meanwhile;
    for (const { path, ...stored } of made)
      await recordFile(tx, { ...stored, orgId: row.orgId, name: path.split("/").at(-1)! });
    const entry = note(tx, actor, "paRequest", r, {
      action: "bundlePapers",
      after: { papers: Object.fromEntries(papers.map((p) => [p.path, p.sha256])), ...of.sums },
      event: null,
    });
    return updateRow(tx, paBundle, row.id, {
      sources: of.sources,
      papers,
      attestedAt: businessNow(tx.scope).toISOString(),
      attestedEntry: entry,
    });
  });
};

// The size of the ledger under which the papers are proven: kept, so that a second bundle proves the same.
const sealedAt = async ({ app, actor }: Job, set: Row): Promise<number> => {
  if (set.ledgerSize !== null) return set.ledgerSize;
  const sequencer = await sequencerOf(app.database);
  const { size } = await sequencer.waitForInclusion(actor.orgId!, set.attestedEntry!);
  return app.database.transaction(actor, async (tx) => {
    const now = await lockRow(tx, paBundle, set.id, "bundle");
    if (now.ledgerSize !== null) return now.ledgerSize;
    await updateRow(tx, paBundle, set.id, { ledgerSize: size });
    return size;
  });
};

const opening = (job: Job, at: { done: number; total: number }, path: string, sha256: string) => ({
  path,
  sha256,
  open: async () => {
    await job.progress(at.done++, at.total, "Files");
    try {
      return (await job.app.files.open(sha256)).stream;
    } catch (error) {
      if (!(error instanceof Problem) || error instanceof FilesAway) throw error;
      throw conflict("file_changed", `${path} cannot be handed over: ${error.message}`);
    }
  },
});

async function* withLineEnds(
  first: unknown,
  lines: AsyncGenerator<string>,
  beat: () => Promise<void>,
): AsyncGenerator<string> {
  yield `${String(first)}\n`;
  let n = 0;
  for await (const line of lines) {
    if (++n % 500 === 0) await beat();
    yield `${line}\n`;
  }
}

const partsOf = async (job: Job, set: Row, size: number, of: Contents) => {
  const { app, actor } = job;
  const files = [...set.papers!, ...of.evidence];
  let proven: ReadonlySet<string> = new Set();
  let entries = 0;
  const lines = exportBundle(app.database.read(actor), {
    agency: of.facts.agency,
    objectIds: of.objectIds,
    files: files.map((f) => ({ name: f.path, sha256: f.sha256 })),
    onlyAttested: (found, count) => {
      proven = new Set(found.map((f) => f.sha256));
      entries = count;
    },
    asOf: { size, at: set.attestedAt! },
  });
  const first = await lines.next();
  const bare = files.find((f) => !proven.has(f.sha256));
  if (bare)
    throw conflict(
      "not_attested",
      `No audit entry holds the SHA-256 of ${bare.path}. Attach it to its record again, then make the bundle.`,
    );
  const at = { done: 0, total: files.length };
  const beat = () => job.progress(at.done, at.total, "Entries and proofs");
  const parts: Part[] = [
    { path: "README.txt", open: async () => Readable.from([Buffer.from(readme)]) },
    ...files.map((f) => opening(job, at, f.path, f.sha256)),
    {
      path: "audit.jsonl",
      open: async () =>
        Readable.from(withLineEnds(first.value, lines, beat), { objectMode: false }),
    },
  ];
  return { parts, entries };
};

/**
 * Makes the bundle of a request: one ZIP, streamed into the file store. Twice made of the same sources it
 * has the same manifest; ended half-way it goes on from its papers, and nothing half-made stays. 409
 * names a file whose bytes are not those that were attached.
 */
export const makeBundle = async (job: Job): Promise<Row> => {
  const { app, actor, payload } = job;
  const row = await getRow(app.database.read(actor), paBundle, payload.bundleId, "bundle");
  if (row.fileId) return row;
  const of = await contentsOf(app.database.read(actor), row.requestId);
  const set = await attested(job, row, of);
  const size = await sealedAt(job, set);
  const { parts, entries } = await partsOf(job, set, size, of);
  let manifest = "";
  const zip = zipOf(
    parts,
    (files: Listed[]) => {
      const said = {
        format: PACKAGE_FORMAT,
        title: `Request for reimbursement ${of.sums.number}`,
        agency: of.facts.agency,
        createdAt: set.attestedAt,
        request: of.sums,
        files,
        leftOut: [],
      };
      manifest = digestOf(Buffer.from(`${JSON.stringify(said, null, 1)}\n`));
      return said;
    },
    new Date(set.attestedAt!),
  );
  const stored = await app.files.put(zip, Number.MAX_SAFE_INTEGER, "own");
  return app.database.transaction(actor, async (tx) => {
    const fileId = await recordFile(tx, {
      ...stored,
      orgId: row.orgId,
      name: `${of.sums.number}-bundle.zip`,
      uploadedBy: row.requestedBy,
    });
    const made = {
      fileId,
      manifest,
      sha256: stored.sha256,
      size: stored.size,
      files: parts.length - 2,
      entries,
      cents: of.sums.federal,
    };
    note(tx, actor, "paRequest", row.requestId, {
      number: of.sums.number,
      action: "bundle",
      after: made,
    });
    return updateRow(tx, paBundle, row.id, made);
  });
};

/** Bundles of a request, the newest first. 404. */
export const bundlesOf = async (db: Db, requestId: string): Promise<Bundle[]> => {
  await getRow(db, paRequest, requestId, "request");
  return db.rows<Bundle>(sql`
    select
      b.id, b.sha256, b.manifest, b.size, b.files, b.entries, b.cents,
      p.display_name as requested_by, b.created_at
    from pa_bundle b
    left join person p on p.id = b.requested_by
    where b.org_id = ${db.scope.orgId} and b.request_id = ${requestId}
    order by b.created_at desc
    limit 50
  `);
};

/** The ZIP of a bundle: its content and its name. 404 for an unknown one, 409 while it is made. */
export const bundleFile = async (
  db: Db,
  id: string,
): Promise<{ requestId: string; sha256: string; name: string }> => {
  const row = await db.maybe<{ requestId: string; sha256: string | null; number: string }>(sql`
    select b.request_id, b.sha256, r.number
    from pa_bundle b
    join pa_request r on r.org_id = b.org_id and r.id = b.request_id
    where b.org_id = ${db.scope.orgId} and b.id = ${id}
  `);
  if (!row) throw notFound("bundle");
  if (!row.sha256)
    throw conflict("not_made", "This bundle is still being made. Look at the tray of long work.");
  return { requestId: row.requestId, sha256: row.sha256, name: `${row.number}-bundle.zip` };
};
