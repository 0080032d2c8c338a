import { z } from "zod";

const place = { id: z.string(), label: z.string(), about: z.string(), href: z.string() };

/** What needs an administrator now, and the first steps of an agency. */
export const administration = z
  .object({
    matters: z.array(z.object({ ...place, count: z.number() })),
    course: z.array(z.object({ ...place, part: z.enum(["order", "month"]), done: z.boolean() })),
  })
  .meta({ id: "Administration" });
export type Administration = z.infer<typeof administration>;
