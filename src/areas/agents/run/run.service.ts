import { z } from "zod";
import type { Actor } from "#kernel/access.ts";
import { conflict, invalidField, notAllowed, notFound } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import type { Day } from "#kernel/time.ts";
import { inSentence } from "#kernel/words.ts";
import { agentNamed, mayUse } from "#server/agents/allowed.ts";
import type { AgentDefinition } from "#server/agents/agent.ts";
import { isBelow } from "#server/agents/evaluation.ts";
import { businessDate } from "#server/clock.ts";
import { create } from "#server/create.ts";
import type { Tx } from "#server/db/db.ts";
import { getRow, updateRow } from "#server/db/rows.ts";
import { defineJob, enqueue } from "#server/jobs/jobs.ts";
import { asSystem } from "#server/lifecycle.ts";
import { settingOf } from "../agent/setting.service.ts";
import { agentRun } from "../agents.tables.ts";
import { agentRunNoun, type RunStored } from "./run.noun.ts";
import { ended, step } from "./step.service.ts";
import { workOn } from "./work.service.ts";

/** An agent by its name. @throws 404; 403 for one that reads what this person may not. */
export const requireAgent = (actor: Actor, id: string): AgentDefinition => {
  const agent = agentNamed(id);
  if (!agent) throw notFound("agent");
  if (!mayUse(actor, agent))
    throw notAllowed(
      `The ${inSentence(agent.name)} reads ${agent.subject.label} and what belongs to them, which your role does not open.`,
      "agent_not_yours",
    );
  return agent;
};

type Begins = {
  agent: AgentDefinition;
  subjectId: string | null;
  begun: "person" | "daily";
  /** What is asked in words; empty or left out: nothing. */
  question?: string;
};

/**
 * Makes a run in the name of the actor, about one record or everything that they may read. What it
 * finds for a question stands about the run itself, and is theirs.
 * @throws 409 `agent_paused`, `agent_below_floor`; 422 `question` for an agent that takes none.
 */
export const newRun = async (
  tx: Tx,
  actor: Actor,
  { agent, subjectId, begun, question = "" }: Begins,
): Promise<RunStored> => {
  if (question && !agent.asks) throw invalidField("question", "This agent takes no question.");
  const { paused, floorPercent } = await settingOf(tx, agent.id);
  if (paused)
    throw conflict("agent_paused", `The ${inSentence(agent.name)} is paused by an administrator.`);
  if (isBelow(agent, floorPercent))
    throw conflict(
      "agent_below_floor",
      `The ${inSentence(agent.name)} is right on fewer than ${floorPercent}% of its cases, which the agency asks for.`,
    );
  return create(tx, asSystem(actor), agentRunNoun, {
    number: { kind: "AGR" },
    row: {
      ...{ orgId: actor.orgId!, id: newId(), agent: agent.id, agentVersion: agent.version },
      ...{ personId: actor.personId!, personName: actor.name, begun, subjectId, question },
      begunOn: businessDate(tx.scope) as Day,
    },
    untold: ["question"],
  });
};

/** The same, and puts it in line. @throws 409 `agent_paused`, `agent_below_floor`. */
export const beginRun = async (tx: Tx, actor: Actor, begins: Begins): Promise<RunStored> => {
  const { agent } = begins;
  const run = await newRun(tx, actor, begins);
  const page = `/${agent.id}-agent`;
  // What runs by the clock stands in nobody's tray.
  const asked = begins.begun === "daily" ? { ...actor, personId: null } : actor;
  const jobId = await enqueue(tx, asked, agentJob, { runId: run.id }, `${agent.name} reads`, page);
  return updateRow(tx, agentRun, run.id, { jobId });
};

/** A run in line. */
export const agentJob = defineJob({
  kind: "agent.run",
  payload: z.object({ runId: z.uuid() }),
  run: async ({ app, actor, payload, progress }) => {
    const kept = await workOn(app, actor.orgId!, payload.runId, progress);
    return kept ? { result: kept } : undefined;
  },
  dropped: async (tx, { runId }) => {
    const run = await getRow(tx, agentRun, runId, "run of an agent");
    if (run.status === "queued" || run.status === "running")
      await step(tx, run, "cancel", ended(tx));
  },
});
