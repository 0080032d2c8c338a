import { improvementRow } from "../book/book.model.ts";
import { disposalShown } from "../disposal/disposal.model.ts";
import { z } from "zod";
import { answerOf, keptBySilence, offeredAction, patchOf } from "#kernel/fields.ts";
import { dayField, dayInput, instantField } from "#kernel/time-fields.ts";
import { heldAs } from "#kernel/record-form.ts";
import { names } from "#kernel/labels.ts";
import {
  assetStatuses,
  conditionScales,
  type AssetStatus,
  type ConditionScale,
} from "./asset.labels.ts";
const short = (most: number) => z.string().trim().max(most).default("");
const cents = heldAs("cents", z.number("Enter an amount such as 1,234.56.").int().min(0).max(9e14));
const optional = <T extends z.ZodType>(field: T) =>
  z
    .literal("")
    .or(field)
    .nullish()
    .transform((value) => (value === "" ? null : (value ?? null)) as z.output<T> | null);
const grade = optional(z.coerce.number().int().min(1).max(5));
const months = optional(z.coerce.number().int().min(1, "At least one month.").max(1200));
const degrees = (most: number, what: string) =>
  z
    .string()
    .trim()
    .refine(
      (text) =>
        text === "" || (/^-?\d{1,3}(\.\d{1,10})?$/.test(text) && Math.abs(Number(text)) <= most),
      `${what} is a number of degrees from -${most} to ${most}, such as 44.7891.`,
    )
    .nullish()
    .transform((text) => text || null);

/** The fields of an asset, said once: form, API and answers derive from them. */
export const assetFields = {
  name: z.string().trim().min(1, "Enter a name.").max(200).meta({ title: "Name" }),
  classId: z.uuid("Choose a class.").meta({ title: "Class" }),
  tag: short(60).meta({ title: "Tag" }),
  parentId: optional(z.uuid()).meta({ title: "Part of" }),
  placeId: optional(z.uuid()).meta({ title: "Place" }),
  location: short(300).meta({ title: "Where exactly" }),
  latitude: degrees(90, "The latitude").meta({ title: "Latitude" }),
  longitude: degrees(180, "The longitude").meta({ title: "Longitude" }),
  departmentId: optional(z.uuid()).meta({ title: "Department" }),
  custodianId: optional(z.uuid()).meta({ title: "Custodian" }),
  manufacturer: short(120).meta({ title: "Manufacturer" }),
  model: short(120).meta({ title: "Model" }),
  serial: short(120).meta({ title: "Serial number" }),
  warrantyUntil: optional(dayInput("Enter a day.")).meta({ title: "Warranty until" }),
  consequence: grade.meta({ title: "Consequence of failure, 1 to 5" }),
  likelihood: grade.meta({ title: "Likelihood of failure, 1 to 5" }),
  criticalityReason: short(1000).meta({ title: "Why so critical" }),
  costCents: cents
    .nullish()
    .transform((c) => c ?? null)
    .meta({ title: "Cost" }),
  acquiredOn: optional(dayInput("Enter a day.")).meta({ title: "Acquired on" }),
  salvageCents: cents.default(0).meta({ title: "Salvage value" }),
  lifeMonths: months.meta({ title: "Useful life, months" }),
  federalAward: short(200).meta({ title: "Federal award" }),
  federalPercent: heldAs(
    "decimal",
    z.string().regex(/^(\d{1,2}(\.\d{1,2})?|100(\.0{1,2})?)$/, "A percentage from 0 to 100."),
  )
    .default("0")
    .meta({ title: "Federal share, %" }),
  federalAwardedOn: optional(dayInput("Enter a day.")).meta({ title: "Award made on" }),
  federalInstructions: z
    .boolean()
    .default(false)
    .meta({ title: "The award asks for disposition instructions" }),
  note: short(4000).meta({ title: "Note" }),
};

type Position = { latitude?: string | null | undefined; longitude?: string | null | undefined };
const placed = {
  path: ["longitude"],
  message: "A position has latitude and longitude, or neither.",
};
export const assetInput = z
  .object(assetFields)
  .refine((a: Position) => (a.latitude === null) === (a.longitude === null), placed)
  .refine((a) => a.costCents === null || a.salvageCents <= a.costCents, {
    path: ["salvageCents"],
    message: "The salvage value is more than the cost.",
  });
export type AssetInput = z.output<typeof assetInput>;
export const assetPatch = patchOf(assetFields);
export type AssetPatch = z.output<typeof assetPatch>;

export const readingInput = z.object({
  readOn: z.iso.date("Enter the day."),
  value: z.coerce.number("Enter a number.").min(0).max(100),
  note: short(1000),
});
export type ReadingInput = z.output<typeof readingInput>;

export const disposeInput = z.object({
  disposedOn: z.iso.date("Enter the day."),
  disposalCents: cents,
  reason: z.string().trim().min(3, "Say how and to whom.").max(2000),
});
export type Disposal = z.output<typeof disposeInput>;

const status = z.enum(names<AssetStatus>(assetStatuses));
const scale = z.enum(names<ConditionScale>(conditionScales));
export const assetRow = z
  .object({
    id: z.string(),
    number: z.string(),
    status,
    name: z.string(),
    tag: z.string(),
    className: z.string(),
    classId: z.string(),
    department: z.string().nullable(),
    place: z.string().nullable(),
    location: z.string(),
    position: z.string().nullable(),
    condition: z.number().nullable(),
    conditionOn: dayField.nullable(),
    criticality: z.number().nullable(),
    costCents: z.number().nullable(),
    warrantyUntil: dayField.nullable(),
    openWork: z.number(),
    version: z.number(),
  })
  .meta({ id: "Asset" });
export type AssetRow = z.output<typeof assetRow>;

const assetReadingRow = z.object({
  id: z.string(),
  readOn: dayField,
  scale,
  value: z.string(),
  condition: z.number(),
  note: z.string(),
  readBy: z.string().nullable(),
});

const downtimeRow = z.object({
  id: z.string(),
  fromAt: instantField,
  untilAt: instantField.nullable(),
  reason: z.string(),
});

export const assetDetail = assetRow
  .extend({
    ...answerOf(assetFields),
    consequence: z.number().nullable(),
    likelihood: z.number().nullable(),
    lifeMonths: z.number().nullable(),
    parent: z.string().nullable(),
    custodian: z.string().nullable(),
    scale,
    inServiceOn: dayField.nullable(),
    disposedOn: dayField.nullable(),
    disposalCents: z.number().nullable(),
    /** The newest picture among its documents. */
    photoId: z.string().nullable(),
    parts: z.array(z.object({ id: z.string(), number: z.string(), name: z.string(), status })),
    readings: z.array(assetReadingRow),
    downtime: z.array(downtimeRow),
    book: z
      .object({ months: z.number(), depreciatedCents: z.number(), bookCents: z.number() })
      .nullable(),
    improvements: z.array(improvementRow),
    disposal: z.enum(["", "proposed", "approved"]),
    disposalShown: disposalShown.nullable(),
    /** Gain (above zero) or loss at disposal. */
    disposalResultCents: z.number().nullable(),
    canEdit: z.boolean(),
    actions: z.array(offeredAction),
  })
  .meta({ id: "AssetDetail" });
export type AssetDetail = z.output<typeof assetDetail>;

/** The fields of a class of assets. */
export const classFields = {
  code: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^[A-Z0-9-]{1,20}$/, "Letters, digits and hyphens, at most 20.")
    .meta({ title: "Code" }),
  name: z.string().trim().min(1, "Enter a name.").max(120).meta({ title: "Name" }),
  conditionScale: scale.meta({ title: "Scale of condition" }),
  lifeMonths: months.meta({ title: "Useful life, months" }),
  active: z.boolean().default(true).meta({ title: "In use" }),
  publicReports: z.boolean().default(false).meta({ title: "Anybody may report by its label" }),
  certificates: z.string().trim().max(300).default("").meta({ title: "Certificates demanded" }),
};
export const classInput = z.object(classFields);
/** A change: one that says nothing of them takes no retired class into use again, nor a demand off. */
export const classChange = keptBySilence(classFields, ["active", "publicReports", "certificates"]);
type ClassInput = z.output<typeof classInput>;
/** What a new class is made of: nobody reports by its labels, and nothing is demanded, unless said. */
export type NewClass = Omit<ClassInput, "publicReports" | "certificates"> &
  Partial<Pick<ClassInput, "publicReports" | "certificates">>;
export const classRow = z
  .object({
    id: z.string(),
    code: z.string(),
    name: z.string(),
    conditionScale: scale,
    lifeMonths: z.number().nullable(),
    active: z.boolean(),
    publicReports: z.boolean(),
    certificates: z.string(),
    assets: z.number(),
    version: z.number(),
  })
  .meta({ id: "AssetClass" });
export type ClassRow = z.output<typeof classRow>;
