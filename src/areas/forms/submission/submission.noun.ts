import { defineNoun } from "#server/lifecycle.ts";
import { formSubmission } from "../forms.tables.ts";
import { decidedBy } from "./decided-by.service.ts";
import {
  submissionCycle,
  type DecidedBy,
  type SubmissionAction,
  type SubmissionStatus,
} from "./submission.labels.ts";

/** A submission as its rules know it. */
type Known = SubmissionRecord & { decidedBy: DecidedBy };
export type SubmissionRecord = typeof formSubmission.$inferSelect;

export const submissionNoun = defineNoun<
  SubmissionStatus,
  SubmissionAction,
  typeof formSubmission,
  Known
>({
  name: "formSubmission",
  path: "form-submissions",
  page: "/forms",
  table: formSubmission,
  cycle: submissionCycle,
  load: async (tx, row) => ({ ...row, decidedBy: await decidedBy(tx, row) }),
  number: (row) => row.number,
  askers: ["filledBy"],
  read: "form.review",
});
