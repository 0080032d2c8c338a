import { systemActor, type Actor } from "#kernel/access.ts";
import { openNote, originOf, parseCheckpoint } from "#kernel/checkpoint.ts";
import { newId } from "#kernel/ids.ts";
import type { Instant } from "#kernel/time.ts";
import type { App } from "../app.ts";
import { BackupRefused } from "../backup/manifest.ts";
import type { Tx } from "../db/db.ts";
import { insertRow } from "../db/rows.ts";
import { identityDb } from "../db/scopes/identity.ts";
import { sql } from "../db/sql.ts";
import type { AuditKeys } from "../keys.ts";
import { allClosings, type Closed, type Closing, type Told } from "./closing.ts";
import { restoreQuestion } from "./restored.tables.ts";
import { readKeptRecord, type KeptRecord, type ToldEntry } from "./told-entries.ts";

type Checkpoint = NonNullable<ReturnType<typeof parseCheckpoint>>;

/** What somebody kept outside of the lost installation. */
export type KeptOutside = {
  records: readonly KeptRecord[];
  checkpoints: readonly Checkpoint[];
  /** Addresses of administrators who are still in office; empty where nobody was named. */
  administrators: readonly string[];
};

/** What was found out of one agency. */
export type FoundOut = {
  agency: string;
  evidence: "none" | "checkpoint" | "bundle";
  until: Instant | null;
  lost: number;
  /** Closed by what was told, and because nothing tells. */
  told: number;
  untold: number;
  /** What was taken and must stay open, in sentences. */
  cannot: string[];
};

type Agency = { id: string; name: string };
type Evidence = {
  kind: FoundOut["evidence"];
  until: Instant | null;
  lost: number;
  entries: ToldEntry[];
};

const nouns = new Set(["member", "invitation", "program", "directory", "signInRule"]);

/** Entries of the audit record that came back, and which of these did. */
const cameBack = async (tx: Tx, ids: readonly string[]) => {
  const [{ size }, known] = await Promise.all([
    tx.one<{ size: number }>(
      sql`select count(*)::int as size from audit_entry where org_id = ${tx.scope.orgId}`,
    ),
    tx.rows<{ id: string }>(sql`
      select id
      from audit_entry
      where org_id = ${tx.scope.orgId} and id = any(${[...ids]}::uuid[])
    `),
  ]);
  return { size, known: new Set(known.map(({ id }) => id)) };
};

const openCheckpoints = async (
  notes: readonly string[],
  keys: AuditKeys,
): Promise<Checkpoint[]> => {
  const opened: Checkpoint[] = [];
  for (const note of notes) {
    const read = await openNote(note, keys.verifier);
    if ("problem" in read) throw new BackupRefused(`That checkpoint: ${read.problem}.`);
    opened.push(parseCheckpoint(read.text)!);
  }
  return opened;
};

/** What is known of an agency's time after the backup: its longest record, or that nothing was written. */
const evidenceOf = async (
  tx: Tx,
  orgId: string,
  { records, checkpoints }: KeptOutside,
): Promise<Evidence> => {
  const record = records
    .filter((one) => one.orgId === orgId)
    .toSorted((a, b) => b.size - a.size)
    .at(0);
  const checkpoint = checkpoints
    .filter(({ origin }) => origin === originOf(orgId))
    .toSorted((a, b) => b.size - a.size)
    .at(0);
  const { size, known } = await cameBack(tx, record?.entries.map(({ id }) => id) ?? []);
  const reached = Math.max(record?.size ?? 0, checkpoint?.size ?? 0);
  const lost = Math.max(0, reached - size);
  if (record && record.size > size) {
    const entries = record.entries.filter(({ id }) => !known.has(id));
    return { kind: "bundle", until: record.until, lost, entries };
  }
  // A record as long as what came back says that nothing was written until it was signed.
  const until = [
    checkpoint?.size === size ? checkpoint.at : null,
    record?.size === size ? record.until : null,
  ]
    .flatMap((at) => at ?? [])
    .toSorted()
    .at(-1);
  if (until && lost === 0) return { kind: "checkpoint", until, lost, entries: [] };
  return { kind: "none", until: null, lost, entries: [] };
};

type Newest = Told & { by: string; at: Instant };

/** The newest word on each thing that entries tell about, of one kind. */
const newestOf = (closing: Closing, entries: readonly ToldEntry[]): Newest[] => {
  const words = new Map<string, Newest>();
  for (const entry of entries.toSorted((a, b) => a.index - b.index)) {
    const word = closing.told(entry, (subject) => words.get(subject) ?? null);
    if (word) words.set(word.subject, { ...word, by: entry.actorName, at: entry.at });
  }
  return [...words.values()].filter(({ taken }) => taken !== null);
};

const ask = (
  tx: Tx,
  orgId: string,
  madeAt: Instant,
  kind: Closing["kind"],
  closed: Closed,
  word: Newest | null,
) =>
  insertRow(tx, restoreQuestion, {
    orgId,
    id: newId(),
    kind,
    ...closed,
    madeAt,
    told: word?.sentence ?? null,
    toldBy: word?.by ?? null,
    toldAt: word?.at ?? null,
  });

/** Closes what is told; true where the agency is to be closed in place of something. */
const closeTold = async (tx: Tx, actor: Actor, madeAt: Instant, entries: readonly ToldEntry[]) => {
  let [told, everybody] = [0, false];
  const cannot: string[] = [];
  for (const closing of allClosings())
    for (const word of newestOf(closing, entries)) {
      const closed = await closing.close(tx, actor, word.subject, word.taken!);
      if (closed === "everybody") everybody = true;
      else if (closed && "cannot" in closed) cannot.push(closed.cannot);
      else if (closed) {
        told += 1;
        await ask(tx, actor.orgId!, madeAt, closing.kind, closed, word);
      }
    }
  return { told, everybody, cannot };
};

const closeUntold = async (
  tx: Tx,
  actor: Actor,
  madeAt: Instant,
  { administrators }: KeptOutside,
): Promise<number> => {
  let untold = 0;
  for (const closing of allClosings())
    for (const closed of (await closing.closeAll?.(tx, actor, administrators)) ?? []) {
      untold += 1;
      await ask(tx, actor.orgId!, madeAt, closing.kind, closed, null);
    }
  return untold;
};

const findOut = (
  app: Pick<App, "database">,
  { id, name }: Agency,
  madeAt: Instant,
  kept: KeptOutside,
): Promise<FoundOut> => {
  const actor = systemActor(id, new Set(), "Restore");
  return app.database.transaction(actor, async (tx) => {
    const { kind, until, lost, entries } = await evidenceOf(tx, id, kept);
    const { told, everybody, cannot } = await closeTold(tx, actor, madeAt, entries);
    const untold = kind === "none" || everybody ? await closeUntold(tx, actor, madeAt, kept) : 0;
    await tx.rows(sql`
      insert into restore_report (org_id, made_at, evidence, told_until, lost)
      values (${id}, ${madeAt}, ${kind}, ${until}, ${lost})
      on conflict (org_id)
      do update set
        made_at = excluded.made_at, restored_at = clock_timestamp(), evidence = excluded.evidence,
        told_until = excluded.told_until, lost = excluded.lost
    `);
    return { agency: name, evidence: kind, until, lost, told, untold, cannot };
  });
};

/**
 * Reads what was kept outside, before anything is written.
 * @throws BackupRefused for a bundle or checkpoint that cannot be believed.
 */
export const readKept = async (
  files: { bundles: readonly string[]; checkpoints: readonly string[] },
  administrators: readonly string[],
  keys: AuditKeys,
): Promise<KeptOutside> => {
  const records: KeptRecord[] = [];
  for (const file of files.bundles) records.push(await readKeptRecord(file, keys, nouns));
  return {
    records,
    checkpoints: await openCheckpoints(files.checkpoints, keys),
    administrators: administrators.map((email) => email.trim().toLowerCase()),
  };
};

/**
 * Closes in every agency of a database that was just restored what was taken after the backup, as far as
 * something kept outside tells; where nothing does, everything that could have been (decision 0154).
 */
export const closeAfterRestore = async (
  app: Pick<App, "database">,
  madeAt: Instant,
  kept: KeptOutside,
): Promise<FoundOut[]> => {
  const agencies = await identityDb(app.database).rows<Agency>(
    sql`select id, name from organization order by created_at, id`,
  );
  const found: FoundOut[] = [];
  for (const agency of agencies) found.push(await findOut(app, agency, madeAt, kept));
  return found;
};
