import type { Actor } from "#kernel/access.ts";
import { Problem } from "#kernel/errors.ts";
import type { Database } from "../db/db.ts";
import { identityDb } from "../db/scopes/identity.ts";
import { sql } from "../db/sql.ts";

/** The agency that runs this installation: the oldest one (decision 0042); null before the first. */
export const runningAgency = async (database: Database): Promise<string | null> =>
  (
    await identityDb(database).maybe<{ id: string }>(
      sql`select id from organization order by created_at, id limit 1`,
    )
  )?.id ?? null;

/** SQL: today where the installation is run; in UTC before its first agency. */
export const runningDay = sql`
  (now() at time zone coalesce(
    (select time_zone from organization order by created_at, id limit 1), 'UTC'
  ))::date
`;

/** The agency that runs this installation, as others deal with it. */
export type OperatingAgency = { id: string; name: string; timeZone: string };

/** The same agency with its name and time zone; null before the first. */
export const operatingAgency = (database: Database): Promise<OperatingAgency | null> =>
  identityDb(database).maybe<OperatingAgency>(
    sql`select id, name, time_zone from organization order by created_at, id limit 1`,
  );

/**
 * Whether the machine is this person's matter: of the agency that runs it alone, whatever their role.
 * An operator's role of another agency counts for nothing here.
 */
export const runsMachine = async (
  database: Database,
  actor: Pick<Actor, "orgId">,
): Promise<boolean> => actor.orgId !== null && actor.orgId === (await runningAgency(database));

/** @throws 403 for whoever does not run the machine. */
export const requireMachine = async (
  database: Database,
  actor: Pick<Actor, "orgId">,
): Promise<void> => {
  if (!(await runsMachine(database, actor)))
    throw new Problem(
      "notAllowed",
      "not_your_machine",
      "The machine is looked after by administrators of the agency that runs this installation.",
    );
};
