import type { Role } from "#kernel/access.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import type { RightSource } from "../member/right.labels.ts";

/** One giver's word of a role. */
export type GivenRole = {
  id: string;
  personId: string;
  role: Role;
  source: RightSource;
  sourceId: string | null;
  expiresAt: string | null;
};

const live = sql`(expires_at is null or expires_at > clock_timestamp())`;
const byHand = sql`source not in ('provider', 'directory')`;
const isMapped = ({ source }: GivenRole): boolean =>
  source === "provider" || source === "directory";

/** One giver's word of a role that holds now; null for one that is over. */
export const givenById = (tx: Tx, personId: string, id: string): Promise<GivenRole | null> =>
  tx.maybe<GivenRole>(sql`
    select id, person_id, role, source, source_id, expires_at
    from user_role
    where org_id = ${tx.scope.orgId} and person_id = ${personId} and id = ${id} and ${live}
  `);

/**
 * Ends one giver's word of a role, now or at an instant to come; what others gave stays. A provider or
 * directory that goes on saying the same does not give it again.
 */
export const endGiven = async (
  tx: Tx,
  given: GivenRole,
  until: string | null = null,
): Promise<void> => {
  const { orgId } = tx.scope;
  const { personId, source, sourceId, role } = given;
  if (isMapped(given)) {
    await tx.rows(sql`
      update user_role
      set
        expires_at = least(
          coalesce(${until}::timestamptz, clock_timestamp()), coalesce(expires_at, 'infinity')
        ),
        taken_at = clock_timestamp()
      where org_id = ${orgId}
        and person_id = ${personId}
        and source = ${source}
        and source_id = ${sourceId}
        and ${live}
    `);
    return;
  }
  // Older words of people lie beneath the newest: none of them comes back stronger, or without an end.
  await tx.rows(sql`
    update user_role
    set expires_at = case
      when ${until}::timestamptz is null or role <> ${role} then clock_timestamp()
      else least(${until}::timestamptz, coalesce(expires_at, 'infinity'))
    end
    where org_id = ${orgId}
      and person_id = ${personId}
      and ${byHand}
      and ${live}
      and (
        ${until}::timestamptz is null
        or array_position(array['user', 'manager', 'admin'], role) >= array_position(
          array['user', 'manager', 'admin'], ${role}::text
        )
      )
  `);
};
