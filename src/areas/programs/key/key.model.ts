import { z } from "zod";
import { instantField } from "#kernel/time-fields.ts";
import "#kernel/plain-words.ts";

/** A key ends within a year, whatever its program does. */
export const keyInput = z.object({
  days: z.number().int().min(1, "At least a day").max(366, "At most a year").default(90),
  networks: z
    .array(
      z.union(
        [z.cidrv4(), z.cidrv6(), z.ipv4(), z.ipv6()],
        "Enter an address such as 203.0.113.7, or a network such as 203.0.113.0/24.",
      ),
    )
    .max(50)
    .default([]),
  callsPerMinute: z.number().int().min(1).max(6000, "At most 6,000").default(120),
});
export type KeyInput = z.output<typeof keyInput>;

/** The only answer that holds a key. */
export const shownKey = z
  .object({ id: z.string(), key: z.string(), prefix: z.string(), expiresAt: instantField })
  .meta({ id: "ShownProgramKey" });
export type ShownKey = z.output<typeof shownKey>;

export const callRow = z
  .object({
    id: z.string(),
    at: instantField,
    prefix: z.string(),
    method: z.string(),
    path: z.string(),
    status: z.number(),
  })
  .meta({ id: "ProgramCall" });
export type CallRow = z.output<typeof callRow>;
