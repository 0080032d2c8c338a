import { z } from "zod";
import { offeredAction } from "#kernel/fields.ts";
import { names } from "#kernel/labels.ts";
import { dayField, instantField } from "#kernel/time-fields.ts";
import { causes } from "./cause.model.ts";
import { momentField, momentInput, scheduleDay } from "./moment.model.ts";
import { mostMinutes, mostTasks } from "./plan.model.ts";
import {
  constraintKinds,
  driverKinds,
  lagCalendars,
  linkTypes,
  sequences,
  taskKinds,
  updateSources,
} from "./schedule.labels.ts";

const minutes = z
  .number("Enter a length.")
  .int()
  .min(0, "It cannot take less than no time.")
  .max(mostMinutes, "It takes more than a hundred years.");

/** What a schedule is made with, and what of it may be changed. */
export const scheduleFields = {
  start: scheduleDay.meta({ title: "Start" }),
  calendarId: z.uuid().nullable().default(null).meta({ title: "Calendar" }),
  outOfSequence: z
    .enum(names(sequences))
    .default("retained")
    .meta({ title: "What began before its turn" }),
  mustFinishOn: scheduleDay.nullable().default(null).meta({ title: "Contract finish" }),
};
export const scheduleInput = z.object(scheduleFields);
export type ScheduleInput = z.output<typeof scheduleInput>;

const constraint = z
  .object({ kind: z.enum(names(constraintKinds)), at: momentInput })
  .nullable()
  .default(null);
const costs = z
  .array(
    z.object({
      codeId: z.uuid("Choose a cost code."),
      cents: z.number("Enter an amount such as 1,234.56.").int().min(0).max(9e13),
    }),
  )
  .max(50, "At most 50 cost codes.")
  .refine((of) => new Set(of.map(({ codeId }) => codeId)).size === of.length, {
    message: "Name each cost code once.",
  })
  .default([]);

/** What is said of a task, beside its progress. */
export const taskFields = {
  code: z.string().trim().max(40, "At most 40 characters.").default("").meta({ title: "Code" }),
  name: z.string().trim().min(1, "Say what is done.").max(200).meta({ title: "Task" }),
  kind: z.enum(names(taskKinds)).default("task").meta({ title: "Kind" }),
  calendarId: z.uuid().nullable().default(null).meta({ title: "Calendar" }),
  durationMinutes: minutes.default(480).meta({ title: "Duration" }),
  constraint: constraint.meta({ title: "Constraint" }),
  deadline: momentInput.nullable().default(null).meta({ title: "Deadline" }),
  crew: z.string().trim().max(80, "At most 80 characters.").default("").meta({ title: "Crew" }),
  ownerId: z.uuid().nullable().default(null).meta({ title: "Owner" }),
  costs: costs.meta({ title: "Cost" }),
};
const place = {
  parentId: z.uuid().nullable().default(null),
  /** In front of which task; null: last of its parent. */
  before: z.uuid().nullable().default(null),
};
export const taskChange = z.object(taskFields);
export type TaskChange = z.output<typeof taskChange>;
export const taskInput = z.object({ ...taskFields, ...place });
export type TaskInput = z.output<typeof taskInput>;
export const moveInput = z.object(place);
export type MoveInput = z.output<typeof moveInput>;

export const linkFields = {
  from: z.uuid("Choose the predecessor."),
  to: z.uuid("Choose the successor."),
  type: z.enum(names(linkTypes)).default("FS"),
  lagMinutes: z.number().int().min(-mostMinutes).max(mostMinutes).default(0),
  lagCalendar: z.enum(names(lagCalendars)).default("predecessor"),
};
export const linkInput = z.object(linkFields);
export type LinkInput = z.output<typeof linkInput>;

const progressOf = z.object({
  id: z.uuid(),
  actualStart: momentInput.nullable(),
  actualFinish: momentInput.nullable(),
  percent: z.number().int("Whole percent.").min(0).max(100, "At most 100 percent."),
  remainingMinutes: minutes,
});
export const progressInput = z.object({
  dataDate: scheduleDay,
  narrative: z.string().trim().max(4000, "At most 4,000 characters.").default(""),
  tasks: z.array(progressOf).max(mostTasks),
});
export type ProgressInput = z.output<typeof progressInput>;
export type TaskProgress = z.output<typeof progressOf>;

/** What a baseline is proposed with. */
export const proposeInput = z.object({
  note: z.string().trim().max(1000, "At most 1,000 characters.").default(""),
});

const shift = z
  .object({ from: z.number().int().min(0).max(1440), to: z.number().int().min(0).max(1440) })
  .refine(({ from, to }) => from < to, "A shift ends behind its begin.");
const shifts = z
  .array(shift)
  .max(6, "At most 6 shifts a day.")
  .refine((of) => of.every(({ from }, at) => at === 0 || from >= of[at - 1]!.to), {
    message: "Shifts follow each other without crossing.",
  });
/** The hours of a calendar: seven days from Sunday, and the days that are otherwise. */
export const calendarFields = {
  name: z.string().trim().min(1, "Name the calendar.").max(80).meta({ title: "Name" }),
  projectId: z.uuid().nullable().default(null).meta({ title: "Project" }),
  week: z
    .array(shifts)
    .length(7, "A week has seven days.")
    .refine((week) => week.some((on) => on.length > 0), "Work is done on one day at least.")
    .meta({ title: "Week" }),
  exceptions: z
    .array(z.object({ on: scheduleDay, shifts, why: z.string().trim().max(120) }))
    .max(4000, "At most 4,000 days.")
    .refine((of) => new Set(of.map(({ on }) => on)).size === of.length, "Name each day once.")
    .default([])
    .meta({ title: "Exceptions" }),
};
export const calendarInput = z.object(calendarFields);
export type CalendarInput = z.output<typeof calendarInput>;

/** A calendar in an answer; the agency's own has the id `agency`. */
export const workCalendarRow = z
  .object({
    id: z.string(),
    name: z.string(),
    projectId: z.string().nullable(),
    week: z.array(z.array(z.object({ from: z.number(), to: z.number() }))),
    exceptions: z.array(
      z.object({
        on: dayField,
        shifts: z.array(z.object({ from: z.number(), to: z.number() })),
        why: z.string(),
      }),
    ),
    minutesPerDay: z.number(),
    version: z.number(),
  })
  .meta({ id: "WorkCalendar" });
export type WorkCalendarRow = z.output<typeof workCalendarRow>;

/** A state of a schedule: an update by its id, the baseline that counts, or as it is now. */
export const snapshotName = z.union([z.uuid(), z.literal("baseline"), z.literal("now")]);
export type SnapshotName = z.output<typeof snapshotName>;

/** What moved between two states of a schedule, what slipped most first. */
export const comparison = z
  .object({
    says: z.string(),
    items: z.array(
      z.object({
        taskId: z.string(),
        name: z.string(),
        wasFinish: momentField.nullable(),
        finish: momentField.nullable(),
        days: z.number(),
        cause: z.enum(names(causes)),
        by: z.string().nullable(),
        root: z.string().nullable(),
        says: z.string(),
      }),
    ),
  })
  .meta({ id: "ScheduleComparison" });
export type Comparison = z.output<typeof comparison>;

/** What every write of a schedule answers: the schedule, and the id of what was made. */
export const writtenSchedule = z
  .object({
    id: z.string(),
    number: z.string(),
    status: z.string(),
    version: z.number(),
    made: z.string().nullable(),
  })
  .meta({ id: "WrittenSchedule" });
export type WrittenSchedule = z.output<typeof writtenSchedule>;

const taskKind = z.enum(names(taskKinds));
const scheduleTaskAnswer = z
  .object({
    id: z.string(),
    code: z.string(),
    name: z.string(),
    kind: taskKind,
    parentId: z.string().nullable(),
    level: z.number(),
    calendarId: z.string().nullable(),
    durationMinutes: z.number(),
    remainingMinutes: z.number(),
    percent: z.number(),
    start: momentField,
    finish: momentField,
    lateStart: momentField,
    lateFinish: momentField,
    totalFloatMinutes: z.number().nullable(),
    freeFloatMinutes: z.number().nullable(),
    critical: z.boolean(),
    longestPath: z.boolean(),
    driver: z.object({
      by: z.enum(names(driverKinds)),
      taskId: z.string().nullable(),
      linkId: z.string().nullable(),
    }),
    constraint: z.object({ kind: z.enum(names(constraintKinds)), at: momentField }).nullable(),
    deadline: momentField.nullable(),
    actualStart: momentField.nullable(),
    actualFinish: momentField.nullable(),
    baselineStart: momentField.nullable(),
    baselineFinish: momentField.nullable(),
    slipDays: z.number().nullable(),
    crew: z.string(),
    ownerId: z.string().nullable(),
    owner: z.string().nullable(),
    costs: z.array(z.object({ codeId: z.string(), code: z.string(), cents: z.number() })),
  })
  .meta({ id: "ScheduleTask" });
export type ScheduleTask = z.output<typeof scheduleTaskAnswer>;

const figures = {
  /** Null without an approved baseline: nothing was planned that progress could be held against. */
  plannedCents: z.number().nullable(),
  earnedCents: z.number(),
  actualCents: z.number(),
  budgetCents: z.number(),
};
/** Planned and earned value and actual cost, at the data date. */
const scheduleMoney = z
  .object({
    ...figures,
    /** What the ledger has of codes that no task bears: no part of the sums. */
    otherActualCents: z.number(),
    spi: z.number().nullable(),
    cpi: z.number().nullable(),
    estimateAtCompletionCents: z.number().nullable(),
    codes: z.array(
      z.object({ codeId: z.string().nullable(), code: z.string(), name: z.string(), ...figures }),
    ),
  })
  .meta({ id: "ScheduleMoney" });
export type ScheduleMoney = z.output<typeof scheduleMoney>;

const healthFinding = z.object({
  rule: z.string(),
  says: z.string(),
  limit: z.string(),
  tasks: z.array(z.string()),
});

/** The schedule of a project with its tasks and links; `id` is null where it has none yet. */
export const scheduleDetail = z
  .object({
    id: z.string().nullable(),
    version: z.number(),
    number: z.string(),
    projectId: z.string(),
    projectNumber: z.string(),
    projectName: z.string(),
    start: momentField,
    dataDate: dayField,
    finish: momentField.nullable(),
    mustFinishOn: dayField.nullable(),
    outOfSequence: z.enum(names(sequences)),
    calendarId: z.string().nullable(),
    calendars: z.array(workCalendarRow),
    tasks: z.array(scheduleTaskAnswer),
    links: z.array(
      z.object({
        id: z.string(),
        from: z.string(),
        to: z.string(),
        type: z.enum(names(linkTypes)),
        lagMinutes: z.number(),
        lagCalendar: z.enum(names(lagCalendars)),
      }),
    ),
    baseline: z
      .object({
        id: z.string(),
        number: z.number(),
        approvedOn: dayField,
        approvedBy: z.string(),
        finish: momentField,
      })
      .nullable(),
    proposedBaseline: z
      .object({
        id: z.string(),
        number: z.number(),
        proposedBy: z.string(),
        on: dayField,
        note: z.string(),
        finish: momentField,
        mayApprove: z.boolean(),
        version: z.number(),
        actions: z.array(offeredAction),
      })
      .nullable(),
    updates: z.array(
      z.object({
        id: z.string(),
        number: z.number(),
        dataDate: dayField,
        by: z.string(),
        at: instantField,
        finish: momentField,
        narrative: z.string(),
        source: z.enum(names(updateSources)),
      }),
    ),
    health: z.array(healthFinding),
    slipDays: z.number().nullable(),
    money: scheduleMoney,
    canEdit: z.boolean(),
    canReport: z.boolean(),
  })
  .meta({ id: "ScheduleDetail" });
export type ScheduleDetail = z.output<typeof scheduleDetail>;
