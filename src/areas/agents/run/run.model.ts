import { z } from "zod";
import { names } from "#kernel/labels.ts";
import { instantField } from "#kernel/time-fields.ts";
import { runBegun, runStatuses } from "./run.labels.ts";

export const agentRunRow = z
  .object({
    id: z.string(),
    number: z.string(),
    status: z.enum(names(runStatuses)),
    agent: z.string(),
    agentVersion: z.number(),
    personName: z.string(),
    begun: z.enum(names(runBegun)),
    question: z.string(),
    createdAt: instantField,
    endedAt: instantField.nullable(),
    reads: z.number(),
    records: z.number(),
    found: z.number(),
    fresh: z.number(),
    tokens: z.number(),
    said: z.string(),
    version: z.number(),
  })
  .meta({ id: "AgentRun" });
export type AgentRunRow = z.output<typeof agentRunRow>;

export const agentRunDetail = agentRunRow
  .extend({
    log: z.array(
      z.object({
        place: z.number(),
        address: z.string(),
        asked: z.record(z.string(), z.unknown()),
        records: z.array(
          z.object({ id: z.string(), number: z.string(), version: z.number().nullable() }),
        ),
      }),
    ),
  })
  .meta({ id: "AgentRunDetail" });
export type AgentRunDetail = z.output<typeof agentRunDetail>;
