import { z } from "zod";
import { offeredAction } from "#kernel/fields.ts";
import { instantField } from "#kernel/time-fields.ts";
import { names } from "#kernel/labels.ts";
import { siteKinds } from "./site.labels.ts";

const kinds = names(siteKinds);
const degree = (most: number, what: string) =>
  z.coerce.number({ message: what }).min(-most, what).max(most, what).nullish();

export const siteInput = z
  .object({
    kind: z.enum(kinds),
    name: z.string().trim().min(3, "Name the place.").max(200),
    address: z.string().trim().min(3, "Say where it is.").max(300),
    hours: z.string().trim().max(200).default(""),
    about: z.string().trim().max(2000).default(""),
    latitude: degree(90, "A latitude lies between -90 and 90."),
    longitude: degree(180, "A longitude lies between -180 and 180."),
  })
  .refine((site) => (site.latitude ?? null) === null || (site.longitude ?? null) !== null, {
    path: ["longitude"],
    message: "Enter both coordinates, or neither.",
  });
export type SiteInput = z.output<typeof siteInput>;

export const siteRow = z
  .object({
    id: z.string(),
    kind: z.enum(kinds),
    name: z.string(),
    address: z.string(),
    hours: z.string(),
    about: z.string(),
    latitude: z.number().nullable(),
    longitude: z.number().nullable(),
    status: z.enum(["draft", "published", "ended"]),
    writtenBy: z.string().nullable(),
    publishedBy: z.string().nullable(),
    publishedAt: instantField.nullable(),
    version: z.number(),
    actions: z.array(offeredAction),
  })
  .meta({ id: "IncidentSite" });
export type Site = z.output<typeof siteRow>;
