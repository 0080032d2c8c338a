import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import type { Matter } from "../project/matters.service.ts";
import { submittalStatuses, type SubmittalStatus } from "./submittal.labels.ts";

/** A project is closed when no submittal of it waits for a side. */
export const openSubmittals = async (db: Db, { id }: { id: string }): Promise<Matter[]> =>
  (
    await db.rows<{ id: string; number: string; status: SubmittalStatus }>(sql`
      select id, number, status
      from submittal
      where org_id = ${db.scope.orgId} and project_id = ${id} and court is not null
      order by sequence
      limit 50
    `)
  ).map((s) => ({
    what: s.number,
    says: `a submittal: ${submittalStatuses[s.status].label.toLowerCase()}`,
    href: `/projects/submittals/${s.id}`,
  }));
