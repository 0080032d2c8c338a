import type { Duty } from "#roles.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";

/** Ids of the active members of the scope's agency who hold a duty, who held it longest first. */
export const peopleOnDuty = async (db: Db, duty: Duty): Promise<string[]> =>
  (
    await db.rows<{ id: string }>(sql`
      select m.person_id as id
      from held_duty u
      join organization_member m on m.org_id = u.org_id and m.person_id = u.person_id and m.active
      where u.org_id = ${db.scope.orgId}
        and u.duty = ${duty}
        and (m.ends_at is null or m.ends_at > clock_timestamp())
      order by u.granted_at, m.person_id
    `)
  ).map((p) => p.id);

/** Ids of the active members of the scope's agency who are its administrators now, in no order. */
export const administratorsOf = async (db: Db): Promise<string[]> =>
  (
    await db.rows<{ id: string; role: string }>(sql`
      select distinct on (r.person_id) r.person_id as id, r.role
      from user_role r
      join organization_member m on m.org_id = r.org_id and m.person_id = r.person_id and m.active
      where r.org_id = ${db.scope.orgId}
        and (r.expires_at is null or r.expires_at > clock_timestamp())
        and (m.ends_at is null or m.ends_at > clock_timestamp())
      order by r.person_id, r.granted_at desc, r.id desc
    `)
  )
    .filter((p) => p.role === "admin")
    .map((p) => p.id);
