import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import type { RightRow } from "./people.model.ts";

// A role has a row for each giver. Whom people made less afterwards, a mapping does not make more.
const roleWords = sql`
  select
    r.org_id, r.person_id, 'role', r.role, r.id::text, r.granted_by, r.granted_at, r.expires_at,
    r.source, r.reason
  from (
    select
      w.*, array_position(array['user', 'manager', 'admin', 'platform_admin'], w.role) as weight,
      max(w.granted_at) filter (where w.giver = 'people') over of_person as people_at,
      max(array_position(array['user', 'manager', 'admin', 'platform_admin'], w.role)) filter (
        where w.giver = 'people'
      ) over of_person as people_weight
    from (
      select
        distinct on (org_id, person_id, giver) org_id, id, person_id, role, granted_by, granted_at,
        expires_at, source, reason, giver
      from (
        select
          org_id, id, person_id, role, granted_by, granted_at, expires_at, source, reason,
          case
            when source in ('provider', 'directory') then source || ' ' || source_id
            else 'people'
          end as giver
        from user_role
        where expires_at is null or expires_at > clock_timestamp()
      ) g
      order by org_id, person_id, giver, granted_at desc, id desc
    ) w
    window of_person as (partition by w.org_id, w.person_id)
  ) r
  where r.role <> 'user'
    and (
      r.giver = 'people'
      or r.people_at is null
      or r.granted_at > r.people_at
      or r.weight <= r.people_weight
    )
`;

/**
 * Every role above user and every duty that active members hold now, with who gave it, from where,
 * why, since when, until when and when it was used last; of one person, or of all. Role and duty have a row
 * for each giver; of a role: the newest word of people, and what each provider and directory gives beside it. Whom
 * people made less afterwards, a mapping does not make more.
 */
export const rightsOf = (db: Db, personId: string | null = null): Promise<RightRow[]> =>
  db.rows<RightRow>(sql`
    select
      held.id, m.person_id, p.display_name as person_name, p.email, m.department_id,
      d.name as department_name, held.kind, held."right", held.granted_by as giver_id,
      b.display_name as giver_name, held.source, held.reason, held.granted_at as since,
      held.expires_at as until, u.used_on as last_used_on
    from organization_member m
    join person p on p.id = m.person_id
    join (
        select
          y.org_id, y.person_id, 'duty' as kind, y.duty as "right", y.id::text as id, y.granted_by,
          y.granted_at, y.expires_at, y.source, y.reason
        from held_duty y
        union all
        select
          w.org_id, w.person_id, 'duty', w.duty, w.id::text, w.granted_by, w.granted_at,
          w.expires_at, w.source, w.reason
        from duty_word w
        where w.taken_at is null and (w.expires_at is null or w.expires_at > clock_timestamp())
        union all ${roleWords}
      ) held
      on held.org_id = m.org_id
      and held.person_id = m.person_id
    left join department d on d.org_id = m.org_id and d.id = m.department_id
    left join person b on b.id = held.granted_by
    left join right_use u
      on u.org_id = m.org_id
      and u.person_id = m.person_id
      and u.held = held."right"
    where m.org_id = ${db.scope.orgId}
      and m.active
      and (m.ends_at is null or m.ends_at > clock_timestamp())
      and (${personId}::uuid is null or m.person_id = ${personId}::uuid)
    order by p.display_name, m.person_id, held.kind desc, held."right"
  `);
