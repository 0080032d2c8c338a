import type { App } from "#server/app.ts";
import { noScope, type Database } from "#server/db/db.ts";
import { databaseMs } from "#server/db/database-clock.ts";
import { sql } from "#server/db/sql.ts";
import type { Schedule } from "#server/jobs/jobs.ts";
import { monthOf } from "./reading.model.ts";

const made = new WeakMap<Database, Set<string>>();

/** Forgets which months this instance knows: one of them went away under it. */
export const forgetMonths = (database: Database): void => void made.delete(database);

/** Sees to it that the months of these instants are there, each in a transaction of its own. */
export const ensureMonths = async (
  database: Database,
  instants: readonly string[],
): Promise<void> => {
  let known = made.get(database);
  if (!known) made.set(database, (known = new Set()));
  for (const month of new Set(instants.map(monthOf))) {
    if (known.has(month)) continue;
    await database.transaction(noScope, (tx) =>
      tx.rows(sql`select levee_reading_month(${month}::timestamptz)`),
    );
    known.add(month);
  }
};

/** This month's and the next one's readings have their place before the month begins. */
export const makeMonths = ({ database }: Pick<App, "database">): Promise<void> => {
  const now = new Date(databaseMs());
  const next = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1));
  return ensureMonths(database, [now.toISOString(), next.toISOString()]);
};

export const monthsClock: Schedule = {
  name: "device-months",
  cron: "17 * * * *",
  afterRestore: "goes on",
  run: makeMonths,
};
