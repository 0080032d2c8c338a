import { z } from "zod";
import { instantField } from "#kernel/time-fields.ts";
import { names } from "#kernel/labels.ts";
import { actionsShape, answersInput, formInput, timesShape } from "../form/form.model.ts";
import { formFileShape } from "../file/file.model.ts";
import { audiences } from "../form/form.labels.ts";
import { keepingShape } from "../retention/retention.model.ts";
import { emailPattern, emailWords, mostEmail } from "./email.labels.ts";
import { submissionStatuses, type SubmissionStatus } from "./submission.labels.ts";
const status = z.enum(names<SubmissionStatus>(submissionStatuses));

export const submissionRow = z
  .object({
    id: z.string(),
    number: z.string(),
    status,
    form: z.string(),
    audience: z.enum(names(audiences)),
    fillerName: z.string(),
    submittedAt: instantField.nullable(),
    version: z.number(),
  })
  .meta({ id: "FormSubmission" });
export type Submission = z.output<typeof submissionRow>;

export const submissionDetail = submissionRow
  .extend({
    formId: z.string(),
    fillerEmail: z.string().nullable(),
    answers: z.record(z.string(), z.unknown()),
    pages: formInput.shape.pages.removeDefault(),
    times: timesShape,
    versionNo: z.number(),
    decidedByName: z.string().nullable(),
    decidedAt: instantField.nullable(),
    statusReason: z.string().nullable(),
    files: z.array(formFileShape),
    keeping: keepingShape,
    /** The newest request to approvers, where a policy decides. */
    approvalId: z.string().nullable(),
    /** The filler may change the answers now. */
    canEdit: z.boolean(),
    actions: actionsShape,
  })
  .meta({ id: "FormSubmissionDetail" });
export type SubmissionDetail = z.output<typeof submissionDetail>;

/** `formId`: the version whose questions were answered; `submit` sends it at once. */
export const newSubmission = z.object({
  formId: z.uuid("Choose a form."),
  answers: answersInput,
  submit: z.boolean().default(true),
});
export const changedSubmission = z.object({ answers: answersInput });

/** What somebody without an account sends; `requestId` makes sending it twice one submission. */
export const publicSubmission = z.object({
  requestId: z.uuid(),
  formId: z.uuid("Open the form again."),
  answers: answersInput,
  name: z.string().trim().min(1, "Enter your name.").max(120),
  email: z.email({ pattern: emailPattern, error: emailWords }).max(mostEmail, emailWords),
  /** Of a form that was begun with files. */
  key: z.string().max(100).optional(),
  website: z.string().max(500).default(""),
});
const key = z.string().min(20).max(100);
export const keyInput = z.object({ id: z.uuid(), key });
export const correction = keyInput.extend({ answers: answersInput });

/** What whoever filled it in sees of a submission by its link. */
export const ownView = z
  .object({
    id: z.string(),
    number: z.string(),
    status,
    form: z.string(),
    agency: z.string(),
    submittedAt: instantField.nullable(),
    statusReason: z.string().nullable(),
    formId: z.string(),
    answers: z.record(z.string(), z.unknown()),
    files: z.array(formFileShape),
    pages: formInput.shape.pages.removeDefault(),
    times: timesShape,
    version: z.number(),
  })
  .meta({ id: "OwnFormSubmission" });
export type OwnView = z.output<typeof ownView>;

export const receipt = z.object({ number: z.string(), id: z.string(), key: z.string() });
export type Receipt = z.output<typeof receipt>;
