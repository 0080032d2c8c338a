import { Readable } from "node:stream";
import { ZipFile } from "yazl";
import type { Actor } from "#kernel/access.ts";
import { conflict, invalid, invalidField, notFound } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import type { App } from "#server/app.ts";
import { note } from "#server/change.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow, insertRow, insertRows } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { recordFile } from "#server/files/stored-file.ts";
import type { JobRun } from "#server/jobs/jobs.ts";
import { fillApart, mergeApart } from "./apart.service.ts";
import type { PaperValues } from "./fill.service.ts";
import type { FillAnswer } from "./fill.thread.ts";
import type { Sheet } from "./paper.labels.ts";
import type { PaperRun, RunInput } from "./paper.model.ts";
import { paperCopy, paperRun, paperTemplate } from "./paper.tables.ts";
import { recordsToFill } from "./records.service.ts";
import {
  paperOf,
  templateToFill,
  type PaperRecord,
  type TemplateRecord,
} from "./template.service.ts";

export type RunRecord = typeof paperRun.$inferSelect;

/** One PDF of all copies is made in memory. */
const mostInOne = 100 * 1024 * 1024;

/**
 * Stores what a run fills in: each record's values as its list shows them to the actor now, so that
 * the job sees no more than they may. 404 for a template that is not in force.
 */
export const askForRun = async (tx: Tx, actor: Actor, input: RunInput): Promise<RunRecord> => {
  const { template, sheet } = await templateToFill(tx, input.templateId);
  const parts = { ...template, sheet: sheet.sheet as Sheet };
  const records = await recordsToFill(tx, actor, parts, input.path, input);
  if (records.length === 0)
    throw invalid("nothing_to_fill", "None of these records is in the list. Choose others.");
  if (input.form === "one" && sheet.size * records.length > mostInOne)
    throw invalidField("form", "One PDF of all would be too large. Take a ZIP, or fewer records.");
  const orgId = actor.orgId!;
  const run = (await insertRow(tx, paperRun, {
    orgId,
    id: newId(),
    templateId: template.id,
    title: template.name,
    form: input.form,
    asked: records.length,
    requestedBy: actor.personId!,
    requestedName: actor.name,
  })) as RunRecord;
  await insertRows(
    tx,
    paperCopy,
    records.map((record, position) => ({
      orgId,
      runId: run.id,
      position,
      recordId: record.id,
      recordNumber: record.number,
      given: record.given,
      refusal: record.refusal,
    })),
  );
  return run;
};

type Copy = { position: number; recordId: string; recordNumber: string; given: PaperValues };
type Making = {
  job: JobRun<unknown>;
  run: RunRecord;
  template: TemplateRecord;
  sheet: PaperRecord;
};

/** A filled copy may grow by its fonts and continuation pages. */
const mostFilled = 100 * 1024 * 1024;
const atOnce = 25;
const waiting = (db: Db, run: RunRecord): Promise<Copy[]> =>
  db.rows<Copy>(sql`
    select position, record_id, record_number, given
    from paper_copy
    where org_id = ${run.orgId} and run_id = ${run.id} and given is not null
    order by position
    limit ${atOnce}
  `);

// Where another instance was faster, its copy stands and nothing is recorded twice.
const isOpen = (tx: Tx, run: RunRecord, { position }: Copy) =>
  tx.maybe(sql`
    select position
    from paper_copy
    where org_id = ${run.orgId}
      and run_id = ${run.id}
      and position = ${position}
      and given is not null
    for update
  `);

const settle = (
  tx: Tx,
  run: RunRecord,
  { position }: Copy,
  made: { fileId: string | null; sha256: string | null; refusal: string | null },
) =>
  tx.rows(sql`
    update paper_copy
    set given = null, file_id = ${made.fileId}, sha256 = ${made.sha256}, refusal = ${made.refusal}
    where org_id = ${run.orgId} and run_id = ${run.id} and position = ${position}
  `);

const keepCopy = async (
  { job: { app, actor }, run, template }: Making,
  copy: Copy,
  answer: FillAnswer,
): Promise<void> => {
  const refusal = "refused" in answer ? answer.refused.message : null;
  const stored =
    "refused" in answer
      ? null
      : await app.files.put(Readable.from([Buffer.from(answer.bytes)]), mostFilled, "own");
  await app.database.transaction(actor, async (tx) => {
    if (!(await isOpen(tx, run, copy))) return;
    if (!stored) return void (await settle(tx, run, copy, { fileId: null, sha256: null, refusal }));
    const { sha256 } = stored;
    const fileId = await recordFile(tx, {
      ...stored,
      orgId: run.orgId,
      name: placeOf(copy),
      uploadedBy: run.requestedBy,
    });
    await settle(tx, run, copy, { fileId, sha256, refusal });
    note(tx, actor, "filledPaper", copy.recordId, {
      number: copy.recordNumber,
      action: "paper.fill",
      after: { run: run.id, template: template.name, versionNo: template.versionNo, sha256 },
      event: null,
    });
  });
};

const fillAll = async (making: Making): Promise<void> => {
  const { job, run, template, sheet } = making;
  const db = job.app.database.read(job.actor);
  const paper = { sheet: sheet.sheet as Sheet, places: template.places, title: template.name };
  for (let copies = await waiting(db, run); copies.length > 0; copies = await waiting(db, run)) {
    const { left } = await db.one<{ left: number }>(sql`
      select count(*)::int as left
      from paper_copy
      where org_id = ${run.orgId} and run_id = ${run.id} and given is not null
    `);
    let done = run.asked - left;
    const beat = () => job.progress(done, run.asked, "Filling in");
    const given = copies.map((copy) => copy.given);
    let at = 0;
    for await (const answer of fillApart(job.app, sheet.sha256, paper, given, beat)) {
      await keepCopy(making, copies[at++]!, answer);
      done++;
      await beat();
    }
  }
};

const placeOf = ({ position, recordNumber }: Pick<Copy, "position" | "recordNumber">): string =>
  `${String(position + 1).padStart(3, "0")}-${recordNumber.replaceAll(/[^\p{L}\p{N}._-]+/gu, "-").slice(0, 100)}.pdf`;

type Done = {
  position: number;
  recordNumber: string;
  sha256: string | null;
  refusal: string | null;
};
const copiesOf = (db: Db, run: Pick<RunRecord, "orgId" | "id">): Promise<Done[]> =>
  db.rows<Done>(sql`
    select position, record_number, sha256, refusal
    from paper_copy
    where org_id = ${run.orgId} and run_id = ${run.id}
    order by position
  `);

const notFilled = (copies: readonly Done[]): string =>
  copies
    .flatMap(({ recordNumber, refusal }) => (refusal ? [`${recordNumber}: ${refusal}\n`] : []))
    .join("");

const zipOf = (app: App, copies: readonly Done[], at: Date): Readable => {
  const zip = new ZipFile();
  for (const copy of copies)
    if (copy.sha256)
      zip.addReadStreamLazy(placeOf(copy), { mtime: at, compress: false }, (done) => {
        app.files.open(copy.sha256!).then(
          ({ stream }) => done(null, stream),
          (error: unknown) => done(error, Readable.from([])),
        );
      });
  const left = notFilled(copies);
  if (left !== "") zip.addBuffer(Buffer.from(left), "not-filled.txt", { mtime: at });
  zip.end();
  return zip.outputStream as Readable;
};

const fileOf = async ({ job: { app, progress }, run }: Making, copies: readonly Done[]) => {
  const beat = () => progress(run.asked, run.asked, "Putting together");
  await beat();
  if (run.form === "zip") return zipOf(app, copies, new Date(run.createdAt));
  const all = copies.flatMap((copy) => (copy.sha256 ? [copy.sha256] : []));
  return Readable.from([Buffer.from(await mergeApart(app, all, beat))]);
};

const nameOf = (run: Pick<RunRecord, "title" | "form">): string =>
  `${run.title.replaceAll(/[^\p{L}\p{N}._-]+/gu, "-").slice(0, 100)}.${run.form === "zip" ? "zip" : "pdf"}`;

/** A run that was given up: what is not filled in yet never will be, and its values go. */
export const dropRun = async (tx: Tx, id: string): Promise<void> => {
  await tx.rows(sql`
    update paper_copy
    set given = null, refusal = 'The work ended before its turn.'
    where org_id = ${tx.scope.orgId} and run_id = ${id} and given is not null
  `);
  await tx.rows(sql`
    update paper_run
    set ended_at = clock_timestamp()
    where org_id = ${tx.scope.orgId} and id = ${id} and ended_at is null
  `);
};

/**
 * Fills a run's records in and puts them together. Begun again after a stop, it goes on with those
 * that are not filled in yet.
 */
export const makeRun = async (job: JobRun<{ runId: string }>): Promise<PaperRun> => {
  const { app, actor, payload } = job;
  const db = app.database.read(actor);
  const run = (await getRow(db, paperRun, payload.runId, "run")) as RunRecord;
  if (!run.endedAt) {
    const template = (await getRow(
      db,
      paperTemplate,
      run.templateId,
      "PDF template",
    )) as TemplateRecord;
    const making = { job, run, template, sheet: await paperOf(db, template.paperId) };
    await fillAll(making);
    const copies = await copiesOf(db, run);
    const some = copies.some((copy) => copy.sha256 !== null);
    const stored = some
      ? await app.files.put(await fileOf(making, copies), Number.MAX_SAFE_INTEGER, "own")
      : null;
    await app.database.transaction(actor, async (tx) => {
      const fileId =
        stored &&
        (await recordFile(tx, {
          ...stored,
          orgId: run.orgId,
          name: nameOf(run),
          uploadedBy: run.requestedBy,
        }));
      const made = { fileId, sha256: stored?.sha256 ?? null, size: stored?.size ?? null };
      const first = await tx.maybe(sql`
        update paper_run
        set
          file_id = ${made.fileId}, sha256 = ${made.sha256}, size = ${made.size},
          ended_at = clock_timestamp()
        where org_id = ${run.orgId} and id = ${run.id} and ended_at is null
        returning id
      `);
      if (!first) return;
      note(tx, actor, "paperRun", run.id, {
        number: run.title,
        action: "make",
        after: { ...made, asked: run.asked, filled: copies.filter((copy) => copy.sha256).length },
        event: null,
      });
    });
  }
  const [made] = await runsOf(db, run.requestedBy, run.id);
  return made!;
};

/** A person's runs, newest first, or the one of this id. */
export const runsOf = async (
  db: Db,
  personId: string | null,
  id: string | null = null,
): Promise<PaperRun[]> =>
  db.rows<PaperRun>(sql`
    select
      r.id, r.title, r.form, r.asked, r.created_at, r.file_id is not null as ready,
      r.ended_at is not null as ended, count(c.sha256)::int as made,
      coalesce(
        jsonb_agg(jsonb_build_object(
          'number', c.record_number, 'reason', c.refusal
        ) order by c.position) filter (where c.refusal is not null),
        '[]'
      ) as refused
    from paper_run r
    join paper_copy c on c.org_id = r.org_id and c.run_id = r.id
    where r.org_id = ${db.scope.orgId}
      and r.requested_by = ${personId}
      and (${id}::uuid is null or r.id = ${id})
    group by r.org_id, r.id
    order by r.created_at desc, r.id
    limit 100
  `);

/** A run's file, for whoever asked for it: 404 for others, 409 while it is made. */
export const runFile = async (
  db: Db,
  actor: Actor,
  id: string,
): Promise<{ sha256: string; name: string }> => {
  const run = (await getRow(db, paperRun, id, "file")) as RunRecord;
  if (run.requestedBy !== actor.personId) throw notFound("file");
  if (run.sha256) return { sha256: run.sha256, name: nameOf(run) };
  throw run.endedAt
    ? conflict("nothing_made", "No record could be filled in. The list of filled PDFs says why.")
    : conflict("not_made", "These PDFs are still being made. Look at the tray of long work.");
};
