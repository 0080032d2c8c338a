import { hostname } from "node:os";
import type { App } from "#server/app.ts";
import { noScope } from "#server/db/db.ts";
import type { Schedule } from "#server/jobs/jobs.ts";
import { settleAlarm } from "#server/operation/alarms.ts";
import type { MonitorLine } from "#server/operation/monitor/lines.ts";
import { runningAgency } from "#server/operation/running-agency.ts";
import { backupAge, newestBackup } from "./backup.service.ts";
import { makeBackup, rehearseRestore } from "./making.service.ts";
import { goneSentence } from "./missing.service.ts";
import { brokenLines } from "./rehearse.service.ts";
import { tidyBackups } from "./tidy.service.ts";

/** Raises the alarm of backups for the agency that runs the installation, or ends it. */
const settle = async (app: App, text: string | null): Promise<void> => {
  const audience = await runningAgency(app.database);
  await app.database.transaction(noScope, async (tx) =>
    settleAlarm(tx, "backup", hostname(), text, undefined, audience),
  );
};

const ownerOf = (app: App): string => app.config.LEVEE_BACKUP_URL ?? app.database.url;

const backUp = async (app: App): Promise<void> => {
  const to = app.config.LEVEE_BACKUP_DIR;
  if (!to) return;
  try {
    const { gone } = await makeBackup(app, ownerOf(app), to);
    await tidyBackups(to);
    await settle(
      app,
      gone.length ? `The backup of last night was made. ${goneSentence(gone)}` : null,
    );
  } catch (error) {
    await settle(app, `The backup of last night was not made. ${(error as Error).message}`);
    throw error;
  }
};

const rehearseNewest = async (app: App): Promise<void> => {
  const newest = await newestBackup(app.database.read(noScope));
  if (!app.config.LEVEE_BACKUP_DIR || !newest) return;
  try {
    const { broken } = await rehearseRestore(app, ownerOf(app), newest.folder);
    if (broken.length === 0) return await settle(app, null);
    await settle(
      app,
      `The newest backup was restored beside, and its books do not hold: ${brokenLines(broken)[0]}`,
    );
  } catch (error) {
    await settle(app, `The newest backup could not be restored. ${(error as Error).message}`);
    throw error;
  }
};

/** Every night a backup, every Sunday a restore of the newest one beside; in UTC. */
export const backupSchedules: readonly Schedule[] = [
  { name: "backup", cron: "20 7 * * *", afterRestore: "goes on", run: backUp },
  { name: "backup-rehearsal", cron: "20 9 * * 0", afterRestore: "goes on", run: rehearseNewest },
];

/** How old the newest good backup is. */
export const backupLine: MonitorLine = {
  name: "backupAge",
  label: "Age of the newest backup",
  unit: "seconds",
  read: (app) => backupAge(app.database),
};
