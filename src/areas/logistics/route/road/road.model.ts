import { z } from "zod";
import { offeredAction } from "#kernel/fields.ts";
import { names } from "#kernel/labels.ts";
import { dayField, dayInput } from "#kernel/time-fields.ts";
import { closureStatuses } from "./closure.labels.ts";

/** A road as it is stored: name, line, km/h, one way; kept short, for there are many. */
export type StoredRoad = {
  n: string;
  l: [number, number][];
  s: number;
  o: boolean;
};
/** What an import found. */
export type LayerCounts = {
  roads: number;
  vertices: number;
  /** Shapes of the file that are no line. */
  others: number;
  /** Roads without a speed of their own. */
  withoutSpeed: number;
  /** Roads that only one way is driven. */
  oneWay: number;
};

/** Miles an hour where the file says nothing of it. */
export const assumedSpeed = 30;

export const layerInput = z.strictObject({
  fileId: z.uuid("Choose the file."),
  name: z.string().trim().min(2, "Name the layer.").max(120),
  source: z.string().trim().max(300).default(""),
  asOf: dayInput("Say of which day the roads are."),
});
export type LayerInput = z.output<typeof layerInput>;

export const layerShown = z
  .object({
    id: z.string(),
    name: z.string(),
    source: z.string(),
    asOf: dayField,
    inForce: z.boolean(),
    counts: z.object({
      roads: z.number(),
      vertices: z.number(),
      others: z.number(),
      withoutSpeed: z.number(),
      oneWay: z.number(),
    }),
    version: z.number(),
  })
  .meta({ id: "RoadLayer" });
export type LayerShown = z.output<typeof layerShown>;

const vertex = z.tuple([z.number().min(-180).max(180), z.number().min(-90).max(90)]);

/** The fields of a closure, said once: a road of the layer by its name, or corners of a surface. */
const closureFields = {
  name: z.string().trim().min(3, "Say what is closed.").max(160).meta({ title: "What is closed" }),
  reason: z.string().trim().max(300).default("").meta({ title: "Why" }),
  fromOn: dayInput("Say from which day on.").meta({ title: "From" }),
  untilOn: dayInput("Enter a day.").nullable().default(null).meta({ title: "Through" }),
  road: z.string().trim().max(120).default("").meta({ title: "Road, as the layer names it" }),
  corners: z.array(vertex).max(200, "At most 200 corners.").default([]).meta({ title: "Corners" }),
};
export const closureInput = z
  .strictObject(closureFields)
  .refine(({ road, corners }) => (road !== "") !== corners.length >= 3, {
    path: ["road"],
    message: "Name the road, or draw the surface with three corners at least: one of both.",
  })
  .refine(({ fromOn, untilOn }) => untilOn === null || untilOn >= fromOn, {
    path: ["untilOn"],
    message: "It ends before it begins.",
  });
export type ClosureInput = z.output<typeof closureInput>;

export const closureRow = z
  .object({
    id: z.string(),
    number: z.string(),
    status: z.enum(names(closureStatuses)),
    name: z.string(),
    reason: z.string(),
    fromOn: dayField,
    untilOn: dayField.nullable(),
    road: z.string(),
    /** Whether it is closed today. */
    now: z.boolean(),
    version: z.number(),
  })
  .meta({ id: "RoadClosure" });
export type ClosureRow = z.output<typeof closureRow>;

export const closureDetail = closureRow
  .omit({ now: true })
  .extend({ area: z.unknown(), actions: z.array(offeredAction) })
  .meta({ id: "RoadClosureDetail" });
export type ClosureDetail = z.output<typeof closureDetail>;
