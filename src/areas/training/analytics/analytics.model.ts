import { z } from "zod";
import { dayField } from "#kernel/time-fields.ts";

const department = z.object({
  name: z.string(),
  asked: z.number(),
  met: z.number(),
  metThen: z.number(),
});

/** Coverage by department today and on a day to come; hours taught; who passed. */
export const learningAnalytics = z
  .object({
    today: dayField,
    on: dayField,
    departments: z.array(department),
    minutes: z.number().meta({ description: "attended in sessions within a year" }),
    courses: z.array(z.object({ name: z.string(), completed: z.number(), failed: z.number() })),
  })
  .meta({ id: "LearningAnalytics" });
export type LearningAnalytics = z.output<typeof learningAnalytics>;
