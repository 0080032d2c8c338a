import { ownOrShipped } from "#areas/governance/governance.public.ts";
import { rulesOfKeys } from "#areas/governance/governance.server.ts";
import type { Day } from "#kernel/time.ts";
import type { App } from "#server/app.ts";
import { businessDate } from "#server/clock.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import type { AgencyDay } from "#server/jobs/agency-days.ts";
import { readingsRule } from "./retention.data.ts";

/** The first day of the month that lies so many months before a day's. */
export const monthsBefore = (today: Day, months: number): Day => {
  const count = Number(today.slice(0, 4)) * 12 + Number(today.slice(5, 7)) - 1 - months;
  const [year, month] = [Math.floor(count / 12), (count % 12) + 1];
  return `${String(year).padStart(4, "0")}-${String(month).padStart(2, "0")}-01` as Day;
};

/** The first day of which the agency still keeps readings one by one; of several rules the longest holds. */
export const readingsFrom = async (db: Db): Promise<Day> => {
  const today = businessDate(db.scope);
  const rules = ownOrShipped(await rulesOfKeys(db, [readingsRule.key]), readingsRule.key, today);
  const months = rules.map(({ parameters }) => Number(parameters.months)).filter(Number.isFinite);
  return monthsBefore(
    today,
    months.length > 0 ? Math.max(...months) : Number(readingsRule.parameters.months),
  );
};

/** Forgets what the agency keeps no longer, and takes away months in which nobody has anything. */
export const forgetReadings = async (app: App, orgId: string): Promise<void> => {
  const scope = { orgId, personId: null };
  const from = await readingsFrom(app.database.read(scope));
  await app.database.transaction(scope, async (tx) => {
    await tx.rows(sql`
      delete from device_reading
      where org_id = ${orgId} and read_at < ${from}::timestamptz
    `);
    await tx.rows(sql`
      delete from device_sum
      where org_id = ${orgId} and span = 'minute' and from_at < ${from}::timestamptz
    `);
  });
  await app.database.transaction(scope, (tx) =>
    tx.rows<{ month: string }>(sql`select levee_reading_months_end(${from}::timestamptz) as month`),
  );
};

/** Each night of an agency. */
export const readingsDay: AgencyDay = {
  name: "device-readings",
  at: "02:40",
  afterRestore: "goes on",
  run: forgetReadings,
};
