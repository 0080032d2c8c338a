import { z } from "zod";
import { heldAs } from "#kernel/record-form.ts";
import { instantField, instantInput } from "#kernel/time-fields.ts";
import { names } from "#kernel/labels.ts";
import { taskKinds } from "./task.labels.ts";

const kind = z.enum(names(taskKinds));
/** A path inside this site. */
const ownPath = z
  .string()
  .trim()
  .max(500)
  .regex(/^\/(?![/\\])[^\\\s]*$/, "Give an address inside this site, such as /invoices.");

export const taskRow = z
  .object({
    id: z.string(),
    kind,
    title: z.string(),
    detail: z.string(),
    link: z.string().nullable(),
    dueAt: instantField.nullable(),
    doneAt: instantField.nullable(),
    createdBy: z.string().nullable(),
    createdAt: instantField,
    version: z.number(),
  })
  .meta({ id: "Task" });
export type Task = z.output<typeof taskRow>;

/** The fields of a task. */
export const taskFields = {
  /** Who shall do it; oneself when left out. */
  personId: z
    .uuid("Choose a person.")
    .nullish()
    .transform((id) => id ?? undefined),
  kind: kind.default("follow_up"),
  title: z.string().trim().min(3, "Say what has to be done.").max(200),
  detail: z.string().trim().max(1000).default(""),
  link: ownPath.nullable().default(null),
  dueAt: heldAs("endOfDay", instantInput()).nullable().default(null),
};
export const taskInput = z.object(taskFields);
export type TaskInput = z.output<typeof taskInput>;

/** What waits for a person, tasks and approvals together, soonest first. */
const waitingRow = z.object({
  id: z.string(),
  kind,
  title: z.string(),
  detail: z.string(),
  link: z.string(),
  dueAt: instantField.nullable(),
  source: z.enum(["task", "approval"]),
  version: z.number().nullable(),
});
export type Waiting = z.output<typeof waitingRow>;
export const waitingAnswer = z
  .object({ items: z.array(waitingRow), total: z.number(), approvals: z.number() })
  .meta({ id: "WaitingWork" });
/** Which of it and how many rows; `total` of the answer counts what is asked for. */
export const waitingQuery = z
  .object({
    source: z.enum(["task", "approval"]).optional(),
    limit: z.coerce.number().int().min(1).max(200).default(20),
  })
  .strict();
export type WaitingQuery = z.output<typeof waitingQuery>;
export type WaitingWork = z.output<typeof waitingAnswer>;
