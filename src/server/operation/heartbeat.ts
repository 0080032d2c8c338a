import { hostname } from "node:os";
import { newId } from "#kernel/ids.ts";
import type { App } from "../app.ts";
import { noScope, type Database, type Tx } from "../db/db.ts";
import { newestMigration } from "../db/migrate.ts";
import { hostAheadMs } from "../db/database-clock.ts";
import { sql } from "../db/sql.ts";
import { clockAlarm, settleAlarm } from "./alarms.ts";
import { scannerAlarm, scannerTrouble } from "./scanner.ts";
import { storageAlarm, storageTrouble } from "./storage.ts";
import { standbyOf } from "../db/standby/standby.ts";
import { troubleText } from "../db/standby/words.model.ts";
import { keepLineage, lineageAlarm } from "./lineage.ts";
import { diskAlarm, diskTrouble, forgetDiskTrouble, hasRoom } from "./disk.ts";

/** How an instance is known: its own id, and machine with port, which a restart keeps. */
export type Self = { id: string; name: string };
type Beating = Pick<App, "database" | "config" | "files">;

const everyMs = 10_000;
/** Who has written nothing for so long is away. Seconds. */
export const awaySeconds = 45;

export const selfOf = (port: number): Self => ({ id: newId(), name: `${hostname()}:${port}` });

const settleDatabase = (tx: Tx, database: Database, { name }: Self): void => {
  settleAlarm(tx, "database", name, lineageAlarm(database.url));
  const trouble = standbyOf(database)?.alarm ?? null;
  settleAlarm(tx, "standby", name, trouble && troubleText(trouble));
};

/**
 * Writes that this instance is there, where none was for a while since when, how far its machine's clock is off and whether its disk has
 * room again. Alarms of instances that are gone end.
 */
export const beat = async ({ database, config, files }: Beating, self: Self): Promise<void> => {
  // It answers or does not by the next time: this one does not wait for it.
  void files.place.ping().catch(() => {});
  const disk = diskTrouble();
  const over = disk !== null && (await hasRoom(database, config.files));
  const knows = await newestMigration();
  await database.transaction(noScope, async (tx) => {
    // Its answer carries the database's clock.
    await tx.rows(sql`select pg_advisory_xact_lock(71009)`);
    const ahead = hostAheadMs();
    tx.later(
      tx.rows(sql`
        insert into outage (id, began_at, ended_at)
        select ${newId()}::uuid, max(seen_at), clock_timestamp()
        from instance
        having max(seen_at) < clock_timestamp() - make_interval(secs => ${awaySeconds})
      `),
    );
    tx.later(
      tx.rows(sql`
        insert into instance (id, name, host_ahead_ms, marks_writes, knows)
        values (${self.id}, ${self.name}, ${ahead}, ${standbyOf(database) !== null}, ${knows})
        on conflict (id)
        do update set seen_at = clock_timestamp(), host_ahead_ms = excluded.host_ahead_ms
      `),
    );
    settleAlarm(tx, "clock", self.name, clockAlarm(self.name, ahead));
    if (disk) settleAlarm(tx, "disk", self.name, diskAlarm(self.name, disk.kind), disk.since);
    const scanner = scannerTrouble();
    settleAlarm(tx, "scanner", self.name, scanner && scannerAlarm(self.name), scanner?.since);
    const storage = storageTrouble();
    settleAlarm(
      tx,
      "files",
      self.name,
      storage && storageAlarm(self.name, storage.said),
      storage?.since,
    );
    if (over || !disk) settleAlarm(tx, "disk", self.name, null);
    settleDatabase(tx, database, self);
    tx.later(
      tx.rows(sql`
        update operation_alarm a
        set ended_at = clock_timestamp()
        where a.ended_at is null
          and a.kind not like 'rule:%'
          and not exists (
            select 1
            from instance i
            where i.name = a.instance_name
              and i.seen_at > clock_timestamp() - make_interval(secs => ${awaySeconds})
          )
      `),
    );
    tx.later(
      tx.rows(sql`delete from instance where seen_at < clock_timestamp() - interval '1 day'`),
    );
  });
  if (over) forgetDiskTrouble();
  await keepLineage({ database, config }, self.id);
};

/**
 * Writes at once and every ten seconds that this instance is there; gives what ends it. A database
 * that does not answer is waited for.
 */
export const startHeartbeat = async (
  app: Beating,
  self: Self,
  log: (line: string) => void = console.error,
): Promise<() => Promise<void>> => {
  await beat(app, self);
  let stopped = false;
  let failed = false;
  let running = Promise.resolve();
  const again = async () => {
    await beat(app, self).then(
      () => void (failed = false),
      (error: Error) => {
        if (!failed && !stopped) log(`heartbeat: ${error.message}`);
        failed = true;
      },
    );
    if (!stopped) timer = setTimeout(() => void (running = again()), everyMs);
  };
  let timer = setTimeout(() => void (running = again()), everyMs);
  return async () => {
    stopped = true;
    clearTimeout(timer);
    await running;
  };
};
