import { z } from "zod";
import { recordKindNames } from "./records.labels.ts";

/** Counting stops here: a screen says "10,000 or more". */
export const countLimit = 10_000;

export const recordCounts = z
  .object({
    items: z.array(
      z.object({
        kind: z.enum(recordKindNames),
        count: z.number().int().nonnegative(),
        capped: z.boolean(),
      }),
    ),
  })
  .meta({ id: "RecordCounts" });
export type RecordCounts = z.output<typeof recordCounts>;
