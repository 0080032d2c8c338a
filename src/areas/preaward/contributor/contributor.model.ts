import { z } from "zod";
import { dayField, instantField } from "#kernel/time-fields.ts";
import "#kernel/plain-words.ts";

/** Who is asked to write a section from outside, and until when. */
export const contributorInput = z.object({
  name: z.string().trim().min(2, "Enter the name.").max(120),
  email: z.email("Enter an email address.").max(200),
  untilOn: z.iso.date("Enter the last day of the link."),
});
export type ContributorInput = z.output<typeof contributorInput>;

export const contributorRow = z.object({
  id: z.string(),
  sectionId: z.string(),
  name: z.string(),
  email: z.string(),
  untilOn: dayField,
  handedInAt: instantField.nullable(),
  ended: z.boolean(),
  version: z.number(),
});
export type ContributorRow = z.output<typeof contributorRow>;

/** What a contributor sees: the own section, and nothing else of the application. */
export const contributionView = z
  .object({
    agency: z.string(),
    name: z.string(),
    project: z.string(),
    title: z.string(),
    asks: z.string(),
    mostWords: z.number().nullable(),
    dueOn: dayField.nullable(),
    untilOn: dayField,
    body: z.string(),
    /** Why nothing is written any more; null while it is open. */
    closed: z.string().nullable(),
    version: z.number(),
  })
  .meta({ id: "GrantContribution" });
export type ContributionView = z.output<typeof contributionView>;

export const contributionText = z.object({
  body: z.string().max(200_000),
  version: z.number().int(),
  /** Tells whoever keeps the section that it is ready. */
  handIn: z.boolean().default(false),
});
export type ContributionText = z.output<typeof contributionText>;
