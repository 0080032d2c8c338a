import { z } from "zod";

/** The last number given out of a kind in a fiscal year. */
export const counter = z
  .object({ kind: z.string(), year: z.number(), last: z.number() })
  .meta({ id: "RecordCounter" });
export type Counter = z.infer<typeof counter>;
