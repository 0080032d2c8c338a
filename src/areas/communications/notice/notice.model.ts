import { z } from "zod";
import { offeredAction } from "#kernel/fields.ts";
import { dayField, instantField } from "#kernel/time-fields.ts";
import { names } from "#kernel/labels.ts";
import { noticeStatuses, recipientStates } from "./notice.labels.ts";
const status = z.enum(names(noticeStatuses));

const audienceInput = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("vendors"), query: z.string().max(2000).default("") }).strict(),
  z
    .object({
      kind: z.literal("staff"),
      departmentIds: z.array(z.uuid()).max(100).default([]),
      roles: z.array(z.string().max(40)).max(10).default([]),
      duties: z.array(z.string().max(60)).max(60).default([]),
    })
    .strict(),
  z
    .object({
      kind: z.literal("public"),
      topicIds: z.array(z.uuid()).min(1, "Choose a topic.").max(50),
    })
    .strict(),
]);

/** What somebody writes of a notice. */
export const noticeInput = z.object({
  subject: z.string().trim().min(1, "Enter a subject.").max(200),
  body: z.string().trim().min(1, "Write the text.").max(20_000),
  audience: audienceInput,
  eventAt: z.iso.datetime({ offset: true }).nullish(),
  eventMinutes: z
    .number()
    .int()
    .min(5, "At least 5 minutes.")
    .max(10_080, "At most a week.")
    .nullish(),
  eventPlace: z.string().trim().max(200).default(""),
  acknowledgeDays: z
    .number()
    .int()
    .min(1, "At least one day.")
    .max(90, "At most 90 days.")
    .nullish(),
});
export type NoticeInput = z.output<typeof noticeInput>;

/** A step of a notice; `sendAt` where it is scheduled: day and time by the agency's clock. */
export const noticeStep = z.object({
  reason: z.string().trim().max(2000).nullish(),
  sendAt: z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/, "Enter a day and a time.")
    .nullish(),
});

export const noticeRow = z
  .object({
    id: z.string(),
    number: z.string(),
    status,
    subject: z.string(),
    audienceKind: z.enum(["vendors", "staff", "public"]),
    writerName: z.string(),
    sendAt: instantField.nullable(),
    sentAt: instantField.nullable(),
    acknowledgeBy: dayField.nullable(),
    recipients: z.number(),
    acknowledged: z.number(),
    version: z.number(),
  })
  .meta({ id: "Notice" });
export type NoticeRow = z.output<typeof noticeRow>;

export const noticeDetail = noticeRow
  .extend({
    body: z.string(),
    /** Markdown as somebody reads it. */
    text: z.string(),
    audience: audienceInput,
    audienceWords: z.string(),
    /** How many it would reach now; null once it went out. */
    reach: z.object({ addresses: z.number(), without: z.number() }).nullable(),
    eventAt: instantField.nullable(),
    eventMinutes: z.number().nullable(),
    eventPlace: z.string(),
    acknowledgeDays: z.number().nullable(),
    approverName: z.string().nullable(),
    approvedAt: instantField.nullable(),
    statusReason: z.string().nullable(),
    counts: z.record(z.enum(names(recipientStates)), z.number()),
    canEdit: z.boolean(),
    actions: z.array(offeredAction),
  })
  .meta({ id: "NoticeDetail" });
export type NoticeDetail = z.output<typeof noticeDetail>;

export const recipientRow = z
  .object({
    id: z.string(),
    name: z.string(),
    email: z.string().nullable(),
    state: z.enum(names(recipientStates)),
    attempts: z.number().nullable(),
    sentAt: instantField.nullable(),
    note: z.string().nullable(),
    acknowledgedAt: instantField.nullable(),
    acknowledgedBy: z.string().nullable(),
    remindedOn: dayField.nullable(),
  })
  .meta({ id: "NoticeRecipient" });
export type RecipientRow = z.output<typeof recipientRow>;

/** A notice that somebody of staff got. */
export const ownNotice = z
  .object({
    id: z.string(),
    number: z.string(),
    subject: z.string(),
    text: z.string(),
    sentAt: instantField,
    acknowledgeBy: dayField.nullable(),
    acknowledgedAt: instantField.nullable(),
  })
  .meta({ id: "OwnNotice" });
export type OwnNotice = z.output<typeof ownNotice>;
