import { createHash, type Hash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { PassThrough, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { zipOf } from "#areas/governance/governance.server.ts";
import { notify } from "#areas/organization/organization.server.ts";
import { conflict, Problem } from "#kernel/errors.ts";
import { instantAt } from "#kernel/time.ts";
import type { App } from "#server/app.ts";
import { note } from "#server/change.ts";
import { isAway } from "#server/db/away.ts";
import { databaseMs } from "#server/db/database-clock.ts";
import type { Tx } from "#server/db/db.ts";
import { getRow, updateRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { FilesAway } from "#server/files/away.ts";
import { Cancelled, type JobRun } from "#server/jobs/jobs.ts";
import { LetGo } from "#server/jobs/leash.ts";
import { offeredDays } from "./export.labels.ts";
import { exportName, type ExportRecord } from "./export.service.ts";
import { agencyExport } from "./export.tables.ts";
import { partsOf, type Contents } from "./parts.service.ts";
import { begunPlace, exportKey, removeExport, roomFor } from "./place.ts";
import { sealingOf } from "./sealing.ts";
import { takeSnapshot, type Snapshot } from "#server/agency-tables/snapshot.ts";

export type ExportJob = JobRun<{ exportId: string }>;
/** What an export asks of the machine: bytes that its disk has room for. */
type Machine = { room: (app: App) => Promise<number> };

const megabytes = (bytes: number): string => Math.ceil(bytes / 1048576).toLocaleString("en-US");

const requireRoom = async (app: App, { files, rowBytes }: Snapshot, machine: Machine) => {
  const needed = files.reduce((sum, { size }) => sum + size, rowBytes);
  const free = await machine.room(app);
  if (free < needed)
    throw conflict(
      "no_room",
      `The export needs about ${megabytes(needed)} MB, and the server has ${megabytes(free)} MB free. Ask those who run it to make room.`,
    );
};

/** Counts and hashes what goes by; `beat` is asked every few megabytes and ends it by throwing. */
const meter = (beat: () => Promise<void>) => {
  const hash: Hash = createHash("sha256");
  let [size, since] = [0, 0];
  const through = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      since += chunk.length;
      hash.update(chunk);
      if (since < 4 * 1048576) return done(null, chunk);
      since = 0;
      beat().then(() => done(null, chunk), done);
    },
  });
  return { through, seen: () => ({ size, sha256: hash.digest("hex") }) };
};

const write = async (job: ExportJob, row: ExportRecord, contents: Contents) => {
  const { app } = job;
  const zip = zipOf(contents.parts, contents.manifest, new Date(contents.snapshotAt));
  const metered = meter(contents.beat);
  const sealed = row.keySealed ? sealingOf(row.id, row.keySealed) : new PassThrough();
  await mkdir(app.files.place.spool, { recursive: true, mode: 0o700 });
  // What a run that was let go still writes is nobody's.
  await rm(begunPlace(app, row.id), { force: true });
  const file = createWriteStream(begunPlace(app, row.id), { mode: 0o600, flush: true });
  await pipeline(zip, sealed, metered.through, file);
  await contents.beat();
  const made = metered.seen();
  await app.files.place.keep(exportKey(row.id), begunPlace(app, row.id), made);
  return made;
};

const finish = (
  app: App,
  actor: ExportJob["actor"],
  row: ExportRecord,
  of: Partial<ExportRecord>,
) =>
  app.database.transaction(actor, async (tx) => {
    const now = await tx.maybe(sql`
      select 1
      from agency_export
      where org_id = ${row.orgId} and id = ${row.id} and status = 'making'
      for update
    `);
    if (!now) return null;
    const done = await updateRow(tx, agencyExport, row.id, { ...of, keySealed: null });
    note(tx, actor, exportName, row.id, {
      action: done.status === "ready" ? "make" : "stop",
      after: {
        status: done.status,
        sha256: done.sha256,
        rows: done.rowCount,
        files: done.fileCount,
      },
      note: done.failure,
    });
    if (done.status !== "cancelled" && row.requestedBy)
      notify(tx, [row.requestedBy], {
        kind: "agency_export",
        title:
          done.status === "ready" ? "The export of your agency is ready" : "The export has failed",
        body: done.status === "ready" ? `It is offered for ${offeredDays} days.` : done.failure,
        link: "/tenant-management",
      });
    return done;
  });

const failureOf = (error: unknown): Partial<ExportRecord> => {
  if (error instanceof Cancelled) return { status: "cancelled" };
  const failure =
    error instanceof Problem
      ? error.message
      : "Something failed on our side. Those who run the server find it in its log. Ask for a new export.";
  return { status: "failed", failure };
};

/** An export that was cancelled before it began, or given up: nothing of it is left but its row. */
export const dropExport = async (tx: Tx, exportId: string, why: unknown): Promise<void> => {
  await tx.rows(sql`
    update agency_export
    set
      status = ${failureOf(why).status!}, failure = ${failureOf(why).failure ?? ""},
      key_sealed = null, version = version + 1, updated_at = clock_timestamp()
    where org_id = ${tx.scope.orgId} and id = ${exportId} and status = 'making'
  `);
};

/**
 * Makes an export that was asked for: one ZIP of one snapshot, on the disk when it is whole. Begun anew
 * by another instance, or let go by the queue, it begins from its own snapshot; what was begun is written
 * over. One that is made is left as it is.
 */
export const makeExport = async (
  job: ExportJob,
  machine: Machine = { room: roomFor },
): Promise<ExportRecord> => {
  const { app, actor, payload } = job;
  const row = await getRow(app.database.read(actor), agencyExport, payload.exportId, "export");
  if (row.status !== "making") return row;
  let snapshot: Snapshot | null = null;
  try {
    snapshot = await takeSnapshot(app.database, row.orgId, () =>
      job.progress(0, null, "Counting the records"),
    );
    await requireRoom(app, snapshot, machine);
    const contents = await partsOf(job, snapshot);
    const { size, sha256 } = await write(job, row, contents);
    const { rows, tables, files, entries, leftOut } = contents.counts();
    const made = await finish(app, actor, row, {
      status: "ready",
      rowCount: rows,
      tableCount: tables,
      fileCount: files,
      entryCount: entries,
      leftOut,
      size,
      sha256,
      snapshotAt: snapshot.at,
      readyAt: instantAt(databaseMs()),
      offeredUntil: instantAt(databaseMs() + offeredDays * 86_400_000),
    });
    if (!made) await removeExport(app, row.id);
    return made ?? row;
  } catch (error) {
    // The storage of files is waited for, or another run makes it now: the export is made anew.
    if (error instanceof FilesAway || error instanceof LetGo) throw error;
    await removeExport(app, row.id);
    if (!isAway(error)) await finish(app, actor, row, failureOf(error));
    throw error;
  } finally {
    await snapshot?.close();
  }
};
