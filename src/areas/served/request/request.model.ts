import { z } from "zod";
import { offeredAction } from "#kernel/fields.ts";
import { names } from "#kernel/labels.ts";
import { dayField, dayInput, instantField } from "#kernel/time-fields.ts";
import "#kernel/plain-words.ts";
import { requestStatuses } from "./request.labels.ts";

/** What is typed of a request, by staff or by the client itself. */
export const requestFields = {
  title: z.string().trim().min(3, "Say what is asked for.").max(200),
  text: z.string().trim().max(8000).default(""),
  wantedOn: dayInput().nullable().default(null),
  askedBy: z.string().trim().min(2, "Enter who asks for it.").max(120),
  /** The work order whose approved hours are billed. */
  workOrderId: z.uuid().nullable().default(null),
};
export const requestChange = z.strictObject(requestFields);
export type RequestChange = z.output<typeof requestChange>;
export const requestInput = z.strictObject({
  ...requestFields,
  clientId: z.uuid("Choose the client."),
});
export type RequestInput = z.output<typeof requestInput>;

/** Under which agreement and service a request is accepted. */
export const acceptInput = z.strictObject({
  agreementId: z.uuid("Choose the agreement."),
  service: z.string().trim().toUpperCase().min(1, "Choose the service.").max(16),
});
export type AcceptInput = z.output<typeof acceptInput>;

/** When the work was done (today where null), and how many pieces of a fixed fee. */
export const finishInput = z.strictObject({
  doneOn: dayInput().nullable().default(null),
  quantity: z.number().int().min(1, "Enter how many.").max(100_000).default(1),
});
export type FinishInput = z.output<typeof finishInput>;

export const messageInput = z.strictObject({
  text: z.string().trim().min(2, "Write the message.").max(4000),
});

export const requestRow = z
  .object({
    id: z.string(),
    number: z.string(),
    status: z.enum(names(requestStatuses)),
    title: z.string(),
    clientId: z.string(),
    client: z.string(),
    agreementId: z.string().nullable(),
    agreement: z.string().nullable(),
    service: z.string(),
    wantedOn: dayField.nullable(),
    askedBy: z.string(),
    byLink: z.boolean(),
    createdAt: instantField,
    version: z.number(),
  })
  .meta({ id: "ServedRequest" });
export type RequestRow = z.output<typeof requestRow>;

export const messageRow = z.object({
  id: z.string(),
  side: z.enum(["client", "agency"]),
  author: z.string(),
  text: z.string(),
  createdAt: instantField,
});
export type MessageRow = z.output<typeof messageRow>;

export const requestDetail = requestRow
  .extend({
    text: z.string(),
    workOrderId: z.string().nullable(),
    workOrder: z.string().nullable(),
    finishedOn: dayField.nullable(),
    quantity: z.number(),
    /** A fixed fee of its service in cents; null where it is billed otherwise. */
    fee: z.number().nullable(),
    messages: z.array(messageRow),
    bills: z.array(z.object({ id: z.string(), number: z.string(), status: z.string() })),
    actions: z.array(offeredAction),
  })
  .meta({ id: "ServedRequestDetail" });
export type RequestDetail = z.output<typeof requestDetail>;
