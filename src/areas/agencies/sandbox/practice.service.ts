import type { App } from "#server/app.ts";
import { identityDb } from "#server/db/scopes/identity.ts";
import { sql } from "#server/db/sql.ts";

/** The copy of an agency, or null; as long as anything of it is there. */
export const copyOf = async ({ database }: Pick<App, "database">, orgId: string) =>
  (
    await identityDb(database).maybe<{ id: string }>(
      sql`select id from practice_agency where origin_id = ${orgId} limit 1`,
    )
  )?.id ?? null;

/** Of which agency this one is a copy; null for an agency of its own. */
export const originOfCopy = async ({ database }: Pick<App, "database">, orgId: string) =>
  (
    await identityDb(database).maybe<{ originId: string }>(
      sql`select origin_id from practice_agency where id = ${orgId}`,
    )
  )?.originId ?? null;
