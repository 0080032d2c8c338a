import type { Instant } from "#kernel/time.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";

/** A policy in force by its family, since when. */
export type PolicyInForce = {
  id: string;
  name: string;
  href: string;
  at: Instant | null;
  said: string;
};

/** The policies in force. */
export const policiesInForce = (db: Db): Promise<PolicyInForce[]> =>
  db.rows<PolicyInForce>(sql`
    select
      p.policy_id as id, p.number || ' ' || p.title as name,
      '/certifications-policies/policies/' || p.id as href, p.published_at as at,
      'In force, version ' || p.version_no as said
    from agency_policy p
    where p.org_id = ${db.scope.orgId} and p.status = 'published'
    order by p.number
    limit 500
  `);
