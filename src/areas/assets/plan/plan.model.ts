import { z } from "zod";
import { dayField, instantField } from "#kernel/time-fields.ts";
import { names } from "#kernel/labels.ts";
import { meterKinds, type MeterKind } from "../meter/meter.labels.ts";
import { workPriorities, type WorkPriority } from "../work-order/work-order.labels.ts";
import {
  cycleStatuses,
  dueBy,
  planMakes,
  planUnits,
  type CycleStatus,
  type DueBy,
  type PlanMakes,
  type PlanUnit,
} from "./plan.labels.ts";
const whole = (most: number) => z.number("Enter a whole number.").int().min(1).max(most).nullable();
const monthDay = z
  .string()
  .regex(/^(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/, "Enter month and day, such as 05-15.")
  .nullable();

/** What a plan says, as an agency writes it. */
export const planInput = z.object({
  name: z.string().trim().min(1, "Name the plan.").max(120),
  about: z.string().trim().max(2000).default(""),
  dueBy: z.enum(names<DueBy>(dueBy)).default("calendar"),
  every: whole(999).default(null),
  unit: z.enum(names<PlanUnit>(planUnits)).nullable().default(null),
  anchorOn: z.iso.date("Enter the first day.").nullable().default(null),
  floating: z.boolean().default(false),
  seasonFrom: monthDay.default(null),
  seasonTo: monthDay.default(null),
  meterKind: z.enum(names<MeterKind>(meterKinds)).nullable().default(null),
  meterEvery: whole(1_000_000).default(null),
  leadDays: z.number("Enter days.").int().min(0).max(365).default(7),
  covers: z.array(z.uuid()).max(50).default([]),
  classId: z.uuid().nullable().default(null),
  assetIds: z.array(z.uuid()).max(2000).default([]),
  route: z.boolean().default(false),
  makes: z.enum(names<PlanMakes>(planMakes)).default("workOrder"),
  checklistId: z.uuid().nullable().default(null),
  priority: z.enum(names<WorkPriority>(workPriorities)).default("normal"),
  departmentId: z.uuid().nullable().default(null),
  leadId: z.uuid().nullable().default(null),
  estimateMinutes: whole(600_000).default(null),
  tasks: z
    .array(
      z.object({
        title: z.string().trim().min(1, "Say what is to be done.").max(300),
        mandatory: z.boolean().default(false),
      }),
    )
    .max(100)
    .default([]),
});
export type PlanInput = z.output<typeof planInput>;

export const planRow = planInput
  .extend({
    id: z.string(),
    definitionId: z.string(),
    versionNo: z.number(),
    status: z.enum(["draft", "published", "retired"]),
    publishedAt: instantField.nullable(),
    version: z.number(),
  })
  .meta({ id: "MaintenancePlan" });
export type PlanRow = z.output<typeof planRow>;

export const previewInput = planInput
  .omit({ name: true, about: true, tasks: true })
  .partial()
  .extend({
    definitionId: z.uuid().nullish(),
    assetId: z.uuid().nullish(),
  });
export const previewAnswer = z.object({
  dates: z.array(z.object({ on: dayField, coveredBy: z.string().nullable() })),
  /** Why there are fewer than asked for. */
  why: z.string().nullable(),
  targets: z.number(),
});
export type PreviewAnswer = z.output<typeof previewAnswer>;

export const cycleRow = z
  .object({
    id: z.string(),
    plan: z.string(),
    definitionId: z.string(),
    asset: z.string().nullable(),
    assetId: z.string().nullable(),
    dueOn: dayField,
    doneOn: dayField.nullable(),
    status: z.enum(names<CycleStatus>(cycleStatuses)),
    why: z.string(),
    workOrderId: z.string().nullable(),
    workOrder: z.string().nullable(),
    inspectionId: z.string().nullable(),
    inspection: z.string().nullable(),
    late: z.boolean(),
    version: z.number(),
  })
  .meta({ id: "PlanCycle" });
export type CycleRow = z.output<typeof cycleRow>;

export const runAnswer = z.object({
  made: z.number(),
  missed: z.number(),
  covered: z.number(),
  skipped: z.number(),
});
export type RunAnswer = z.output<typeof runAnswer>;
