import { z } from "zod";

const step = z.object({
  id: z.string(),
  label: z.string(),
  about: z.string(),
  href: z.string(),
  /** The section of the guide that tells how. */
  guide: z.string(),
  done: z.boolean(),
});

/** The first things of each of a person's duties, and which of them they have done. */
export const quickStarts = z
  .object({
    items: z.array(z.object({ id: z.string(), title: z.string(), steps: z.array(step) })),
  })
  .meta({ id: "QuickStarts" });
export type QuickStarts = z.infer<typeof quickStarts>;
