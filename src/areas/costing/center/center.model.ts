import { z } from "zod";
import { keptBySilence } from "#kernel/fields.ts";
import { dayField, dayInput } from "#kernel/time-fields.ts";
import type { Day } from "#kernel/time.ts";

const day = z.iso
  .date("Enter a day.")
  .or(z.literal(""))
  .nullish()
  .transform((value) => value || null);
const chosen = z
  .uuid()
  .or(z.literal(""))
  .nullish()
  .transform((value) => value || null);

/** The fields of a cost center. */
export const centerFields = {
  code: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^[A-Z0-9][A-Z0-9-]{0,19}$/, "Use 1 to 20 letters, digits and hyphens."),
  name: z.string().trim().min(1, "Give it a name.").max(120),
  departmentId: z.uuid("Choose a department."),
  ownerId: chosen,
  fromOn: z.iso.date("Enter its first day."),
  toOn: day,
};
const ends = { path: ["toOn"], message: "It ends before it begins." };
export const centerInput = z
  .object(centerFields)
  .refine((c) => !c.toOn || c.toOn >= c.fromOn, ends);
/** A change: a center that ended is opened again only where it says so. */
export const centerChange = keptBySilence(centerFields, ["toOn"]).refine(
  (c) => !c.toOn || c.toOn >= c.fromOn,
  ends,
);
export const parentInput = z.object({
  parentId: chosen,
  fromOn: dayInput("Enter the day from which it holds."),
});

export type Link = { centerId: string; parentId: string | null; fromOn: Day };

/** The parent of a center on a day: the newest link that holds by then. */
export const parentOn = (links: readonly Link[], centerId: string, day: string): string | null =>
  links
    .filter((l) => l.centerId === centerId && l.fromOn <= day)
    .toSorted((a, b) => (a.fromOn < b.fromOn ? 1 : -1))[0]?.parentId ?? null;

/**
 * The first day on which links run in a circle; null where none does. Links change on their own days
 * alone, so these are looked at.
 */
export const circleOn = (links: readonly Link[]): Day | null => {
  const days = [...new Set(links.map((l) => l.fromOn))].sort();
  const centers = [...new Set(links.map((l) => l.centerId))];
  for (const day of days)
    for (const start of centers) {
      const seen = new Set<string>();
      let at: string | null = start;
      while (at !== null) {
        if (seen.has(at)) return day;
        seen.add(at);
        at = parentOn(links, at, day);
      }
    }
  return null;
};

export const centerRow = z
  .object({
    id: z.string(),
    code: z.string(),
    name: z.string(),
    departmentId: z.string(),
    ownerId: z.string().nullable(),
    owner: z.string().nullable(),
    fromOn: dayField,
    toOn: dayField.nullable(),
    parentId: z.string().nullable(),
    parents: z.array(z.object({ parentId: z.string().nullable(), fromOn: dayField })),
    version: z.number(),
  })
  .meta({ id: "CostCenter" });
export type CenterRow = z.output<typeof centerRow>;
