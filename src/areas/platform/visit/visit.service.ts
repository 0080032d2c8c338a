import { pageAt } from "#areas.ts";
import type { Database } from "#server/db/db.ts";
import { identityDb, type IdentityDb } from "#server/db/scopes/identity.ts";
import { sql } from "#server/db/sql.ts";
import { runningDay } from "#server/operation/running-agency.ts";

export type VisitRow = { day: string; path: string; visits: number };

/**
 * The page that an address belongs to, so that no record's id is kept; "(other)" for addresses that
 * the product does not know.
 */
export const countedPath = (path: string): string =>
  pageAt(path.split(/[?#]/)[0] ?? path)?.path ?? "(other)";

/** Adds one to today's figure of a page (days of the agency that runs the installation). */
export const countVisit = async (db: IdentityDb, path: string): Promise<void> => {
  await db.rows(sql`
    insert into visit_count (day, path, visits)
    values (${runningDay}, ${countedPath(path)}, 1)
    on conflict (day, path)
    do update set visits = visit_count.visits + 1
  `);
};

/** Visits by month and page since a month (YYYY-MM). */
export const visitsByMonth = (
  database: Database,
  from: string,
): Promise<{ month: string; path: string; count: number }[]> =>
  identityDb(database).rows(sql`
    select to_char(day, 'YYYY-MM') as month, path, sum(visits)::int as count
    from visit_count
    where day >= ${`${from}-01`}::date
    group by 1, 2
  `);

/** Visits by day and page of the last `days` days, newest first, at most 5,000 rows. */
export const readVisits = (db: IdentityDb, days: number): Promise<VisitRow[]> =>
  db.rows<VisitRow>(sql`
    select day, path, visits
    from visit_count
    where day > ${runningDay} - ${days}::int
    order by day desc, visits desc, path
    limit 5000
  `);
