import { systemActor } from "#kernel/access.ts";
import { notFound, Problem } from "#kernel/errors.ts";
import { agentNamed } from "#server/agents/allowed.ts";
import type { Found } from "#server/agents/agent.ts";
import { Ceiling, mostReads, NobodyReads, readerOf, type Logged } from "#server/agents/reader.ts";
import type { App } from "#server/app.ts";
import { businessNow } from "#server/clock.ts";
import { isAway } from "#server/db/away.ts";
import type { Tx } from "#server/db/db.ts";
import { getRow, insertRows } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { Cancelled } from "#server/jobs/jobs.ts";
import { agentRead, agentRun } from "../agents.tables.ts";
import { keepFound, type Kept } from "../finding/keep.service.ts";
import type { RunAction } from "./run.labels.ts";
import type { RunStored } from "./run.noun.ts";
import { readsFor } from "./standing.service.ts";
import { ended, step } from "./step.service.ts";
import { worded } from "./wording.service.ts";

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

/** What the answer to a question stands about: the run that answered it. */
const aboutRun = ({ id, number }: RunStored): Found["subject"] => ({
  ...{ id, number, href: `/ai-agent-platform/runs/${id}` },
});

export type Progress = (done: number, total: number, stage: string) => Promise<void>;

const find = async (
  app: App,
  run: RunStored,
  log: Logged[],
  progress: Progress,
): Promise<readonly Found[]> => {
  const agent = agentNamed(run.agent);
  if (!agent) throw notFound("agent");
  const standing = readsFor(app, run.orgId, run.personId, agent);
  const reader = await readerOf({
    ...{ app, agent, standing, subjectId: run.subjectId, progress },
    question: run.question ? { text: run.question, subject: aboutRun(run) } : null,
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

const begun = (app: App, orgId: string, runId: string): Promise<RunStored | null> =>
  app.database.transaction(systemActor(orgId), async (tx) => {
    const { status } = await getRow(tx, agentRun, runId, "run of an agent");
    if (status !== "queued" && status !== "running") return null;
    const startedAt = businessNow(tx.scope).toISOString() as RunStored["startedAt"];
    return step(tx, { id: runId }, "start", { startedAt });
  });

/**
 * Reads and finds for one person; what was found is stored at once, or nothing of it is. Null where
 * the run had ended before, or ended at a limit.
 */
export const workOn = async (
  app: App,
  orgId: string,
  runId: string,
  progress: Progress,
): Promise<Kept | null> => {
  const run = await begun(app, orgId, runId);
  if (!run) return null;
  const log: Logged[] = [];
  try {
    const found = await find(app, run, log, progress);
    const agent = agentNamed(run.agent)!;
    const reader = await readsFor(app, run.orgId, run.personId, agent)();
    if (!reader) throw new NobodyReads();
    const { found: said, tokens } = await worded(app, reader, { agent, found, log });
    return await app.database.transaction(reader, async (tx) => {
      const kept = await keepFound(tx, reader, agent, run, said);
      await storeReads(tx, run.id, log);
      await step(tx, run, "finish", { ...sums(log, kept), tokens, ...ended(tx) });
      return kept;
    });
  } catch (error) {
    // The database was away: the queue brings the run again, and it reads from the start.
    if (isAway(error)) throw error;
    await endBadly(app, run, log, error);
    if (error instanceof Ceiling || error instanceof NobodyReads) return null;
    throw error;
  }
};
