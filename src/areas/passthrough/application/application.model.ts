import { z } from "zod";
import { offeredAction, patchOf } from "#kernel/fields.ts";
import { dayField, dayInput, instantField } from "#kernel/time-fields.ts";
import { names } from "#kernel/labels.ts";
import { applicationStatuses } from "./application.labels.ts";

const cents = z.number("Enter an amount such as 1,234.56.").int().min(0).max(9e14);
/** Object classes of a budget, as finance posts them. */
export const budgetClasses = [
  "personnel",
  "fringe",
  "travel",
  "equipment",
  "supplies",
  "contractual",
  "construction",
  "other",
  "indirect",
] as const;
export const budgetShares = z
  .array(z.object({ objectClass: z.enum(budgetClasses), cents }))
  .max(9)
  .default([]);

const applicationFields = {
  title: z.string().trim().min(1, "Give the project a title.").max(200),
  narrative: z.string().trim().max(20_000).default(""),
  budget: budgetShares,
  match: cents.default(0),
  startsOn: z.iso.date("Enter the first day."),
  endsOn: z.iso.date("Enter the last day."),
  contactName: z.string().trim().max(120).default(""),
  contactEmail: z.union([z.literal(""), z.email("Enter an e-mail address.")]).default(""),
};
export const applicationInput = z.object(applicationFields);
export type ApplicationInput = z.output<typeof applicationInput>;
export const applicationPatch = patchOf(applicationFields);
export type ApplicationPatch = z.output<typeof applicationPatch>;
export const enteredApplication = z.object({
  ...applicationFields,
  vendorId: z.uuid("Choose the applicant."),
  /** The day on which the paper was received, which decides whether it is in time; today without one. */
  receivedOn: dayInput("Enter the day on which it was received.").nullish(),
  /** Who took it; empty where it was who types it in. */
  receivedBy: z.string().trim().max(120).default(""),
});

const status = z.enum(names(applicationStatuses));
export const applicationRow = z
  .object({
    id: z.string(),
    number: z.string(),
    status,
    title: z.string(),
    applicant: z.string(),
    programId: z.string(),
    program: z.string(),
    requested: z.number(),
    match: z.number(),
    submittedAt: instantField.nullable(),
    version: z.number(),
  })
  .meta({ id: "ProgramApplication" });
export type ProgramApplication = z.output<typeof applicationRow>;

const share = z.object({ objectClass: z.enum(budgetClasses), cents: z.number() });
export const applicationDetail = applicationRow
  .extend({
    programTitle: z.string(),
    vendorId: z.string(),
    screening: z.string().nullable(),
    narrative: z.string(),
    budget: z.array(share),
    startsOn: dayField,
    endsOn: dayField,
    contactName: z.string(),
    contactEmail: z.string(),
    source: z.enum(["portal", "staff"]),
    receivedOn: dayField.nullable(),
    receivedBy: z.string(),
    statusReason: z.string().nullable(),
    subawardId: z.string().nullable(),
    subaward: z.string().nullable(),
    canSubaward: z.boolean(),
    actions: z.array(offeredAction),
  })
  .meta({ id: "ProgramApplicationDetail" });
export type ApplicationDetail = z.output<typeof applicationDetail>;
