import { z } from "zod";
import { dayField, instantField } from "#kernel/time-fields.ts";

/** What is said of a project to everybody. */
export const publishProjectInput = z.object({
  words: z
    .string()
    .trim()
    .min(20, "Say in a sentence or two what is built and for whom.")
    .max(2000)
    .meta({ title: "In plain words" }),
});
export type PublishProjectInput = z.output<typeof publishProjectInput>;

/** What would be published of a project today, and what stands published. */
export const projectPublicity = z
  .object({
    name: z.string(),
    place: z.string(),
    status: z.string(),
    budget: z.number(),
    paid: z.number(),
    contractors: z.string(),
    finishOn: dayField.nullable(),
    /** Photos that were chosen in daily logs and on the punch list. */
    photos: z.array(z.object({ id: z.string(), name: z.string() })),
    published: z
      .object({
        words: z.string(),
        asOf: dayField,
        at: instantField,
        by: z.string().nullable(),
        version: z.number(),
      })
      .nullable(),
    /** Whether the agency lets everybody read of its projects at all. */
    agencyPublishes: z.boolean(),
    canPublish: z.boolean(),
  })
  .meta({ id: "ProjectPublicity" });
export type ProjectPublicity = z.output<typeof projectPublicity>;

export const publishedVersion = z.object({ id: z.string(), version: z.number() });
