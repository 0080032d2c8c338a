import { z } from "zod";
import { instantInput } from "#kernel/time-fields.ts";
import { names } from "#kernel/labels.ts";
import { eventKinds } from "./shipment.labels.ts";

const degrees = (most: number) => z.number().min(-most).max(most).nullish();

/** An event as it is told: by its kind, or by the code of the shipment's carrier. */
export const eventInput = z.object({
  at: instantInput("Say when it was, with the time."),
  kind: z.enum(names(eventKinds)).nullish(),
  code: z.string().trim().max(20).default(""),
  place: z.string().trim().max(200).default(""),
  latitude: degrees(90),
  longitude: degrees(180),
});
export type EventInput = z.output<typeof eventInput>;

/** What a carrier's program sends: each event names its shipment by our number or by the carrier's. */
export const reportInput = z.object({
  events: z
    .array(eventInput.extend({ shipment: z.string().trim().min(1).max(120) }))
    .min(1, "Send at least one event.")
    .max(500),
});
export type ReportInput = z.output<typeof reportInput>;

/** What became of each event that was sent, in their order. */
export const reportAnswer = z.object({
  taken: z.number(),
  known: z.number(),
  refused: z.array(z.object({ at: z.number(), shipment: z.string(), message: z.string() })),
});
export type ReportAnswer = z.output<typeof reportAnswer>;
