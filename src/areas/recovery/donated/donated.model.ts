import { z } from "zod";
import { dayField } from "#kernel/time-fields.ts";

export const donationInput = z.object({
  donor: z.string().trim().min(2, "Name who gave the work.").max(200),
  workedOn: z.iso.date("Enter the day."),
  site: z.string().trim().min(2, "Say where.").max(200),
  skill: z.string().trim().min(2, "Say which work.").max(200),
  minutes: z
    .number("Enter the hours.")
    .int()
    .min(1, "Enter the hours.")
    .max(1440, "A row is one person's day, at most 24 hours: enter each person of a group."),
  rateCents: z.number("Enter the rate of an hour.").int().positive().max(100_000),
  rateBasis: z.string().trim().min(3, "Say which local rate this is.").max(300),
  signInFileId: z.uuid("Upload the sign-in sheet."),
});
export const aidInput = z.object({
  costLineId: z.uuid("Choose the bill that was paid."),
  provider: z.string().trim().min(2, "Name who helped.").max(200),
  agreement: z.string().trim().min(2, "Name the agreement.").max(200),
  agreedOn: z.iso.date("Enter the day of the agreement."),
  agreementFileId: z.uuid("Upload the agreement."),
});
const donation = z.object({
  id: z.string(),
  donor: z.string(),
  workedOn: dayField,
  site: z.string(),
  skill: z.string(),
  minutes: z.number(),
  rateCents: z.number(),
  rateBasis: z.string(),
  cents: z.number(),
});
const aid = z.object({
  id: z.string(),
  provider: z.string(),
  agreement: z.string(),
  agreedOn: dayField,
  bill: z.string(),
  cents: z.number(),
  paid: z.number(),
});
/** What others gave to a project: donated work with its offset, and bought mutual aid. Cents. */
export const givenRow = z
  .object({
    donations: z.array(donation),
    aid: z.array(aid),
    /** Of all requests that stand: the agency's own part. */
    ownPart: z.number(),
    donated: z.number(),
    /** What is offset, with what other emergency projects gave. */
    offset: z.number(),
    received: z.number(),
    given: z.number(),
    unused: z.number(),
  })
  .meta({ id: "PaGiven" });
export type Given = z.output<typeof givenRow>;

/** Donated work of a declaration: given, offset, of that carried between projects, and what offsets nothing. */
export type DonatedSums = { donated: number; offset: number; carried: number; unused: number };
