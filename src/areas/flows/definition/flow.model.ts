import { z } from "zod";
import { roles } from "#kernel/access.ts";
import { instantField } from "#kernel/time-fields.ts";
import { duties } from "#roles.ts";
import { mostNodes, type FlowNode } from "./flow.labels.ts";

const key = z
  .string()
  .regex(/^[a-z][a-zA-Z0-9]{0,39}$/, "Begin with a small letter; letters and digits, 40 at most.")
  .refine((name) => !(name in {}), "This name is taken. Choose another one.");
const name = z.string().trim().max(60);
const text = (most: number) => z.string().trim().max(most).default("");
const label = z.string().trim().min(1, "Name the step.").max(120);

/** A rule of JSON Logic; what it may say is a check of the workflow. */
const logic = z.json().nullable().default(null);

const who = z.discriminatedUnion(
  "kind",
  [
    z.strictObject({ kind: z.literal("person"), personId: z.uuid("Choose a person.") }),
    z.strictObject({ kind: z.literal("role"), role: z.enum(roles, "Choose a role.") }),
    z.strictObject({ kind: z.literal("duty"), duty: z.enum(duties, "Choose a duty.") }),
    z.strictObject({
      kind: z.literal("department"),
      departmentId: z.uuid("Choose a department."),
    }),
    z.strictObject({ kind: z.literal("starter") }),
  ],
  "Say who.",
);

const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, "Give a time such as 08:00.");
const trigger = z.discriminatedUnion("on", [
  z.strictObject({ on: z.literal("record"), noun: name, action: name, when: logic }),
  z.strictObject({
    on: z.literal("schedule"),
    every: z.enum(["day", "week", "month"]),
    at: clock.default("08:00"),
    weekday: z.number().int().min(0).max(6).default(1),
    day: z.number().int().min(1).max(31).default(1),
  }),
  z.strictObject({ on: z.literal("hand"), noun: name.nullable().default(null) }),
]);

/** A year of minutes, and so many business days, are the longest waits. */
const timer = z.discriminatedUnion("by", [
  z.strictObject({
    by: z.literal("duration"),
    minutes: z.number().int().min(1).max(527_040),
  }),
  z.strictObject({ by: z.literal("business"), days: z.number().int().min(1).max(260) }),
  z.strictObject({
    by: z.literal("date"),
    field: name,
    days: z.number().int().min(-365).max(365).default(0),
    business: z.boolean().default(false),
  }),
]);

const node = { id: key, label };
const dueDays = z.number().int().min(0).max(260).default(3);
const flowNode = z.discriminatedUnion("kind", [
  z.strictObject({ ...node, kind: z.literal("start"), trigger }),
  z.strictObject({ ...node, kind: z.literal("task"), who, detail: text(1000), dueDays }),
  z.strictObject({
    ...node,
    kind: z.literal("approval"),
    by: z.enum(["policies", "named"]),
    who,
    hours: z.number().int().min(1).max(8760).default(72),
  }),
  z.strictObject({
    ...node,
    kind: z.literal("step"),
    step: name,
    target: z.string().trim().max(200),
    who,
    dueDays,
  }),
  z.strictObject({ ...node, kind: z.literal("condition") }),
  z.strictObject({ ...node, kind: z.literal("timer"), timer }),
  z.strictObject({
    ...node,
    kind: z.literal("notice"),
    who,
    subject: z.string().trim().min(1, "Say what it is about.").max(200),
    text: text(2000),
    mail: z.boolean().default(false),
  }),
  z.strictObject({
    ...node,
    kind: z.literal("action"),
    action: name,
    reason: text(500),
  }),
  z.strictObject({ ...node, kind: z.literal("end"), outcome: text(80) }),
]);

const edge = z.strictObject({
  from: key,
  to: key,
  when: logic,
  outcome: z.enum(["approved", "rejected"]).nullable().default(null),
});

/** What an agency writes of a workflow, or of an auto rule, which is a small one. */
export const flowInput = z.object({
  name: z.string().trim().min(1, "Name the workflow.").max(120),
  about: z.string().trim().max(2000).default(""),
  kind: z.enum(["flow", "rule"]).default("flow"),
  nodes: z
    .array(flowNode as z.ZodType<FlowNode>)
    .max(mostNodes, `A workflow has ${mostNodes} steps at most.`)
    .default([]),
  edges: z.array(edge).max(1000).default([]),
});
export type FlowInput = z.output<typeof flowInput>;

export const flowRow = z
  .object({
    ...flowInput.shape,
    id: z.string(),
    definitionId: z.string(),
    versionNo: z.number(),
    status: z.enum(["draft", "published", "retired"]),
    publishedAt: instantField.nullable(),
    publishedBy: z.string().nullable(),
    version: z.number(),
  })
  .meta({ id: "FlowDefinition" });
export type FlowVersion = z.output<typeof flowRow>;

const choice = z.object({ value: z.string(), label: z.string() });
/** What a workflow may be made of in this agency: records, their fields and actions, who there is. */
export const flowParts = z
  .object({
    records: z.array(
      z.object({
        noun: z.string(),
        label: z.string(),
        events: z.array(choice),
        fields: z.array(
          z.object({
            name: z.string(),
            label: z.string(),
            kind: z.enum(["text", "money", "number", "date", "yesNo", "choice"]),
            choices: z.array(choice),
          }),
        ),
        actions: z.array(z.object({ ...choice.shape, held: z.boolean() })),
        approved: z.boolean(),
      }),
    ),
    steps: z.array(z.object({ ...choice.shape, asks: z.boolean(), targets: z.array(choice) })),
    people: z.array(choice),
    departments: z.array(choice),
  })
  .meta({ id: "FlowParts" });
export type FlowParts = z.output<typeof flowParts>;
export type FlowField = FlowParts["records"][number]["fields"][number];
