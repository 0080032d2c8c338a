import { z } from "zod";
import { dayField, dayInput, instantField } from "#kernel/time-fields.ts";

export const figuresAsked = z.object({
  from: dayInput().optional(),
  to: dayInput().optional(),
  classId: z.uuid().optional(),
});
const ratio = z.object({ of: z.number(), all: z.number() });
const times = {
  serviceHours: z.number(),
  downHours: z.number(),
  failures: z.number(),
  mtbfHours: z.number().nullable(),
  repairs: z.number(),
  mttrHours: z.number().nullable(),
};
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
    /** The same by class of assets, those with assets or failures in the period. */
    classes: z.array(
      z.object({ classId: z.string(), className: z.string(), assets: z.number(), ...times }),
    ),
    /** The same by month, by quarter in more than two years, the first and the last cut by the period. */
    trend: z.array(z.object({ from: dayField, ...times })),
  })
  .meta({ id: "MaintenanceFigures" });
export type FiguresAnswer = z.output<typeof figuresAnswer>;
