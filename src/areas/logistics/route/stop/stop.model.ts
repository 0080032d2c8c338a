import { z } from "zod";
import { offeredAction } from "#kernel/fields.ts";
import { names } from "#kernel/labels.ts";
import { instantField } from "#kernel/time-fields.ts";
import { stopStatuses } from "./stop.labels.ts";

/** A time of the plan's day, as it is typed: HH:MM. */
export const clock = z
  .string()
  .trim()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, "Enter a time such as 07:30.");
const orNone = z.union([z.literal(""), clock]).default("");

const whole = (most: number) =>
  z
    .number("Enter a whole number.")
    .int("Enter a whole number.")
    .min(0, "Not below zero.")
    .max(most, `At most ${most.toLocaleString("en-US")}.`);

/** Words of skills and equipment, separated by commas. */
const skills = z.string().trim().max(200).default("");

export const degrees = {
  latitude: z.number("Enter degrees such as 44.7902.").min(-90).max(90),
  longitude: z.number("Enter degrees such as -93.6011.").min(-180).max(180),
};

/** The fields of a stop, said once. */
export const stopFields = {
  name: z.string().trim().min(1, "Name the stop.").max(160).meta({ title: "Stop" }),
  place: z.string().trim().max(300).default("").meta({ title: "Address" }),
  ...degrees,
  from: orNone.meta({ title: "Not before" }),
  to: orNone.meta({ title: "Not after" }),
  minutes: whole(600).default(10).meta({ title: "Minutes there" }),
  /** Pounds. */
  weight: whole(1_000_000).default(0).meta({ title: "Weight, lb" }),
  /** Cubic feet. */
  volume: whole(1_000_000).default(0).meta({ title: "Volume, cu ft" }),
  skills: skills.meta({ title: "Needs" }),
  /** The vehicle that it is pinned to, by its key; empty for any. */
  vehicle: z.string().max(40).default("").meta({ title: "Only by" }),
  /** False: it may be left out where it costs more than `detour`. */
  must: z.boolean().default(true).meta({ title: "Must be driven to" }),
  /** Miles that it is worth where it may be left out. */
  detour: whole(1000).default(0).meta({ title: "Worth a detour of, miles" }),
  /** A stop of the plan that comes before it, on the same vehicle. */
  afterId: z.uuid().nullable().default(null).meta({ title: "After" }),
  /** A stop of the plan that is never on the same vehicle. */
  apartId: z.uuid().nullable().default(null).meta({ title: "Never with" }),
  contact: z.string().trim().max(200).default("").meta({ title: "Contact" }),
  note: z.string().trim().max(1000).default("").meta({ title: "Note" }),
};

const ordered = ({ from, to }: { from: string; to: string }): boolean => !from || !to || from <= to;
const saysOrder = { path: ["to"], message: "The window ends before it begins." };

export const stopInput = z.strictObject(stopFields).refine(ordered, saysOrder);
export type StopTold = z.output<typeof stopInput>;

/** Records that become stops of a plan, each with what is known of its place. */
export const errandsInput = z.strictObject({
  errands: z
    .array(z.strictObject({ type: z.string().max(40), id: z.uuid() }))
    .min(1, "Choose what is driven to.")
    .max(200),
});

/** Where a stop stands in a released route; times are minutes since midnight of the plan's day. */
export type PlannedStop = {
  vehicle: string;
  /** Counted from 1. */
  place: number;
  arrival: number;
  begin: number;
  leave: number;
};
/** What its driver said. */
export type DrivenStop = {
  arrivedAt?: string;
  endedAt?: string;
  by?: string;
  receiver?: string;
  note?: string;
  reason?: string;
};

export const doneInput = z.strictObject({
  receiver: z.string().trim().max(120).default(""),
  note: z.string().trim().max(1000).default(""),
});

const planned = z.object({
  vehicle: z.string(),
  place: z.number(),
  arrival: z.number(),
  begin: z.number(),
  leave: z.number(),
});
const driven = z.object({
  arrivedAt: instantField.optional(),
  endedAt: instantField.optional(),
  by: z.string().optional(),
  receiver: z.string().optional(),
  note: z.string().optional(),
  reason: z.string().optional(),
});

export const stopShown = z
  .object({
    id: z.string(),
    number: z.string(),
    status: z.enum(names(stopStatuses)),
    lineNo: z.number(),
    sourceType: z.string(),
    sourceId: z.string().nullable(),
    /** Where the record opens that it was made of. */
    sourceHref: z.string().nullable(),
    told: z.object({
      ...stopFields,
      afterId: z.string().nullable(),
      apartId: z.string().nullable(),
    }),
    planned: planned.nullable(),
    driven,
    /** Minutes that it was reached later than planned; below zero where earlier, null until it was. */
    minutesLate: z.number().nullable(),
    version: z.number(),
  })
  .meta({ id: "RouteStop" });
export type StopShown = z.output<typeof stopShown>;

/** A stop as its driver has it in hand. */
export const driverStop = stopShown.extend({ actions: z.array(offeredAction) }).meta({
  id: "DriverStop",
});
export type DriverStop = z.output<typeof driverStop>;
