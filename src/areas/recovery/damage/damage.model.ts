import { z } from "zod";
import { offeredAction } from "#kernel/fields.ts";
import { dayField } from "#kernel/time-fields.ts";
import { names } from "#kernel/labels.ts";
import { damageCycle } from "./damage.labels.ts";

const category = z.enum(["A", "B", "C", "D", "E", "F", "G"], "Choose the category.");
const text = (most: number) => z.string().trim().max(most).default("");

const damageFields = {
  declarationId: z.uuid("Choose the declaration."),
  title: z.string().trim().min(3, "Say what is damaged.").max(200),
  location: z.string().trim().min(3, "Say where it is.").max(300),
  latitude: z.coerce.number().min(-90).max(90).nullish(),
  longitude: z.coerce.number().min(-180).max(180).nullish(),
  category,
  cause: z.string().trim().min(3, "Say what damaged it.").max(500),
  occurredOn: z.iso.date("Enter the day of the damage."),
  responsibility: text(500),
  dimensions: text(500),
  estimateCents: z.number("Enter the estimate.").int().min(0).max(9e13).default(0),
  insured: z.boolean().default(false),
  floodZone: z.boolean().default(false),
  otherAgency: text(200),
};
export const damageInput = z.object(damageFields);
export type DamageInput = z.output<typeof damageInput>;

export const damageRow = z
  .object({
    id: z.string(),
    number: z.string(),
    title: z.string(),
    location: z.string(),
    category,
    status: z.enum(names(damageCycle.statuses)),
    occurredOn: dayField,
    estimateCents: z.number(),
    insured: z.boolean(),
    declaration: z.string(),
    project: z.string().nullable(),
    version: z.number(),
  })
  .meta({ id: "PaDamage" });
export type Damage = z.output<typeof damageRow>;

export const damageDetail = damageRow
  .extend({
    declarationId: z.string(),
    projectId: z.string().nullable(),
    latitude: z.number().nullable(),
    longitude: z.number().nullable(),
    cause: z.string(),
    responsibility: z.string(),
    dimensions: z.string(),
    floodZone: z.boolean(),
    otherAgency: z.string(),
    reportedBy: z.string().nullable(),
    inspectedBy: z.string().nullable(),
    inspectedOn: dayField.nullable(),
    statusReason: z.string().nullable(),
    photoId: z.string().nullable(),
    /** Damage of the same place and cause. */
    similar: z.array(z.object({ id: z.string(), number: z.string(), title: z.string() })),
    /** What is missing before it is documented. */
    missing: z.array(z.string()),
    /** Where what cameras wrote disagrees with it. */
    disagreements: z.array(z.string()),
    actions: z.array(offeredAction),
  })
  .meta({ id: "PaDamageDetail" });
export type DamageDetail = z.output<typeof damageDetail>;

/** What a damage lacks before it can be documented, with who can add it. */
export const missingOf = (
  d: { latitude: number | null; responsibility: string; estimateCents: number; dimensions: string },
  photos: number,
): string[] => [
  ...(photos === 0 ? ["A photo: whoever stands before it."] : []),
  ...(d.latitude === null ? ["Its place on the map: whoever stands before it."] : []),
  ...(d.responsibility ? [] : ["Who is legally responsible: the department that keeps it."]),
  ...(d.dimensions ? [] : ["Its dimensions: the inspector."]),
  ...(d.estimateCents > 0 ? [] : ["An estimate: the department that keeps it."]),
];

const metres = 111_320;
/** Whether two places lie within so many metres of each other, on the plane of the first. */
export const near = (
  a: { latitude: number; longitude: number },
  b: { latitude: number; longitude: number },
  within: number,
): boolean =>
  Math.hypot(
    (a.latitude - b.latitude) * metres,
    (a.longitude - b.longitude) * metres * Math.cos((a.latitude * Math.PI) / 180),
  ) <= within;
