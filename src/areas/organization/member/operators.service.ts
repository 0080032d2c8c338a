import type { AgencyState } from "#kernel/agency-state.ts";
import type { Database, Db } from "#server/db/db.ts";
import { identityDb } from "#server/db/scopes/identity.ts";
import { sql } from "#server/db/sql.ts";

// The role of a member `m` now: the newest grant that has not expired.
const roleNow = sql`
  (
    select r.role
    from user_role r
    where r.org_id = m.org_id
      and r.person_id = m.person_id
      and (r.expires_at is null or r.expires_at > clock_timestamp())
    order by r.granted_at desc, r.id desc
    limit 1
  )
`;
const worksThere = sql`m.active and (m.ends_at is null or m.ends_at > clock_timestamp())`;

export type Operator = { id: string; name: string; email: string };

/** Whoever runs the installation: platform administrators of the agency that does, by name. */
export const operatorsOf = (database: Database): Promise<Operator[]> =>
  identityDb(database).rows<Operator>(sql`
    select p.id, p.display_name as name, p.email
    from organization_member m
    join person p on p.id = m.person_id
    where m.org_id = levee_operating_agency() and ${worksThere} and ${roleNow} = 'platform_admin'
    order by p.display_name, p.id
  `);

/** The agencies that a person administers, by name. */
export const administeredBy = (
  database: Database,
  personId: string | null,
): Promise<{ id: string; name: string; state: AgencyState }[]> =>
  identityDb(database).rows(sql`
    select o.id, o.name, o.state
    from organization_member m
    join organization o on o.id = m.org_id
    where m.person_id = ${personId} and ${worksThere} and ${roleNow} = 'admin'
    order by o.name, o.id
    limit 200
  `);

/** How many people work in the scope's agency. */
export const peopleCount = async (db: Db): Promise<number> =>
  (
    await db.one<{ n: number }>(sql`
      select count(*)::int as n
      from organization_member
      where org_id = ${db.scope.orgId} and active
    `)
  ).n;
