import type { Db } from "#server/db/db.ts";
import { forms } from "../form/form.service.ts";
import type { FormRecord } from "../filling/sheet.service.ts";
import type { SubmissionRecord } from "./submission.noun.ts";

/** The version that a submission began with. */
export const formOf = (db: Db, submission: Pick<SubmissionRecord, "formId">) =>
  forms.begunWith(db, submission.formId) as Promise<FormRecord>;
