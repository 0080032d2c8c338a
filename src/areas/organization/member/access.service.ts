import type { Role } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import type { Duty } from "#roles.ts";

/** Grants a role from now on: a new row, which is the newest. */
export const grantRole = (
  tx: Tx,
  personId: string,
  role: Role,
  expiresAt: string | null,
  grantedBy: string | null,
) =>
  tx.rows(sql`
    insert into user_role (org_id, id, person_id, role, expires_at, granted_by)
    values (${tx.scope.orgId}, ${newId()}, ${personId}, ${role}, ${expiresAt}, ${grantedBy})
  `);

/** Makes the member's duties exactly these. */
export const setDuties = async (
  tx: Tx,
  personId: string,
  duties: readonly Duty[],
  grantedBy: string | null,
) => {
  await tx.rows(sql`
    delete from member_duty
    where org_id = ${tx.scope.orgId}
      and person_id = ${personId}
      and not (duty = any(${[...duties]}::text[]))
  `);
  for (const duty of duties)
    await tx.rows(sql`
      insert into member_duty (org_id, person_id, duty, granted_by)
      values (${tx.scope.orgId}, ${personId}, ${duty}, ${grantedBy})
      on conflict
      do nothing
    `);
};
