import { z } from "zod";
import { offeredAction } from "#kernel/fields.ts";
import { names } from "#kernel/labels.ts";
import { heldAs } from "#kernel/record-form.ts";
import { dayField, dayInput, instantField } from "#kernel/time-fields.ts";
import "#kernel/plain-words.ts";
import { agreementStatuses, overheadRules, serviceKinds } from "./agreement.labels.ts";

/** A service of an agreement; the rate is cents an hour, or of one piece of a fixed fee. */
export const serviceInput = z.strictObject({
  code: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^[A-Z0-9][A-Z0-9-]{0,15}$/, "Use 1 to 16 letters, digits and hyphens."),
  name: z.string().trim().min(2, "Name the service.").max(120),
  kind: z.enum(names(serviceKinds), "Choose how it is billed."),
  /** Empty for costs; for hours: the agency's own rates of the day. */
  rate: heldAs("cents", z.number().int().min(1, "Enter the rate.").max(100_000_00)).nullable(),
});
export type Service = z.output<typeof serviceInput>;

/** What is typed of an agreement. Money in cents, overhead in hundredths of a percent. */
export const agreementFields = {
  title: z.string().trim().min(3, "Say what it is about.").max(200),
  startsOn: dayInput("Enter the first day."),
  endsOn: dayInput("Enter the last day."),
  ceiling: heldAs(
    "cents",
    z
      .number("Enter the most that may be billed.")
      .int()
      .min(1, "Enter the most that may be billed.")
      .max(9e13),
  ),
  overheadOn: z.enum(names(overheadRules), "Choose what overhead is added to.").default("none"),
  overheadBp: heldAs(
    "basisPoints",
    z.number().int().min(0).max(10_000, "At most 100 percent."),
  ).default(0),
  payDays: z.number().int().min(0).max(180, "At most 180 days.").default(30),
  services: z
    .array(serviceInput)
    .min(1, "Name a service.")
    .max(40, "At most forty services.")
    .refine((all) => new Set(all.map(({ code }) => code)).size === all.length, {
      message: "Two services have the same code.",
    })
    .refine((all) => all.every(({ kind, rate }) => kind !== "fee" || rate !== null), {
      message: "A fixed fee needs its amount.",
    })
    .refine((all) => all.every(({ kind, rate }) => kind !== "cost" || rate === null), {
      message: "What it cost has no rate.",
    }),
  terms: z.string().trim().max(20_000).default(""),
  ownerId: z.uuid("Choose who looks after it."),
};

type Whole = { startsOn: string; endsOn: string; overheadOn: string; overheadBp: number };
const inOrder = ({ startsOn, endsOn }: Whole) => endsOn >= startsOn;
const oneOverhead = ({ overheadOn, overheadBp }: Whole) =>
  (overheadOn === "none") === (overheadBp === 0);
const ends = { path: ["endsOn"], message: "It ends before it begins." };
const percent = { path: ["overheadBp"], message: "Enter the percent, or choose no overhead." };

export const agreementChange = z
  .strictObject(agreementFields)
  .refine(inOrder, ends)
  .refine(oneOverhead, percent);
export type AgreementChange = z.output<typeof agreementChange>;
export const agreementInput = z
  .strictObject({ ...agreementFields, clientId: z.uuid("Choose the client.") })
  .refine(inOrder, ends)
  .refine(oneOverhead, percent);
export type AgreementInput = z.output<typeof agreementInput>;

/** A signature on paper. The client's may come by its link too. */
export const signedInput = z.strictObject({
  side: z.enum(["agency", "client"], "Choose who signed."),
  signedOn: dayInput("Enter the day."),
  signer: z.string().trim().min(3, "Enter who signed.").max(160),
});
export type SignedInput = z.output<typeof signedInput>;

export const agreementRow = z
  .object({
    id: z.string(),
    number: z.string(),
    status: z.enum(names(agreementStatuses)),
    title: z.string(),
    clientId: z.string(),
    client: z.string(),
    startsOn: dayField,
    endsOn: dayField,
    ceiling: z.number(),
    billed: z.number(),
    version: z.number(),
  })
  .meta({ id: "ServedAgreement" });
export type AgreementRow = z.output<typeof agreementRow>;

export const agreementDetail = agreementRow
  .extend({
    services: z.array(
      z.object({
        code: z.string(),
        name: z.string(),
        kind: z.enum(names(serviceKinds)),
        rate: z.number().nullable(),
      }),
    ),
    overheadOn: z.enum(names(overheadRules)),
    overheadBp: z.number(),
    payDays: z.number(),
    terms: z.string(),
    ownerId: z.string(),
    owner: z.string(),
    author: z.string(),
    approvedBy: z.string().nullable(),
    approvedAt: instantField.nullable(),
    approvalId: z.string().nullable(),
    agencySignedOn: dayField.nullable(),
    agencySigner: z.string(),
    clientSignedOn: dayField.nullable(),
    clientSigner: z.string(),
    endedOn: dayField.nullable(),
    actions: z.array(offeredAction),
  })
  .meta({ id: "ServedAgreementDetail" });
export type AgreementDetail = z.output<typeof agreementDetail>;
