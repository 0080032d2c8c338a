import { z } from "zod";
import { dayField, instantField } from "#kernel/time-fields.ts";

const count = z.number().int();
const finding = z.object({ sentence: z.string(), link: z.string().nullable() });

export const runRow = z
  .object({
    id: z.string(),
    kind: z.enum(["machine", "books"]),
    trigger: z.enum(["person", "nightly"]),
    status: z.enum(["running", "done", "stopped"]),
    productVersion: z.string(),
    startedName: z.string(),
    startedAt: instantField,
    endedAt: instantField.nullable(),
    checks: count,
    done: count,
    red: count,
    findings: count,
  })
  .meta({ id: "CheckRun" });
export type RunRow = z.output<typeof runRow>;

const resultRow = z
  .object({
    name: z.string(),
    label: z.string(),
    area: z.string(),
    outcome: z.enum(["green", "red", "none"]),
    said: z.string(),
    todo: z.string().nullable(),
    ms: count,
    found: count,
    findings: z.array(finding),
  })
  .meta({ id: "CheckResult" });

const change = z
  .object({
    name: z.string(),
    label: z.string(),
    change: z.enum(["red", "green", "more", "fewer", "new", "gone"]),
    before: count,
    now: count,
  })
  .meta({ id: "CheckChange" });

/** A run with what each check found, and where it differs from the run before. */
export const runRecord = runRow
  .extend({
    jobId: z.string().nullable(),
    results: z.array(resultRow),
    previous: z.object({ id: z.string(), startedAt: instantField }).nullable(),
    changes: z.array(change),
  })
  .meta({ id: "CheckRunRecord" });
export type RunRecord = z.output<typeof runRecord>;

const known = z.object({ name: z.string(), label: z.string(), area: z.string(), what: z.string() });

export const checkList = z
  .object({
    probes: z.array(known),
    invariants: z.array(known),
    /** Whether the machine is this person's matter. */
    machine: z.boolean(),
    running: z.object({ machine: z.string().nullable(), books: z.string().nullable() }),
    last: z.object({ machine: z.string().nullable(), books: z.string().nullable() }),
  })
  .meta({ id: "CheckList" });
export type CheckList = z.output<typeof checkList>;

export const scheduleInput = z.strictObject({
  nightly: z.boolean(),
  hour: z.number().int().min(0, "From 0 to 23.").max(23, "From 0 to 23."),
});
export const scheduleRow = scheduleInput
  .extend({ version: count, lastDay: dayField.nullable() })
  .meta({ id: "CheckSchedule" });
export type ScheduleRow = z.output<typeof scheduleRow>;
