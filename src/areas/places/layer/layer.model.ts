import { z } from "zod";
import { instantField } from "#kernel/time-fields.ts";

const vertex = z.tuple([z.number().min(-180).max(180), z.number().min(-90).max(90)]);
const geometry = z.discriminatedUnion("type", [
  z.object({ type: z.literal("Point"), coordinates: vertex }),
  z.object({
    type: z.literal("MultiLineString"),
    coordinates: z.array(z.array(vertex).min(2)).min(1),
  }),
  z.object({
    type: z.literal("MultiPolygon"),
    coordinates: z.array(z.array(z.array(vertex).min(4)).min(1)).min(1),
  }),
]);
const feature = z.object({
  name: z.string().trim().max(200).default(""),
  code: z.string().trim().max(20).optional(),
  note: z.string().trim().max(1000).default(""),
  geometry,
});

export const layerInput = z.object({
  name: z.string().trim().min(2, "Name the layer.").max(120),
  note: z.string().trim().max(1000).default(""),
  features: z.array(feature).max(5000).default([]),
});

export const layerRow = z
  .object({
    id: z.string(),
    definitionId: z.string(),
    versionNo: z.number(),
    name: z.string(),
    status: z.enum(["draft", "published", "retired"]),
    publishedAt: instantField.nullable(),
    version: z.number(),
    note: z.string(),
    features: z.array(feature),
  })
  .meta({ id: "MapLayer" });
export type Layer = z.output<typeof layerRow>;

/**
 * A file as text: GeoJSON, KML, or CSV with columns name, latitude, longitude; or in base64 a zipped
 * shapefile or KMZ.
 */
export const readInput = z.union([
  z.strictObject({ text: z.string().min(1, "The file is empty.").max(5_000_000, "At most 5 MB.") }),
  z.strictObject({
    archive: z.base64("Send the archive in base64.").max(14_000_000, "At most 10 MB."),
  }),
]);
export const readAnswer = z.object({
  features: z.array(feature),
  problems: z.array(z.object({ row: z.number(), problem: z.string() })),
});
export type ReadAnswer = z.output<typeof readAnswer>;
