import { z } from "zod";
import { writtenInBase64 } from "#kernel/base64.ts";
import { instantField } from "#kernel/time-fields.ts";
import { manifestInput } from "#areas/sourcing/sourcing.public.ts";

const unitPrice = z
  .string()
  .regex(/^\d{1,12}(\.\d{1,4})?$/, "A price is a number with at most four decimals.");

/**
 * What is inside a final offer's envelope: unit prices that take the place of the bid's; what is
 * not named keeps the bid's price.
 */
export const finalOfferContent = z.strictObject({
  lines: z
    .array(z.strictObject({ itemId: z.uuid(), unitPrice }))
    .min(1)
    .max(2000),
  note: z.string().max(4000).default(""),
});
export type FinalOfferContent = z.output<typeof finalOfferContent>;

/** Longest time that bidders get, in days. */
export const mostDays = 90;
export const askInput = z.object({
  bidIds: z.array(z.uuid()).min(1, "Choose who is asked.").max(500),
  dueAt: z.iso.datetime({ offset: true, error: "Enter day and time." }),
  note: z.string().trim().max(4000).default(""),
});
export type AskInput = z.output<typeof askInput>;
export const endRoundInput = z.object({
  reason: z.string().trim().min(5, "Say why in a sentence; the bidders are told.").max(2000),
});

/** Base64 of the largest ciphertext that is taken in: 4 MiB with its overhead. */
const mostCiphertext = 5_800_000;
export const mostOfferBytes = 6_000_000;
export const submitOfferInput = z.object({
  manifest: manifestInput,
  ciphertext: z.string().max(mostCiphertext).refine(writtenInBase64),
});
export type SubmitOfferInput = z.output<typeof submitOfferInput>;

/** What the record of what vendors did says of a step in a round. */
export const stepDetail = (roundNo: number, more?: string): string =>
  `final offer, round ${roundNo}${more ? `: ${more}` : ""}`;

export const roundView = z.object({
  id: z.string(),
  roundNo: z.number(),
  note: z.string(),
  dueAt: instantField,
  askedAt: instantField,
  askedBy: z.string(),
  openedAt: instantField.nullable(),
  endedAt: instantField.nullable(),
  endedReason: z.string().nullable(),
  stuck: z.string().nullable(),
  /** An outage before the due instant waits for the chair. */
  held: z.boolean(),
  asked: z.array(
    z.object({
      bidId: z.string(),
      vendorName: z.string(),
      outcome: z.enum(["sealed", "final", "bid", "withdrawn", "failed"]),
      receivedAt: instantField.nullable(),
      revision: z.number().nullable(),
      note: z.string(),
      failure: z.string().nullable(),
    }),
  ),
});
export type RoundView = z.output<typeof roundView>;

const item = z.object({
  id: z.string(),
  lotId: z.string().nullable(),
  itemNo: z.number(),
  description: z.string(),
  quantity: z.string(),
  unit: z.string(),
  unitPrice: z.string().nullable(),
});
/**
 * What the vendor's browser needs to make and seal its final offer; `unitPrice`: of its bid, or of
 * its last final offer that was opened. `sent` is the last one, also when it was taken back.
 */
export const offerDesk = z
  .object({
    id: z.string(),
    orgId: z.string(),
    agency: z.string(),
    timeZone: z.string(),
    roundId: z.string(),
    roundNo: z.number(),
    bidId: z.string(),
    vendorId: z.string(),
    solicitation: z.object({ id: z.string(), number: z.string(), title: z.string() }),
    note: z.string(),
    askedAt: instantField,
    dueAt: instantField,
    now: z.string(),
    openedAt: instantField.nullable(),
    endedAt: instantField.nullable(),
    endedReason: z.string().nullable(),
    lots: z.array(z.object({ id: z.string(), lotNo: z.number(), title: z.string() })),
    items: z.array(item),
    nextRevision: z.number(),
    keyStoreKey: z.string(),
    mayOffer: z.string().nullable(),
    sent: z
      .object({
        revision: z.number(),
        receivedAt: instantField,
        by: z.string(),
        state: z.enum(["sealed", "withdrawn", "opened", "failed"]),
        withdrawnAt: instantField.nullable(),
        failure: z.string().nullable(),
      })
      .nullable(),
  })
  .meta({ id: "FinalOfferDesk" });
export type OfferDesk = z.output<typeof offerDesk>;
export const ownOfferRow = z
  .object({
    id: z.string(),
    number: z.string(),
    title: z.string(),
    agency: z.string(),
    roundNo: z.number(),
    dueAt: instantField,
    openedAt: instantField.nullable(),
    endedAt: instantField.nullable(),
    sentAt: instantField.nullable(),
  })
  .meta({ id: "FinalOffer" });
export type OwnOfferRow = z.output<typeof ownOfferRow>;

type FinalLine = { itemId: string; unitPrice: string };
/** The final offer that counts for a bid: of the last opened round in which one came. */
export type CountedOffer = {
  bidId: string;
  roundNo: number;
  receivedAt: string;
  lines: readonly FinalLine[];
};
