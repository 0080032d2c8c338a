import type { Instant } from "#kernel/time.ts";
import type { App } from "#server/app.ts";
import { takeBackup, type Taken } from "#server/backup/take.ts";
import { databaseMs } from "#server/db/database-clock.ts";
import { auditKeys } from "#server/keys.ts";
import { keepBackupRun } from "./backup.service.ts";
import { goneSentence, namesOfMissing, type MissingFile } from "./missing.service.ts";
import { brokenLines, rehearse, type Rehearsed } from "./rehearse.service.ts";

const nowText = () => new Date(databaseMs()).toISOString();

/** Keeps what came of some work in the list of backups, also that it failed; throws as it does. */
const kept = async <T>(
  app: App,
  kind: "backup" | "rehearsal",
  work: () => Promise<T>,
  tell: (made: T) => {
    good: boolean;
    madeAt: Instant;
    folder: string;
    rows: number;
    bytes: number;
    said: string;
  },
): Promise<T> => {
  const beganAt = nowText();
  try {
    const made = await work();
    await keepBackupRun(app.database, { kind, beganAt, ...tell(made) });
    return made;
  } catch (error) {
    const said = (error as Error).message;
    const nothing = { good: false, madeAt: null, folder: "", rows: 0, bytes: 0, said };
    await keepBackupRun(app.database, { kind, beganAt, ...nothing });
    throw error;
  }
};

/**
 * Makes a backup and writes down what came of it. `url` is the address of an account that sees
 * every row. @throws BackupRefused as `takeBackup`.
 */
export const makeBackup = (
  app: App,
  url: string,
  to: string,
  say?: (line: string) => void,
): Promise<Taken & { gone: readonly MissingFile[] }> => {
  const { place: files } = app.files;
  return kept(
    app,
    "backup",
    async () => {
      const taken = await takeBackup({ url, files, to, keys: auditKeys(), ...(say && { say }) });
      return { ...taken, gone: await namesOfMissing(app.database, taken.manifest.missing) };
    },
    ({ folder, manifest, rows, bytes, gone }) => ({
      good: true,
      madeAt: manifest.madeAt,
      folder,
      rows,
      bytes,
      said: gone.length ? `Made. ${goneSentence(gone)}`.slice(0, 4000) : "Made.",
    }),
  );
};

/** Restores a backup beside, asks the books, throws it away, and writes down what came of it. */
export const rehearseRestore = (
  app: App,
  url: string,
  folder: string,
  say?: (line: string) => void,
): Promise<Rehearsed> =>
  kept(
    app,
    "rehearsal",
    () => rehearse(app, url, folder, say),
    ({ restored, broken }) => ({
      good: broken.length === 0,
      madeAt: restored.manifest.madeAt,
      folder,
      rows: restored.rows,
      bytes: 0,
      said: broken.length
        ? `It came back, and its books do not hold: ${brokenLines(broken).join("; ")}`.slice(
            0,
            4000,
          )
        : "It came back whole, and every rule of the books holds.",
    }),
  );
