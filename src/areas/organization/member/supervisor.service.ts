import { invalidField } from "#kernel/errors.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { departmentManagers } from "./duty.service.ts";

/**
 * Refuses a supervisor who is no active member, the person, or somebody whom the person supervises,
 * however far down. 422 at `supervisorId`.
 */
export const requireSupervisor = async (
  tx: Tx,
  personId: string | null,
  supervisorId: string | null,
): Promise<void> => {
  if (supervisorId === null) return;
  if (supervisorId === personId)
    throw invalidField("supervisorId", "Nobody supervises themselves.", "supervises_self");
  const { active, below } = await tx.one<{ active: boolean; below: boolean }>(sql`
    with recursive above as (
      select m.person_id, m.supervisor_id, 1 as depth
      from organization_member m
      where m.org_id = ${tx.scope.orgId} and m.person_id = ${supervisorId}
      union all
      select m.person_id, m.supervisor_id, a.depth + 1
      from above a
      join organization_member m on m.org_id = ${tx.scope.orgId} and m.person_id = a.supervisor_id
      where a.depth < 100
    )
    select
      exists (
        select 1
        from organization_member m
        where m.org_id = ${tx.scope.orgId} and m.person_id = ${supervisorId} and m.active
      ) as active,
      exists (select 1 from above where supervisor_id = ${personId}::uuid) as below
  `);
  if (!active)
    throw invalidField("supervisorId", "Choose an active member.", "supervisor_inactive");
  if (below)
    throw invalidField(
      "supervisorId",
      "This person is supervised by whom they would supervise.",
      "supervisor_circle",
    );
};

/** Sets or takes away a member's supervisor, as a directory says it; false where nothing changed. */
export const setSupervisor = async (
  tx: Tx,
  personId: string,
  supervisorId: string | null,
): Promise<boolean> => {
  await requireSupervisor(tx, personId, supervisorId);
  const changed = await tx.maybe<{ id: string }>(sql`
    update organization_member
    set supervisor_id = ${supervisorId}, version = version + 1, updated_at = clock_timestamp()
    where org_id = ${tx.scope.orgId}
      and person_id = ${personId}
      and supervisor_id is distinct from ${supervisorId}::uuid
    returning person_id as id
  `);
  return changed !== null;
};

/**
 * Who supervises each of some people now: their own supervisor while an active member, else the managers
 * of their department, never themselves.
 */
export const supervisorsOf = async (
  db: Db,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> => {
  const people = await db.rows<{
    id: string;
    departmentId: string | null;
    supervisorId: string | null;
  }>(sql`
    select m.person_id as id, m.department_id, s.person_id as supervisor_id
    from organization_member m
    left join organization_member s
      on s.org_id = m.org_id
      and s.person_id = m.supervisor_id
      and s.active
    where m.org_id = ${db.scope.orgId} and m.person_id = any(${[...ids]}::uuid[])
  `);
  const managers = people.some(({ supervisorId }) => supervisorId === null)
    ? await departmentManagers(db)
    : [];
  return new Map(
    people.map(({ id, departmentId, supervisorId }) => [
      id,
      supervisorId
        ? [supervisorId]
        : managers.flatMap((one) =>
            one.departmentId === departmentId && one.id !== id ? [one.id] : [],
          ),
    ]),
  );
};
