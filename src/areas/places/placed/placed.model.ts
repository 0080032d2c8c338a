import { z } from "zod";
import { names } from "#kernel/labels.ts";

const verdicts = ["inside", "outside", "unknown"] as const;
/** How a record came to its place on the map. */
const placements = {
  pinned: "pinned by somebody",
  typed: "typed coordinates",
  zip: "centre of its ZIP",
} as const;

export const placedRow = z
  .object({
    noun: z.string(),
    nounLabel: z.string(),
    id: z.string(),
    label: z.string(),
    about: z.string(),
    href: z.string(),
    latitude: z.number(),
    longitude: z.number(),
    accuracy: z.number(),
    how: z.enum(names(placements)),
  })
  .meta({ id: "PlacedRecord" });
export type Placed = z.output<typeof placedRow>;

const vertex = z.tuple([z.number().min(-180).max(180), z.number().min(-90).max(90)]);
const polygon = z.array(z.array(vertex).min(4).max(20_000)).min(1).max(200);
/** A surface as it is sent: polygons, and circles with their radius in meters. */
export const areaInput = z.object({
  polygons: z.array(polygon).max(2000).default([]),
  circles: z
    .array(
      z.object({
        center: z.object({
          latitude: z.number().min(-90).max(90),
          longitude: z.number().min(-180).max(180),
        }),
        radius: z.number().positive().max(1_000_000),
      }),
    )
    .max(50)
    .default([]),
});

export const findInput = z.object({
  area: areaInput,
  /** Meters by which the area is widened. */
  buffer: z.number().min(0).max(500_000).default(0),
});
export const foundRow = placedRow.extend({ verdict: z.enum(verdicts), distance: z.number() });
export type Found = z.output<typeof foundRow>;

export const pinInput = z.object({
  latitude: z.number("Enter degrees north, such as 44.79.").min(-90).max(90),
  longitude: z.number("Enter degrees east, such as -93.6.").min(-180).max(180),
  accuracy: z.number().int().min(1).max(100_000).default(25),
});

const lines = z.array(z.array(z.tuple([z.number(), z.number()])));
const outlineRow = z.object({
  fips: z.string(),
  name: z.string(),
  polygons: z.array(lines),
});
export type Outline = z.output<typeof outlineRow>;
const box = z.object({ west: z.number(), south: z.number(), east: z.number(), north: z.number() });
const townRow = z.object({
  id: z.string(),
  name: z.string(),
  population: z.number(),
  latitude: z.number(),
  longitude: z.number(),
});
export type Town = z.output<typeof townRow>;
export const outlinesAnswer = z.object({
  items: z.array(outlineRow),
  states: z.array(outlineRow),
  /** The largest towns of the box, the largest first. */
  towns: z.array(townRow),
  /** Where the archive of streets is read; null where the operator has put none. */
  streets: z.string().nullable(),
  /** Where the agency is, by its outline; null where it has chosen none. */
  agency: box.nullable(),
});
export type Outlines = z.output<typeof outlinesAnswer>;
