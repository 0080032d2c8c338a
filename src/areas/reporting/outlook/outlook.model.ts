import { z } from "zod";
import { names } from "#kernel/labels.ts";
import { outlookMethods } from "#kernel/forecast/method.labels.ts";
import { dayField } from "#kernel/time-fields.ts";

const method = z.enum(names(outlookMethods));
const unit = z.enum(["cents", "count"]);
const band = z.object({ low: z.number(), high: z.number() }).nullable();
const coverage = z.object({ inside: z.number(), of: z.number() }).nullable();
const point = z.object({
  step: z.number(),
  value: z.number(),
  raised: z.boolean(),
  band80: band,
  band95: band,
});

/** A series on the page: what comes next, or why nothing is said. */
const seriesRow = z.object({
  id: z.string(),
  label: z.string(),
  group: z.string(),
  unit,
  has: z.number(),
  needs: z.number(),
  said: z
    .object({
      method,
      chosen: z.enum(["beats", "naive", "untested"]),
      month: z.string(),
      next: point,
      relativeError: z.number().nullable(),
    })
    .nullable(),
});
export type OutlookRow = z.output<typeof seriesRow>;

const unwanted = z.object({
  id: z.string(),
  text: z.string(),
  on: dayField.nullable(),
  cents: z.number().nullable(),
  band: z.string().nullable(),
  error: z.string(),
  opens: z.string(),
});
export type UnwantedRow = z.output<typeof unwanted>;

const week = z.object({
  from: dayField,
  until: dayField,
  comes: z.number(),
  goes: z.number(),
  balance: z.number(),
});
export type CashWeek = z.output<typeof week>;

export const outlookQuery = z
  .object({
    /** What is on hand today, in cents; nothing of it is stored. */
    onHand: z.coerce.number().int().min(-1e15).max(1e15).optional(),
  })
  .strict();

export const outlookAnswer = z
  .object({
    today: dayField,
    unwanted: z.array(unwanted),
    cash: z
      .object({
        weeks: z.array(week),
        /** What is expected on no known day, in cents, and in how many parts. */
        undated: z.object({ cents: z.number(), n: z.number() }),
        lowest: z.object({ on: dayField, cents: z.number() }),
      })
      .nullable(),
    series: z.array(seriesRow),
    /** Own and shared reports of one figure by month or week. */
    saved: z.array(z.object({ id: z.string(), name: z.string() })),
    /** What the reader has no permission for. */
    withheld: z.array(z.string()),
  })
  .meta({ id: "Outlook" });
export type OutlookAnswer = z.output<typeof outlookAnswer>;

export const seriesQuery = z.object({ id: z.string().min(3).max(200) }).strict();

const forecastOf = z.object({
  method,
  chosen: z.enum(["beats", "naive", "untested"]),
  points: z.array(point),
  scores: z.array(
    z.object({
      method,
      tested: z.number(),
      mase: z.number().nullable(),
      relativeError: z.number().nullable(),
      chance: z.number().nullable(),
      beats: z.boolean(),
    }),
  ),
  steps: z.array(
    z.object({
      step: z.number(),
      tested: z.number(),
      off: z.number().nullable(),
      naiveOff: z.number().nullable(),
      inside80: coverage,
      inside95: coverage,
    }),
  ),
});
const lookedBack = z.object({
  madeOn: dayField,
  month: z.string(),
  said: z.number(),
  low: z.number().nullable(),
  high: z.number().nullable(),
  came: z.number(),
  /** What the naive method would have said. */
  naive: z.number().nullable(),
});
export type LookedBack = z.output<typeof lookedBack>;
export const seriesAnswer = z
  .object({
    id: z.string(),
    label: z.string(),
    group: z.string(),
    unit,
    page: z.string(),
    /** Where values come from that are not of the records: a former system. */
    note: z.string().nullable(),
    /** Months (`YYYY-MM`), or weeks by their Monday. */
    every: z.enum(["month", "week"]),
    first: z.string(),
    values: z.array(z.number()),
    needs: z.number(),
    outlook: forecastOf.nullable(),
    lookedBack: z.array(lookedBack),
    /** How many forecasts were frozen, also those of months that are not over. */
    frozen: z.number(),
  })
  .meta({ id: "OutlookSeries" });
export type SeriesAnswer = z.output<typeof seriesAnswer>;
