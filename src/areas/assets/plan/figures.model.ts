import { z } from "zod";
import { dayField, dayInput, instantField } from "#kernel/time-fields.ts";

export const figuresAsked = z.object({
  from: dayInput().optional(),
  to: dayInput().optional(),
  classId: z.uuid().optional(),
});
const ratio = z.object({ of: z.number(), all: z.number() });
/** Hours are of the calendar, minutes whole; a figure without anything to count is null. */
export const figuresAnswer = z
  .object({
    from: dayField,
    to: dayField,
    /** The instants at which the period begins and ends. */
    fromAt: instantField,
    toAt: instantField,
    assets: z.number(),
    serviceHours: z.number(),
    downHours: z.number(),
    failures: z.number(),
    mtbfHours: z.number().nullable(),
    repairs: z.number(),
    mttrHours: z.number().nullable(),
    availability: z.number().nullable(),
    compliance: ratio,
    planned: ratio,
    backlogMinutes: z.number(),
    backlogOrders: z.number(),
    unestimated: z.number(),
    repeats: z.number(),
  })
  .meta({ id: "MaintenanceFigures" });
export type FiguresAnswer = z.output<typeof figuresAnswer>;
