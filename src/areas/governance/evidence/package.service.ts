import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import type { Actor } from "#kernel/access.ts";
import type { BundleFile } from "#kernel/audit-bundle.ts";
import { conflict, notAllowed, notFound } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import type { App } from "#server/app.ts";
import { FilesAway } from "#server/files/away.ts";
import { exportBundle } from "#server/audit/bundle.ts";
import { sequencerOf } from "#server/audit/sequencer.ts";
import { note } from "#server/change.ts";
import { requireSeen } from "#server/lifecycle.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { nounNamed, readsNoun } from "#server/noun.ts";
import { getRow, insertRow, updateRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { attachedFiles, type AttachedFile } from "#server/http/attachments.ts";
import { attestedFiles } from "#server/files/held-digests.ts";
import { recordFile } from "#server/files/stored-file.ts";
import type { JobRun } from "#server/jobs/jobs.ts";
import { readOrganization } from "#areas/organization/organization.server.ts";
import { withParts } from "../audit/evidence.ts";
import { PACKAGE_FORMAT, placeOf, type Manifest, type PackageInput } from "./package.model.ts";
import { evidencePackage } from "./package.tables.ts";
import { papersOf } from "./papers.service.ts";
import { packageSummary } from "./summary.service.ts";
import { zipOf, type Part } from "./zip.service.ts";

type PackageRecord = typeof evidencePackage.$inferSelect;
const readme = `What this is

audit.jsonl     entries of the agency's audit ledger about these records, each with its proof
papers/         papers of the records, made for this package, such as an order's PDF
files/          documents attached to the records; the entries hold their SHA-256
summary.html    the same for reading
manifest.json   the SHA-256 and the size of every file here

How to check it, without the agency and without a connection

    node audit-verify.mjs THIS-FILE.zip --key levee-audit-key.txt

audit-verify.mjs is one file without dependencies; levee-audit-key.txt is your own copy of the
agency's public key. The last line is the verdict.
`;

// Who may not export the whole record takes the evidence of what they read anyway.
const requireReadable = async (tx: Tx, actor: Actor, ids: readonly string[]): Promise<void> => {
  if (actor.permissions.has("audit.export")) return;
  const found = await tx.rows<{ objectId: string; objectType: string }>(sql`
    select distinct object_id, object_type
    from audit_entry
    where org_id = ${tx.scope.orgId} and object_id = any(${[...ids]}::uuid[])
  `);
  const readable = (id: string) =>
    found.some((f) => {
      const noun = f.objectId === id ? nounNamed(f.objectType) : undefined;
      return noun !== undefined && readsNoun(actor, noun);
    });
  if (!ids.every(readable))
    throw notAllowed("Take the evidence of records that you may read; an auditor takes any.");
  for (const { objectType, objectId } of found) await requireSeen(tx, actor, objectType, objectId);
};

/** Stores that a package is asked for; the job makes it. 403 of what somebody may not read. */
export const askForPackage = async (
  tx: Tx,
  actor: Actor,
  input: PackageInput,
): Promise<PackageRecord> => {
  await requireReadable(tx, actor, input.objectIds);
  return insertRow(tx, evidencePackage, {
    ...input,
    orgId: actor.orgId!,
    id: newId(),
    requestedBy: actor.personId,
    requestedName: actor.name,
  });
};

const sha256 = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

// What can be read now; a file that is gone, or was refused by the scanner, is named with the reason.
const readable = async (app: App, files: readonly AttachedFile[]) => {
  const [kept, leftOut]: [AttachedFile[], Manifest["leftOut"]] = [[], []];
  for (const file of files)
    try {
      await app.files.sizeOf(file.sha256);
      kept.push(file);
    } catch (error) {
      if (error instanceof FilesAway) throw error;
      leftOut.push({ name: file.name, reason: (error as Error).message });
    }
  return { kept, leftOut };
};

async function* counted(
  lines: AsyncGenerator<string>,
  beat: (done: number) => Promise<void>,
): AsyncGenerator<string> {
  let done = 0;
  for await (const line of lines) {
    if (++done % 500 === 0) await beat(done);
    yield `${line}\n`;
  }
}

// The digests of summary and papers become an entry of their own, so that the signed header names it too.
const recordSummary = async (
  { app, actor }: JobRun<unknown>,
  { id, title, objectIds }: PackageRecord,
  digest: string,
  papers: readonly { name: string; sha256: string }[],
): Promise<void> => {
  const entry = await app.database.transaction(actor, async (tx) =>
    note(tx, actor, "evidencePackage", id, {
      number: title,
      action: "summarize",
      after: {
        objectIds,
        summary: digest,
        papers,
      },
      event: null,
    }),
  );
  await (await sequencerOf(app.database)).waitForInclusion(actor.orgId!, entry);
};

const eachOnce = (files: readonly AttachedFile[]): AttachedFile[] => [
  ...new Map(files.map((file) => [file.sha256, file])).values(),
];

type Made = { parts: Part[]; leftOut: Manifest["leftOut"]; indexes: number; agency: string };

const partsOf = async (job: JobRun<unknown>, row: PackageRecord): Promise<Made> => {
  const { app, actor, progress } = job;
  const db = app.database.read(actor);
  const [all, organization] = await Promise.all([
    withParts(db, row.objectIds),
    readOrganization(db),
  ]);
  const held = await Promise.all([attachedFiles(db, all), attestedFiles(db, all)]);
  const { kept, leftOut } = await readable(app, eachOnce(held.flat()));
  const summary = Buffer.from(
    await packageSummary(
      db,
      actor,
      { asked: row.objectIds, all },
      {
        title: row.title,
        agency: organization.name,
        timeZone: organization.timeZone,
        createdAt: row.createdAt,
      },
    ),
  );
  const papers = await papersOf(app, db, all);
  leftOut.push(...papers.leftOut);
  await recordSummary(job, row, sha256(summary), papers.named);
  let attested: BundleFile[] = [];
  let indexes = 0;
  const lines = exportBundle(db, {
    agency: organization.name,
    objectIds: [...all, row.id],
    files: [...kept, { name: "summary.html", sha256: sha256(summary) }, ...papers.named],
    onlyAttested: (files, entries) => {
      attested = files;
      indexes = entries;
    },
  });
  const first = await lines.next();
  const known = new Set(attested.map((file) => file.sha256));
  const proved = kept.filter((file) => known.has(file.sha256));
  for (const { name } of kept.filter((file) => !known.has(file.sha256)))
    leftOut.push({ name, reason: "No audit entry holds its SHA-256." });
  const beat = (done: number) => progress(Math.floor(done / 3), indexes, "Entries and proofs");
  const bundle = async function* () {
    yield `${String(first.value)}\n`;
    yield* counted(lines, beat);
  };
  const parts: Part[] = [
    { path: "README.txt", open: async () => Readable.from([Buffer.from(readme)]) },
    { path: "audit.jsonl", open: async () => Readable.from(bundle(), { objectMode: false }) },
    { path: "summary.html", open: async () => Readable.from([summary]) },
    ...papers.made.map(({ part }) => part),
    ...proved.map((file, at) => ({
      path: placeOf(file.name, at),
      open: async () => (await app.files.open(file.sha256)).stream,
    })),
  ];
  return { parts, leftOut, indexes, agency: organization.name };
};

const fileName = (title: string): string =>
  `evidence-${title.replaceAll(/[^A-Za-z0-9._-]+/g, "-").slice(0, 100)}.zip`;

/**
 * Makes a package that was asked for: the ZIP is streamed into the file store, and its SHA-256 stands
 * in the audit ledger. Made already, it is left as it is. 404 for an unknown one.
 */
export const makePackage = async (job: JobRun<{ packageId: string }>): Promise<PackageRecord> => {
  const { app, actor, payload } = job;
  const row = await getRow(app.database.read(actor), evidencePackage, payload.packageId, "package");
  if (row.fileId) return row;
  const { parts, leftOut, indexes, agency } = await partsOf(job, row);
  const zip = zipOf(
    parts,
    (files): Manifest => ({
      format: PACKAGE_FORMAT,
      title: row.title,
      agency,
      createdAt: row.createdAt,
      files,
      leftOut,
    }),
    new Date(row.createdAt),
  );
  const stored = await app.files.put(zip, Number.MAX_SAFE_INTEGER, "own");
  return app.database.transaction(actor, async (tx) => {
    const fileId = await recordFile(tx, {
      ...stored,
      orgId: row.orgId,
      name: fileName(row.title),
      uploadedBy: row.requestedBy,
    });
    const made = {
      fileId,
      sha256: stored.sha256,
      size: stored.size,
      entries: indexes,
      files: parts.length - 3,
      leftOut: leftOut.length,
    };
    note(tx, actor, "evidencePackage", row.id, {
      number: row.title,
      action: "make",
      after: made,
      event: null,
    });
    return updateRow(tx, evidencePackage, row.id, made);
  });
};

/** Whether a package that was asked for is made; false for an unknown one. */
export const packageMade = async (db: Db, id: string | null): Promise<boolean> =>
  id !== null &&
  (
    await db.maybe<{ made: boolean }>(sql`
      select file_id is not null as made
      from evidence_package
      where org_id = ${db.scope.orgId} and id = ${id}
    `)
  )?.made === true;

/** The ZIP of a package: its content and its name. 404 for an unknown one, 409 while it is made. */
export const packageFile = async (
  db: Db,
  actor: Actor,
  id: string,
): Promise<{ sha256: string; name: string }> => {
  const row = await db.maybe<{ sha256: string | null; title: string; requestedBy: string | null }>(
    sql`
      select sha256, title, requested_by
      from evidence_package
      where org_id = ${db.scope.orgId} and id = ${id}
    `,
  );
  const mine = row?.requestedBy === actor.personId || actor.permissions.has("audit.export");
  if (!row || !mine) throw notFound("evidence package");
  if (!row.sha256)
    throw conflict("not_made", "This package is still being made. Look at the tray of long work.");
  return { sha256: row.sha256, name: fileName(row.title) };
};
