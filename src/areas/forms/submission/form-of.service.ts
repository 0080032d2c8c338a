import type { Db } from "#server/db/db.ts";
import { forms } from "../form/form.service.ts";
import type { FormRecord } from "../filling/sheet.service.ts";

/** The version that a submission began with. */
export const formOf = (db: Db, submission: { formId: string }) =>
  forms.begunWith(db, submission.formId) as Promise<FormRecord>;
