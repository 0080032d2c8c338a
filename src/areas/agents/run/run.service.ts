import { z } from "zod";
import { systemActor, type Actor } from "#kernel/access.ts";
import { conflict, notFound, Problem } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import type { Day } from "#kernel/time.ts";
import { agentNamed, mayUse } from "#server/agents/allowed.ts";
import type { AgentDefinition, Found } from "#server/agents/agent.ts";
import { isBelow } from "#server/agents/evaluation.ts";
import { Ceiling, mostReads, NobodyReads, readerOf, type Logged } from "#server/agents/reader.ts";
import type { App } from "#server/app.ts";
import { businessDate, businessNow } from "#server/clock.ts";
import { create } from "#server/create.ts";
import type { Tx } from "#server/db/db.ts";
import { getRow, insertRows, updateRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { Cancelled, defineJob, enqueue, type JobRun } from "#server/jobs/jobs.ts";
import { asSystem, transition } from "#server/lifecycle.ts";
import { settingOf } from "../agent/setting.service.ts";
import { agentRead, agentRun } from "../agents.tables.ts";
import { keepFound, type Kept } from "../finding/keep.service.ts";
import type { RunAction } from "./run.labels.ts";
import { agentRunNoun, type RunStored } from "./run.noun.ts";
import { readsFor } from "./standing.service.ts";

/** An agent by its name. @throws 404 for one that this person may not use, too. */
export const requireAgent = (actor: Actor, id: string): AgentDefinition => {
  const agent = agentNamed(id);
  if (!agent || !mayUse(actor, agent)) throw notFound("agent");
  return agent;
};

const step = (
  tx: Tx,
  run: { id: string },
  action: RunAction,
  patch: Partial<RunStored> = {},
): Promise<RunStored> =>
  transition(tx, systemActor(tx.scope.orgId), agentRunNoun, {
    id: run.id,
    action,
    effect: () => Promise.resolve({ patch }),
  });

const ended = (tx: Tx) => ({
  endedAt: businessNow(tx.scope).toISOString() as RunStored["endedAt"],
});

type Begins = { agent: AgentDefinition; subjectId: string | null; begun: "person" | "daily" };

/**
 * Puts a run in line, in the name of the actor, about one record or everything that they may read.
 * @throws 409 `agent_paused`, `agent_below_floor`.
 */
export const beginRun = async (
  tx: Tx,
  actor: Actor,
  { agent, subjectId, begun }: Begins,
): Promise<RunStored> => {
  const { paused, floorPercent } = await settingOf(tx, agent.id);
  if (paused)
    throw conflict(
      "agent_paused",
      `The ${agent.name.toLowerCase()} is paused by an administrator.`,
    );
  if (isBelow(agent, floorPercent))
    throw conflict(
      "agent_below_floor",
      `The ${agent.name.toLowerCase()} is right on fewer than ${floorPercent}% of its cases, which the agency asks for.`,
    );
  const run = await create(tx, asSystem(actor), agentRunNoun, {
    number: { kind: "AGR" },
    row: {
      ...{ orgId: actor.orgId!, id: newId(), agent: agent.id, agentVersion: agent.version },
      ...{ personId: actor.personId!, personName: actor.name, begun, subjectId },
      begunOn: businessDate(tx.scope) as Day,
    },
  });
  const page = `/${agent.id}-agent`;
  const jobId = await enqueue(tx, actor, agentJob, { runId: run.id }, `${agent.name} reads`, page);
  return updateRow(tx, agentRun, run.id, { jobId });
};

const maxShown = 200;

const storeReads = async (tx: Tx, runId: string, log: readonly Logged[]): Promise<void> => {
  await tx.rows(sql`delete from agent_read where org_id = ${tx.scope.orgId} and run_id = ${runId}`);
  await insertRows(
    tx,
    agentRead,
    log.map(({ at, asked, records }, place) => ({
      ...{ orgId: tx.scope.orgId!, runId, place: place + 1 },
      ...{ address: at, asked, records: records.slice(0, maxShown) },
    })),
  );
};

const sums = (log: readonly Logged[], kept: Kept = { found: 0, fresh: 0 }) => ({
  reads: log.length,
  records: log.reduce((sum, { records }) => sum + records.length, 0),
  ...kept,
});

/** What a run says when it did not come to its end; null for what is no way of a run to end. */
const endOf = (error: unknown): { action: RunAction; said: string } | null => {
  if (error instanceof Cancelled) return { action: "cancel", said: "" };
  if (error instanceof Ceiling)
    return {
      action: "stop",
      said: `It had read ${mostReads} answers, the most that one run reads.`,
    };
  if (error instanceof NobodyReads)
    return {
      action: "stop",
      said: "Whoever it read for is no member any more, or may not read what it needs.",
    };
  if (error instanceof Problem) return { action: "fail", said: error.message };
  return null;
};

type At = JobRun<{ runId: string }>;

const find = async (
  { app, progress }: At,
  run: RunStored,
  log: Logged[],
): Promise<readonly Found[]> => {
  const agent = agentNamed(run.agent);
  if (!agent) throw notFound("agent");
  const standing = readsFor(app, run.orgId, run.personId, agent);
  const reader = await readerOf({
    ...{ app, agent, standing, subjectId: run.subjectId, progress },
    log: (read) => void log.push(read),
  });
  return agent.find(reader);
};

const endBadly = async (app: App, run: RunStored, log: readonly Logged[], error: unknown) => {
  const end = endOf(error) ?? { action: "fail" as const, said: "Something failed on our side." };
  await app.database.transaction(systemActor(run.orgId), async (tx) => {
    await storeReads(tx, run.id, log);
    await step(tx, run, end.action, { ...sums(log), said: end.said, ...ended(tx) });
  });
};

/** Reads and finds for one person; what was found is stored at once, or nothing of it is. */
export const agentJob = defineJob({
  kind: "agent.run",
  payload: z.object({ runId: z.uuid() }),
  run: async (at) => {
    const { app, actor, payload } = at;
    const scope = systemActor(actor.orgId);
    const run = await app.database.transaction(scope, (tx) =>
      step(tx, { id: payload.runId }, "start", {
        startedAt: businessNow(tx.scope).toISOString() as RunStored["startedAt"],
      }),
    );
    const log: Logged[] = [];
    try {
      const found = await find(at, run, log);
      const agent = agentNamed(run.agent)!;
      const reader = await readsFor(app, run.orgId, run.personId, agent)();
      if (!reader) throw new NobodyReads();
      const kept = await app.database.transaction(reader, async (tx) => {
        const result = await keepFound(tx, reader, agent, run, found);
        await storeReads(tx, run.id, log);
        await step(tx, run, "finish", { ...sums(log, result), ...ended(tx) });
        return result;
      });
      return { result: kept, resultPath: `/${run.agent}-agent` };
    } catch (error) {
      await endBadly(app, run, log, error);
      if (error instanceof Ceiling || error instanceof NobodyReads) return;
      throw error;
    }
  },
  dropped: async (tx, { runId }) => {
    const run = await getRow(tx, agentRun, runId, "run of an agent");
    if (run.status === "queued" || run.status === "running")
      await step(tx, run, "cancel", ended(tx));
  },
});
