import { z } from "zod";
import { instantField } from "./time-fields.ts";
import { names } from "./labels.ts";
import { deliveryStatuses, endpointStates } from "./delivery-states.ts";
const status = z.enum(names(deliveryStatuses));

/** What an administrator types of an endpoint. */
export const endpointInput = z.object({
  address: z.string().trim().min(1, "Enter the address of the receiver.").max(2000),
  description: z.string().trim().max(200).default(""),
  topics: z.array(z.string().max(80)).max(100).default([]),
});
export type EndpointInput = z.output<typeof endpointInput>;

/** An endpoint as it is shown: nothing of its secrets but how many sign, and since when. */
export const endpointRow = z
  .object({
    id: z.string(),
    address: z.string(),
    description: z.string(),
    topics: z.array(z.string()),
    state: z.enum(names(endpointStates)),
    disabledReason: z.string().nullable(),
    secretMadeAt: instantField,
    rotating: z.boolean(),
    restUntil: instantField.nullable(),
    ownerId: z.string(),
    waiting: z.number(),
    failed: z.number(),
    version: z.number(),
    createdAt: instantField,
  })
  .meta({ id: "WebhookEndpoint" });
export type EndpointRow = z.output<typeof endpointRow>;

/** The only answer that holds a secret. */
export const shownSecret = z
  .object({ id: z.string(), version: z.number(), secret: z.string() })
  .meta({ id: "WebhookSecret" });
export type ShownSecret = z.output<typeof shownSecret>;

export const webhookDeliveryRow = z
  .object({
    id: z.string(),
    topic: z.string(),
    status,
    address: z.string(),
    attempts: z.number(),
    reason: z.string().nullable(),
    replay: z.boolean(),
    createdAt: instantField,
    nextAttemptAt: instantField.nullable(),
    endedAt: instantField.nullable(),
  })
  .meta({ id: "WebhookDelivery" });
export type WebhookDeliveryRow = z.output<typeof webhookDeliveryRow>;

const attempt = z.object({
  id: z.string(),
  number: z.number(),
  beganAt: instantField,
  endedAt: instantField.nullable(),
  statusCode: z.number().nullable(),
  answer: z.string().nullable(),
  error: z.string().nullable(),
  /** Milliseconds from the call to its answer. */
  durationMs: z.number().nullable(),
});

export const webhookDeliveryDetail = webhookDeliveryRow
  .extend({
    messageId: z.string(),
    endpointId: z.string(),
    body: z.string(),
    objectType: z.string(),
    objectId: z.string(),
    attemptList: z.array(attempt),
  })
  .meta({ id: "WebhookDeliveryDetail" });
export type WebhookDeliveryDetail = z.output<typeof webhookDeliveryDetail>;

export const movedDelivery = z.object({ id: z.string(), status });

export const reasonInput = z.object({
  reason: z.string().trim().min(1, "Say why.").max(500),
});

/** A period by days of the agency, both included. */
export const replayInput = z
  .object({
    from: z.iso.date("Choose a day."),
    to: z.iso.date("Choose a day."),
    which: z.enum(["ended", "all"]).default("ended"),
  })
  .refine(({ from, to }) => from <= to, {
    path: ["to"],
    message: "The last day is before the first one.",
  });
