import { newId } from "#kernel/ids.ts";
import { noScope, type Database, type Db } from "#server/db/db.ts";
import { entriesSince } from "#server/audit/history.ts";
import { sql } from "#server/db/sql.ts";
import type { BackupRun, Backups } from "./backup.model.ts";

const shown = 30;
const mostCounted = 10_000;

const columns = sql`
  id, kind, began_at, ended_at, good, made_at, folder, row_count as rows, byte_count as bytes, said
`;

/** Writes down what a backup, a rehearsal or a restore came to. */
export const keepBackupRun = (
  database: Database,
  run: Omit<BackupRun, "id" | "endedAt">,
): Promise<unknown> =>
  database.transaction(noScope, (tx) =>
    tx.rows(sql`
      insert into backup_run (
        id, kind, began_at, good, made_at, folder, row_count, byte_count, said
      )
      values (
        ${newId()}, ${run.kind}, ${run.beganAt}, ${run.good}, ${run.madeAt}, ${run.folder},
        ${run.rows}, ${run.bytes}, ${run.said}
      )
    `),
  );

/** The newest good backup; null where there is none. */
export const newestBackup = (db: Db): Promise<BackupRun | null> => newestOf(db, "backup");

const newestOf = (db: Db, kind: BackupRun["kind"]): Promise<BackupRun | null> =>
  db.maybe<BackupRun>(sql`
    select ${columns}
    from backup_run
    where kind = ${kind} and good
    order by began_at desc
    limit 1
  `);

/** How backups stand: the newest good one, the last rehearsal, and what would be lost now. */
export const readBackups = async (db: Db, scheduled: boolean): Promise<Backups> => {
  const [newest, rehearsed, runs] = await Promise.all([
    newestOf(db, "backup"),
    newestOf(db, "rehearsal"),
    db.rows<BackupRun>(
      sql`select ${columns} from backup_run order by began_at desc limit ${shown}`,
    ),
  ]);
  const lost = await entriesSince(db, newest?.madeAt ?? null, mostCounted);
  return {
    scheduled,
    newest,
    rehearsed,
    lostNow: lost,
    lostNowCapped: lost === mostCounted,
    runs,
  };
};

/** Seconds since the newest good backup was made; null where there is none. */
export const backupAge = async (database: Database): Promise<number | null> =>
  (
    await database.read(noScope).maybe<{ seconds: number }>(sql`
      select extract(epoch from clock_timestamp() - max(made_at))::float8 as seconds
      from backup_run
      where kind = 'backup' and good
    `)
  )?.seconds ?? null;
