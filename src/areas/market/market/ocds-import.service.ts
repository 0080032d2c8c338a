import { note } from "#server/change.ts";
import { recordFile } from "#server/files/stored-file.ts";
import { Readable } from "node:stream";
import { z } from "zod";
import type { Actor } from "#kernel/access.ts";
import { invalidField, notFound, Problem } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow, insertRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import type { App } from "#server/app.ts";
import { defineJob, enqueue } from "#server/jobs/jobs.ts";
import { readApart } from "#server/reading/reader.ts";
import { seenFile } from "#server/files/holders.ts";
import type { ImportDetail, ImportRow } from "./market.model.ts";
import { ocdsImport } from "./market.tables.ts";
import type { Finding, ReadLine, ReadProcess } from "./ocds-read.model.ts";
import type { OcdsHead, OcdsPiece } from "./ocds.thread.ts";

const mostBytes = 100 * 1024 * 1024;
const thread = new URL("./ocds.thread.ts", import.meta.url);
const columns = [
  "awardId",
  "lot",
  "description",
  "scheme",
  "classId",
  "quantity",
  "unit",
  "unitAmount",
  "currency",
  "priceFrom",
  "awardAmount",
  "supplier",
  "awardedOn",
] as const satisfies readonly (keyof ReadLine)[];

/**
 * Stores a batch of processes whose release is newer than what is there; the lines of an older one
 * go. Gives how many processes and lines came in.
 */
const storeProcesses = async (
  tx: Tx,
  importId: string,
  batch: readonly ReadProcess[],
): Promise<{ newer: number; lines: number }> => {
  const org = tx.scope.orgId;
  const taken = new Set(
    (
      await tx.rows<{ ocid: string }>(sql`
        insert into ocds_process (org_id, ocid, import_id, released_at, title, buyer, language)
        select
          ${org}::uuid, p.ocid, ${importId}::uuid, p.released_at, p.title, p.buyer,
          nullif(p.language, '')
        from unnest(
          ${batch.map((p) => p.ocid)}::text[], ${batch.map((p) => p.releasedAt)}::timestamptz[],
          ${batch.map((p) => p.title.slice(0, 1000))}::text[],
          ${batch.map((p) => p.buyer.slice(0, 500))}::text[],
          ${batch.map((p) => p.language ?? "")}::text[]
        ) as p (ocid, released_at, title, buyer, language)
        on conflict (org_id, ocid)
        do update set
          import_id = excluded.import_id, released_at = excluded.released_at,
          title = excluded.title, buyer = excluded.buyer, language = excluded.language
        where ocds_process.released_at < excluded.released_at
        returning ocid
      `)
    ).map((r) => r.ocid),
  );
  const fresh = batch.filter((p) => taken.has(p.ocid));
  const lines = fresh.flatMap((p) => p.lines.map((l) => ({ ...l, ocid: p.ocid, buyer: p.buyer })));
  await tx.rows(
    sql`delete from ocds_line where org_id = ${org} and ocid = any(${[...taken]}::text[])`,
  );
  const of = <K extends (typeof columns)[number]>(key: K) => lines.map((l) => l[key]);
  if (lines.length > 0)
    await tx.rows(sql`
      insert into ocds_line (
        org_id, id, ocid, buyer, award_id, lot, description, scheme, class_id, quantity, unit,
        unit_amount, currency, price_from, award_amount, supplier, awarded_on
      )
      select ${org}::uuid, *
      from unnest(
        ${lines.map(() => newId())}::uuid[], ${lines.map((l) => l.ocid)}::text[],
        ${lines.map((l) => l.buyer.slice(0, 500))}::text[], ${of("awardId")}::text[],
        ${of("lot")}::text[], ${of("description").map((d) => d.slice(0, 2000))}::text[],
        ${of("scheme")}::text[], ${of("classId")}::text[], ${of("quantity")}::numeric[],
        ${of("unit")}::text[], ${of("unitAmount")}::numeric[], ${of("currency")}::text[],
        ${of("priceFrom")}::text[], ${of("awardAmount")}::numeric[],
        ${of("supplier").map((s) => s.slice(0, 500))}::text[], ${of("awardedOn")}::date[]
      )
    `);
  return { newer: fresh.length, lines: lines.length };
};

/** What the file holds, read in a thread of its own: first what it is, then its processes. */
const readPackage = async (
  app: App,
  sha256: string,
  beat: () => Promise<unknown>,
): Promise<{ head: OcdsHead; pieces: AsyncGenerator<OcdsPiece> }> => {
  if ((await app.files.sizeOf(sha256)) > mostBytes)
    throw invalidField("file", "A file of at most 100 MB, please: split the package.", "too_large");
  const path = await app.files.pathOf(sha256, beat);
  const pieces = readApart<string, OcdsPiece>(thread, path, {
    path: "file",
    megabytes: 1024,
    seconds: 300,
    beat,
  });
  const { value } = await pieces.next();
  if (!value || !("head" in value)) throw new Error("the reader gave no head");
  return { head: value.head, pieces };
};

/** What a kept file holds, read and not brought in. @throws Problem 422 for what is no OCDS. */
export const lookAtOcds = async (app: App, sha256: string): Promise<OcdsHead> => {
  const { head, pieces } = await readPackage(app, sha256, async () => {});
  await pieces.return(undefined);
  return head;
};

const markFailed = (tx: Tx, actor: Actor, importId: string, message: string) =>
  tx.rows(sql`
    update ocds_import
    set state = 'failed', error = ${message}
    where org_id = ${actor.orgId} and id = ${importId}
  `);

/**
 * Brings one kept file in, 500 processes at a time; may run again after a stop, what is there
 * already is not stored twice. Marks the import as failed (422) when the file is no OCDS document.
 */
export const loadOcds = async (
  app: App,
  actor: Actor,
  importId: string,
  progress: (done: number, total: number | null) => Promise<void> = async () => {},
): Promise<ImportRow> => {
  const record = await getRow(app.database.read(actor), ocdsImport, importId, "import");
  try {
    let [newer, lines, done] = [0, 0, 0];
    const { head, pieces } = await readPackage(app, record.sha256, () => progress(done, null));
    for await (const piece of pieces) {
      if (!("processes" in piece)) continue;
      const stored = await app.database.transaction(actor, (tx) =>
        storeProcesses(tx, importId, piece.processes),
      );
      newer += stored.newer;
      lines += stored.lines;
      done += piece.processes.length;
      await progress(done, head.processes);
    }
    await app.database.transaction(actor, async (tx) => {
      await tx.rows(sql`
        update ocds_import
        set
          state = 'done', document_kind = ${head.kind}, publisher = ${head.publisher},
          published_at = ${head.publishedAt}::timestamptz, processes = ${head.processes},
          newer = ${newer}, awards = ${head.awards}, lines = ${lines},
          report = ${JSON.stringify(head.report)}, currencies = ${JSON.stringify(head.currencies)},
          loaded_at = clock_timestamp(), error = null
        where org_id = ${actor.orgId} and id = ${importId}
      `);
      note(tx, actor, "ocdsImport", importId, {
        number: record.fileName,
        action: "load",
        after: {
          sha256: record.sha256,
          publisher: head.publisher,
          processes: head.processes,
          newer,
          lines,
          notUnderstood: head.report.length,
        },
      });
    });
  } catch (error) {
    if (error instanceof Problem)
      await app.database.transaction(actor, (tx) => markFailed(tx, actor, importId, error.message));
    throw error;
  }
  return (await readImports(app.database.read(actor), importId))[0]!;
};

export const loadOcdsJob = defineJob({
  kind: "market.ocds",
  lane: "long",
  payload: z.object({ importId: z.uuid() }),
  run: async ({ app, actor, payload, progress }) => {
    const done = await loadOcds(app, actor, payload.importId, progress);
    return {
      result: { processes: done.processes, newer: done.newer, lines: done.lines },
      resultPath: `/market-intelligence/imports/${payload.importId}`,
    };
  },
});

/**
 * Stores a file's content and reads it in at once, without a job; for small files of the demo
 * story.
 */
export const readInOcds = async (
  app: App,
  actor: Actor,
  fileName: string,
  content: string,
): Promise<ImportRow> => {
  const stored = await app.files.put(Readable.from([content]));
  const id = await app.database.transaction(actor, async (tx) => {
    const fileId = await recordFile(tx, {
      ...stored,
      orgId: actor.orgId!,
      name: fileName,
      uploadedBy: actor.personId,
    });
    return (
      await insertRow(tx, ocdsImport, {
        orgId: actor.orgId!,
        id: newId(),
        fileId,
        fileName,
        sha256: stored.sha256,
        loadedBy: actor.personId,
      })
    ).id;
  });
  return loadOcds(app, actor, id);
};

/**
 * Enters a kept file as an import to be loaded. Of the same content it gives the import that is
 * there: `known` while it is loading or done, `done` when it came in; one that failed begins anew.
 */
export const enterOcds = async (
  tx: Tx,
  actor: Actor,
  file: { id: string; name: string; sha256: string },
): Promise<{ id: string; known: boolean; done: boolean }> => {
  const before = await tx.maybe<{ id: string; state: string }>(sql`
    select id, state
    from ocds_import
    where org_id = ${actor.orgId} and sha256 = ${file.sha256}
  `);
  if (before && before.state !== "failed")
    return { id: before.id, known: true, done: before.state === "done" };
  if (before) {
    await tx.rows(sql`
      update ocds_import
      set state = 'queued', error = null
      where org_id = ${actor.orgId} and id = ${before.id}
    `);
    return { id: before.id, known: false, done: false };
  }
  const { id } = await insertRow(tx, ocdsImport, {
    orgId: actor.orgId!,
    id: newId(),
    fileId: file.id,
    fileName: file.name,
    sha256: file.sha256,
    loadedBy: actor.personId,
  });
  return { id, known: false, done: false };
};

/**
 * Enters a kept file as an import and starts its job. The same content again gives the import that
 * is there and changes nothing.
 */
export const beginOcds = async (
  tx: Tx,
  actor: Actor,
  fileId: string,
): Promise<{ id: string; known: boolean }> => {
  const file = await seenFile(tx, actor, fileId);
  if (!file) throw notFound("file");
  const { id, known } = await enterOcds(tx, actor, file);
  if (known) return { id, known };
  await enqueue(tx, actor, loadOcdsJob, { importId: id }, `Awards of others: ${file.name}`);
  return { id, known: false };
};

/** The agency's imports, newest first, at most 100; or the one with this id. */
export const readImports = (db: Db, id: string | null = null): Promise<ImportRow[]> =>
  db.rows<ImportRow>(sql`
    select
      i.id, i.file_name, i.sha256, i.state, i.document_kind, i.publisher, i.published_at,
      i.processes, i.newer, i.awards, i.lines, i.currencies, i.error, p.display_name as loader,
      i.created_at
    from ocds_import i
    left join person p on p.id = i.loaded_by
    where i.org_id = ${db.scope.orgId} and (${id}::uuid is null or i.id = ${id})
    order by i.created_at desc, i.id desc
    limit 100
  `);

/** One import with its report. */
export const readImport = async (db: Db, id: string): Promise<ImportDetail> => {
  const [[row], report] = await Promise.all([
    readImports(db, id),
    db.maybe<{ report: Finding[] }>(
      sql`select report from ocds_import where org_id = ${db.scope.orgId} and id = ${id}`,
    ),
  ]);
  if (!row) throw notFound("import");
  return { ...row, report: report?.report ?? [] };
};
