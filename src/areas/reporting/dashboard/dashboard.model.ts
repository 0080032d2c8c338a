import { z } from "zod";
import { duties } from "#roles.ts";
import { offeredAction } from "#kernel/fields.ts";
import { names } from "#kernel/labels.ts";
import { instantField } from "#kernel/time-fields.ts";
import { measureRow, period, questionInput } from "../figure/figure.model.ts";
import {
  mostTiles,
  reportDashboardCycle,
  tileKinds,
  tileLooks,
  tileWidths,
} from "./dashboard.labels.ts";

/** A tile: what it shows (`id` of a ready report, of a saved report, of what waits), and how. */
const tileInput = z.strictObject({
  of: z.enum(names(tileKinds)),
  id: z.string().min(1).max(80),
  look: z.enum(names(tileLooks)),
  width: z.enum(names(tileWidths)),
});

/** What all tiles are asked for at once. */
const sharedFilters = z.strictObject({
  /** The time of every tile that has one; null leaves each its own. */
  period: period.nullable(),
  /** By dimension, the values that count in every tile that is told by it. */
  where: questionInput.shape.where,
});

export const dashboardInput = z.strictObject({
  name: z
    .string()
    .trim()
    .min(3, "Name the dashboard in a few words")
    .max(120, "At most 120 characters"),
  tiles: z
    .array(tileInput)
    .max(mostTiles, `At most ${mostTiles} tiles: take one off first`)
    .default([]),
  filters: sharedFilters.default({ period: null, where: {} }),
});
export type DashboardInput = z.output<typeof dashboardInput>;

/** For whose duty a shared dashboard stands below what waits; null for nobody's. */
export const shareInput = z.strictObject({
  duty: z
    .union([z.literal("").transform(() => null), z.enum(duties)])
    .nullish()
    .transform((duty) => duty ?? null),
  reason: z.string().trim().max(2000).nullish(),
});
export type ShareInput = z.output<typeof shareInput>;

export const dashboardRow = z
  .object({
    id: z.string(),
    number: z.string(),
    status: z.enum(names(reportDashboardCycle.statuses)),
    name: z.string(),
    duty: z.enum(duties).nullable(),
    tiles: z.number(),
    owner: z.string().nullable(),
    ownerId: z.string(),
    updatedAt: instantField,
    version: z.number(),
  })
  .meta({ id: "ReportDashboard" });
export type DashboardRow = z.output<typeof dashboardRow>;

/** A tile as its reader sees it; `why` in place of what it shows where it shows nothing. */
export const shownTile = tileInput.extend({
  name: z.string(),
  says: z.string().nullable(),
  question: questionInput.nullable(),
  measures: z.array(measureRow),
  /** Dimensions that all its figures are told by. */
  parts: z.array(z.object({ id: z.string(), label: z.string() })),
  /** Which time can be chosen: any days, whole fiscal years, or none. */
  times: z.enum(["days", "years", "none"]),
  /** Where it opens whole. */
  page: z.string().nullable(),
  /** The list that counts what waits. */
  counts: z.object({ api: z.string(), query: z.string() }).nullable(),
  why: z.string().nullable(),
});
export type ShownTile = z.output<typeof shownTile>;

/** A dashboard as it is shown, whether somebody made it or the product has it for a duty. */
export const shownDashboard = z.object({
  id: z.string().nullable(),
  name: z.string(),
  filters: sharedFilters,
  tiles: z.array(shownTile),
});
export type ShownDashboard = z.output<typeof shownDashboard>;

export const dashboardRecord = dashboardRow
  .omit({ tiles: true })
  .extend({
    ...shownDashboard.omit({ id: true }).shape,
    /** It stands on the reader's own home. */
    home: z.boolean(),
    canEdit: z.boolean(),
    actions: z.array(offeredAction),
  })
  .meta({ id: "ReportDashboardRecord" });
export type DashboardRecord = z.output<typeof dashboardRecord>;
