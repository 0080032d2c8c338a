import type { Tx } from "#server/db/db.ts";
import { queueWebhook } from "#server/webhooks/queue.ts";
import type { WebhookTopic } from "#server/webhooks/topics.ts";
import type { SubmissionRecord } from "./submission.noun.ts";

const events = {
  submitted: "A submission was sent in",
  returned: "A submission came back to its filler",
  approved: "A submission was approved",
  rejected: "A submission was rejected",
  delivered: "A submission reached all its destinations",
} as const;
export type SubmissionEventName = keyof typeof events;

const topicOf = (event: SubmissionEventName) => `formSubmission.${event}`;

/** What other systems can be told of submissions. */
export const submissionTopics: readonly WebhookTopic[] = Object.entries(events).map(
  ([event, label]) => ({
    topic: topicOf(event as SubmissionEventName),
    label,
    group: "Forms",
    permission: "form.review",
  }),
);

/** What a receiver is told: which submission, of which form, and where it opens; never an answer. */
export const thinBody = ({ id, number, status, formId }: SubmissionRecord) => ({
  id,
  number,
  status,
  formId,
  path: `/forms/${id}`,
});

/** Tells other systems that ask for it, in the transaction in which it happens. */
export const queueSubmissionEvent = (
  tx: Tx,
  submission: SubmissionRecord,
  event: SubmissionEventName,
) =>
  queueWebhook(tx, {
    topic: topicOf(event),
    objectType: "formSubmission",
    objectId: submission.id,
    data: thinBody(submission),
  });
