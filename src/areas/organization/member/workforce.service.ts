import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import type { Worker } from "./worker.model.ts";

/** The active members of the agency, or some of them, by name: one statement for all. */
export const workforce = (db: Db, ids: readonly string[] | null = null): Promise<Worker[]> =>
  db.rows<Worker>(sql`
    select
      m.person_id as id, p.display_name as name, p.email, m.title, m.department_id,
      coalesce(d.name, '') as department_name, coalesce(g.role, 'user') as role,
      coalesce(y.duties, '{}') as duties, m.supervisor_id, s.id is not null as supervises,
      m.created_at as since
    from organization_member m
    join person p on p.id = m.person_id
    left join department d on d.org_id = m.org_id and d.id = m.department_id
    left join (
        select h.person_id, array_agg(h.duty order by h.duty) as duties
        from held_duty h
        where h.org_id = ${db.scope.orgId}
        group by h.person_id
      ) y
      on y.person_id = m.person_id
    left join (
        select distinct u.supervisor_id as id
        from organization_member u
        where u.org_id = ${db.scope.orgId} and u.active and u.supervisor_id is not null
      ) s
      on s.id = m.person_id
    left join lateral (
        select r.role
        from user_role r
        where r.org_id = m.org_id
          and r.person_id = m.person_id
          and (r.expires_at is null or r.expires_at > clock_timestamp())
        order by r.granted_at desc, r.id desc
        limit 1
      ) g
      on true
    where m.org_id = ${db.scope.orgId}
      and m.active
      and (m.ends_at is null or m.ends_at > clock_timestamp())
      and (
        ${ids ? [...ids] : null}::uuid[] is null
        or m.person_id = any(${ids ? [...ids] : null}::uuid[])
      )
    order by p.display_name, m.person_id
  `);
