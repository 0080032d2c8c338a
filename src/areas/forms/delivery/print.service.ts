import { Readable } from "node:stream";
import { z } from "zod";
import type { Actor } from "#kernel/access.ts";
import { conflict, notFound } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { dayIn } from "#server/clock.ts";
import type { App } from "#server/app.ts";
import { note } from "#server/change.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow, insertRow, updateRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { recordFile } from "#server/files/stored-file.ts";
import { defineJob, type JobRun } from "#server/jobs/jobs.ts";
import { beginTry } from "./delivery.service.ts";
import { formPrintBatch } from "./delivery.tables.ts";
import { paperOf, singlePaper } from "./paper.service.ts";
import { settle } from "./settle.service.ts";

const path = "/api/v1/form-print-batches";
type InBatch = { id: string; submissionId: string };

const inBatch = (db: Db, batchId: string) =>
  db.rows<InBatch>(sql`
    select id, submission_id
    from form_delivery
    where org_id = ${db.scope.orgId} and batch_id = ${batchId} and status = 'sending'
    order by id
  `);

// What a batch could not print waits again.
const giveBack = async (tx: Tx, batchId: string): Promise<void> => {
  for (const { id } of await inBatch(tx, batchId))
    await tx.rows(sql`
      update form_delivery
      set status = 'queued', version = version + 1
      where org_id = ${tx.scope.orgId} and id = ${id}
    `);
};

// The PDF and the note that all is printed are one transaction: a batch that begins anew after a
// restart prints the same once.
const print = async ({ app, actor, payload: { batchId } }: JobRun<{ batchId: string }>) => {
  const orgId = actor.orgId!;
  const waiting = await inBatch(app.database.read(actor), batchId);
  if (waiting.length === 0) return { resultPath: `${path}/${batchId}/file` };
  try {
    const bytes = await paperOf(
      app,
      orgId,
      waiting.map((each) => each.submissionId),
    );
    const stored = await app.files.put(Readable.from([bytes]), undefined, "own");
    await app.database.transaction(actor, async (tx) => {
      const fileId = await recordFile(tx, { ...stored, orgId, name: `Submissions ${batchId}.pdf` });
      await updateRow(tx, formPrintBatch, batchId, { fileId, sha256: stored.sha256 });
      for (const { id } of waiting)
        await settle(tx, actor, id, { status: "delivered", reason: null, outcome: "Printed" });
      note(tx, actor, "formPrintBatch", batchId, {
        action: "print",
        after: { submissions: waiting.length, sha256: stored.sha256 },
        event: null,
      });
    });
  } catch (error) {
    await app.database.transaction(actor, (tx) => giveBack(tx, batchId));
    throw error;
  }
  return { result: { submissions: waiting.length }, resultPath: `${path}/${batchId}/file` };
};

/** Makes one PDF of many submissions. */
export const printJob = defineJob({
  kind: "form.print",
  lane: "papers",
  payload: z.object({ batchId: z.uuid() }),
  dropped: (tx, { batchId }) => giveBack(tx, batchId),
  run: print,
});

/** Puts what waits to be printed into one batch. 409 where one of them does not wait. */
export const beginPrint = async (
  tx: Tx,
  actor: Actor,
  ids: readonly string[],
): Promise<{ id: string; count: number }> => {
  const waiting = await tx.rows<{ id: string }>(sql`
    select id
    from form_delivery
    where org_id = ${tx.scope.orgId}
      and id = any(${[...new Set(ids)]}::uuid[])
      and kind = 'print'
      and status = 'queued'
    order by id
    for update
  `);
  if (waiting.length < new Set(ids).size)
    throw conflict("not_waiting", "Choose printouts that are queued; some of these are not.");
  const batch = await insertRow(tx, formPrintBatch, {
    orgId: tx.scope.orgId!,
    id: newId(),
    askedBy: actor.personId!,
    askedName: actor.name,
  });
  for (const delivery of waiting)
    await beginTry(tx, delivery, { personName: actor.name, batchId: batch.id });
  return { id: batch.id, count: waiting.length };
};

/** The PDF of a batch. 404 for none, and while it is made. */
export const batchFile = async (db: Db, id: string): Promise<{ sha256: string; name: string }> => {
  const batch = await getRow(db, formPrintBatch, id, "printout");
  if (batch.sha256 === null) throw notFound("printout");
  return { sha256: batch.sha256, name: `Submissions ${dayIn(db.scope, batch.createdAt)}.pdf` };
};

/**
 * The PDF of a submission for whoever fetches it. A download that waits for somebody is delivered by
 * that, and says by whom.
 */
export const takeDownload = async (
  app: App,
  actor: Actor,
  id: string,
): Promise<{ bytes: Buffer; name: string }> => {
  const found = await app.database.read(actor).maybe<{
    submissionId: string;
    number: string;
    kind: string;
  }>(sql`
    select d.submission_id, s.number, d.kind
    from form_delivery d
    join form_submission s on s.org_id = d.org_id and s.id = d.submission_id
    where d.org_id = ${actor.orgId} and d.id = ${id}
  `);
  if (!found) throw notFound("delivery");
  const bytes = await singlePaper(app, actor.orgId!, found.submissionId);
  await app.database.transaction(actor, async (tx) => {
    note(tx, actor, "formSubmission", found.submissionId, {
      number: found.number,
      action: "download",
      after: { delivery: id },
      event: null,
    });
    if (found.kind !== "download") return;
    const waits = await tx.maybe(sql`
      select id
      from form_delivery
      where org_id = ${actor.orgId} and id = ${id} and status <> 'cancelled'
      for update
    `);
    if (!waits) return;
    await beginTry(tx, { id }, { personName: actor.name });
    const outcome = `Fetched by ${actor.name}`;
    await settle(tx, actor, id, { status: "delivered", reason: null, outcome });
  });
  return { bytes, name: `${found.number}.pdf` };
};
