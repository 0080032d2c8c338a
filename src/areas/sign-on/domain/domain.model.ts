import { z } from "zod";
import { instantField } from "#kernel/time-fields.ts";
import "#kernel/plain-words.ts";

export const domainInput = z.object({
  domain: z
    .string()
    .trim()
    .toLowerCase()
    .max(253)
    .regex(
      /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])$/,
      "Type the part after the @, such as county.gov",
    ),
});

export const domainRow = z
  .object({
    id: z.string(),
    domain: z.string(),
    record: z.string(),
    provedAt: instantField.nullable(),
    checkedAt: instantField.nullable(),
    found: z.string(),
    /** Mornings in a row on which the record of a proved domain was not there. */
    missed: z.number(),
    version: z.number(),
  })
  .meta({ id: "SignInDomain" });
/** A domain as the list shows it. */
export const listedDomain = domainRow.extend({
  /** Why it cannot be removed now; null where it can. */
  stays: z.string().nullable(),
});
export type ListedDomain = z.infer<typeof listedDomain>;
export type DomainRow = z.infer<typeof domainRow>;
