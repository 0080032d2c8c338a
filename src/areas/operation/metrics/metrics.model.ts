import { z } from "zod";

const count = z.number().int();

/** Counts by month; each opens the list that counts the same. */
export const metricsRow = z
  .object({
    months: z.array(z.string()),
    rows: z.array(
      z.object({
        name: z.string(),
        group: z.string(),
        label: z.string(),
        counts: z.array(count),
        links: z.array(z.string()),
      }),
    ),
    worked: z.object({ counts: z.array(count), link: z.string() }),
    /** Visits of the installation's pages; null for whom they are not. */
    visits: z
      .object({
        counts: z.array(count),
        pages: z.array(z.object({ path: z.string(), counts: z.array(count) })),
      })
      .nullable(),
  })
  .meta({ id: "Metrics" });
export type MetricsRow = z.output<typeof metricsRow>;
