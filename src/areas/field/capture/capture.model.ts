import { z } from "zod";
import { offeredAction } from "#kernel/fields.ts";
import { names } from "#kernel/labels.ts";
import { instantField, instantInput } from "#kernel/time-fields.ts";
import { deviceStatuses } from "../device/device.labels.ts";
import { captureStatuses } from "./capture.labels.ts";

const hash = z.string().regex(/^[0-9a-f]{64}$/, "A SHA-256 in hex.");
const moment = instantInput("An instant with its zone.");
const values = z.record(z.string().max(60), z.unknown());

const place = z.strictObject({
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
  accuracy: z.number().min(0).max(1e7),
  at: moment,
});

const photo = z.strictObject({
  sha256: hash,
  bytes: z
    .number()
    .int()
    .min(1)
    .max(300 * 1024 * 1024),
  mediaType: z.string().min(1).max(100),
  name: z.string().min(1).max(300),
});

/** As `CaptureEnvelope`; nothing beside, since what is signed must be what is stored. */
const envelopeInput = z.strictObject({
  form: z.literal(1, "A form of captures that this server does not know."),
  device: z.uuid(),
  number: z.number().int().min(1).max(1_000_000),
  kind: z.string().min(1).max(40),
  record: z.strictObject({ id: z.uuid(), version: z.number().int().min(0) }).nullable(),
  seen: values,
  values,
  at: moment,
  offset: z.number().int().min(-1e13).max(1e13).nullable(),
  packet: z.string().max(100).nullable(),
  place: place.nullable(),
  withoutPlace: z.enum(["refused", "unavailable", "timed_out", "not_asked"]).nullable(),
  photos: z
    .array(photo)
    .max(20, "At most 20 photos.")
    .refine((all) => new Set(all.map(({ sha256 }) => sha256)).size === all.length, "Each once."),
  before: hash,
});

/** What a device sends at one contact. */
export const capturesInput = z.strictObject({
  captures: z
    .array(
      z.strictObject({
        envelope: envelopeInput,
        signature: z.string().regex(/^[A-Za-z0-9_-]{86}$/, "An ECDSA P-256 signature, base64url."),
      }),
    )
    .max(50, "At most 50 captures at once."),
  /** The highest number that it committed. */
  highest: z.number().int().min(0).max(1_000_000),
  deviceNow: moment,
  appVersion: z.string().trim().max(60),
});
export type CapturesInput = z.output<typeof capturesInput>;

const captureResult = z.object({
  number: z.number(),
  id: z.string(),
  state: z.enum(names(captureStatuses)),
  /** Why it is held, or what became of it. */
  message: z.string(),
  photosReceived: z.number(),
  photosWanted: z.number(),
});
export type CaptureResult = z.output<typeof captureResult>;

export const capturesAnswer = z
  .object({
    servedAt: instantField,
    /** The highest number up to which nothing is missing. */
    known: z.number(),
    /** Numbers that were told and never came, the lowest first; at most 1,000. */
    missing: z.array(z.number()),
    results: z.array(captureResult),
    deviceState: z.enum(names(deviceStatuses)),
  })
  .meta({ id: "FieldCapturesAnswer" });
export type CapturesAnswer = z.output<typeof capturesAnswer>;

/** A photo that came whole by `/api/v1/uploads` for this capture. */
export const photoInput = z.strictObject({ sha256: hash, fileId: z.uuid("Not a file id.") });

export const correctionInput = z.strictObject({ values });

export const captureRow = z
  .object({
    id: z.string(),
    number: z.string(),
    status: z.enum(names(captureStatuses)),
    kind: z.string(),
    person: z.string(),
    personId: z.string(),
    device: z.string(),
    deviceId: z.string(),
    recordId: z.string().nullable(),
    captureNo: z.number(),
    happenedAt: instantField,
    receivedAt: instantField,
    latitude: z.number().nullable(),
    longitude: z.number().nullable(),
    accuracy: z.number().nullable(),
    photosWanted: z.number(),
    photosReceived: z.number(),
    heldWhy: z.string(),
    appliedType: z.string(),
    appliedId: z.string().nullable(),
    appliedNumber: z.string(),
    version: z.number(),
  })
  .meta({ id: "FieldCapture" });
export type CaptureRow = z.output<typeof captureRow>;

const shownPhoto = z.object({
  id: z.string(),
  sha256: z.string(),
  name: z.string(),
  bytes: z.number(),
  fileId: z.string().nullable(),
  receivedAt: instantField.nullable(),
  /** What the camera wrote: its clock as it said it, with its zone where it knew one. */
  takenAt: z.string().nullable(),
  takenZone: z.string().nullable(),
  /** When the satellites said that it was. */
  placedAt: instantField.nullable(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  /** What does not fit, in sentences. */
  flags: z.array(z.string()),
});
export type ShownPhoto = z.output<typeof shownPhoto>;

/** A field of a capture in its three states: as it was seen, as it was given, as it stands now. */
const compared = z.object({
  field: z.string(),
  seen: z.unknown(),
  given: z.unknown(),
  now: z.unknown(),
  error: z.string().nullable(),
});
export type Compared = z.output<typeof compared>;

export const captureDetail = captureRow
  .extend({
    recordNumber: z.string().nullable(),
    recordVersion: z.number().nullable(),
    recordVersionNow: z.number().nullable(),
    seen: values,
    values,
    now: values.nullable(),
    corrected: values.nullable(),
    correctedBy: z.string().nullable(),
    correctedAt: instantField.nullable(),
    compared: z.array(compared),
    errors: z.array(z.object({ path: z.string(), message: z.string() })),
    heldFor: z.string(),
    capturedAt: instantField,
    offsetMs: z.number().nullable(),
    sentOffsetMs: z.number(),
    withoutPlace: z.string(),
    hash: z.string(),
    before: z.string(),
    signature: z.string(),
    flags: z.array(z.string()),
    photos: z.array(shownPhoto),
    settledBy: z.string().nullable(),
    settledAt: instantField.nullable(),
    statusReason: z.string(),
    canCorrect: z.boolean(),
    actions: z.array(offeredAction),
  })
  .meta({ id: "FieldCaptureDetail" });
export type CaptureDetail = z.output<typeof captureDetail>;
