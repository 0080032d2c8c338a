import { z } from "zod";
import { instantField } from "#kernel/time-fields.ts";

/**
 * A figure and the list that it counts: `api` with `query` gives the same total, `href` shows it;
 * `sums` names the total of the list that is its amount.
 */
const figureRow = z.object({
  id: z.string(),
  label: z.string(),
  count: z.number(),
  amount: z.number().nullable(),
  api: z.string(),
  query: z.string(),
  sums: z.string().nullable(),
  href: z.string(),
  medianDays: z.number().nullable(),
  /** As a part of the finding above the dashboard ("2 reports are late"); null where it says none. */
  says: z.string().nullable(),
  /** A clock runs on it or somebody waits: it comes first. */
  pressing: z.boolean(),
});
export type Figure = z.output<typeof figureRow>;

const monthRow = z.object({ month: z.string(), expended: z.number(), encumbered: z.number() });
const needRow = z.object({
  id: z.string(),
  kind: z.string(),
  title: z.string(),
  detail: z.string(),
  amount: z.number().nullable(),
  dueAt: instantField.nullable(),
  href: z.string(),
  verb: z.string(),
});

/** What is wrong with the installation, for administrators. */
const alarmRow = z.object({ id: z.string(), text: z.string(), beganAt: instantField });
export type AlarmRow = z.output<typeof alarmRow>;

export const dashboardRow = z
  .object({
    asOf: instantField,
    fiscalYear: z.number().nullable(),
    fiscalMonth: z.number().nullable(),
    budget: z
      .object({
        budget: z.number(),
        preEncumbered: z.number(),
        encumbered: z.number(),
        expended: z.number(),
        available: z.number(),
        /** What is to come in: its own sum. */
        revenue: z.number(),
      })
      .nullable(),
    alarms: z.array(alarmRow),
    /** What work of the whole agency waits for, for whoever answers it. */
    matters: z.array(z.object({ label: z.string(), href: z.string(), count: z.number() })),
    /** Whether uploads are looked at, for administrators; null for others. */
    filesLine: z.string().nullable(),
    needs: z.array(needRow),
    needsCount: z.number(),
    duties: z.array(figureRow),
    /** The agency's money and its work in flight: empty for who does not keep them. */
    figures: z.array(figureRow),
    flow: z.array(figureRow),
    months: z.array(monthRow),
  })
  .meta({ id: "Dashboard" });
export type Dashboard = z.output<typeof dashboardRow>;
