import { z } from "zod";
import { offeredAction } from "#kernel/fields.ts";
import { names } from "#kernel/labels.ts";
import { instantField } from "#kernel/time-fields.ts";
import { deviceStatuses } from "./device.labels.ts";

const coordinate = z.string().regex(/^[A-Za-z0-9_-]{43}$/, "32 bytes in base64url.");

/** What a device says of itself when it is enrolled. It made both keys. */
export const deviceInput = z.strictObject({
  id: z.uuid("A uuid that the device made."),
  name: z.string().trim().min(2, "Name the device.").max(120),
  platform: z.string().trim().max(200).default(""),
  appVersion: z.string().trim().max(60).default(""),
  /** The public key by which it signs: a JWK of ECDSA P-256. */
  publicKey: z.strictObject({
    kty: z.literal("EC"),
    crv: z.literal("P-256"),
    x: coordinate,
    y: coordinate,
    ext: z.boolean().optional(),
    key_ops: z.array(z.string().max(20)).max(4).optional(),
  }),
  /** The key of its store, 32 bytes in base64url, of which the server keeps a sealed copy. */
  storeKey: z.string().regex(/^[A-Za-z0-9_-]{43}$/, "32 bytes in base64url."),
});
export type DeviceInput = z.output<typeof deviceInput>;

export const storeKeyAnswer = z.object({ storeKey: z.string() });

export const eraseInput = z.strictObject({
  reason: z.string().trim().max(2000).nullish(),
  waiting: z.number("Type how many captures wait on it.").int().min(0),
});

export const deviceRow = z
  .object({
    id: z.string(),
    number: z.string(),
    status: z.enum(names(deviceStatuses)),
    name: z.string(),
    person: z.string(),
    personId: z.string(),
    platform: z.string(),
    appVersion: z.string(),
    enrolledAt: instantField,
    lastContactAt: instantField.nullable(),
    waiting: z.number(),
    highest: z.number(),
    received: z.number(),
    missing: z.number(),
    silent: z.boolean(),
    version: z.number(),
  })
  .meta({ id: "FieldDevice" });
export type DeviceRow = z.output<typeof deviceRow>;

/** What lay on a device by the packet that it was given last, by kind. */
const held = z.object({ kind: z.string(), items: z.number() });

export const deviceDetail = deviceRow
  .extend({
    /** "42 of 43, number 17 missing". */
    told: z.string(),
    missingNumbers: z.array(z.number()),
    inReview: z.number(),
    held: z.array(held),
    heldAt: instantField.nullable(),
    statusReason: z.string(),
    endedBy: z.string().nullable(),
    endedAt: instantField.nullable(),
    waited: z.number(),
    actions: z.array(offeredAction),
  })
  .meta({ id: "FieldDeviceDetail" });
export type DeviceDetail = z.output<typeof deviceDetail>;

const wholeFrom = (what: string, most: number) => {
  const bounds = `Enter 1 to ${most} whole ${what}.`;
  return z.number(bounds).int(bounds).min(1, bounds).max(most, bounds);
};

export const termsInput = z.strictObject({
  daysWithoutSignIn: wholeFrom("days", 14),
  lockMinutes: wholeFrom("minutes", 240),
});
export const termsShown = z
  .object({ ...termsInput.shape, version: z.number(), canEdit: z.boolean() })
  .meta({ id: "FieldTerms" });
export type TermsShown = z.output<typeof termsShown>;
