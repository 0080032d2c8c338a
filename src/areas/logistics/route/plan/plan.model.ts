import { z } from "zod";
import { offeredAction } from "#kernel/fields.ts";
import { names } from "#kernel/labels.ts";
import { dayField, dayInput, instantField } from "#kernel/time-fields.ts";
import { clock, degrees, stopShown } from "../stop/stop.model.ts";
import { answerShown } from "./answer.model.ts";
import { goals, planStatuses, ways } from "./plan.labels.ts";

const whole = (most: number) =>
  z
    .number("Enter a whole number.")
    .int("Enter a whole number.")
    .min(0, "Not below zero.")
    .max(most, `At most ${most.toLocaleString("en-US")}.`);

const depot = z.strictObject({
  name: z.string().trim().min(1, "Name the depot.").max(160),
  ...degrees,
});

const vehicle = z
  .strictObject({
    /** Its name within the plan, which stops are pinned by. */
    key: z.string().trim().min(1, "Name the vehicle.").max(40),
    assetId: z.uuid().nullable().default(null),
    driverId: z.uuid().nullable().default(null),
    /** Pounds. */
    weight: whole(1_000_000),
    /** Cubic feet. */
    volume: whole(1_000_000),
    from: clock,
    to: clock,
    skills: z.string().trim().max(200).default(""),
  })
  .refine(({ from, to }) => from < to, {
    path: ["to"],
    message: "The shift ends before it begins.",
  });
export type PlannedVehicle = z.output<typeof vehicle>;

/** What a plan is made of beside its stops. */
export const planFields = {
  name: z.string().trim().min(2, "Name the plan.").max(120).meta({ title: "Plan" }),
  onDay: dayInput("Choose the day.").meta({ title: "Day" }),
  depot: depot.meta({ title: "Depot" }),
  vehicles: z
    .array(vehicle)
    .min(1, "Add a vehicle.")
    .max(40, "At most 40 vehicles.")
    .refine((all) => new Set(all.map(({ key }) => key)).size === all.length, {
      message: "Two vehicles have the same name.",
    })
    .meta({ title: "Vehicles" }),
  goal: z.enum(names(goals)).default("distance").meta({ title: "Make short" }),
  /** By roads (straight lines where none were imported), a file, or the great circle, at one speed. */
  ways: z.enum(names(ways)).default("roads").meta({ title: "Distances" }),
  /** The file of distances: CSV or XLSX with from, to, miles and minutes. */
  matrixFileId: z.uuid().nullable().default(null).meta({ title: "File of distances" }),
  /** Percent that a way is longer than the great circle, where there are no roads. */
  longer: whole(300).default(30).meta({ title: "Longer than the straight line by, percent" }),
  /** Miles an hour, where there are no roads. */
  speed: z.number().int().min(5).max(80).default(35).meta({ title: "Speed, miles an hour" }),
  seconds: z.number().int().min(2).max(300).default(15).meta({ title: "Seconds to solve" }),
};

export const planInput = z
  .strictObject(planFields)
  .refine((plan) => plan.ways !== "matrix" || plan.matrixFileId !== null, {
    path: ["matrixFileId"],
    message: "Add the file of distances: from, to, miles and minutes.",
  });
export type PlanInput = z.output<typeof planInput>;
export type Setup = Omit<PlanInput, "name" | "onDay" | "matrixFileId">;

export const planRow = z
  .object({
    id: z.string(),
    number: z.string(),
    status: z.enum(names(planStatuses)),
    name: z.string(),
    onDay: dayField,
    stops: z.number(),
    done: z.number(),
    failed: z.number(),
    vehicles: z.number(),
    /** Meters of all routes; null until it was solved. */
    meters: z.number().nullable(),
    version: z.number(),
  })
  .meta({ id: "RoutePlan" });
export type PlanRow = z.output<typeof planRow>;

export const planDetail = z
  .object({
    id: z.string(),
    number: z.string(),
    status: z.enum(names(planStatuses)),
    statusReason: z.string(),
    name: z.string(),
    onDay: dayField,
    depot: z.object({ name: z.string(), latitude: z.number(), longitude: z.number() }),
    vehicles: z.array(
      z.object({
        key: z.string(),
        assetId: z.string().nullable(),
        driverId: z.string().nullable(),
        driver: z.string(),
        weight: z.number(),
        volume: z.number(),
        from: z.string(),
        to: z.string(),
        skills: z.string(),
      }),
    ),
    goal: z.enum(names(goals)),
    ways: z.enum(names(ways)),
    matrixFile: z.object({ id: z.string(), name: z.string(), size: z.number() }).nullable(),
    longer: z.number(),
    speed: z.number(),
    seconds: z.number(),
    stops: z.array(stopShown),
    answer: answerShown.nullable(),
    jobId: z.string().nullable(),
    /** The layer of roads in force and what is closed on the plan's day. */
    roads: z.object({ name: z.string(), asOf: dayField }).nullable(),
    closures: z.array(
      z.object({
        id: z.string(),
        number: z.string(),
        name: z.string(),
        area: z.unknown(),
        lines: z.array(z.array(z.tuple([z.number(), z.number()]))),
      }),
    ),
    releasedBy: z.string(),
    releasedAt: instantField.nullable(),
    version: z.number(),
    canEdit: z.boolean(),
    actions: z.array(offeredAction),
  })
  .meta({ id: "RoutePlanDetail" });
export type PlanDetail = z.output<typeof planDetail>;

/** What waits to be driven to and is in no plan. */
export const unplanned = z.object({
  items: z.array(
    z.object({
      type: z.string(),
      label: z.string(),
      id: z.string(),
      number: z.string(),
      title: z.string(),
      place: z.string(),
      placed: z.boolean(),
      due: dayField.nullable(),
      href: z.string(),
    }),
  ),
  /** So many more wait than are told. */
  more: z.boolean(),
});
export type Unplanned = z.output<typeof unplanned>;
