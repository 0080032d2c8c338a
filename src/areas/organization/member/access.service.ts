import type { Role } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import type { Duty } from "#roles.ts";
import { makeRoom, takeDuties } from "./duty-words.service.ts";
import type { DutyEnds, RightSource } from "./right.labels.ts";

/** Who gives a right, where it comes from and why. */
export type Giving = {
  by: string | null;
  source?: RightSource;
  sourceId?: string | null;
  reason?: string;
};

/** Grants a role from now on: a new row, which is the newest. */
export const grantRole = (
  tx: Tx,
  personId: string,
  role: Role,
  expiresAt: string | null,
  { by, source = "member", sourceId = null, reason = "" }: Giving,
) =>
  tx.rows(sql`
    insert into user_role (
      org_id, id, person_id, role, expires_at, granted_by, source, source_id, reason
    )
    values (
      ${tx.scope.orgId}, ${newId()}, ${personId}, ${role}, ${expiresAt}, ${by}, ${source},
      ${sourceId}, ${reason}
    )
  `);

/**
 * Gives duties until their ends. What is held already with that end stays as it was given; another
 * end is a new grant.
 */
export const addDuties = async (
  tx: Tx,
  personId: string,
  duties: readonly Duty[],
  ends: DutyEnds,
  { by, source = "member", sourceId = null, reason = "" }: Giving,
): Promise<void> => {
  for (const duty of duties) {
    if (source !== "provider" && source !== "directory")
      await makeRoom(tx, personId, duty, ends[duty] ?? null);
    await tx.rows(sql`
      insert into member_duty (
        org_id, person_id, duty, expires_at, granted_by, source, source_id, reason
      )
      values (
        ${tx.scope.orgId}, ${personId}, ${duty}, ${ends[duty] ?? null}, ${by}, ${source},
        ${sourceId}, ${reason}
      )
      on conflict (org_id, person_id, duty)
      do update set
        expires_at = excluded.expires_at, granted_by = excluded.granted_by,
        granted_at = clock_timestamp(), source = excluded.source, source_id = excluded.source_id,
        reason = excluded.reason
      where member_duty.expires_at <= clock_timestamp()
        or member_duty.expires_at is distinct from excluded.expires_at
    `);
  }
};

/** Makes the member's duties exactly these, whoever gave them: what people say is the newest word. */
export const setDuties = async (
  tx: Tx,
  personId: string,
  duties: readonly Duty[],
  ends: DutyEnds,
  giving: Giving,
) => {
  // Those that are over go as well.
  const gone = await tx.rows<{ duty: Duty; expiresAt: string | null }>(sql`
    select duty, expires_at
    from member_duty
    where org_id = ${tx.scope.orgId}
      and person_id = ${personId}
      and not (duty = any(${[...duties]}::text[]))
  `);
  await takeDuties(
    tx,
    personId,
    gone.map(({ duty }) => duty),
  );
  await addDuties(tx, personId, duties, ends, giving);
};
