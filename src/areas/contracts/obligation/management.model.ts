import { z } from "zod";

/** How many of each wait or end; `lacking`: contracts whose insurance or bonds lack something. */
export const managementAnswer = z
  .object({
    missed: z.number(),
    dueSoon: z.number(),
    toAccept: z.number(),
    toCheck: z.number(),
    ending: z.number(),
    nearCeiling: z.number(),
    options: z.number(),
    endsSoon: z.number(),
    closeout: z.number(),
    lacking: z.array(
      z.object({
        id: z.string(),
        number: z.string(),
        title: z.string(),
        vendor: z.string(),
        gaps: z.array(z.string()),
      }),
    ),
  })
  .meta({ id: "ContractManagement" });
export type Management = z.output<typeof managementAnswer>;
