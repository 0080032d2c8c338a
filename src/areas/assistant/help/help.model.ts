import { z } from "zod";

/** What is sought in the guide or asked in words. */
export const helpQuery = z.object({
  q: z.string().trim().min(2, "Type at least two characters.").max(200),
});

const guideHit = z.object({
  href: z.string(),
  page: z.string(),
  heading: z.string(),
  sentence: z.string(),
});
/** Sections of the guide, best first. `sure`: the first answers what was asked; else they may help. */
export const guideAnswer = z
  .object({ items: z.array(guideHit), sure: z.boolean() })
  .meta({ id: "GuideAnswer" });
export type GuideAnswer = z.output<typeof guideAnswer>;

/** For the palette: the list that is asked for with its count in words, else pages by their names and sections of the guide. */
export const helpAnswer = guideAnswer
  .extend({
    list: z.object({ label: z.string(), href: z.string() }).nullable(),
    pages: z.array(z.object({ title: z.string(), href: z.string() })),
  })
  .meta({ id: "HelpAnswer" });
export type HelpAnswer = z.output<typeof helpAnswer>;
