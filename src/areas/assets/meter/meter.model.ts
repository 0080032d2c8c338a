import { z } from "zod";
import { instantField } from "#kernel/time-fields.ts";
import { names } from "#kernel/labels.ts";
import { meterKinds, readingSources, type MeterKind, type ReadingSource } from "./meter.labels.ts";

/** A reading as it is typed; `rolledAt` is what the dial shows last before it begins anew. */
export const readingOfMeter = z.object({
  kind: z.enum(names<MeterKind>(meterKinds), "Choose the meter."),
  value: z.coerce.number("Enter what the meter shows.").min(0).max(9e9),
  readAt: z.iso.datetime({ offset: true, error: "Enter when it was read." }),
  rollover: z.boolean().default(false),
  rolledAt: z
    .union([z.literal("").transform(() => null), z.coerce.number().min(0).max(9e9)])
    .nullish()
    .transform((value) => value ?? null),
});

export const meterRow = z
  .object({
    id: z.string(),
    kind: z.enum(names<MeterKind>(meterKinds)),
    value: z.string(),
    total: z.string(),
    readAt: instantField,
    /** Of the readings of a year, per day; null while there are fewer than two days. */
    perDay: z.number().nullable(),
    readings: z.array(
      z.object({
        id: z.string(),
        value: z.string(),
        total: z.string(),
        readAt: instantField,
        rolledAt: instantField.nullable(),
        source: z.enum(names<ReadingSource>(readingSources)),
        readBy: z.string().nullable(),
      }),
    ),
  })
  .meta({ id: "AssetMeter" });
export type MeterRow = z.output<typeof meterRow>;
