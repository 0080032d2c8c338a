// Separation of duties where a delegation hides the person: what somebody does in another's name
// counts as done by them.
import type { Actor } from "#kernel/access.ts";
import { notAllowed } from "#kernel/errors.ts";
import { cached } from "#server/db/cache.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { sql, type Sql } from "#server/db/sql.ts";

// Everybody to whom something was ever delegated: nobody else decided for others.
const delegates = cached({
  name: "delegates",
  from: ["approval_delegation"],
  read: async (db: Db): Promise<readonly string[]> =>
    (
      await db.rows<{ id: string }>(sql`
        select distinct to_person_id as id
        from approval_delegation
        where org_id = ${db.scope.orgId}
      `)
    ).map((d) => d.id),
});

/**
 * Refuses the next step of documents (SQL of their ids) to whoever approved one of them for
 * somebody else: 403 separation_of_duties, "You approved REQ-1 for Ann Archer, so another person
 * must `act`." The system acts in nobody's duty. Whoever never was a delegate costs no statement.
 */
export const refuseDelegate = async (
  tx: Tx,
  actor: Actor,
  documents: Sql,
  act: string,
): Promise<void> => {
  const { personId } = actor;
  if (actor.kind === "system" || !personId || !(await delegates(tx)).includes(personId)) return;
  const approved = await tx.maybe<{ number: string; giver: string | null }>(sql`
    select q.document_number as number, p.display_name as giver
    from approval_request q
    join approval_step s on s.org_id = q.org_id and s.request_id = q.id
    join approval_assignee a on a.org_id = s.org_id and a.step_id = s.id
    left join person p on p.id = a.person_id
    where q.org_id = ${tx.scope.orgId}
      and q.document_id in (${documents})
      and a.decision = 'approve'
      and a.decided_by = ${personId}
      and a.person_id <> a.decided_by
    order by q.document_number
    limit 1
  `);
  if (approved)
    throw notAllowed(
      `You approved ${approved.number} for ${approved.giver ?? "a former member"}, so another person must ${act}.`,
      "separation_of_duties",
    );
};

/** Who approved each of some documents, in whoever's name, by document. */
export const approversByDocument = async (
  db: Db,
  documentIds: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> => {
  const rows = await db.rows<{ documentId: string; people: string[] }>(sql`
    select q.document_id, array_agg(distinct a.decided_by) as people
    from approval_request q
    join approval_step s on s.org_id = q.org_id and s.request_id = q.id
    join approval_assignee a on a.org_id = s.org_id and a.step_id = s.id
    where q.org_id = ${db.scope.orgId}
      and q.document_id = any(${[...documentIds]}::uuid[])
      and a.decision = 'approve'
      and a.decided_by is not null
    group by q.document_id
  `);
  return new Map(rows.map(({ documentId, people }) => [documentId, people]));
};

/** Who approved documents (SQL of their ids), in whoever's name. */
export const approversOf = async (db: Db, documents: Sql): Promise<string[]> =>
  (
    await db.rows<{ id: string }>(sql`
      select distinct a.decided_by as id
      from approval_request q
      join approval_step s on s.org_id = q.org_id and s.request_id = q.id
      join approval_assignee a on a.org_id = s.org_id and a.step_id = s.id
      where q.org_id = ${db.scope.orgId}
        and q.document_id in (${documents})
        and a.decision = 'approve'
        and a.decided_by is not null
    `)
  ).map((a) => a.id);
