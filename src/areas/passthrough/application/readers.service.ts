import type { Actor, Permission } from "#kernel/access.ts";
import type { Db } from "#server/db/db.ts";
import { sql, type Sql } from "#server/db/sql.ts";
import type { programApplication } from "../passthrough.tables.ts";

type Stored = typeof programApplication.$inferSelect;

// Whose work it is to prepare, decide, fund or examine what is given.
const byWork: readonly Permission[] = [
  "grantProgram.edit",
  "grantProgram.decide",
  "subaward.edit",
  "subaward.approve",
  "subaward.review",
  "audit.read",
];
const worksOnThem = ({ permissions }: Pick<Actor, "permissions">): boolean =>
  byWork.some((each) => permissions.has(each));

/**
 * SQL of the applications `a` that the actor may read: sent ones (a draft is its applicant's), for whom
 * it is work, or who reviews the program. Nobody who declared an interest in one reads it.
 */
export const readableApplications = (actor: Actor): Sql => sql`
  a.status <> 'draft' and a.submitted_at is not null and (
    ${worksOnThem(actor)}::boolean
    or exists (
      select 1
      from program_reviewer r
      where r.org_id = a.org_id
        and r.program_id = a.program_id
        and r.person_id = ${actor.personId}
        and r.recused_at is null
    )
  ) and not exists (
    select 1
    from program_reviewer r
    cross join lateral jsonb_array_elements(r.declaration) d
    where r.org_id = a.org_id
      and r.program_id = a.program_id
      and r.person_id = ${actor.personId}
      and d ->> 'applicationId' = a.id::text
      and (d ->> 'conflict')::boolean
  )
`;

/** Whether one application is for the actor, as `readableApplications` says. */
export const seesApplication = async (
  db: Db,
  actor: Actor,
  { id }: Pick<Stored, "id">,
): Promise<boolean> =>
  (await db.maybe(sql`
    select 1
    from program_application a
    where a.org_id = ${db.scope.orgId} and a.id = ${id} and ${readableApplications(actor)}
  `)) !== null;
