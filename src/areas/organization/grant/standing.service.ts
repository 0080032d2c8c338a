import type { Role } from "#kernel/access.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { permissionsOf, type Duty, type PermissionName } from "#roles.ts";

/** A member's role and duties as they stand now. */
export type Standing = { personId: string; role: Role; duties: Duty[] };

/** All active members of the scope's agency with their role and duties of now; or one of them. */
const standings = (db: Db, personId: string | null = null): Promise<Standing[]> =>
  db.rows<Standing>(sql`
    select
      m.person_id,
      coalesce(
        (
          select r.role
          from user_role r
          where r.org_id = m.org_id
            and r.person_id = m.person_id
            and (r.expires_at is null or r.expires_at > clock_timestamp())
          order by r.granted_at desc, r.id desc
          limit 1
        ),
        'user'
      ) as role,
      array(
        select d.duty
        from held_duty d
        where d.org_id = m.org_id and d.person_id = m.person_id
      ) as duties
    from organization_member m
    where m.org_id = ${db.scope.orgId}
      and m.active
      and (m.ends_at is null or m.ends_at > clock_timestamp())
      and (${personId}::uuid is null or m.person_id = ${personId}::uuid)
  `);

const holds = (one: Standing, permission: PermissionName): boolean =>
  permissionsOf(one.role, one.duties).has(permission);

/** Role and duties of now of every active member. */
export const standingsOf = (db: Db): Promise<Standing[]> => standings(db);

/** The role and duties of an active member now; null for who is none. */
export const standingOf = async (db: Db, personId: string): Promise<Standing | null> =>
  (await standings(db, personId))[0] ?? null;

/** Whether an active member holds a permission now, whatever their session still says. */
export const holdsNow = async (
  db: Db,
  personId: string,
  permission: PermissionName,
): Promise<boolean> => (await standings(db, personId)).some((one) => holds(one, permission));

/** Ids of the active members who hold a permission now, by role or duty, in no order. */
export const peopleWhoMay = async (db: Db, permission: PermissionName): Promise<string[]> =>
  (await standings(db)).filter((one) => holds(one, permission)).map((one) => one.personId);

/** Who may confirm what `askedBy` asks for `personId`: neither of the two. */
export const confirmersOf = async (
  db: Db,
  askedBy: string | null,
  personId: string | null,
): Promise<string[]> =>
  (await peopleWhoMay(db, "member.confirm")).filter((id) => id !== askedBy && id !== personId);

/** So long nobody acts alone after they took the power to confirm from somebody. */
const quietDays = 30;

/**
 * Whether nobody else could confirm: the first administrator of a new agency, until there is a
 * second. Not for who has just taken that power from all others.
 */
export const actsAlone = async (
  db: Db,
  askedBy: string | null,
  personId: string | null,
): Promise<boolean> => {
  if ((await confirmersOf(db, askedBy, personId)).length > 0) return false;
  const taken = await db.maybe(sql`
    select 1 as found
    from access_grant
    where org_id = ${db.scope.orgId}
      and status = 'taken'
      and created_at > clock_timestamp() - make_interval(days => ${quietDays})
    limit 1
  `);
  return taken === null;
};
