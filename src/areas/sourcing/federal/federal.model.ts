import { z } from "zod";
import { dayInput, instantField, instantInput } from "#kernel/time-fields.ts";
import "#kernel/plain-words.ts";

const text = (most: number) => z.string().trim().max(most).default("");
const day = dayInput("Write the day as YYYY-MM-DD").nullable().default(null);

/** One federal notice as a source names it. `dueAt` is an instant, `dueOn` the day that it names. */
export const federalInput = z.object({
  noticeId: z.string().trim().min(1, "The notice has no key").max(80),
  number: text(120),
  title: z.string().trim().min(1, "The notice has no title").max(500),
  agency: text(500),
  kind: text(80),
  setAside: text(200),
  naics: text(20),
  psc: text(20),
  place: text(300),
  postedOn: day,
  dueAt: instantInput().nullable().default(null),
  dueOn: day,
  active: z.boolean().default(true),
  url: text(500),
});

export const federalRow = federalInput
  .extend({ id: z.string(), readAt: instantField })
  .meta({ id: "FederalOpportunity" });
export type FederalRow = z.output<typeof federalRow>;
