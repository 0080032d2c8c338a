import { z } from "zod";
import { offeredAction } from "#kernel/fields.ts";
import { instantField } from "#kernel/time-fields.ts";
import { names } from "#kernel/labels.ts";
import { flowInput } from "../definition/flow.model.ts";
import { runStatuses, stepStates, waitsForLabels } from "./run.labels.ts";

export const runRow = z
  .object({
    id: z.string(),
    number: z.string(),
    flow: z.string(),
    status: z.enum(names(runStatuses)),
    objectType: z.string().nullable(),
    objectNumber: z.string().nullable(),
    starterName: z.string(),
    place: z.string().nullable(),
    waitsFor: z.enum(names(waitsForLabels)).nullable(),
    waitsUntil: instantField.nullable(),
    createdAt: instantField,
    version: z.number(),
  })
  .meta({ id: "FlowRun" });
export type Run = z.output<typeof runRow>;

const named = z.object({ id: z.string(), name: z.string() });
const stepRow = z.object({
  id: z.string(),
  place: z.number(),
  node: z.string(),
  kind: z.string(),
  label: z.string(),
  state: z.enum(names(stepStates)),
  told: z.string(),
  detail: z.record(z.string(), z.unknown()),
  nextNode: z.string().nullable(),
  beganAt: instantField,
  endedAt: instantField.nullable(),
});
export type RunStep = z.output<typeof stepRow>;

export const runDetail = runRow
  .extend({
    flowId: z.string(),
    definitionId: z.string(),
    versionNo: z.number(),
    node: z.string(),
    nodes: flowInput.shape.nodes.removeDefault(),
    edges: flowInput.shape.edges.removeDefault(),
    steps: z.array(stepRow),
    /** For whom it waits. */
    people: z.array(named),
    /** Where its record opens; null where the reader may not, or there is none. */
    recordHref: z.string().nullable(),
    approvalId: z.string().nullable(),
    dueAt: instantField.nullable(),
    attempts: z.number(),
    reason: z.string().nullable(),
    outcome: z.string().nullable(),
    endedAt: instantField.nullable(),
    facts: z.record(z.string(), z.unknown()),
    actions: z.array(offeredAction),
  })
  .meta({ id: "FlowRunDetail" });
export type RunDetail = z.output<typeof runDetail>;

export const newRun = z.object({
  /** The workflow's family. */
  definitionId: z.uuid("Choose a workflow."),
  /** The record, where its start names a kind. */
  objectId: z.uuid("Choose a record.").nullable().default(null),
});
