import { z } from "zod";
import { keptBySilence } from "#kernel/fields.ts";
import { dayField, instantField, instantInput } from "#kernel/time-fields.ts";
import { names } from "#kernel/labels.ts";
import { hourKinds, hourPay, hourStatuses, type HourKind, type HourPay } from "./hours.labels.ts";
const optional = <T extends z.ZodType>(field: T) =>
  z
    .literal("")
    .or(field)
    .nullish()
    .transform((value) => (value === "" ? null : (value ?? null)) as z.output<T> | null);
const minutes = z.coerce.number("Enter minutes.").int("Enter whole minutes.").min(0).max(1440);

/** Hours as they are entered. Of people minutes are the time less breaks; of units the time they ran. */
export const hourInput = z.object({
  kind: z.enum(names<HourKind>(hourKinds)).default("labor"),
  personId: optional(z.uuid()),
  laborClassId: optional(z.uuid()),
  unitId: optional(z.uuid()),
  fromAt: instantInput("Enter when it began."),
  toAt: z.iso.datetime({ offset: true, error: "Enter when it ended." }),
  breakMinutes: minutes.default(0),
  standbyMinutes: minutes.default(0),
  pay: z.enum(names<HourPay>(hourPay)).default("regular"),
  activity: z.string().trim().max(300).default(""),
  meter: optional(z.coerce.number().min(0).max(9e9)),
  placeId: optional(z.uuid()),
  assetId: optional(z.uuid()),
  workOrderId: optional(z.uuid()),
  incidentId: optional(z.uuid()),
  positionId: optional(z.uuid()),
});
export type HourInput = z.output<typeof hourInput>;
export const correctionInput = hourInput.extend({
  reason: z.string().trim().min(3, "Say what was wrong.").max(500),
});

export const hourRow = z
  .object({
    id: z.string(),
    kind: z.enum(names<HourKind>(hourKinds)),
    status: z.enum(names(hourStatuses)),
    workedOn: dayField,
    person: z.string().nullable(),
    personId: z.string().nullable(),
    laborClass: z.string().nullable(),
    unit: z.string().nullable(),
    fromAt: instantField,
    toAt: instantField,
    minutes: z.number(),
    standbyMinutes: z.number(),
    pay: z.enum(names<HourPay>(hourPay)),
    activity: z.string(),
    meter: z.string().nullable(),
    asset: z.string().nullable(),
    workOrder: z.string().nullable(),
    workOrderId: z.string().nullable(),
    incident: z.string().nullable(),
    enteredBy: z.string().nullable(),
    approvedBy: z.string().nullable(),
    correctionReason: z.string(),
    version: z.number(),
  })
  .meta({ id: "WorkHour" });
export type HourRow = z.output<typeof hourRow>;

/** What work cost by its approved and entered hours; rows without a rate are named, never guessed. */
export const hourCost = z
  .object({
    minutes: z.number(),
    equipmentMinutes: z.number(),
    waiting: z.number(),
    cents: z.number().nullable(),
    unrated: z.number(),
  })
  .meta({ id: "HourCost" });
export type HourCost = z.output<typeof hourCost>;

const laborClassFields = {
  code: z.string().trim().min(1, "Enter a code.").max(20),
  name: z.string().trim().min(1, "Enter a name.").max(120),
  active: z.boolean().default(true),
};
export const laborClassInput = z.object(laborClassFields);
/** A change: one that says nothing of it takes no retired class into use again. */
export const laborClassChange = keptBySilence(laborClassFields, ["active"]);
export const laborClassRow = laborClassInput.extend({ id: z.string(), version: z.number() });
export type LaborClassRow = z.output<typeof laborClassRow>;

const cents = z.number("Enter an amount such as 41.20.").int().min(0).max(100_000_00);
export const rateInput = z.object({
  laborClassId: optional(z.uuid()),
  assetClassId: optional(z.uuid()),
  fromDay: z.iso.date("Enter the day from which it holds."),
  regularCents: cents,
  otherCents: cents,
  source: z.string().trim().max(300).default(""),
});
export const rateRow = z.object({
  id: z.string(),
  of: z.string(),
  kind: z.enum(names<HourKind>(hourKinds)),
  fromDay: dayField,
  regularCents: z.number(),
  otherCents: z.number(),
  source: z.string(),
});
export type RateRow = z.output<typeof rateRow>;
