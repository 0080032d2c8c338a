import { z } from "zod";
import { names } from "#kernel/labels.ts";
import { searchKinds } from "./search.labels.ts";

/** A record that was found: its number, what it is called, and where it opens. */
const foundRow = z.object({
  kind: z.enum(names(searchKinds)),
  id: z.string(),
  number: z.string(),
  title: z.string(),
  status: z.string(),
  href: z.string(),
});
export const searchAnswer = z.object({ items: z.array(foundRow) }).meta({ id: "SearchAnswer" });
export type Found = z.output<typeof foundRow>;
