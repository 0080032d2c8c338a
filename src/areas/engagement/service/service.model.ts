import { z } from "zod";
import { offeredAction } from "#kernel/fields.ts";
import { dayInput, instantField } from "#kernel/time-fields.ts";
import { names } from "#kernel/labels.ts";
import { email, phone } from "#areas/identity/identity.public.ts";
import { lateReasons, serviceCycle } from "./service.labels.ts";

export { openStatus, serviceCycle } from "./service.labels.ts";

const degrees = (most: number) =>
  z
    .union([
      z.literal("").transform(() => null),
      z.coerce
        .number()
        .min(-most, `Between -${most} and ${most}`)
        .max(most, `Between -${most} and ${most}`),
    ])
    .nullable()
    .default(null);
const text = (most: number) =>
  z.string().trim().max(most, `At most ${most} characters`).default("");

/**
 * What a person reports: what, where (an address or coordinates), and how to reach them if they
 * wish.
 */
export const reportInput = z
  .object({
    serviceCode: z.string().min(1, "Choose what it is about").max(40),
    description: z
      .string()
      .trim()
      .min(5, "Describe it in a few words")
      .max(4000, "At most 4,000 characters"),
    address: text(300),
    latitude: degrees(90),
    longitude: degrees(180),
    name: text(120),
    email: z
      .union([z.literal("").transform(() => null), email])
      .nullable()
      .default(null),
    phone: z.union([z.literal("").transform(() => ""), phone]).default(""),
    /** What a scanned label says. */
    tag: text(60),
    /** Answers to what the kind of service asks, by its code. */
    attributes: z.record(z.string().max(40), z.string().trim().max(500)).default({}),
    /** "send": its sender was told that the place lies outside of the agency, and sends it all the same. */
    outside: z.enum(["", "send"], 'Say "send", or leave it out.').default(""),
    website: z.string().max(500).default(""),
  })
  .refine(
    (report) =>
      report.address !== "" ||
      report.tag !== "" ||
      (report.latitude !== null && report.longitude !== null),
    { path: ["address"], message: "Say where: an address, a crossing, or coordinates" },
  );
export type Report = z.output<typeof reportInput>;

const lateReason = z.enum(names(lateReasons));
export const lateInput = z.object({
  reason: lateReason,
  expectedOn: dayInput("Enter the day that is expected now."),
});

const statuses = z.enum(names(serviceCycle.statuses));
/** What everybody may see of a request. */
export const publicRequest = z.object({
  id: z.string(),
  number: z.string(),
  status: statuses,
  serviceCode: z.string(),
  serviceName: z.string(),
  description: z.string(),
  address: z.string(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  publicNote: z.string(),
  createdAt: instantField,
  updatedAt: instantField,
  expectedAt: instantField,
  lateReason: lateReason.nullable(),
  agency: z.string(),
  timeZone: z.string(),
});
export type PublicRequest = z.output<typeof publicRequest>;

export const serviceRow = z
  .object({
    id: z.string(),
    number: z.string(),
    status: statuses,
    service: z.string(),
    description: z.string(),
    address: z.string(),
    reporterName: z.string(),
    createdAt: instantField,
    expectedAt: instantField,
    hidden: z.boolean(),
    version: z.number(),
  })
  .meta({ id: "ServiceRequest" });
export type ServiceRow = z.output<typeof serviceRow>;
const addition = z.object({
  id: z.string(),
  words: z.string(),
  photoId: z.string().nullable(),
  reopens: z.boolean(),
  createdAt: instantField,
});
export type Addition = z.output<typeof addition>;

export const serviceRecord = serviceRow
  .extend({
    serviceCode: z.string(),
    latitude: z.number().nullable(),
    longitude: z.number().nullable(),
    reporterEmail: z.string().nullable(),
    reporterPhone: z.string(),
    publicNote: z.string(),
    photoId: z.string().nullable(),
    outside: z.boolean(),
    closedAt: instantField.nullable(),
    owner: z.string().nullable(),
    tag: z.string(),
    lateReason: lateReason.nullable(),
    late: z.boolean(),
    answers: z.array(z.object({ label: z.string(), value: z.string() })),
    additions: z.array(addition),
    followers: z.number(),
    actions: z.array(offeredAction),
  })
  .meta({ id: "ServiceRequestRecord" });
export type ServiceRecord = z.output<typeof serviceRecord>;
