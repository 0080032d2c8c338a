import { z } from "zod";
import { offeredAction } from "#kernel/fields.ts";
import { names } from "#kernel/labels.ts";
import { instantField } from "#kernel/time-fields.ts";
import { measureRow, questionInput } from "../figure/figure.model.ts";
import { chartKinds, savedReportCycle } from "./report.labels.ts";

/** What is kept of a report: its name, what it asks, how it is shown. */
export const savedReportInput = z.strictObject({
  name: z
    .string()
    .trim()
    .min(3, "Name the report in a few words")
    .max(120, "At most 120 characters"),
  question: questionInput,
  chart: z.enum(names(chartKinds)),
});
export type SavedReportInput = z.output<typeof savedReportInput>;

export const savedReportRow = z
  .object({
    id: z.string(),
    number: z.string(),
    status: z.enum(names(savedReportCycle.statuses)),
    name: z.string(),
    question: questionInput,
    chart: z.enum(names(chartKinds)),
    owner: z.string().nullable(),
    ownerId: z.string(),
    keptAt: instantField.nullable(),
    updatedAt: instantField,
    version: z.number(),
  })
  .meta({ id: "SavedReport" });
export type SavedReportRow = z.output<typeof savedReportRow>;
export const savedReportRecord = savedReportRow
  .extend({
    measures: z.array(measureRow),
    actions: z.array(offeredAction),
    canEdit: z.boolean(),
  })
  .meta({ id: "SavedReportRecord" });
export type SavedReportRecord = z.output<typeof savedReportRecord>;
