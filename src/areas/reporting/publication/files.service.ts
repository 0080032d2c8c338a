import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { z } from "zod";
import { systemActor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import { PACKAGE_FORMAT, zipOf, type Part } from "#areas/governance/governance.server.ts";
import { inLook, readOrganization } from "#areas/organization/organization.server.ts";
import type { App } from "#server/app.ts";
import { identityDb } from "#server/db/scopes/identity.ts";
import { sql } from "#server/db/sql.ts";
import { exportBundle } from "#server/audit/bundle.ts";
import { sequencerOf } from "#server/audit/sequencer.ts";
import { note } from "#server/change.ts";
import type { Db } from "#server/db/db.ts";
import { getRow, lockRow, updateRow } from "#server/db/rows.ts";
import type { FileHolder } from "#server/files/holders.ts";
import { recordFile } from "#server/files/stored-file.ts";
import { toCsv } from "#server/http/export.ts";
import { defineJob, type JobRun, type Schedule } from "#server/jobs/jobs.ts";
import { makePdf, pdfBrowser } from "#server/pdf/pdf.ts";
import { publication } from "../reporting.tables.ts";
import { tableOf } from "./open-data.model.ts";
import { publicPaper } from "./paper.model.ts";
import { contentIn } from "./publication.model.ts";

type Row = typeof publication.$inferSelect;
type Job = Pick<JobRun<{ id: string }>, "actor" | "payload"> & {
  app: Pick<App, "database" | "files">;
};
type Made = { path: string; bytes: Buffer; sha256: string };

/** What holds files in this area. */
export const publicationFiles: readonly FileHolder[] = [
  { column: "publication.paper_id", door: "the published report" },
  { column: "publication.proof_id", door: "the published report" },
];

const paperPath = "report.pdf";
const readme = `What this is

report.json     what the agency published, byte for byte; its SHA-256 stands on the page and on the PDF
report.pdf      the same on paper
tables/         the figures of each part as CSV
audit.jsonl     the entry of the agency's audit ledger that holds the SHA-256 of these files, with its proof
manifest.json   the SHA-256 and the size of every file here

Nothing else of the agency is in here: what was hidden or replaced in the report is hidden and replaced
in every file.

How to check it, without the agency and without a connection

    node audit-verify.mjs THIS-FILE.zip --key levee-audit-key.txt

audit-verify.mjs is one file without dependencies; levee-audit-key.txt is your own copy of the
agency's public key. The last line is the verdict.
`;

const made = (path: string, content: string | Uint8Array): Made => {
  const bytes = Buffer.from(content as Uint8Array);
  return { path, bytes, sha256: createHash("sha256").update(bytes).digest("hex") };
};

// Made of what is published alone: the kept runs behind it are not read.
const filesOf = async (db: Db, row: Row): Promise<Made[]> => {
  const { timeZone, branding } = await readOrganization(db);
  const content = contentIn(row.content);
  const { slug, sha256 } = row;
  const paper = inLook(publicPaper(content, { slug, sha256, zone: timeZone }), branding);
  const tables = content.parts.map((part, n) => {
    const { header, rows } = tableOf(part);
    const lines = rows.map((cells) => cells.map((cell) => String(cell ?? "")));
    return made(`tables/${String(n + 1).padStart(2, "0")}.csv`, toCsv(header, lines));
  });
  // Where the server has no browser, what is published is proven without paper.
  const pdf = pdfBrowser() ? [made(paperPath, await makePdf(paper))] : [];
  return [...pdf, made("report.json", row.content), ...tables];
};

// An entry of its own, by nobody: no other entry and no person's name goes out with the package.
const attest = async ({ app }: Job, row: Row, files: readonly Made[]): Promise<string> => {
  const id = newId();
  const actor = systemActor(row.orgId);
  const entry = await app.database.transaction(actor, async (tx) =>
    note(tx, actor, "publicationProof", id, {
      number: row.number,
      action: "attest",
      after: {
        address: row.slug,
        versionNo: row.versionNo,
        publishedAt: row.publishedAt,
        runs: contentIn(row.content).parts.map((part) => part.run),
        files: Object.fromEntries(files.map((each) => [each.path, each.sha256])),
      },
      event: null,
    }),
  );
  await (await sequencerOf(app.database)).waitForInclusion(row.orgId, entry);
  return id;
};

const proofOf = async (db: Db, row: Row, files: readonly Made[], entryOf: string) => {
  const { name: agency } = await readOrganization(db);
  const named = files.map(({ path, sha256 }) => ({ name: path, sha256 }));
  const lines: string[] = [];
  for await (const line of exportBundle(db, { agency, objectIds: [entryOf], files: named }))
    lines.push(`${line}\n`);
  const open = (bytes: Buffer) => async () => Readable.from([bytes]);
  const parts: Part[] = [
    { path: "README.txt", open: open(Buffer.from(readme)) },
    { path: "audit.jsonl", open: open(Buffer.from(lines.join(""))) },
    ...files.map(({ path, bytes }) => ({ path, open: open(bytes) })),
  ];
  const createdAt = row.publishedAt!;
  const { title } = row;
  return zipOf(
    parts,
    (listed) => ({ format: PACKAGE_FORMAT, title, agency, createdAt, files: listed, leftOut: [] }),
    new Date(createdAt),
  );
};

/**
 * Makes the PDF of a published report and its evidence package, once. A report that was withdrawn
 * before has none.
 */
export const makePublicationFiles = async (job: Job): Promise<void> => {
  const { app, actor, payload } = job;
  const db = app.database.read(actor);
  const row = await getRow(db, publication, payload.id, "publication");
  if (row.proofId || (row.status !== "published" && row.status !== "superseded")) return;
  const files = await filesOf(db, row);
  const entryOf = await attest(job, row, files);
  const zip = await proofOf(db, row, files, entryOf);
  const pdf = files.find((each) => each.path === paperPath);
  const paper = pdf && (await app.files.put(Readable.from([pdf.bytes]), undefined, "own"));
  const proof = await app.files.put(zip, Number.MAX_SAFE_INTEGER, "own");
  const base = `${row.slug}-${row.versionNo}`;
  await app.database.transaction(actor, async (tx) => {
    const now = await lockRow(tx, publication, row.id, "publication");
    if (now.proofId) return;
    const { orgId } = row;
    await updateRow(tx, publication, row.id, {
      ...(paper && {
        paperId: await recordFile(tx, { ...paper, orgId, name: `${base}.pdf` }),
        paperSha256: paper.sha256,
      }),
      proofId: await recordFile(tx, { ...proof, orgId, name: `${base}.zip` }),
      proofSha256: proof.sha256,
    });
  });
};

/** Makes them after a second person published; what was begun before a restart is made anew. */
export const publicationFilesJob = defineJob({
  kind: "report.publish",
  lane: "papers",
  payload: z.object({ id: z.uuid() }),
  run: async (job) => {
    await makePublicationFiles(job);
    return { result: {} };
  },
});

const withoutFiles = (app: Pick<App, "database">) =>
  identityDb(app.database).rows<{ orgId: string; id: string }>(sql`
    select org_id, id
    from publication
    where status in ('published', 'superseded')
      and proof_id is null
      and published_at < clock_timestamp() - interval '1 minute'
    order by published_at, id
    limit 20
  `);

/** Makes what a job did not: one that ended half-way, or was published before there were files. */
export const publicationFilesClock: Schedule = {
  name: "files-of-published-reports",
  cron: "*/5 * * * *",
  afterRestore: "goes on",
  run: async (app) => {
    for (const { orgId, id } of await withoutFiles(app))
      await makePublicationFiles({ app, actor: systemActor(orgId), payload: { id } }).catch(
        (error: unknown) => console.error(`files of the published report ${id}:`, error),
      );
  },
};
