import type { Actor } from "#kernel/access.ts";
import { conflict } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import type { Day } from "#kernel/time.ts";
import { note } from "#server/change.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { insertRow, lockRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { formSubmission } from "../forms.tables.ts";
import type { Disposal, Keeping } from "./retention.model.ts";
import { formHold } from "./retention.tables.ts";

type Hold = typeof formHold.$inferSelect;
type Written = { id: string };

const standing = (db: Db, submissionId: string): Promise<Hold | null> =>
  db.maybe<Hold>(sql`
    select *
    from form_hold
    where org_id = ${db.scope.orgId} and submission_id = ${submissionId} and lifted_at is null
  `);

/** How a submission stands with its retention: held, announced, deleted. */
export const keepingOf = async (
  db: Db,
  submission: { id: string; disposedOn: Day | null },
): Promise<Keeping> => {
  const [hold, disposal] = await Promise.all([
    standing(db, submission.id),
    db.maybe<{ dueOn: Day }>(sql`
      select due_on
      from form_disposal
      where org_id = ${db.scope.orgId} and submission_id = ${submission.id}
    `),
  ]);
  return {
    hold: hold && { reason: hold.reason, byName: hold.placedName, at: hold.placedAt },
    dueOn: submission.disposedOn === null ? (disposal?.dueOn ?? null) : null,
    disposedOn: submission.disposedOn,
  };
};

/** Forbids to delete a submission. 409 where it is deleted, or held already. */
export const placeHold = async (
  tx: Tx,
  actor: Actor,
  submissionId: string,
  reason: string,
): Promise<Written> => {
  // Behind the same lock as the deletion: either comes first.
  const submission = await lockRow(tx, formSubmission, submissionId, "submission");
  if (submission.disposedOn !== null)
    throw conflict("disposed", "Its answers and files are deleted already.");
  if (await standing(tx, submissionId))
    throw conflict("held_already", "A legal hold stands on it already.");
  await insertRow(tx, formHold, {
    orgId: tx.scope.orgId!,
    id: newId(),
    submissionId,
    reason,
    placedBy: actor.personId!,
    placedName: actor.name,
  });
  note(tx, actor, "formSubmission", submission, {
    action: "hold",
    after: { hold: reason },
    note: reason,
  });
  return { id: submissionId };
};

/** Lifts the hold; what is over is deleted with the next morning's look. 409 where none stands. */
export const liftHold = async (
  tx: Tx,
  actor: Actor,
  submissionId: string,
  reason: string,
): Promise<Written> => {
  const submission = await lockRow(tx, formSubmission, submissionId, "submission");
  const lifted = await tx.maybe<{ reason: string }>(sql`
    update form_hold
    set
      lifted_by = ${actor.personId}, lifted_name = ${actor.name}, lifted_at = clock_timestamp(),
      lift_reason = ${reason}
    where org_id = ${tx.scope.orgId} and submission_id = ${submissionId} and lifted_at is null
    returning reason
  `);
  if (!lifted) throw conflict("not_held", "No legal hold stands on it.");
  note(tx, actor, "formSubmission", submission, {
    action: "liftHold",
    before: { hold: lifted.reason },
    after: { hold: null },
    note: reason,
  });
  return { id: submissionId };
};

/** What will be deleted, the next first. */
export const listDisposals = (db: Db): Promise<Disposal[]> =>
  db.rows<Disposal>(sql`
    select
      d.id, d.submission_id, s.number, f.name as form, d.rule, d.due_on,
      exists (
        select 1
        from form_hold h
        where h.org_id = d.org_id and h.submission_id = d.submission_id and h.lifted_at is null
      ) as held
    from form_disposal d
    join form_submission s on s.org_id = d.org_id and s.id = d.submission_id
    join form_definition f on f.org_id = s.org_id and f.id = s.form_id
    where d.org_id = ${db.scope.orgId} and s.disposed_on is null
    order by d.due_on, s.number
    limit 500
  `);
