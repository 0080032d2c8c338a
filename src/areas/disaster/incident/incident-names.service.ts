import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";

/** An incident as other areas name it. */
export type NamedIncident = { id: string; number: string; title: string };

/** Incidents by id, or those that bear a federal number; at most 500, the newest first. */
export const incidentsNamed = (
  db: Db,
  which: { ids?: readonly string[]; federalNumber?: string },
): Promise<NamedIncident[]> =>
  db.rows<NamedIncident>(sql`
    select id, number, title
    from incident
    where org_id = ${db.scope.orgId}
      and (
        id = any(${[...(which.ids ?? [])]}::uuid[])
        or federal_numbers @> array[${which.federalNumber ?? ""}]
      )
    order by begins_on desc, number
    limit 500
  `);
