import { z } from "zod";

export const eamAnswer = z
  .object({
    /** Assets in use by condition (null: never read) and criticality band. */
    matrix: z.array(
      z.object({
        condition: z.number().nullable(),
        band: z.enum(["low", "medium", "high", "unknown"]),
        assets: z.number(),
      }),
    ),
    openWork: z.number(),
    lateWork: z.number(),
    onHold: z.number(),
    /** Estimated minutes of open work, and how many open orders have no estimate. */
    backlogMinutes: z.number(),
    unestimated: z.number(),
    warrantiesEnding: z.number(),
    outOfService: z.number(),
    classes: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        assets: z.number(),
        costCents: z.number(),
        depreciatedCents: z.number(),
        bookCents: z.number(),
        unpriced: z.number(),
      }),
    ),
    /** Assets whose useful life ends in a calendar year, with what they cost. */
    endsOfLife: z.array(z.object({ year: z.number(), assets: z.number(), costCents: z.number() })),
  })
  .meta({ id: "EnterpriseAssets" });
export type EamAnswer = z.output<typeof eamAnswer>;
export type CriticalityBand = EamAnswer["matrix"][number]["band"];
