import { z } from "zod";
import { names } from "#kernel/labels.ts";
import { dayField } from "#kernel/time-fields.ts";
import { projectStatuses } from "../project/project.labels.ts";
import { constraintKinds, taskKinds } from "./schedule.labels.ts";

/** A schedule in the list of all projects. */
export const scheduleRow = z
  .object({
    id: z.string(),
    number: z.string(),
    projectId: z.string(),
    projectNumber: z.string(),
    project: z.string(),
    projectStatus: z.enum(names(projectStatuses)),
    startsOn: dayField,
    baseFinishOn: dayField.nullable(),
    finishOn: dayField.nullable(),
    mustFinishOn: dayField.nullable(),
    dataDate: dayField,
    slipDays: z.number().nullable(),
    nextMilestone: z.string(),
    nextMilestoneOn: dayField.nullable(),
    late: z.boolean(),
    version: z.number(),
  })
  .meta({ id: "Schedule" });
export type ScheduleRow = z.output<typeof scheduleRow>;

/** A task in the list over all projects. */
export const scheduleTaskRow = z
  .object({
    id: z.string(),
    scheduleId: z.string(),
    scheduleVersion: z.number(),
    projectId: z.string(),
    projectNumber: z.string(),
    project: z.string(),
    code: z.string(),
    name: z.string(),
    kind: z.enum(names(taskKinds)),
    startsOn: dayField,
    finishOn: dayField,
    baseFinishOn: dayField.nullable(),
    percent: z.number(),
    durationMinutes: z.number(),
    remainingMinutes: z.number(),
    actualStartOn: dayField.nullable(),
    actualFinishOn: dayField.nullable(),
    totalFloatMinutes: z.number().nullable(),
    critical: z.boolean(),
    slipDays: z.number().nullable(),
    movedDays: z.number().nullable(),
    constraint: z.enum(names(constraintKinds)).nullable(),
    crew: z.string(),
    ownerId: z.string().nullable(),
    driverId: z.string().nullable(),
    drivenBy: z.string().nullable(),
    reportedOn: dayField.nullable(),
  })
  .meta({ id: "ListedScheduleTask" });
export type ScheduleTaskRow = z.output<typeof scheduleTaskRow>;
