import { z } from "zod";

export const paperKinds = ["report", "plan", "schedule"] as const;
export type PaperKind = (typeof paperKinds)[number];

/** Papers of an audit, and by name what each still lacks. */
export const listed = z.object({
  items: z.array(
    z.object({
      kind: z.enum(paperKinds),
      title: z.string(),
      parts: z.number(),
      lacks: z.array(z.string()),
    }),
  ),
});
export type ListedPapers = z.output<typeof listed>;
