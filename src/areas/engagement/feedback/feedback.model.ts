import { z } from "zod";
import { offeredAction } from "#kernel/fields.ts";
import { instantField } from "#kernel/time-fields.ts";
import { names } from "#kernel/labels.ts";
import { feedbackCycle, feedbackTypes } from "./feedback.labels.ts";

export type FeedbackType = keyof typeof feedbackTypes;

export type FeedbackStatus = keyof typeof feedbackCycle.statuses;

/** SPEC 3 and 7: the fields of `user_feedback`. A given user_id is ignored: it is the session's. */
export const feedbackInput = z.object({
  feedback_type: z.enum(names(feedbackTypes)).default("general"),
  subject: z.string().trim().min(1, "Enter a subject").max(200, "At most 200 characters"),
  message: z.string().trim().min(1, "Enter a message").max(4000, "At most 4,000 characters"),
  page_url: z.string().max(2048).default(""),
  browser_info: z
    .object({
      userAgent: z.string().max(500),
      platform: z.string().max(100),
      language: z.string().max(40),
    })
    .partial()
    .default({}),
  user_id: z.unknown().optional(),
});

export const feedbackRow = z
  .object({
    id: z.string(),
    status: z.enum(names(feedbackCycle.statuses)),
    feedbackType: z.enum(names(feedbackTypes)),
    subject: z.string(),
    message: z.string(),
    pageUrl: z.string(),
    browserInfo: z.record(z.string(), z.unknown()),
    person: z.string().nullable(),
    email: z.string().nullable(),
    createdAt: instantField,
    version: z.number(),
  })
  .meta({ id: "UserFeedback" });
export type FeedbackRow = z.output<typeof feedbackRow>;
export const feedbackRecord = feedbackRow
  .extend({ number: z.string(), actions: z.array(offeredAction) })
  .meta({ id: "UserFeedbackRecord" });
