import type { Actor } from "#kernel/access.ts";
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

/** One's own submission; a reviewer's any but the drafts of others. */
export const seesSubmission = (
  actor: Actor,
  { filledBy, status }: Pick<SubmissionRecord, "filledBy" | "status">,
): boolean =>
  (filledBy !== null && filledBy === actor.personId) ||
  (actor.permissions.has("form.review") && status !== "draft");

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
  read: "form.fill",
  visible: (_db, actor, row) => seesSubmission(actor, row),
});
