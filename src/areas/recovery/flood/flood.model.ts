import { z } from "zod";
import { names } from "#kernel/labels.ts";
import { heldAs } from "#kernel/record-form.ts";
import { dayField } from "#kernel/time-fields.ts";
import { buildingKinds, floodZones } from "../law/flood.data.ts";

const cents = (message: string, title: string) =>
  heldAs("cents", z.number(message).int().min(0).max(9e13)).meta({ title });
const kind = z.enum(names(buildingKinds), "Choose the kind of building.");
const zone = z.enum(names(floodZones), "Choose the zone of the map.");

export const floodBuildingFields = {
  name: z.string().trim().min(2, "Name the building.").max(200),
  kind,
  zone,
  identifiedOn: z.iso.date("Enter the day.").nullish().meta({ title: "In this zone since" }),
  panel: z.string().trim().min(3, "Name the panel of the flood map.").max(120),
  buildingValue: cents("Enter what the building was worth.", "Building, worth"),
  contentsValue: cents("Enter what its contents were worth.", "Contents, worth"),
  buildingDamage: cents("Enter the damage to the building.", "Building, damage"),
  contentsDamage: cents("Enter the damage to its contents.", "Contents, damage"),
  insuranceId: z.uuid("Choose the policy.").nullish().meta({ title: "Flood policy" }),
};
export const floodBuildingInput = z.object(floodBuildingFields);
export type FloodBuildingInput = z.output<typeof floodBuildingInput>;
export const newBuildingInput = floodBuildingInput.extend({
  projectId: z.uuid("Choose the project."),
});
export const removalInput = z.object({
  reason: z.string().trim().min(3, "Say why it is taken out.").max(500),
});

const kept = {
  id: z.string(),
  name: z.string(),
  kind,
  zone,
  identifiedOn: dayField.nullable(),
  panel: z.string(),
  buildingValue: z.number(),
  contentsValue: z.number(),
  buildingDamage: z.number(),
  contentsDamage: z.number(),
  insuranceId: z.string().nullable(),
  version: z.number(),
};
/** A building in the list of all. */
export const floodBuildingRow = z
  .object({
    ...kept,
    project: z.string(),
    projectId: z.string(),
    removedBecause: z.string().nullable(),
  })
  .meta({ id: "PaFloodBuilding" });
const building = z.object({
  ...kept,
  /** What the law takes off for it, and why. */
  applies: z.boolean(),
  building: z.number(),
  contents: z.number(),
  why: z.string(),
});
/** Flooded buildings of a project and what they take off beyond its policies. Cents. */
export const floodRow = z
  .object({
    buildings: z.array(building),
    policies: z.array(z.object({ id: z.string(), policy: z.string(), cents: z.number() })),
    floodedOn: dayField,
    citation: z.string(),
    wanted: z.number(),
    shortfall: z.number(),
  })
  .meta({ id: "PaFlood" });
export type Flood = z.output<typeof floodRow>;
