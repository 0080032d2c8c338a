import { Readable } from "node:stream";
import type { Part } from "#areas/governance/governance.server.ts";
import { formatVerifierKey } from "#kernel/checkpoint.ts";
import type { Instant } from "#kernel/time.ts";
import type { App } from "#server/app.ts";
import { exportBundle } from "#server/audit/bundle.ts";
import { FilesAway } from "#server/files/away.ts";
import { auditKeys } from "#server/keys.ts";
import type { JobRun } from "#server/jobs/jobs.ts";
import { EXPORT_FORMAT, type ExportManifest } from "./manifest.ts";
import { filesPage, indexPage, namesOfTables, placeOfFile, readme } from "./page.ts";
import {
  sealedLedger,
  type Leaving,
  type LeavingFile,
  type Snapshot,
} from "#server/agency-tables/snapshot.ts";

type Job = JobRun<unknown>;
/** What goes into an export, each part opened when its turn comes. */
export type Contents = {
  snapshotAt: Instant;
  parts: Part[];
  manifest: (listed: ExportManifest["parts"]) => ExportManifest;
  counts: () => { rows: number; tables: number; files: number; entries: number; leftOut: number };
  /** Tells the tray how far it is; throws when somebody cancelled. */
  beat: () => Promise<void>;
};

/** Files already packed are kept as they are; rows are packed as quickly as it goes. */
const [asItIs, quickly] = [0, 1];
const ledgerPath = "ledger/bundle.jsonl";
const keyPath = "ledger/audit-key.txt";
const text = (words: string) => async () => Readable.from([Buffer.from(words)]);

async function* lined(
  lines: AsyncGenerator<string>,
  beat: () => Promise<void>,
): AsyncGenerator<string> {
  let done = 0;
  for await (const line of lines) {
    if (++done % 5000 === 0) await beat();
    yield `${line}\n`;
  }
}

/** The files whose contents are there; why others stay out is noted. Some at a time. */
const readable = async (
  { app, progress }: Job,
  { files, leftOut }: Snapshot,
): Promise<LeavingFile[]> => {
  const atOnce = 8;
  const kept: LeavingFile[] = [];
  for (let at = 0; at < files.length; at += atOnce) {
    await progress(at, files.length, "Looking at the files");
    const some = files.slice(at, at + atOnce);
    const whys = await Promise.all(
      some.map(({ sha256 }) =>
        app.files.ready(sha256).then(
          () => null,
          (error: Error) => error,
        ),
      ),
    );
    some.forEach((file, n) => {
      const why = whys[n];
      if (why instanceof FilesAway) throw why;
      if (!why) kept.push(file);
      else leftOut.files.push({ name: file.name, sha256: file.sha256, why: why.message });
    });
  }
  return kept;
};

const tablePath = (name: string): string => `tables/${name}.jsonl`;

/** Every table with its columns and what they refer to, for whoever reads the rows. */
const dictionaryOf = ({ tables, references }: Snapshot): string => {
  const names = namesOfTables();
  const refersTo = (table: string, column: string) =>
    references
      .filter(({ from, columns }) => from === table && columns.at(-1) === column)
      .map(({ to, keys }) => `${to}.${keys.at(-1)}`);
  const told = tables.map(({ name, key, columns, rows }) => ({
    table: name,
    records: names.get(name) ?? null,
    path: tablePath(name),
    rows,
    key,
    columns: columns.map((column) => ({ ...column, refersTo: refersTo(name, column.name) })),
  }));
  return `${JSON.stringify(told, null, 1)}\n`;
};

const tableParts = (snapshot: Snapshot, done: (rows: number) => Promise<void>): Part[] =>
  snapshot.tables.map((table: Leaving) => ({
    path: tablePath(table.name),
    level: quickly,
    open: async () => {
      await done(table.rows);
      return snapshot.rowsOf(table);
    },
  }));

const fileParts = (app: App, files: readonly LeavingFile[], done: () => Promise<void>): Part[] =>
  files.map(({ sha256 }) => ({
    path: placeOfFile(sha256),
    sha256,
    level: asItIs,
    open: async () => {
      await done();
      return (await app.files.open(sha256)).stream;
    },
  }));

const ledgerParts = (
  job: Job,
  snapshot: Snapshot,
  size: number,
  beat: () => Promise<void>,
): Part[] => [
  {
    path: ledgerPath,
    level: quickly,
    open: async () => {
      const lines = exportBundle(job.app.database.read(job.actor), {
        agency: snapshot.agency,
        objectIds: "all",
        asOf: { size, at: snapshot.at },
      });
      return Readable.from(lined(lines, beat), { objectMode: false });
    },
  },
  { path: keyPath, open: text(`${formatVerifierKey(auditKeys().verifier)}\n`) },
];

const sumOf = <T>(rows: readonly T[], of: (row: T) => number): number =>
  rows.reduce((sum, row) => sum + of(row), 0);

const manifestOf = (
  orgId: string,
  snapshot: Snapshot,
  files: readonly LeavingFile[],
  entries: number | null,
): Omit<ExportManifest, "parts"> => ({
  format: EXPORT_FORMAT,
  agency: { id: orgId, name: snapshot.agency },
  snapshotAt: snapshot.at,
  tables: snapshot.tables.map(({ name, rows }) => ({ table: name, path: tablePath(name), rows })),
  ledger: entries === null ? null : { path: ledgerPath, entries, key: keyPath },
  files: { count: files.length, bytes: sumOf(files, ({ size }) => size) },
  leftOut: snapshot.leftOut,
});

/** How far an export is, told to the tray. */
const tellingOf = ({ progress }: Job, total: number) => {
  let [done, stage] = [0, "Records"];
  const beat = () => progress(Math.min(done, total), total, stage);
  return {
    beat,
    at: async (next: string, more: number) => {
      stage = next;
      await beat();
      done += more;
    },
  };
};

/**
 * The parts of an export in their order: rows of the snapshot, which is given up behind them, then the
 * ledger, the files, and the pages that open them.
 */
export const partsOf = async (job: Job, snapshot: Snapshot): Promise<Contents> => {
  const files = await readable(job, snapshot);
  const size = await sealedLedger(job.app.database, job.actor.orgId!);
  const told = manifestOf(job.actor.orgId!, snapshot, files, size);
  const rows = sumOf(snapshot.tables, (table) => table.rows);
  const telling = tellingOf(job, rows + files.length + (size ?? 0));
  const parts: Part[] = [
    { path: "README.txt", open: text(readme) },
    ...tableParts(snapshot, (n) => telling.at("Records", n)),
    {
      path: "dictionary.json",
      level: quickly,
      open: async () => {
        await snapshot.close();
        await telling.at("Audit ledger", size ?? 0);
        return Readable.from([Buffer.from(dictionaryOf(snapshot))]);
      },
    },
    ...(size === null ? [] : ledgerParts(job, snapshot, size, telling.beat)),
    ...fileParts(job.app, files, () => telling.at("Files", 1)),
    {
      path: "files.html",
      level: quickly,
      open: async () => Readable.from(filesPage(files), { objectMode: false }),
    },
    {
      path: "index.html",
      open: async () => Readable.from([Buffer.from(indexPage({ ...told, parts: [] }))]),
    },
  ];
  const { leftOut } = snapshot;
  return {
    snapshotAt: snapshot.at,
    parts,
    manifest: (listed) => ({ ...told, parts: listed }),
    counts: () => ({
      rows,
      tables: snapshot.tables.filter((table) => table.rows > 0).length,
      files: files.length,
      entries: size ?? 0,
      leftOut:
        sumOf(leftOut.tables, (one) => one.rows) +
        sumOf(leftOut.rows, (one) => one.rows) +
        leftOut.files.length,
    }),
    beat: telling.beat,
  };
};
