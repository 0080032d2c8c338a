import { z } from "zod";
import { deliveryStatuses } from "#kernel/delivery-states.ts";
import { instantField } from "#kernel/time-fields.ts";
import { names } from "#kernel/labels.ts";
import { destinationKinds, toFiller } from "./destination.labels.ts";

const kinds = names(destinationKinds);
const statuses = names(deliveryStatuses);

/** A destination as a form names it. */
export const destinationInput = z
  .strictObject({
    kind: z.enum(kinds, "Choose where it goes."),
    to: z.string().trim().max(2000).default(""),
  })
  .refine(({ kind, to }) => kind !== "mail" || to === toFiller || z.email().safeParse(to).success, {
    path: ["to"],
    message: `Enter an email address, or ${toFiller} for whoever filled it in.`,
  })
  .refine(({ kind, to }) => kind !== "webhook" || to !== "", {
    path: ["to"],
    message: "Enter the address of a webhook endpoint.",
  })
  .refine(({ kind, to }) => kind === "mail" || kind === "webhook" || to === "", {
    path: ["to"],
    message: "Downloads and prints have no address. Leave it empty.",
  });

export const deliveryRow = z
  .object({
    id: z.string(),
    submissionId: z.string(),
    number: z.string(),
    form: z.string(),
    kind: z.enum(kinds),
    sentTo: z.string(),
    status: z.enum(statuses),
    attempts: z.number(),
    reason: z.string().nullable(),
    createdAt: instantField,
    endedAt: instantField.nullable(),
  })
  .meta({ id: "FormDelivery" });
export type DeliveryRow = z.output<typeof deliveryRow>;

export const deliveryDetail = deliveryRow
  .extend({
    tries: z.array(
      z.object({
        number: z.number(),
        beganAt: instantField,
        endedAt: instantField.nullable(),
        personName: z.string(),
        /** What became of it; null while nobody knows. */
        outcome: z.string().nullable(),
        /** How often the mail server was asked, of a letter. */
        sendings: z.number().nullable(),
      }),
    ),
  })
  .meta({ id: "FormDeliveryDetail" });
export type DeliveryDetail = z.output<typeof deliveryDetail>;

/** So many deliveries one press moves. */
const most = 200;
const ids = z
  .array(z.uuid("Not a record id."))
  .min(1, "Choose a delivery.")
  .max(most, `${most} at most.`);

export const manyInput = z.object({ ids });
export const cancelInput = z.object({ ids, reason: z.string().trim().min(3, "Say why.").max(500) });
/** What was done, and what was not and why. */
export const manyDone = z.object({
  done: z.number(),
  refused: z.array(z.object({ id: z.string(), reason: z.string() })),
});
export type ManyDone = z.output<typeof manyDone>;
