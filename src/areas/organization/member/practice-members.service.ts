import type { Role } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import type { Duty } from "#roles.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";

/** An active member with the role and duties that they hold now. */
export type StandingMember = { id: string; name: string; role: Role; duties: Duty[] };

/** Active members of the scope's agency by name, 500 at most; `among` are those that are asked for. */
export const standingMembers = (
  db: Db,
  among: readonly string[] | null = null,
): Promise<StandingMember[]> =>
  db.rows<StandingMember>(sql`
    select
      p.id, p.display_name as name,
      coalesce(
        (
          select r.role
          from user_role r
          where r.org_id = m.org_id
            and r.person_id = p.id
            and (r.expires_at is null or r.expires_at > clock_timestamp())
          order by r.granted_at desc, r.id desc
          limit 1
        ),
        'user'
      ) as role,
      array(
        select distinct d.duty
        from held_duty d
        where d.org_id = m.org_id and d.person_id = p.id
        order by d.duty
      ) as duties
    from organization_member m
    join person p on p.id = m.person_id
    where m.org_id = ${db.scope.orgId}
      and m.active
      and (m.ends_at is null or m.ends_at > clock_timestamp())
      and (${among}::uuid[] is null or p.id = any(${among}::uuid[]))
    order by p.display_name, p.id
    limit 500
  `);

/**
 * Lets members into the scope's agency, a copy for practice, with the role and the duties that they
 * have in the agency that it is a copy of. Done before, nothing changes.
 */
export const letMembersIn = async (
  tx: Tx,
  members: readonly StandingMember[],
  why: string,
): Promise<void> => {
  const { orgId } = tx.scope;
  const ids = members.map(({ id }) => id);
  await tx.rows(sql`
    update organization_member
    set active = true, ends_at = null, updated_at = clock_timestamp()
    where org_id = ${orgId} and person_id = any(${ids}::uuid[]) and not active
  `);
  for (const { id, role, duties } of members) {
    await tx.rows(sql`
      insert into user_role (org_id, id, person_id, role, reason)
      select ${orgId}, ${newId()}, ${id}, ${role}, ${why}
      where not exists (select 1 from user_role r where r.org_id = ${orgId} and r.person_id = ${id})
    `);
    for (const duty of duties)
      await tx.rows(sql`
        insert into member_duty (org_id, person_id, duty, reason)
        values (${orgId}, ${id}, ${duty}, ${why})
        on conflict
        do nothing
      `);
  }
};

/** Whether nobody was let into the scope's agency yet. */
export const nobodyIsIn = async (tx: Tx): Promise<boolean> =>
  !(await tx.maybe(sql`select 1 from user_role where org_id = ${tx.scope.orgId} limit 1`));

/** Names of people who work or worked in the scope's agency, by id. */
export const memberNames = async (
  db: Db,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> =>
  new Map(
    (
      await db.rows<{ id: string; name: string }>(
        sql`select id, display_name as name from person where id = any(${ids}::uuid[])`,
      )
    ).map(({ id, name }) => [id, name]),
  );
