import { z } from "zod";
import { offeredAction } from "#kernel/fields.ts";
import { names } from "#kernel/labels.ts";
import { dayField } from "#kernel/time-fields.ts";
import { dismissedFor, findingStatuses } from "./finding.labels.ts";

export const agentFindingRow = z
  .object({
    id: z.string(),
    number: z.string(),
    status: z.enum(names(findingStatuses)),
    agent: z.string(),
    subjectId: z.string(),
    runId: z.string(),
    subjectNumber: z.string(),
    subjectHref: z.string(),
    what: z.string(),
    cents: z.number(),
    since: dayField.nullable(),
    dueOn: dayField.nullable(),
    proposed: z.string().nullable(),
    decidedName: z.string(),
    decidedOn: dayField.nullable(),
    dismissedFor: z.enum(names(dismissedFor)).nullable(),
    version: z.number(),
  })
  .meta({ id: "AgentFinding" });
export type AgentFindingRow = z.output<typeof agentFindingRow>;

const source = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("record"),
    label: z.string(),
    href: z.string(),
    says: z.string(),
    group: z.string().optional(),
    place: z
      .object({ latitude: z.number(), longitude: z.number(), accuracy: z.number() })
      .optional(),
  }),
  z.object({ kind: z.literal("rule"), label: z.string(), citation: z.string(), says: z.string() }),
  z.object({
    kind: z.literal("passage"),
    label: z.string(),
    href: z.string(),
    page: z.number(),
    says: z.string(),
  }),
]);

const standing = z.enum(["met", "lacks", "open"]);
const size = { width: z.number(), height: z.number() };
/** As `Picture` of the kernel. */
const picture = z.discriminatedUnion("kind", [
  z.object({
    ...{ kind: z.literal("checks"), title: z.string() },
    items: z.array(z.object({ label: z.string(), standing, says: z.string(), group: z.string() })),
  }),
  z.object({
    ...{ kind: z.literal("grid"), title: z.string(), columns: z.array(z.string()) },
    rows: z.array(
      z.object({ label: z.string(), cells: z.array(z.object({ standing, says: z.string() })) }),
    ),
  }),
  z.object({
    ...{ kind: z.literal("beside"), title: z.string() },
    heads: z.tuple([z.string(), z.string()]),
    values: z.array(
      z.object({ label: z.string(), field: z.string(), said: z.string(), record: z.string() }),
    ),
    page: z
      .object({
        ...{ fileId: z.string(), name: z.string() },
        sheets: z.array(z.object({ ...size, turn: z.number() })),
        marks: z.array(
          z.object({ ...size, field: z.string(), page: z.number(), x: z.number(), y: z.number() }),
        ),
      })
      .nullable(),
  }),
]);

export const agentFindingDetail = agentFindingRow
  .extend({
    agentName: z.string(),
    runNumber: z.string(),
    why: z.string(),
    /** The same in a language model's words; empty where none was asked. */
    words: z.string(),
    sources: z.array(source),
    picture: picture.nullable(),
    proposal: z
      .object({
        label: z.string(),
        changes: z.array(
          z.object({
            label: z.string(),
            path: z.string().nullable(),
            from: z.string(),
            to: z.string(),
            value: z.string().optional(),
            choices: z.array(z.object({ value: z.string(), label: z.string() })).optional(),
            optional: z.literal(true).optional(),
            group: z.string().optional(),
          }),
        ),
      })
      .nullable(),
    /** The record that accepting it changed or made. */
    made: z.object({ number: z.string(), href: z.string() }).nullable(),
    reason: z.string(),
    foundOn: dayField,
    actions: z.array(offeredAction),
  })
  .meta({ id: "AgentFindingDetail" });
export type AgentFindingDetail = z.output<typeof agentFindingDetail>;

export const acceptInput = z.object({
  /** Values that the person corrected, by the place that the proposal names. */
  edits: z
    .array(z.object({ path: z.string().max(200), value: z.string().trim().max(4000) }))
    .max(200)
    .default([]),
});
export type AcceptInput = z.output<typeof acceptInput>;

export const acceptedFinding = z
  .object({
    id: z.string(),
    number: z.string(),
    status: z.enum(names(findingStatuses)),
    version: z.number(),
    /** What became of it, in words. */
    said: z.string(),
    /** Where what was changed or made opens; null where it has no page. */
    href: z.string().nullable(),
  })
  .meta({ id: "AcceptedAgentFinding" });
export type AcceptedFinding = z.output<typeof acceptedFinding>;

export const dismissInput = z.object({
  dismissedFor: z.enum(names(dismissedFor)),
  reason: z.string().trim().max(1000).default(""),
});
export type DismissInput = z.output<typeof dismissInput>;
