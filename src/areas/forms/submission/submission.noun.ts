import { defineNoun } from "#server/lifecycle.ts";
import { formSubmission } from "../forms.tables.ts";
import {
  submissionCycle,
  type SubmissionAction,
  type SubmissionStatus,
} from "./submission.labels.ts";

export type SubmissionRecord = typeof formSubmission.$inferSelect;

export const submissionNoun = defineNoun<
  SubmissionStatus,
  SubmissionAction,
  typeof formSubmission,
  SubmissionRecord
>({
  name: "formSubmission",
  path: "form-submissions",
  page: "/forms",
  table: formSubmission,
  cycle: submissionCycle,
  number: (row) => row.number,
  read: "form.review",
});
