import { z } from "zod";

const named = z.object({ id: z.string(), label: z.string() });

/** What can be asked of one kind of records. */
export const factRow = z.object({
  id: z.string(),
  label: z.string(),
  grain: z.string(),
  day: z.string().nullable(),
  dimensions: z.array(named),
  measures: z.array(named),
});

const several = (most: number) =>
  z
    .string()
    .max(4000)
    .transform((text) => text.split(",").filter(Boolean))
    .pipe(z.array(z.string()).max(most));

/**
 * `measures=orders.ordered,payments.paid&by=vendor,month&where=vendor:<id>,vendor:<id>`: values of
 * a dimension are named one by one; days are both inclusive.
 */
export const figureQuery = z
  .object({
    measures: several(6),
    by: several(3).default([]),
    where: several(200)
      .pipe(z.array(z.string().regex(/^\w+:.+$/, "Name what is chosen, a colon, and its value.")))
      .transform((pairs) => {
        const chosen: Record<string, string[]> = {};
        for (const pair of pairs) {
          const at = pair.indexOf(":");
          (chosen[pair.slice(0, at)] ??= []).push(pair.slice(at + 1));
        }
        return chosen;
      })
      .default({}),
    from: z.iso.date().optional(),
    until: z.iso.date().optional(),
  })
  .strict();

const cell = z.object({
  value: z.number().nullable(),
  rows: z.number(),
  opens: z.string().nullable(),
});

export const answer = z.object({
  by: z.array(named),
  measures: z.array(named.extend({ unit: z.enum(["cents", "count", "percent"]) })),
  withheld: z.array(z.string()),
  rows: z.array(
    z.object({
      keys: z.array(z.string().nullable()),
      names: z.array(z.string()),
      cells: z.array(cell),
    }),
  ),
  totals: z.array(cell),
});
