import type { Actor } from "#kernel/access.ts";
import { notFound } from "#kernel/errors.ts";
import type { Db } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { actionsAsked } from "#server/lifecycle.ts";
import { newestApproval } from "#areas/workflow/workflow.server.ts";
import { filesOf, shown } from "../file/file.service.ts";
import { keepingOf } from "../retention/keeping.service.ts";
import { timesFor } from "../filling/sheet.service.ts";
import { formSubmission } from "../forms.tables.ts";
import { decidedBy } from "./decided-by.service.ts";
import { seesSubmission, submissionNoun, type SubmissionRecord } from "./submission.noun.ts";
import type { OwnView, Submission, SubmissionDetail } from "./submission.model.ts";
import { formOf } from "./form-of.service.ts";

/** A row that the actor may see: a reviewer's any but others' drafts, else one's own. 404. */
export const visibleSubmission = async (
  db: Db,
  actor: Actor,
  id: string,
): Promise<SubmissionRecord> => {
  const row = (await getRow(db, formSubmission, id, "submission")) as SubmissionRecord;
  if (!seesSubmission(actor, row)) throw notFound("submission");
  return row;
};

/** A submission with the questions of the version it began with, and the actor's actions. */
export const readSubmission = async (
  db: Db,
  actor: Actor,
  id: string,
): Promise<SubmissionDetail> => {
  const row = await visibleSubmission(db, actor, id);
  const form = await formOf(db, row);
  return {
    id: row.id,
    number: row.number,
    status: row.status,
    form: form.name,
    audience: row.audience,
    fillerName: row.fillerName,
    fillerEmail: row.fillerEmail,
    submittedAt: row.submittedAt,
    version: row.version,
    formId: row.formId,
    answers: row.answers,
    files: await shown(db, await filesOf(db, id)),
    keeping: await keepingOf(db, row),
    pages: form.pages,
    times: await timesFor(db, form),
    versionNo: form.versionNo,
    decidedByName: row.decidedByName,
    decidedAt: row.decidedAt,
    statusReason: row.statusReason,
    canEdit:
      row.filledBy === actor.personId && (row.status === "draft" || row.status === "returned"),
    approvalId: (await newestApproval(db, id))?.id ?? null,
    actions: await actionsAsked(db, actor, submissionNoun, {
      ...row,
      decidedBy: await decidedBy(db, row),
    }),
  };
};

const columns = sql`
  s.id, s.number, s.status, f.name as form, s.audience, s.filler_name, s.submitted_at, s.version
`;

/** What the actor filled in, newest first. */
export const ownSubmissions = (db: Db, actor: Actor): Promise<Submission[]> =>
  db.rows<Submission>(sql`
    select ${columns}
    from form_submission s
    join form_definition f on f.org_id = s.org_id and f.id = s.form_id
    where s.org_id = ${db.scope.orgId} and s.filled_by = ${actor.personId} and s.audience = 'staff'
    order by s.number desc
    limit 200
  `);

/** A submission as whoever sent it from outside sees it. */
export const ownViewOf = async (
  db: Db,
  row: SubmissionRecord,
  agency: string,
): Promise<OwnView> => {
  const form = await formOf(db, row);
  return {
    id: row.id,
    number: row.number,
    status: row.status,
    form: form.name,
    agency,
    submittedAt: row.submittedAt,
    statusReason: row.statusReason,
    formId: row.formId,
    answers: row.answers,
    files: await shown(db, await filesOf(db, row.id)),
    pages: form.pages,
    times: await timesFor(db, form),
    version: row.version,
  };
};
