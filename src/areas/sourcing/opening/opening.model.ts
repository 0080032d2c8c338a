import { z } from "zod";
import { writtenInBase64 } from "#kernel/base64.ts";
import { mostOfficers, threshold } from "#kernel/sealing/envelope.ts";
import { instantField } from "#kernel/time-fields.ts";
import { outageRow } from "../outage/outage.model.ts";
import { stages } from "./opening.labels.ts";

export { stages, type Stage } from "./opening.labels.ts";

const base64 = z.string().refine(writtenInBase64).max(4000);
/** A raw P-256 point: 65 bytes. */
const publicKey = z.string().regex(/^[A-Za-z0-9+/]{87}=$/, "That is not a public key.");

export const officerKeyInput = z.object({
  publicKey,
  wrapped: z
    .string()
    .max(4000)
    .regex(
      /^levee-officer-key\/1 pbkdf2-sha256 600000 [A-Za-z0-9+/]+={0,2}$/,
      "The key must be wrapped under a passphrase.",
    ),
});
export const rewrapInput = z.object({ wrapped: officerKeyInput.shape.wrapped });
export const escrowInput = z.object({
  publicKey,
  label: z.string().trim().min(3, "Say where the file is kept.").max(120),
});

const officerKeyRow = z
  .object({
    id: z.string(),
    personId: z.string(),
    name: z.string(),
    escrow: z.boolean(),
    label: z.string(),
    fingerprint: z.string(),
    publicKey: z.string(),
    retiredAt: instantField.nullable(),
    createdAt: instantField,
    solicitations: z.number(),
  })
  .meta({ id: "OfficerKey" });
export const myOfficerKeys = z.object({
  mine: officerKeyRow.extend({ wrapped: z.string().nullable() }).nullable(),
  items: z.array(officerKeyRow),
});
export type OfficerKeyRow = z.output<typeof officerKeyRow>;
export type MyOfficerKeys = z.output<typeof myOfficerKeys>;

export const officersInput = z.object({
  keyIds: z
    .array(z.uuid())
    .min(threshold, "Two officers at least.")
    .max(mostOfficers, "Five officers at most.")
    .refine((ids) => new Set(ids).size === ids.length, "Name each key once."),
});

const officerPlace = z.object({
  x: z.number(),
  keyId: z.string(),
  personId: z.string(),
  name: z.string(),
  escrow: z.boolean(),
  label: z.string(),
  fingerprint: z.string(),
  publicKey: z.string(),
  rehearsedAt: instantField.nullable(),
});
export type OfficerPlace = z.output<typeof officerPlace>;

/** `binding` is the digest of what the share belongs to: it tells nobody whose bid it is. */
const sealedShare = z.object({
  envelopeId: z.string(),
  x: z.number(),
  binding: z.string(),
  enc: z.string(),
  ct: z.string(),
  hash: z.string(),
});
/** What one officer's browser opens: the sealed shares of one key. */
export const sealedShares = z.object({ items: z.array(sealedShare) });
export type SealedShares = z.output<typeof sealedShares>;

export const givenShares = z.object({
  keyId: z.uuid(),
  shares: z
    .array(
      z.object({
        envelopeId: z.uuid(),
        x: z.number().int().min(1).max(mostOfficers),
        bytes: base64.nullable(),
      }),
    )
    .max(2000),
});
export const handoverInput = z.object({
  keyId: z.uuid(),
  shares: z.array(z.object({ envelopeId: z.uuid(), enc: base64, ct: base64 })).max(5000),
});

/** What the rehearsal says: publication of a sealed solicitation waits until it is complete. */
export const rehearsalState = z
  .object({
    required: z.boolean(),
    complete: z.boolean(),
    openedAt: instantField.nullable(),
    officers: z.array(officerPlace),
  })
  .meta({ id: "Rehearsal" });
export type RehearsalState = z.output<typeof rehearsalState>;

/**
 * A line of the tabulation: who bid, when it was received, what the whole comes to (null: nothing
 * priced or not open yet), per lot.
 */
export const tabulationRow = z.object({
  bidId: z.string(),
  vendorName: z.string(),
  receivedAt: instantField,
  revision: z.number(),
  outcome: z.enum(["opened", "failed"]),
  failure: z.string().nullable(),
  acknowledged: z.boolean(),
  totalCents: z.number().nullable(),
  lots: z.array(
    z.object({
      lotNo: z.number().nullable(),
      title: z.string(),
      totalCents: z.number().nullable(),
      complete: z.boolean(),
    }),
  ),
});
export type TabulationRow = z.output<typeof tabulationRow>;

const person = z.object({ name: z.string(), at: instantField, officer: z.boolean() });
/** What is written down about a sitting; generated from the record, printed and kept. */
const minutes = z.object({
  agency: z.string(),
  number: z.string(),
  title: z.string(),
  stage: z.enum(stages),
  protection: z.enum(["sealed", "held"]),
  dueAt: instantField,
  beganAt: instantField,
  doneAt: instantField,
  present: z.array(person),
  shares: z.array(
    z.object({
      name: z.string(),
      x: z.number(),
      given: z.number(),
      wrong: z.number(),
      lastAt: instantField,
    }),
  ),
  rows: z.array(tabulationRow),
  withdrawn: z.number(),
  superseded: z.number(),
  refused: z.number(),
});
export type Minutes = z.output<typeof minutes>;

export const openingState = z
  .object({
    solicitationId: z.string(),
    number: z.string(),
    title: z.string(),
    kind: z.string(),
    status: z.string(),
    protection: z.enum(["sealed", "held"]),
    envelopes: z.number(),
    dueAt: instantField.nullable(),
    now: z.string(),
    stage: z.enum(stages),
    state: z.enum(["waiting", "opening", "done"]),
    /** Null until the deadline has passed. */
    expected: z.number().nullable(),
    officers: z.array(
      officerPlace.extend({
        present: z.boolean(),
        given: z.number(),
        wrong: z.number(),
        mine: z.boolean(),
      }),
    ),
    present: z.array(person),
    ready: z.boolean(),
    blocked: z.string().nullable(),
    /** An outage before the deadline waits for a decision. */
    outage: outageRow.nullable(),
    rows: z.array(tabulationRow),
    minutes: minutes.nullable(),
    tabulationPublishedAt: instantField.nullable(),
    earlier: z.array(z.enum(stages)),
  })
  .meta({ id: "Opening" });
export type OpeningState = z.output<typeof openingState>;
