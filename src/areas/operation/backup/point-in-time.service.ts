import { instant } from "#kernel/time.ts";
import { systemActor } from "#kernel/access.ts";
import { originOf } from "#kernel/checkpoint.ts";
import type { App } from "#server/app.ts";
import { holdsCheckpoint, recordSpan } from "#server/audit/as-of.ts";
import { newestCheckpoint } from "#server/audit/newest-checkpoint.ts";
import { openAsOf, type Moment } from "#server/backup/point-in-time.ts";
import { databaseMs } from "#server/db/database-clock.ts";
import type { Database } from "#server/db/db.ts";
import { migrate } from "#server/db/migrate.ts";
import { openDatabase } from "#server/db/open-database.ts";
import { lookedAtFiles } from "#server/files/looked-at.ts";
import { auditKeys } from "#server/keys.ts";
import { readKept, type KeptOutside } from "#server/restored/report.ts";
import { keepBackupRun } from "./backup.service.ts";
import { agenciesOf, brokenLines, checkAllBooks, type Broken } from "./rehearse.service.ts";

/** What a moment of the past was found to hold. */
export type AsOfFound = {
  broken: Broken[];
  /** Checkpoints that it should hold and does not, in sentences. */
  lacking: string[];
  /** Entries of the audit records of all agencies, and when the last was written. */
  entries: number;
  last: string | null;
};

const entriesOf = async (database: Database, ids: readonly string[]) => {
  const spans = await Promise.all(ids.map((id) => recordSpan(database.read(systemActor(id)))));
  return {
    entries: spans.reduce((sum, { entries }) => sum + entries, 0),
    last:
      spans
        .flatMap(({ last }) => last ?? [])
        .toSorted()
        .at(-1) ?? null,
  };
};

/**
 * The record of then is the beginning of today's: its newest checkpoint stands there too, and every kept
 * one of its time stands in it.
 */
const lackingOf = async (
  then: Database,
  now: Database,
  { checkpoints }: KeptOutside,
): Promise<string[]> => {
  const lacking: string[] = [];
  for (const { id, name } of await agenciesOf(then)) {
    const newest = await newestCheckpoint(then.read(systemActor(id)));
    if (!newest) continue;
    const size = Number(newest.size);
    const actor = systemActor(id);
    if (!(await holdsCheckpoint(now.read(actor), { size, root: newest.root })))
      lacking.push(
        `${name}: its checkpoint over ${size} entries is not one of today's record. This archive is of another installation, or the record was changed since.`,
      );
    for (const kept of checkpoints.filter((one) => one.origin === originOf(id) && one.size <= size))
      if (!(await holdsCheckpoint(then.read(actor), kept)))
        lacking.push(
          `${name}: the kept checkpoint over ${kept.size} entries is not in its record.`,
        );
  }
  return lacking;
};

/**
 * Lays the database down as it was at a moment, asks every rule of the books of it (the audit record
 * verified, files by their hash), holds its checkpoints against today's and those that were kept, and
 * throws it away. What came of it stands among the rehearsals. @throws MomentRefused, BackupRefused.
 */
export const rehearseMoment = async (
  app: App,
  moment: Moment,
  checkpoints: readonly string[],
  say: (line: string) => void,
): Promise<AsOfFound> => {
  const kept = await readKept({ bundles: [], checkpoints }, [], auditKeys());
  const beganAt = new Date(databaseMs()).toISOString();
  const asOf = await openAsOf(moment, say);
  try {
    await migrate(asOf.url);
    const database = openDatabase(asOf.url, { max: 4 });
    try {
      const files = lookedAtFiles(app.files.place, database, null);
      const broken = await checkAllBooks({ ...app, database, files }, say);
      const lacking = await lackingOf(database, app.database, kept);
      const ids = (await agenciesOf(database)).map(({ id }) => id);
      const { entries, last } = await entriesOf(database, ids);
      const faults = [...brokenLines(broken), ...lacking];
      await keepBackupRun(app.database, {
        ...{ kind: "rehearsal", beganAt, madeAt: instant(moment.to), rows: entries, bytes: 0 },
        folder: `pgBackRest, ${moment.stanza}`,
        good: faults.length === 0,
        said: (faults.length
          ? `As of this minute it does not hold: ${faults.join("; ")}`
          : "The database as of this minute came back whole, and every rule of the books holds."
        ).slice(0, 4000),
      });
      return { broken, lacking, entries, last };
    } finally {
      await database.close();
    }
  } finally {
    await asOf.end();
  }
};
