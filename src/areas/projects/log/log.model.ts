import { z } from "zod";
import { offeredAction } from "#kernel/fields.ts";
import { names } from "#kernel/labels.ts";
import { dayField, dayInput, instantField } from "#kernel/time-fields.ts";
import { delayCauses, logStatuses } from "./log.labels.ts";

const decimal = (what: string) =>
  z
    .string()
    .trim()
    .regex(/^\d{1,12}(\.\d{1,4})?$/, `${what} is a number with at most four decimals.`);
const hours = z
  .string()
  .trim()
  .regex(/^\d{1,2}(\.\d{1,2})?$/, "Hours are a number such as 8 or 7.5.")
  .refine((text) => Number(text) > 0 && Number(text) <= 24, "More than none and at most 24 hours.");
const words = (what: string, most = 120) => z.string().trim().min(1, what).max(most);
const degrees = z
  .int("Enter whole degrees.")
  .min(-80, "At least -80 degrees.")
  .max(140, "At most 140 degrees.")
  .nullable()
  .default(null);

const crew = z.strictObject({
  employer: words("Say whose crew it is."),
  trade: words("Say its trade."),
  people: z.int("Enter how many people.").min(1, "At least one.").max(5000, "At most 5,000."),
  hours,
});
const machine = z.strictObject({
  employer: words("Say whose equipment it is."),
  what: words("Say what it is."),
  hours,
});
const quantity = z.strictObject({
  purchaseOrderLineId: z.uuid("Choose a line of an order."),
  station: z.string().trim().max(60).default(""),
  quantity: decimal("A quantity").refine((text) => Number(text) > 0, "More than none was built."),
  note: z.string().trim().max(300).default(""),
});
export type LogQuantity = z.output<typeof quantity>;

/** The fields of a daily log, said once: form, API and history derive from them. */
export const logFields = {
  day: dayInput("Enter the day.").meta({ title: "Day" }),
  conditions: z.string().trim().max(300).default("").meta({ title: "Weather" }),
  temperatureLow: degrees.meta({ title: "Lowest temperature" }),
  temperatureHigh: degrees.meta({ title: "Highest temperature" }),
  crews: z.array(crew).max(60).default([]).meta({ title: "Crews" }),
  equipment: z.array(machine).max(100).default([]).meta({ title: "Equipment" }),
  quantities: z.array(quantity).max(200).default([]).meta({ title: "Quantities" }),
  delayCause: z
    .enum(names<keyof typeof delayCauses>(delayCauses))
    .nullable()
    .default(null)
    .meta({ title: "Cause of delay" }),
  delayHours: hours.nullable().default(null).meta({ title: "Hours lost" }),
  delayNote: z.string().trim().max(1000).default("").meta({ title: "What stood still" }),
  notes: z.string().trim().max(10_000).default("").meta({ title: "Notes" }),
  photoFileIds: z.array(z.uuid()).max(40).default([]).meta({ title: "Photos" }),
};

type Rules = Pick<
  z.output<z.ZodObject<typeof logFields>>,
  "temperatureLow" | "temperatureHigh" | "delayCause" | "delayHours" | "delayNote"
>;
const warmer = (log: Rules): boolean =>
  log.temperatureLow === null ||
  log.temperatureHigh === null ||
  log.temperatureLow <= log.temperatureHigh;
const caused = (log: Rules): boolean =>
  log.delayCause !== null || (log.delayHours === null && log.delayNote === "");
const rules = {
  warmer: {
    path: ["temperatureHigh"],
    message: "The highest temperature is below the lowest.",
  },
  caused: { path: ["delayCause"], message: "Say what caused the delay." },
};
export const logInput = z
  .object({ ...logFields, projectId: z.uuid("Choose the project.") })
  .refine(warmer, rules.warmer)
  .refine(caused, rules.caused);
export type LogInput = z.output<typeof logInput>;
export const logChange = z
  .object(logFields)
  .refine(warmer, rules.warmer)
  .refine(caused, rules.caused);
export type LogChange = z.output<typeof logChange>;

/** What is added to a locked log, and why only now. */
export const amendInput = z.object({
  says: words("Say what is to be added.", 10_000),
  reason: words("Say why the log did not have it.", 1000),
});
export type AmendInput = z.output<typeof amendInput>;

/** The photos of a log that may be published; the others stay private. */
export const publishInput = z.object({ fileIds: z.array(z.uuid()).max(40) });

export const logRow = z
  .object({
    id: z.string(),
    number: z.string(),
    status: z.enum(names(logStatuses)),
    projectId: z.string(),
    project: z.string(),
    day: dayField,
    authorId: z.string(),
    author: z.string(),
    conditions: z.string(),
    people: z.number(),
    quantities: z.number(),
    delayCause: z.enum(names<keyof typeof delayCauses>(delayCauses)).nullable(),
    delayHours: z.string().nullable(),
    photos: z.number(),
    submittedAt: instantField.nullable(),
    version: z.number(),
  })
  .meta({ id: "DailyLog" });
export type LogRow = z.output<typeof logRow>;

const loggedLine = z.object({
  purchaseOrderLineId: z.string(),
  purchaseOrderId: z.string(),
  order: z.string(),
  lineNo: z.number(),
  description: z.string(),
  unit: z.string(),
  ordered: z.string(),
  /** Of all submitted logs. */
  logged: z.string(),
});
export type LoggedLine = z.output<typeof loggedLine>;

export const logDetail = logRow
  .omit({ people: true, photos: true, quantities: true })
  .extend({
    projectNumber: z.string(),
    temperatureLow: z.number().nullable(),
    temperatureHigh: z.number().nullable(),
    crews: z.array(crew),
    equipment: z.array(machine),
    quantities: z.array(loggedLine.omit({ logged: true }).extend(quantity.shape)),
    delayNote: z.string(),
    notes: z.string(),
    photoFileIds: z.array(z.string()),
    photos: z.array(
      z.object({ id: z.string(), name: z.string(), mediaType: z.string(), public: z.boolean() }),
    ),
    /** When it is locked, or was. */
    locksAt: instantField.nullable(),
    amendments: z.array(
      z.object({
        id: z.string(),
        author: z.string(),
        at: instantField,
        says: z.string(),
        reason: z.string(),
      }),
    ),
    /** Lines of which more is logged than was ordered. */
    beyond: z.array(z.object({ at: z.number(), says: z.string() })),
    statusReason: z.string(),
    canEdit: z.boolean(),
    actions: z.array(offeredAction),
  })
  .meta({ id: "DailyLogDetail" });
export type LogDetail = z.output<typeof logDetail>;

/** What a new log begins with. */
export const logStart = z
  .object({
    project: z.object({ id: z.string(), number: z.string(), name: z.string() }),
    today: dayField,
    /** The asker's log of today, where there is one already. */
    todayId: z.string().nullable(),
    /** The newest log before today: the asker's own, else another's. */
    before: z
      .object({
        id: z.string(),
        day: dayField,
        crews: z.array(crew),
        equipment: z.array(machine),
      })
      .nullable(),
    lines: z.array(loggedLine),
  })
  .meta({ id: "DailyLogStart" });
export type LogStart = z.output<typeof logStart>;

/** The days of a project as its logs tell them. */
export const fieldDays = z
  .object({
    /** From when on logs are asked for; null while the work has not begun. */
    since: dayField.nullable(),
    until: dayField,
    /** Working days without a submitted log. */
    missing: z.number(),
    delays: z.array(
      z.object({
        cause: z.enum(names<keyof typeof delayCauses>(delayCauses)),
        days: z.number(),
        hours: z.string(),
      }),
    ),
    /** The newest days, the oldest first. */
    days: z.array(
      z.object({
        day: dayField,
        state: z.enum(["log", "delay", "missing", "free"]),
        logId: z.string().nullable(),
      }),
    ),
  })
  .meta({ id: "FieldDays" });
export type FieldDays = z.output<typeof fieldDays>;
