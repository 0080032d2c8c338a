import { z } from "zod";
import { searchKinds, type SearchKind } from "./search.labels.ts";

/** A record that was found: its number, what it is called, and where it opens. */
const foundRow = z.object({
  kind: z.enum(Object.keys(searchKinds) as [SearchKind, ...SearchKind[]]),
  id: z.string(),
  number: z.string(),
  title: z.string(),
  status: z.string(),
  href: z.string(),
});
export const searchAnswer = z.object({ items: z.array(foundRow) }).meta({ id: "SearchAnswer" });
export type Found = z.output<typeof foundRow>;
