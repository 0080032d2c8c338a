import { nextBankDay } from "#kernel/holidays.ts";
import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import type { Actor } from "#kernel/access.ts";
import { conflict, notFound } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import type { Day, Instant } from "#kernel/time.ts";
import { bankText } from "#server/agencies/practice.ts";
import { seal, unseal } from "#server/auth/sealing.ts";
import { note } from "#server/change.ts";
import { businessDate, businessNow } from "#server/clock.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { insertRow, lockRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import type { FileStore } from "#server/files/looked-at.ts";
import { recordFile } from "#server/files/stored-file.ts";
import { moveCash } from "./cash.service.ts";
import { readNacha } from "./nacha-reader.model.ts";
import { withoutEntries } from "./nacha.model.ts";
import type { RunRecord } from "./payment.noun.ts";
import { paymentFile, paymentRun } from "./payment.tables.ts";
import { voidInside } from "./run-lifecycle.model.ts";

/** What a stored NACHA file is sealed for; its copy in the file store opens with this alone. */
export const nachaSeal = {
  purpose: "nacha-file",
  owner: (run: { orgId: string; id: string }) => `${run.orgId} ${run.id}`,
};

type Kept = typeof paymentFile.$inferSelect;

/** Stores a text of a run in the file store; returns the stored file's id. */
export const storeText = async (
  tx: Tx,
  actor: Actor,
  files: FileStore,
  name: string,
  text: string,
): Promise<string> => {
  const stored = await files.put(Readable.from([Buffer.from(text)]), undefined, "own");
  return recordFile(tx, { ...stored, orgId: actor.orgId!, name, uploadedBy: actor.personId });
};

/** The agency's time of day now, HH:MM. */
export const timeOfDay = (tx: Tx): string =>
  new Intl.DateTimeFormat("en-GB", {
    timeZone: tx.scope.timeZone ?? "UTC",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  }).format(businessNow(tx.scope));

const modifiers = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

/** What tells the next file apart from the agency's others of the day, replaced ones included. */
export const nextModifier = async (tx: Tx, today: string): Promise<string> => {
  const { n } = await tx.one<{ n: number }>(sql`
    select count(*)::int as n
    from payment_file
    where org_id = ${tx.scope.orgId} and made_on = ${today}
  `);
  const modifier = modifiers[n];
  if (!modifier)
    throw conflict(
      "too_many_files",
      "A bank takes at most 36 files of one day. Release the others tomorrow.",
    );
  return modifier;
};

/** Seals a bank file, keeps it, and makes it the run's file. */
export const keepBankFile = async (
  tx: Tx,
  actor: Actor,
  files: FileStore,
  run: RunRecord,
  text: string,
  modifier: string,
): Promise<Kept> => {
  const sealed = seal(nachaSeal.purpose, nachaSeal.owner(run), text);
  return insertRow(tx, paymentFile, {
    orgId: run.orgId,
    id: newId(),
    runId: run.id,
    fileId: await storeText(tx, actor, files, `${run.number}.ach.sealed`, sealed),
    sha256: createHash("sha256").update(text).digest("hex"),
    modifier,
    madeOn: businessDate(tx.scope),
    madeAt: businessNow(tx.scope).toISOString(),
    madeBy: actor.personId,
  });
};

/** The text of a run's bank file as the bank gets it. */
export const openBankFile = async (
  db: Db,
  files: FileStore,
  run: Pick<RunRecord, "orgId" | "id">,
  fileId: string,
): Promise<string> => {
  const stored = await db.one<{ sha256: string }>(
    sql`select sha256 from stored_file where org_id = ${run.orgId} and id = ${fileId}`,
  );
  const sealed = (await buffer((await files.open(stored.sha256)).stream)).toString("utf8");
  return unseal(nachaSeal.purpose, nachaSeal.owner(run), sealed);
};

/**
 * Where the bank file of a run is. `atBank`: it was marked as sent, or an entry of it cleared or
 * came back. `takenAt` and `takenBy`: its last download.
 */
export type FileStanding = {
  state: "none" | "here" | "atBank";
  takenAt: Instant | null;
  takenBy: string | null;
};

/** How the bank file of a run stands. */
export const standingOf = async (db: Db, run: Pick<RunRecord, "orgId" | "id" | "sentAt">) => {
  const row = await db.maybe<{ settled: boolean } & Omit<FileStanding, "state">>(sql`
    select
      f.taken_at, (select display_name from person where id = f.taken_by) as taken_by,
      exists (
        select 1
        from payment p
        where p.org_id = f.org_id and p.bank_file_id = f.id and p.status in ('cleared', 'returned')
      ) as settled
    from payment_file f
    where f.org_id = ${run.orgId} and f.run_id = ${run.id} and f.replaced_at is null
  `);
  if (!row) return { state: "none", takenAt: null, takenBy: null } satisfies FileStanding;
  const { settled, ...taken } = row;
  return {
    state: run.sentAt || settled ? ("atBank" as const) : ("here" as const),
    ...taken,
  } satisfies FileStanding;
};

type Entry = {
  id: string;
  number: string;
  trace: string;
  amount: number;
  out: boolean;
  paidOn: Day;
};

const entriesOf = (tx: Tx, file: Kept) =>
  tx.rows<Entry>(sql`
    select id, number, trace_number as trace, amount, status <> 'voided' as out, paid_on
    from payment
    where org_id = ${file.orgId} and bank_file_id = ${file.id}
    order by number
  `);

// What is left, read back and compared before it counts.
const rewritten = (
  text: string,
  entries: readonly Entry[],
  made: Parameters<typeof withoutEntries>[2],
) => {
  const gone = new Set(entries.filter((e) => !e.out).map((e) => e.trace));
  const next = withoutEntries(text, gone, made);
  if (next === null) return null;
  const left = entries.filter((e) => e.out);
  const read = readNacha(next);
  const found = read.batches.flatMap((b) => b.entries.map((e) => e.trace));
  if (
    read.credit !== left.reduce((n, e) => n + e.amount, 0) ||
    found.toSorted().join() !==
      left
        .map((e) => e.trace)
        .toSorted()
        .join()
  )
    throw conflict("nacha", "The bank file cannot be made anew: it would not hold what is left.");
  return next;
};

/**
 * Makes the bank file of a run that was not sent anew without its void entries: a new hash and file
 * modifier; the one before is replaced and never handed out again. A settlement day that has passed
 * becomes the next bank day. Gives what changes of the run; its file is gone where no entry is left.
 */
export const remakeBankFile = async (
  tx: Tx,
  actor: Actor,
  files: FileStore,
  run: RunRecord,
): Promise<Partial<RunRecord>> => {
  const before = await tx.maybe<Kept>(sql`
    select *
    from payment_file
    where org_id = ${run.orgId} and run_id = ${run.id} and replaced_at is null
    for update
  `);
  if (!before) return {};
  const entries = await entriesOf(tx, before);
  if (entries.every((e) => e.out)) return {};
  const today = businessDate(tx.scope);
  const payOn = run.payOn < today ? nextBankDay(today) : run.payOn;
  // One file at a time takes the next modifier of the day, as releases do.
  await tx.rows(sql`
    select 1 as locked
    from agency_bank_account
    where org_id = ${run.orgId} and active
    order by id
    for update
  `);
  const modifier = await nextModifier(tx, today);
  const text = rewritten(await openBankFile(tx, files, run, before.fileId), entries, {
    createdOn: today,
    createdAt: timeOfDay(tx),
    fileIdModifier: modifier,
    effectiveOn: payOn,
  });
  await tx.rows(sql`
    update payment_file
    set replaced_at = ${businessNow(tx.scope).toISOString()}
    where org_id = ${run.orgId} and id = ${before.id}
  `);
  if (text === null) return { nachaFileId: null, nachaSha256: null };
  const made = await keepBankFile(tx, actor, files, run, text, modifier);
  const left = entries.filter((e) => e.out);
  await moveCash(
    tx,
    actor,
    left.map((e) => ({ ...e, orgId: run.orgId, agencyAccountId: run.agencyAccountId })),
    payOn,
  );
  await tx.rows(sql`
    update payment
    set bank_file_id = ${made.id}, paid_on = ${payOn}
    where org_id = ${run.orgId} and id = any(${left.map((e) => e.id)}::uuid[])
  `);
  return { nachaFileId: made.fileId, nachaSha256: made.sha256, fileModifier: modifier, payOn };
};

/**
 * The bank file of a run that stands, for a download, which is recorded. 404 where there is none;
 * 409 while a void payment stands in a file that was not sent, and for a file that went out with
 * one unless the asker says so (`withVoid`): it is for the record and never for the bank.
 */
export const takeBankFile = async (
  tx: Tx,
  actor: Actor,
  files: FileStore,
  runId: string,
  withVoid: boolean,
): Promise<{ number: string; sha256: string; text: string }> => {
  const run = await lockRow(tx, paymentRun, runId, "payment run");
  const file = await tx.maybe<Kept>(sql`
    select *
    from payment_file
    where org_id = ${run.orgId} and run_id = ${run.id} and replaced_at is null
  `);
  if (!file)
    throw notFound(
      "bank file: the run is not released, pays by check only, or none of its ACH payments is left",
    );
  const inside = (await entriesOf(tx, file)).filter((e) => !e.out);
  if (inside.length > 0 && run.status === "released")
    throw conflict("void_in_file", voidInside(inside.length));
  if (inside.length > 0 && !withVoid)
    throw conflict(
      "void_in_file",
      `${inside.map((e) => e.number).join(", ")}, which ${inside.length === 1 ? "is" : "are"} void, ${inside.length === 1 ? "stands" : "stand"} in this file. It went to the bank once; take it for the record only, and never upload it again.`,
    );
  await tx.rows(sql`
    update payment_file
    set taken_at = ${businessNow(tx.scope).toISOString()}, taken_by = ${actor.personId}
    where org_id = ${run.orgId} and id = ${file.id}
  `);
  note(tx, actor, "paymentRun", run, {
    action: "download",
    note: `NACHA file ${file.sha256}${inside.length > 0 ? `, for the record, with ${inside.map((e) => e.number).join(", ")} void` : ""}`,
    data: { status: run.status },
  });
  const text = await bankText(tx, await openBankFile(tx, files, run, file.fileId));
  return { number: run.number, sha256: file.sha256, text };
};
