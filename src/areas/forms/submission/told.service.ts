import type { Tx } from "#server/db/db.ts";
import { queueMail } from "#server/mail/mail.ts";
import { notify, peopleWhoMay } from "#areas/organization/organization.server.ts";
import type { FormRecord } from "../filling/sheet.service.ts";
import { submissionPaper } from "../delivery/paper.service.ts";
import { linkOf } from "./link.service.ts";
import { submissionLetter, type SubmissionEvent } from "./submission.letter.ts";
import type { SubmissionRecord } from "./submission.noun.ts";

/** Everybody who may decide it hears that it waits; never whoever filled it in. */
export const tellReviewers = async (
  tx: Tx,
  submission: SubmissionRecord,
  form: string,
): Promise<void> => {
  const reviewers = await peopleWhoMay(tx, "form.review");
  notify(
    tx,
    reviewers.filter((id) => id !== submission.filledBy),
    {
      kind: "form",
      title: `${submission.number} waits for review`,
      body: `${form}, filled in by ${submission.fillerName}`,
      link: `/forms/${submission.id}`,
    },
  );
};

const words = {
  received: "was received",
  approve: "is approved",
  reject: "is rejected",
  return: "came back to you",
} as const satisfies Record<SubmissionEvent, string>;

const where = (submission: SubmissionRecord, form: FormRecord): string =>
  submission.audience === "public"
    ? linkOf(submission, form.slug)
    : `/vendor-portal/forms?submission=${submission.id}&agency=${submission.orgId}`;

/** Whoever filled it in hears what became of it: staff by a notice, others by mail. */
export const tellFiller = async (
  tx: Tx,
  submission: SubmissionRecord,
  form: FormRecord,
  event: SubmissionEvent,
): Promise<void> => {
  if (submission.audience === "staff") {
    notify(tx, submission.filledBy ? [submission.filledBy] : [], {
      kind: "form",
      title: `${submission.number} ${words[event]}`,
      body: submission.statusReason ?? form.name,
      link: `/forms/${submission.id}`,
    });
    return;
  }
  if (!submission.fillerEmail) return;
  await queueMail(tx, {
    ...submissionLetter({
      name: submission.fillerName,
      number: submission.number,
      form: form.name,
      event,
      reason: event === "received" ? null : submission.statusReason,
      path: where(submission, form),
    }),
    orgId: submission.orgId,
    to: submission.fillerEmail,
    replyTo: submission.decidedBy ? { personId: submission.decidedBy } : null,
    // What was filled in, and how it was decided: theirs to keep. What came back is still to be changed.
    ...(event !== "return" && {
      papers: [{ maker: submissionPaper, of: submission.id, name: `${submission.number}.pdf` }],
    }),
  });
};
