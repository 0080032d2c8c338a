import { z } from "zod";
import { names } from "#kernel/labels.ts";
import { markField } from "#kernel/mark.ts";
import { dayField, instantField } from "#kernel/time-fields.ts";
import { proofs, type SignerSide } from "./signature.labels.ts";

const email = z.email("Enter a mail address.").max(254);
const name = z.string().trim().min(2, "Enter the name.").max(200);

const signerInput = z.discriminatedUnion("side", [
  z.object({ side: z.literal("ours"), personId: z.uuid("Choose who signs.") }),
  z.object({ side: z.literal("portal") }),
  z.object({ side: z.literal("link"), name, email }),
]);
export type SignerInput = z.output<typeof signerInput>;

export const askInput = z.object({
  sourceType: z.string().min(1).max(60),
  sourceId: z.uuid(),
  signers: z
    .array(signerInput)
    .min(1, "Name who signs.")
    .max(10, "At most ten people sign one document."),
  /** One after the other, or all at once. */
  ordered: z.boolean().default(true),
  expiresOn: z.iso.date("Enter the last day to sign."),
});
export type AskInput = z.output<typeof askInput>;

const coordinate = z.number().min(0).max(markField.width);
const mark = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("typed"), text: name }),
  z.object({
    kind: z.literal("drawn"),
    strokes: z
      .array(z.array(coordinate).min(4).max(4000))
      .min(1, "Draw your signature.")
      .max(200)
      .refine(
        (strokes) => strokes.reduce((n, stroke) => n + stroke.length, 0) <= 12_000,
        "This drawing is too large. Clear it and draw again.",
      ),
  }),
]);

const agreed = z.literal(true, "Tick both, or decline.");
/** A signature as it is given. */
export const signInput = z.object({
  /** SHA-256 (hex) of the bytes that were shown. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/, "Not a SHA-256."),
  /** Who signs; an account's own name counts where there is one. */
  name: name.optional(),
  mark,
  form: agreed,
  intent: agreed,
});
export type SignInput = z.output<typeof signInput>;

export const declineInput = z.object({
  reason: z.string().trim().min(3, "Say why.").max(2000),
});
export const voidInput = declineInput;

const signerRow = z.object({
  id: z.string(),
  place: z.number(),
  side: z.custom<SignerSide>(),
  personId: z.string().nullable(),
  name: z.string(),
  email: z.string().nullable(),
  status: z.enum(["waiting", "asked", "signed", "declined"]),
  declinedReason: z.string().nullable(),
  signedName: z.string().nullable(),
  signedAt: instantField.nullable(),
  typed: z.boolean().nullable(),
  proof: z.enum(names(proofs)).nullable(),
  address: z.string().nullable(),
});
/** A request as the agency's people see it. */
export const signatureDetail = z
  .object({
    id: z.string(),
    number: z.string(),
    title: z.string(),
    link: z.string(),
    sourceType: z.string(),
    sourceId: z.string(),
    status: z.enum(["open", "complete", "declined", "expired", "voided"]),
    statusReason: z.string().nullable(),
    ordered: z.boolean(),
    expiresOn: dayField,
    sha256: z.string(),
    resultFileId: z.string().nullable(),
    resultSha256: z.string().nullable(),
    completedAt: instantField.nullable(),
    requestedBy: z.string().nullable(),
    createdAt: instantField,
    /** The reader's own signature is asked for now. */
    mine: z.boolean(),
    version: z.number(),
    signers: z.array(signerRow),
  })
  .meta({ id: "SignatureRequest" });
export type SignatureDetail = z.output<typeof signatureDetail>;

/** What somebody outside sees of what they are to sign. */
export const outsideView = z
  .object({
    agency: z.string(),
    number: z.string(),
    title: z.string(),
    status: z.enum(["open", "complete", "declined", "expired", "voided"]),
    expiresOn: dayField,
    signer: z.string(),
    /** Whether their signature is asked for now. */
    asked: z.boolean(),
    signed: z.boolean(),
    /** Whether the document that everybody has signed is theirs to fetch. */
    copy: z.boolean(),
    sha256: z.string(),
  })
  .meta({ id: "SignatureToGive" });
export type OutsideView = z.output<typeof outsideView>;

/** Who could sign a record, before anybody is asked. */
export const askChoices = z.object({
  number: z.string(),
  title: z.string(),
  amount: z.number(),
  vendor: z.string().nullable(),
  refusal: z.string().nullable(),
  version: z.number(),
  people: z.array(z.object({ id: z.string(), name: z.string(), basis: z.string() })),
});
export type AskChoices = z.output<typeof askChoices>;

/** What a step of a signature answers. */
export const signatureState = z.object({
  id: z.string(),
  number: z.string(),
  status: z.string(),
  version: z.number(),
});
