import { z } from "zod";
import { instantField } from "#kernel/time-fields.ts";

/** Which layer is the outline of the agency; null takes it away. */
export const boundaryInput = z.object({ definitionId: z.uuid("Choose a layer.").nullable() });

export const boundaryAnswer = z
  .object({
    definitionId: z.string(),
    /** Of the layer in force; null where it is in force no more, so that nothing is outside. */
    name: z.string().nullable(),
    chosenAt: instantField,
    version: z.number(),
  })
  .nullable()
  .meta({ id: "AgencyBoundary" });
export type Boundary = z.output<typeof boundaryAnswer>;

/** A place is asked about from so many meters beyond the outline: a phone's own place is as far off. */
const edgeMeters = 100;

const mile = 1609.344;
const round = new Intl.NumberFormat("en-US", { maximumFractionDigits: 1 });

/** How far beyond an outline a place is, in words; null inside of it, or too near to its edge to say. */
export const beyond = (meters: number): string | null => {
  if (meters <= edgeMeters || meters === Infinity) return null;
  const miles = meters / mile;
  return miles < 0.2
    ? `${round.format(Math.round((meters * 3.2808) / 10) * 10)} feet`
    : `${round.format(miles < 10 ? miles : Math.round(miles))} miles`;
};
