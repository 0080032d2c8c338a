import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import type { CodeBeyond } from "./code.model.ts";
import { readCodes } from "./codes.service.ts";

/** So many projects under way are looked at, those that were touched last first. */
const mostProjects = 50;

type Under = { id: string; number: string; name: string };

/**
 * Cost codes of projects under way that will cost more than their budget, the worst first, and how
 * many projects were looked at of how many. A code without a budget counts once something charges it.
 */
export const codesBeyond = async (
  db: Db,
): Promise<{ items: CodeBeyond[]; lookedAt: number; projects: number }> => {
  const under = await db.rows<Under & { projects: number }>(sql`
    select id, number, name, count(*) over ()::int as projects
    from project
    where org_id = ${db.scope.orgId} and status in ('active', 'on_hold', 'substantially_complete')
    order by updated_at desc, id
    limit ${mostProjects}
  `);
  const items: CodeBeyond[] = [];
  for (const { id, number, name } of under) {
    const { rows } = await readCodes(db, id);
    for (const row of rows)
      if (row.costCodeId !== null && row.forecast > row.budget)
        items.push({
          costCodeId: row.costCodeId,
          projectId: id,
          project: `${number} ${name}`,
          code: row.code,
          name: row.name,
          budget: row.budget,
          forecast: row.forecast,
        });
  }
  return {
    items: items.toSorted((a, b) => b.forecast - b.budget - (a.forecast - a.budget)),
    lookedAt: under.length,
    projects: under[0]?.projects ?? 0,
  };
};
