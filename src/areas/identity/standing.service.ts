import type { Role } from "#kernel/access.ts";
import { hasSecondFactor } from "./people.service.ts";
import { secondFactorPending } from "./principal.service.ts";
import { permissionsOf, type Duty } from "#roles.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";

/** A member as they stand now, whoever asks. */
type Standing = {
  name: string;
  email: string;
  timeZone: string;
  role: Role;
  duties: readonly Duty[];
  departmentIds: readonly string[];
  permissions: ReadonlySet<string>;
};

/**
 * An active member of an agency with the rights of this moment, without a session; null for who is
 * none, or whose account is locked. Over the pool of identity: no agency is known yet.
 */
export const standingInAgency = async (
  db: Db,
  orgId: string,
  personId: string,
): Promise<Standing | null> => {
  const found = await db.maybe<
    Omit<Standing, "permissions" | "departmentIds"> & { departmentId: string | null }
  >(sql`
    select
      p.display_name as name, p.email, o.time_zone, m.department_id,
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
    join person p on p.id = m.person_id
    join organization o on o.id = m.org_id
    where m.org_id = ${orgId}
      and m.person_id = ${personId}
      and m.active
      and (m.ends_at is null or m.ends_at > clock_timestamp())
      and p.disabled_at is null
      and coalesce(p.demo_until > clock_timestamp(), true)
  `);
  if (!found) return null;
  const { departmentId, ...who } = found;
  return {
    ...who,
    departmentIds: departmentId ? [departmentId] : [],
    permissions: permissionsOf(who.role, who.duties),
  };
};

/** The same of whoever has an e-mail address; null where nobody of the agency does. */
export const memberByAddress = async (
  db: Db,
  orgId: string,
  address: string,
): Promise<({ personId: string } & Standing) | null> => {
  const found = await db.maybe<{ id: string }>(sql`
    select id
    from person
    where email = ${address.toLowerCase()}
  `);
  const standing = found && (await standingInAgency(db, orgId, found.id));
  return standing && { personId: found.id, ...standing };
};

/**
 * Whether the agency demands a second factor of somebody with this role and these duties, who has
 * set up none: whoever signs in so is in no agency. Over the pool of identity.
 */
export const lacksFactor = async (
  db: Db,
  orgId: string,
  { personId, role, duties }: { personId: string; role: Role; duties: readonly Duty[] },
): Promise<boolean> => {
  const found = await db.maybe<{ required: boolean; everyone: boolean; has: boolean }>(sql`
    select
      coalesce((o.settings->>'mfaRequired')::boolean, false) as required,
      coalesce((o.settings->>'mfaEveryone')::boolean, false) as everyone,
      ${hasSecondFactor(sql`${personId}::uuid`)} as has
    from organization o
    where o.id = ${orgId}
  `);
  return (
    found !== null &&
    secondFactorPending({ ...found, assurance: found.has ? "mfa" : "password", role, duties })
  );
};
