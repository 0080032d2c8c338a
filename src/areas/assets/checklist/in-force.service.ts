import type { Instant } from "#kernel/time.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";

/** A checklist in force by its family, since when. */
export type ChecklistInForce = { id: string; name: string; at: Instant | null; said: string };

/** The checklists of inspections in force. */
export const checklistsInForce = (db: Db): Promise<ChecklistInForce[]> =>
  db.rows<ChecklistInForce>(sql`
    select definition_id as id, name, published_at as at, 'In force, version ' || version_no as said
    from inspection_checklist
    where org_id = ${db.scope.orgId} and status = 'published'
    order by name
    limit 500
  `);
