import { stepAfter, stepsBetween, type Every } from "#kernel/forecast/steps.ts";
import type { Day } from "#kernel/time.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import type { LookedBack } from "./outlook.model.ts";
import type { FrozenPoint } from "./outlook.tables.ts";
import type { Looked } from "./series.service.ts";

/** What was said of a series and what came, the newest first; months or weeks that are not over are left out. */
export const lookBack = async (
  db: Db,
  { id, every, first, values }: Pick<Looked, "id" | "first" | "values"> & { every: Every },
): Promise<{ frozen: number; rows: LookedBack[] }> => {
  const kept = await db.rows<{ madeOn: Day; last: number; points: FrozenPoint[] }>(sql`
    select made_on, last, points
    from outlook_frozen
    where org_id = ${db.scope.orgId} and series = ${id}
    order by made_on desc
    limit 24
  `);
  const until = stepAfter(every, first, values.length);
  return {
    frozen: kept.length,
    rows: kept.flatMap(({ madeOn, last, points }) =>
      points.flatMap(({ month, value, low, high }) =>
        month < first || month >= until
          ? []
          : {
              madeOn,
              month,
              said: value,
              low,
              high,
              came: values[stepsBetween(every, first, month)]!,
              naive: last,
            },
      ),
    ),
  };
};
