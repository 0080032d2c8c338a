import type { FastifyReply } from "fastify";
import type { Actor } from "#kernel/access.ts";
import { conflict, Problem } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import type { App } from "#server/app.ts";
import { note } from "#server/change.ts";
import { databaseMs } from "#server/db/database-clock.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow, insertRow } from "#server/db/rows.ts";
import { identityDb } from "#server/db/scopes/identity.ts";
import { sql } from "#server/db/sql.ts";
import { pieceAsked, sendContent } from "#server/files/ranges.ts";
import { agencyExport } from "./export.tables.ts";
import type { ExportRow } from "./export.model.ts";
import { exportKey, lyingExports, removeExport } from "./place.ts";
import { keyForExport } from "./sealing.ts";

export type ExportRecord = typeof agencyExport.$inferSelect;

/** What is said of an export in the ledger and in the stream. */
export const exportName = "agencyExport";

/**
 * Stores that an export is asked for; the job makes it. A passphrase is kept as its key alone, sealed,
 * until the job has ended. 409 `export_under_way` while another one of the agency is made.
 */
export const askForExport = async (
  tx: Tx,
  actor: Actor,
  passphrase: string | null,
): Promise<ExportRecord> => {
  const orgId = actor.orgId!;
  await tx.rows(
    sql`select pg_advisory_xact_lock(hashtextextended(${`export ${orgId}`}, 0))::text as locked`,
  );
  const other = await tx.maybe(
    sql`select 1 from agency_export where org_id = ${orgId} and status = 'making'`,
  );
  if (other)
    throw conflict(
      "export_under_way",
      "An export of your agency is being made. The tray of long work says how far it is.",
    );
  const id = newId();
  const row = await insertRow(tx, agencyExport, {
    orgId,
    id,
    sealed: passphrase !== null,
    keySealed: passphrase === null ? null : await keyForExport(id, passphrase),
    requestedBy: actor.personId,
    requestedName: actor.name,
  });
  note(tx, actor, exportName, id, { action: "ask", after: { sealed: row.sealed } });
  return row;
};

/** Exports of the agency, the newest first: those of a year at most. */
export const exportsOf = (db: Db): Promise<ExportRow[]> =>
  db.rows<ExportRow>(sql`
    select
      id, status, sealed, row_count, table_count, file_count, entry_count, left_out, size, sha256,
      snapshot_at, offered_until, taken_at, failure, requested_name, created_at
    from agency_export
    where org_id = ${db.scope.orgId}
    order by created_at desc, id desc
    limit 50
  `);

const gone = () =>
  new Problem(
    "notFound",
    "export_gone",
    "This export is no longer there: it was offered for a week. Ask for a new one.",
  );

/**
 * Sends the ZIP of an export, or the piece of it that is asked for. Whoever begins it stands in the
 * ledger. 404 for an unknown one and `export_gone` after its week, 409 `not_made` while it is made.
 */
export const sendExport = async (
  { app, db, actor }: { app: App; db: Db; actor: Actor },
  id: string,
  reply: FastifyReply,
): Promise<FastifyReply> => {
  const row = await getRow(db, agencyExport, id, "export");
  if (row.status === "making")
    throw conflict("not_made", "This export is still being made. Look at the tray of long work.");
  const { place } = app.files;
  const there = row.status === "ready" && (await place.head(exportKey(id)));
  if (!there || !row.sha256) throw gone();
  const piece = pieceAsked(reply.request.headers, { size: there.size, tag: `"${row.sha256}"` });
  if (piece === null || (piece !== "none" && piece.start === 0)) await noteTaken(app, actor, row);
  return sendContent(reply, {
    name: fileNameOf(row),
    size: there.size,
    sha256: row.sha256,
    open: async (of) => (await place.open(exportKey(id), of)).stream,
  });
};

const fileNameOf = ({ createdAt, sealed }: ExportRecord): string =>
  `agency-${createdAt.replaceAll(/[-:]|\..*$/g, "")}.zip${sealed ? ".sealed" : ""}`;

const noteTaken = (app: App, actor: Actor, row: ExportRecord): Promise<void> =>
  app.database.transaction(actor, async (tx) => {
    await tx.rows(sql`
      update agency_export
      set taken_at = clock_timestamp()
      where org_id = ${row.orgId} and id = ${row.id}
    `);
    note(tx, actor, exportName, row.id, {
      action: "download",
      after: { sha256: row.sha256 },
      event: null,
    });
  });

const dueExports = (app: App): Promise<{ orgId: string; id: string }[]> =>
  identityDb(app.database).rows<{ orgId: string; id: string }>(sql`
    select org_id, id
    from agency_export
    where status = 'ready' and offered_until <= clock_timestamp()
    order by offered_until
    limit 500
  `);

/** A file that belongs to no record is a leftover after this time. */
const strayMs = 24 * 60 * 60 * 1000;

const removeStrays = async (app: App): Promise<void> => {
  const lying = await lyingExports(app, strayMs, databaseMs());
  const known = await identityDb(app.database).rows<{ id: string }>(sql`
    select id
    from agency_export
    where id::text = any(${lying}::text[]) and status in ('making', 'ready')
  `);
  const kept = new Set(known.map(({ id }) => id));
  for (const id of lying) if (!kept.has(id)) await removeExport(app, id);
};

/** Takes away exports whose week is over, and what lies in their folder without a record; gives how many ended. */
export const endExports = async (app: App): Promise<number> => {
  const due = await dueExports(app);
  for (const { orgId, id } of due) {
    await removeExport(app, id);
    await app.database.transaction({ orgId, personId: null }, (tx) =>
      tx.rows(sql`
        update agency_export
        set status = 'ended', version = version + 1, updated_at = clock_timestamp()
        where org_id = ${orgId} and id = ${id} and status = 'ready'
      `),
    );
  }
  await removeStrays(app);
  return due.length;
};
