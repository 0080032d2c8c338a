import type { Actor } from "#kernel/access.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { runList } from "#server/http/list-page.ts";
import { listQuery } from "#server/http/list.ts";
import { unreportedLines } from "../nonconformance/nonconformance.read.service.ts";
import { chartOf, isOutside } from "./chart.service.ts";
import { objectiveList } from "./objective.list.ts";
import type { ObjectiveRow, QualityAnswer } from "./objective.model.ts";
import type { ObjectiveStored } from "./objective.noun.ts";
import { meets } from "./words.model.ts";

/** Each measure by month and by week: more are not active at once. */
const mostCharts = 20;

const missesTarget = ({
  direction,
  target,
  chart,
}: QualityAnswer["objectives"][number]): boolean => {
  const last = chart.points.at(-1);
  return last !== undefined && !meets({ direction, target: Number(target) }, last.value);
};

const rank = (each: QualityAnswer["objectives"][number]): number => {
  if (isOutside(each.chart)) return 0;
  return missesTarget(each) ? 1 : 2;
};

const waiting = (db: Db) =>
  db.one<{ uncontained: number; undecided: number }>(sql`
    select
      count(*) filter (where status = 'reported')::int as uncontained,
      count(*) filter (where status = 'contained')::int as undecided
    from nonconformance
    where org_id = ${db.scope.orgId} and status in ('reported', 'contained')
  `);

/** Active objectives with their charts, those out of limits first, and what of nonconformances waits. */
export const readQuality = async (db: Db, actor: Actor): Promise<QualityAnswer> => {
  const query = listQuery(objectiveList).parse({ status: "active", limit: mostCharts });
  const [page, stored, waits, lines] = await Promise.all([
    runList(db, actor, objectiveList, query),
    db.rows<ObjectiveStored>(sql`
      select *
      from quality_objective
      where org_id = ${db.scope.orgId} and status = 'active'
      order by number
      limit ${mostCharts}
    `),
    waiting(db),
    unreportedLines(db, { q: "" }),
  ]);
  const rows = page.items as unknown as ObjectiveRow[];
  const objectives = await Promise.all(
    stored.flatMap((of) => {
      const row = rows.find(({ id }) => id === of.id);
      return row ? [chartOf(db, of).then((chart) => ({ ...row, chart }))] : [];
    }),
  );
  return {
    objectives: objectives.toSorted((a, b) => rank(a) - rank(b)),
    outside: objectives.filter(({ chart }) => isOutside(chart)).length,
    missed: objectives.filter(missesTarget).length,
    proposals: objectives.reduce((sum, { signals }) => sum + signals, 0),
    ...waits,
    unreported: lines.length,
  };
};
