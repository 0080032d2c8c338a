import type { Actor } from "#kernel/access.ts";
import type { JudgedBy } from "#kernel/control.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { readableRecord } from "#server/lifecycle.ts";
import type { StandingRow } from "./standing.model.ts";

type Stored = Omit<StandingRow, "citations"> & { rules: JudgedBy[] };

/**
 * How a record stands with each control that applies to it, what it breaks first; for whoever may read
 * the record. 404, 403.
 */
export const standingsOfRecord = async (
  db: Db,
  actor: Actor,
  subjectType: string,
  subjectId: string,
): Promise<StandingRow[]> => {
  await readableRecord(db, actor, subjectType, subjectId);
  const rows = await db.rows<Stored>(sql`
    select
      v.name as control, s.part, s.answer, r.said, v.severity, r.day, r.rules, f.id as failure_id
    from control_standing s
    join control_result r on r.org_id = s.org_id and r.id = s.result_id
    join control_version v on v.org_id = r.org_id and v.id = r.version_id
    left join control_failure f
      on f.org_id = s.org_id
      and f.control_id = s.control_id
      and f.subject_id = s.subject_id
      and f.part = s.part
      and f.status <> 'closed'
    where s.org_id = ${db.scope.orgId}
      and s.subject_type = ${subjectType}
      and s.subject_id = ${subjectId}
      and s.answer <> 'not_applicable'
    order by array_position(array['fail', 'unknown', 'pass'], s.answer), v.name, s.part
    limit 200
  `);
  return rows.map(({ rules, ...row }) => ({
    ...row,
    citations: [...new Set(rules.map(({ citation }) => citation))],
  }));
};
