import { z } from "zod";
import { offeredAction } from "#kernel/fields.ts";
import { instantField } from "#kernel/time-fields.ts";
import { names } from "#kernel/labels.ts";
import { inquiryCycle } from "./inquiry.labels.ts";
import { topics } from "./topics.labels.ts";
import { email, phone } from "#areas/identity/identity.public.ts";

const inquiryKinds = {
  waitlist: "Waitlist",
  demo: "Demonstration",
  contact: "Message",
} as const;
export type InquiryKind = keyof typeof inquiryKinds;

export type InquiryStatus = keyof typeof inquiryCycle.statuses;

const words = (label: string, most: number) =>
  z.string().trim().min(1, `Enter ${label}`).max(most, `At most ${most} characters`);
const optional = (most: number) =>
  z.string().trim().max(most, `At most ${most} characters`).default("");
/** A field that people do not see; programs that fill in everything give themselves away. */
const honeypot = { website: z.string().max(500).default("") };
const optionalPhone = z.union([z.literal("").transform(() => ""), phone]).default("");

export const waitlistInput = z.object({
  name: words("your name", 120),
  email,
  organization: optional(200),
  job: optional(120),
  message: optional(2000),
  ...honeypot,
});
export const demoInput = z.object({
  name: words("your name", 120),
  email,
  organization: words("your agency", 200),
  job: optional(120),
  phone: optionalPhone,
  message: optional(2000),
  ...honeypot,
});
export const bookingInput = demoInput.extend({
  slotAt: z.iso.datetime({ offset: true, error: "Choose a time" }),
  timeZone: z.string().max(60).default("UTC"),
});
export const contactInput = z.object({
  name: words("your name", 120),
  email,
  organization: optional(200),
  topic: z.enum(names(topics), "Choose a topic").default("other"),
  message: words("your message", 4000),
  ...honeypot,
});

const statuses = z.enum(names(inquiryCycle.statuses));
export const inquiryRow = z
  .object({
    id: z.string(),
    kind: z.enum(["waitlist", "demo", "contact"]),
    status: statuses,
    name: z.string(),
    email: z.string(),
    organization: z.string(),
    job: z.string(),
    phone: z.string(),
    topic: z.string(),
    message: z.string(),
    slotAt: instantField.nullable(),
    createdAt: instantField,
    version: z.number(),
  })
  .meta({ id: "Inquiry" });
export type InquiryRow = z.output<typeof inquiryRow>;

export const inquiryRecord = inquiryRow
  .extend({ number: z.string(), actions: z.array(offeredAction) })
  .meta({ id: "InquiryRecord" });
export type InquiryRecord = z.output<typeof inquiryRecord>;
