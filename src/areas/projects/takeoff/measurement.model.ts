import { z } from "zod";
import { offeredAction } from "#kernel/fields.ts";
import { names } from "#kernel/labels.ts";
import { instantField } from "#kernel/time-fields.ts";
import { measureKinds } from "./geometry.model.ts";
import { measurementStatuses } from "./measurement.labels.ts";
import { pointInput, typedNumber } from "./plan.model.ts";

const outline = z.array(pointInput).max(2000, "A shape has 2,000 points at most.");
const depth = z.object({
  amount: typedNumber("The depth"),
  unit: z.string().trim().min(1).max(20),
});

const shape = {
  points: outline,
  cutOuts: z.array(outline).max(100).default([]),
};
const told = {
  name: z.string().trim().min(1, "Say what is measured.").max(120),
  depth: depth.nullable().default(null),
  slope: typedNumber("The slope").nullable().default(null),
  unit: z.string().trim().min(1, "Choose the unit.").max(20),
  costCodeId: z.uuid().nullable().default(null),
  commodityCode: z.string().trim().toUpperCase().max(20).nullable().default(null),
  note: z.string().trim().max(1000).default(""),
};

export const measurementInput = z.object({
  sheetId: z.uuid("Choose the sheet."),
  viewportId: z.uuid("Choose the part of the sheet."),
  kind: z.enum(names(measureKinds)),
  ...shape,
  ...told,
});
export type MeasurementInput = z.output<typeof measurementInput>;
export const measurementChange = z.object({ viewportId: z.uuid(), ...shape, ...told });
export type MeasurementChange = z.output<typeof measurementChange>;

/** Other points of a measurement, and those that the person had before them. */
export const shapeChange = z.object({ ...shape, base: z.object(shape) });
export type ShapeChange = z.output<typeof shapeChange>;

export const measurementRow = z
  .object({
    id: z.string(),
    number: z.string(),
    status: z.enum(names(measurementStatuses)),
    projectId: z.string(),
    projectNumber: z.string(),
    project: z.string(),
    sheetId: z.string(),
    sheet: z.string(),
    sheetRevision: z.number(),
    stale: z.boolean(),
    name: z.string(),
    kind: z.enum(names(measureKinds)),
    quantity: z.string().nullable(),
    unit: z.string(),
    scale: z.string(),
    costCode: z.string(),
    measuredName: z.string(),
    checkedName: z.string(),
    version: z.number(),
  })
  .meta({ id: "Measurement" });
export type MeasurementRow = z.output<typeof measurementRow>;

/** A measurement as its sheet draws it. */
const drawnRow = z.object({
  id: z.string(),
  number: z.string(),
  status: z.enum(names(measurementStatuses)),
  sheetId: z.string(),
  viewportId: z.string(),
  kind: z.enum(names(measureKinds)),
  name: z.string(),
  points: z.array(pointInput),
  cutOuts: z.array(z.array(pointInput)),
  depth: depth.extend({ metersPerUnit: z.string() }).nullable(),
  slope: z.string().nullable(),
  unit: z.string(),
  quantity: z.string().nullable(),
  scaleLabel: z.string(),
  costCodeId: z.string().nullable(),
  costCode: z.string(),
  commodityCode: z.string().nullable(),
  note: z.string(),
  measuredName: z.string(),
  checkedName: z.string(),
  requisitionId: z.string().nullable(),
  /** Its requisition is over and bought nothing of it. */
  ended: z.boolean(),
  version: z.number(),
});
export type DrawnRow = z.output<typeof drawnRow>;
export const drawnOnSheet = z
  .object({
    items: z.array(drawnRow),
    /** Those on earlier revisions of the sheet. */
    stale: z.array(drawnRow),
  })
  .meta({ id: "DrawnOnSheet" });
export type DrawnOnSheet = z.output<typeof drawnOnSheet>;

export const measurementDetail = measurementRow
  .extend({
    checkedAt: instantField.nullable(),
    note: z.string(),
    statusReason: z.string(),
    requisitionId: z.string().nullable(),
    /** Its requisition is over and bought nothing of it. */
    ended: z.boolean(),
    canEdit: z.boolean(),
    actions: z.array(offeredAction),
  })
  .meta({ id: "MeasurementDetail" });
export type MeasurementDetail = z.output<typeof measurementDetail>;

/** What becomes of measurements on an older revision: their shapes are laid over the current sheet. */
export const moveInput = z.object({
  ids: z.array(z.uuid()).min(1, "Choose what is moved over.").max(500),
});
