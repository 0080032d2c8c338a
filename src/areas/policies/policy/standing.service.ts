import type { Instant } from "#kernel/time.ts";
import { dayIn } from "#server/clock.ts";
import type { PolicyVersion } from "#server/controls/policies.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";

type Published = Omit<PolicyVersion, "from" | "until"> & {
  publishedAt: Instant;
  retiredAt: Instant | null;
};

/** Every version that was ever published, the oldest first, with the agency's days between which it held. */
export const policiesOfControls = async (db: Db): Promise<PolicyVersion[]> => {
  const rows = await db.rows<Published>(sql`
    select id, policy_id, number, version_no, title, published_at, retired_at
    from agency_policy
    where org_id = ${db.scope.orgId} and published_at is not null
    order by policy_id, version_no
    limit 5000
  `);
  return rows.map(({ publishedAt, retiredAt, ...version }) => ({
    ...version,
    from: dayIn(db.scope, publishedAt),
    until: retiredAt && dayIn(db.scope, retiredAt),
  }));
};
