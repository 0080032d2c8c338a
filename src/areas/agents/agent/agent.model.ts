import { z } from "zod";
import { dayField } from "#kernel/time-fields.ts";

/** What an agent was worth in the last days: what waits now, and what became of what was decided. */
const agentFigures = z.object({
  open: z.number(),
  cents: z.number(),
  accepted: z.number(),
  edited: z.number(),
  dismissed: z.number(),
  /** Dismissed since it was wrong. */
  wrong: z.number(),
});

export const agentRow = z
  .object({
    id: z.string(),
    name: z.string(),
    task: z.string(),
    href: z.string(),
    version: z.number(),
    paused: z.boolean(),
    dailyFor: z.string().nullable(),
    dailyName: z.string(),
    floorPercent: z.number(),
    settingVersion: z.number(),
    lastRunOn: dayField.nullable(),
    figures: agentFigures,
  })
  .meta({ id: "Agent" });
export type AgentRow = z.output<typeof agentRow>;

export const agentDetail = agentRow
  .extend({
    how: z.array(z.string()),
    asks: z.object({ label: z.string(), placeholder: z.string() }).nullable(),
    subject: z.string(),
    reads: z.array(z.object({ at: z.string(), says: z.string() })),
    proposes: z.array(z.object({ at: z.string(), says: z.string() })),
    /** Of its labelled cases: how many, how many right, and by the obvious way. */
    score: z
      .object({ cases: z.number(), right: z.number(), baseline: z.number(), beside: z.string() })
      .nullable(),
  })
  .meta({ id: "AgentDetail" });
export type AgentDetail = z.output<typeof agentDetail>;

export const settingInput = z.object({
  paused: z.boolean(),
  dailyFor: z.uuid().nullable(),
  floorPercent: z.number().int().min(0).max(100),
});
export type SettingInput = z.output<typeof settingInput>;

export const runInput = z.object({
  agent: z.string().max(60),
  /** The one record that it looks at; left out, everything that the person may read. */
  subjectId: z.uuid().nullish(),
  /** What is asked in words, of an agent that takes a question. */
  question: z.string().trim().min(1, "Say what you need.").max(2000).nullish(),
});
