import type { Day } from "#kernel/time.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { heldByMatter, isHeld } from "#server/legal-hold/held.ts";
import type { Disposal, Keeping } from "./retention.model.ts";

/** How a submission stands with its retention: held, announced, deleted. */
export const keepingOf = async (
  db: Db,
  submission: { id: string; disposedOn: Day | null },
): Promise<Keeping> => {
  const [holds, disposal] = await Promise.all([
    heldByMatter(db, "formSubmission", [submission.id]),
    db.maybe<{ dueOn: Day }>(sql`
      select due_on
      from form_disposal
      where org_id = ${db.scope.orgId} and submission_id = ${submission.id}
    `),
  ]);
  return {
    held: holds.length > 0,
    dueOn: submission.disposedOn === null ? (disposal?.dueOn ?? null) : null,
    disposedOn: submission.disposedOn,
  };
};

/** What will be deleted, the next first. */
export const listDisposals = (db: Db): Promise<Disposal[]> =>
  db.rows<Disposal>(sql`
    select
      d.id, d.submission_id, s.number, f.name as form, d.rule, d.due_on,
      ${isHeld(db.scope.orgId, "formSubmission", sql`d.submission_id`)} as held
    from form_disposal d
    join form_submission s on s.org_id = d.org_id and s.id = d.submission_id
    join form_definition f on f.org_id = s.org_id and f.id = s.form_id
    where d.org_id = ${db.scope.orgId} and s.disposed_on is null
    order by d.due_on, s.number
    limit 500
  `);
