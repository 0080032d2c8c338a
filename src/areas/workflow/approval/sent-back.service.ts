import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";

type Asked = {
  begins: Date;
  ends: Date;
  departmentId: string | null;
  types: readonly string[];
};

/** How many approvals were asked between two instants (the second not among them), and sent back, by kind of document. */
export const sentBack = (
  db: Db,
  { begins, ends, departmentId, types }: Asked,
): Promise<{ type: string; asked: number; returned: number }[]> =>
  db.rows<{ type: string; asked: number; returned: number }>(sql`
    select
      q.document_type as type, count(*)::int as asked,
      (count(*) filter (where q.status = 'returned'))::int as returned
    from approval_request q
    where q.org_id = ${db.scope.orgId}
      and q.document_type = any(${[...types]}::text[])
      and q.requested_at >= ${begins}
      and q.requested_at < ${ends}
      and (${departmentId}::uuid is null or q.department_id = ${departmentId}::uuid)
    group by q.document_type
  `);
