import { formatInstant } from "#kernel/dates.ts";
import type { Instant } from "#kernel/time.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";

type Next = { code: string; courseName: string; startsAt: Instant; place: string };

/** Words of the next session that teaches what somebody lacks; nothing where none is planned. */
export const nextSessionOf = async (db: Db, at: Date): Promise<(lacks: string) => string> => {
  const next = await db.rows<Next>(sql`
    select distinct on (code) code, course_name, starts_at, place
    from training_session
    where org_id = ${db.scope.orgId} and status = 'planned' and starts_at > ${at.toISOString()}
    order by code, starts_at
  `);
  const zone = db.scope.timeZone ?? "UTC";
  return (lacks) =>
    next
      .filter(({ code }) => lacks.includes(`${code} `))
      .map(
        (one) => `Next session of ${one.code}: ${formatInstant(one.startsAt, zone)}, ${one.place}.`,
      )
      .join(" ");
};
