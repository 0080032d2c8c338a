import { z } from "zod";
import { writtenInBase64 } from "#kernel/base64.ts";
import { names } from "#kernel/labels.ts";
import { markField } from "#kernel/mark.ts";
import { dayField, instantField, instantInput } from "#kernel/time-fields.ts";
import { visitShown } from "../route/stop/visit.model.ts";
import { testimonies } from "../shipment/shipment.labels.ts";

/** So many hours a link for a driver works. */
export const linkHours = 72;

const quantity = z
  .string()
  .trim()
  .regex(/^\d{1,12}(\.\d{1,4})?$/, "A number with at most four decimals.");
const coordinate = z.number().min(0).max(markField.width);

/** What the driver hands in. `key` is made once by the phone: sent again it is the same sending. */
export const proofInput = z.object({
  key: z.uuid(),
  at: instantInput("The time of the device is missing."),
  /** Null where the device tells no place. Accuracy in meters, null where it tells none. */
  position: z
    .object({
      latitude: z.number().min(-90).max(90),
      longitude: z.number().min(-180).max(180),
      accuracy: z.number().min(0).max(9_999_999).nullable(),
    })
    .nullable(),
  driver: z.string().trim().min(2, "Enter your name.").max(120),
  note: z.string().trim().max(1000).default(""),
  mark: z.array(z.array(coordinate).max(4000)).max(200).default([]),
  counts: z
    .array(z.strictObject({ lineId: z.uuid(), quantity }))
    .max(500)
    .default([]),
  /** A picture as base64, JPEG or PNG; three megabytes at most. */
  photo: z.string().max(4_200_000).refine(writtenInBase64).nullable().default(null),
});
export type ProofInput = z.output<typeof proofInput>;

/** What the driver is shown of the one delivery of their link. */
export const proofView = z
  .object({
    agency: z.string(),
    number: z.string(),
    title: z.string(),
    /** The vendor, or the place that a transfer was taken from. */
    from: z.string(),
    place: z.string(),
    expectedOn: dayField.nullable(),
    endsAt: instantField,
    /** Why nothing can be handed in by it, or null. */
    closed: z.string().nullable(),
    given: z.boolean(),
    /** Whether it travels between the agency's own places. */
    transfer: z.boolean(),
    lines: z.array(
      z.object({
        lineId: z.string(),
        description: z.string(),
        unit: z.string(),
        announced: z.string(),
      }),
    ),
  })
  .meta({ id: "DeliveryProofView" });
export type ProofView = z.output<typeof proofView>;

/** A link for a driver, shown once: nobody can read it out again. */
export const driverLink = z.object({ path: z.string(), endsAt: instantField });
export type DriverLink = z.output<typeof driverLink>;

/** What a driver gave, as the agency reads it. */
export const givenProof = z.object({
  id: z.string(),
  givenAt: instantField,
  deviceAt: instantField,
  driver: z.string(),
  note: z.string(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  accuracy: z.number().nullable(),
  mark: z.array(z.array(z.number())),
  counts: z.array(z.object({ lineId: z.string(), quantity: z.string() })),
  photoFileId: z.string().nullable(),
});
export type GivenProof = z.output<typeof givenProof>;

/** What drivers handed over of a transfer between own places, and what bears witness of it. */
export const transferHandover = z
  .object({
    witnesses: z.array(
      z.object({ witness: z.enum(["place", "quantity"]), says: z.enum(names(testimonies)) }),
    ),
    lines: z.array(
      z.object({
        lineId: z.string(),
        description: z.string(),
        unit: z.string(),
        /** Decimal text of the unit; `handed` is null where no driver counted the line. */
        sent: z.string(),
        handed: z.string().nullable(),
      }),
    ),
    proofs: z.array(givenProof),
    /** The route that drives it, once it is released. */
    route: visitShown.nullable(),
  })
  .meta({ id: "TransferHandover" });
export type TransferHandover = z.output<typeof transferHandover>;
