import { z } from "zod";
import { writtenInBase64 } from "#kernel/base64.ts";
import { names } from "#kernel/labels.ts";
import { lifecycle } from "#kernel/lifecycle.ts";
import { envelopeFormat, envelopeKinds, mostOfficers } from "#kernel/sealing/envelope.ts";
import { instantField } from "#kernel/time-fields.ts";
import { bidStatuses, type BidStatus } from "./bid.labels.ts";

export type { BidStatus };
export type BidAction =
  | "submit"
  | "supersede"
  | "withdraw"
  | "open"
  | "failOpening"
  | "accept"
  | "reject"
  | "reconsider"
  | "evaluate"
  | "select"
  | "decline";
/**
 * What the rules look at: whether the database's clock stands at or before the deadline, and
 * strictly before it.
 */
export type BidFacts = { status: string; timely?: boolean; early?: boolean };

const late = "The deadline has passed.";
const beforeOnly = (b: BidFacts) =>
  b.early === false ? "A bid can be changed or withdrawn only before the deadline." : null;

/**
 * Until the opening the vendor and the system act; afterwards the agency. Only the vendor's own
 * revisions and withdrawals end a bid before the opening.
 */
export const bidCycle = lifecycle<BidFacts>()<BidStatus, BidAction>({
  noun: "bid",
  initial: "draft",
  statuses: bidStatuses,
  course: ["draft", "submitted", "opened", "responsive", "evaluated", "selected"],
  actions: {
    submit: {
      label: "Submit",
      from: ["draft"],
      to: "submitted",
      permission: "bid.submit",
      tone: "primary",
      unless: (b) => (b.timely === false ? late : null),
    },
    supersede: {
      label: "Replace",
      from: ["submitted"],
      to: "superseded",
      permission: "bid.submit",
      unless: beforeOnly,
    },
    withdraw: {
      label: "Withdraw",
      from: ["submitted"],
      to: "withdrawn",
      permission: "bid.submit",
      tone: "danger",
      unless: beforeOnly,
    },
    open: {
      label: "Open",
      from: ["submitted"],
      to: "opened",
      permission: "bid.open",
      system: true,
    },
    failOpening: {
      label: "Record that it does not open",
      from: ["submitted", "opened", "responsive", "evaluated"],
      to: "unopened",
      permission: "bid.open",
      system: true,
    },
    accept: {
      label: "Responsive",
      from: ["opened"],
      to: "responsive",
      permission: "evaluation.manage",
      tone: "primary",
    },
    reject: {
      label: "Not responsive",
      from: ["opened", "responsive"],
      to: "nonresponsive",
      permission: "evaluation.manage",
      needsReason: true,
      tone: "danger",
    },
    reconsider: {
      label: "Consider again",
      from: ["nonresponsive"],
      to: "opened",
      permission: "evaluation.manage",
      needsReason: true,
    },
    evaluate: {
      label: "Evaluated",
      from: ["opened", "responsive"],
      to: "evaluated",
      permission: "evaluation.manage",
      system: true,
    },
    select: {
      label: "Select",
      from: ["opened", "responsive", "evaluated", "not_selected"],
      to: "selected",
      permission: "award.approve",
      system: true,
    },
    decline: {
      label: "Not selected",
      from: ["opened", "responsive", "evaluated", "selected"],
      to: "not_selected",
      permission: "award.approve",
      system: true,
    },
  },
});

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const base64 = (most: number) => z.string().max(most).refine(writtenInBase64);
const sealed = { enc: base64(200), ct: base64(400), hash };
export const manifestInput = z.strictObject({
  binding: z.strictObject({
    format: z.literal(envelopeFormat),
    envelopeId: z.uuid(),
    orgId: z.uuid(),
    solicitationId: z.uuid(),
    vendorId: z.uuid(),
    bidId: z.uuid(),
    revision: z.number().int().positive(),
    envelope: z.enum(envelopeKinds),
    officers: hash.nullable(),
  }),
  size: z.number().int().positive(),
  ciphertextSha256: hash,
  commitment: hash,
  shares: z
    .array(
      z.strictObject({ x: z.number().int().min(1).max(mostOfficers), keyId: z.uuid(), ...sealed }),
    )
    .max(mostOfficers),
  serverPart: z.strictObject(sealed),
});
export const submitInput = z.object({
  manifests: z.array(manifestInput).min(1).max(2),
  addendaAcknowledged: z.array(z.number().int().positive()).max(200),
});
export type SubmitInput = z.output<typeof submitInput>;

const officer = z.object({
  x: z.number(),
  keyId: z.string(),
  publicKey: z.string(),
  name: z.string(),
  fingerprint: z.string(),
});
const lot = z.object({
  id: z.string(),
  lotNo: z.number(),
  title: z.string(),
  description: z.string(),
});
const item = z.object({
  id: z.string(),
  lotId: z.string().nullable(),
  itemNo: z.number(),
  description: z.string(),
  quantity: z.string(),
  unit: z.string(),
  optional: z.boolean(),
  alternates: z.boolean(),
});
const requirement = z.object({
  id: z.string(),
  kind: z.enum(["document", "yes_no", "text", "number", "date"]),
  label: z.string(),
  guidance: z.string(),
  mandatory: z.boolean(),
  envelope: z.enum(["technical", "price"]),
});
const addendum = z.object({
  addendumNo: z.number(),
  title: z.string(),
  text: z.string(),
  material: z.boolean(),
  publishedAt: instantField,
});
const revision = z.object({
  id: z.string(),
  revision: z.number(),
  status: z.enum(names(bidStatuses)),
  receivedAt: instantField.nullable(),
  endedAt: instantField.nullable(),
  addendaAcknowledged: z.array(z.number()),
  failure: z.string().nullable(),
  version: z.number(),
});

/**
 * Everything that a vendor's browser needs to prepare, seal, follow and change its bid on one
 * solicitation.
 */
export const bidDesk = z
  .object({
    orgId: z.string(),
    agency: z.string(),
    timeZone: z.string(),
    currency: z.string(),
    vendorName: z.string(),
    now: z.string(),
    solicitation: z.object({
      id: z.string(),
      number: z.string(),
      kind: z.string(),
      status: z.string(),
      title: z.string(),
      summary: z.string(),
      protection: z.enum(["sealed", "held"]),
      envelopes: z.number(),
      dueAt: instantField,
      awardBy: z.string(),
      bidBondPercent: z.string().nullable(),
    }),
    lots: z.array(lot),
    items: z.array(item),
    requirements: z.array(requirement),
    addenda: z.array(addendum),
    officers: z.array(officer),
    revisions: z.array(revision),
    mayBid: z.string().nullable(),
  })
  .meta({ id: "BidDesk" });
export type BidDesk = z.output<typeof bidDesk>;

/** What a sealing binds to, as the server names it. */
export const sealingPlan = z
  .object({
    orgId: z.string(),
    solicitationId: z.string(),
    vendorId: z.string(),
    bidId: z.string(),
    revision: z.number(),
    envelopes: z.array(z.object({ id: z.string(), envelope: z.enum(envelopeKinds) })),
    officers: z.array(officer).nullable(),
    keyStoreKey: z.string(),
    mostBytes: z.number(),
  })
  .meta({ id: "SealingPlan" });
export type SealingPlan = z.output<typeof sealingPlan>;

export const vendorBidRow = z
  .object({
    id: z.string(),
    solicitationId: z.string(),
    number: z.string(),
    title: z.string(),
    agency: z.string(),
    timeZone: z.string(),
    revision: z.number(),
    status: z.enum(names(bidStatuses)),
    receivedAt: instantField.nullable(),
    dueAt: instantField.nullable(),
    protection: z.enum(["sealed", "held"]),
  })
  .meta({ id: "VendorBid" });
export type VendorBidRow = z.output<typeof vendorBidRow>;

/** The largest ciphertext of one envelope, bytes. */
export const mostEnvelopeBytes = 64 * 1024 * 1024;
