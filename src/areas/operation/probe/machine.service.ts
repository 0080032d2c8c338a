import type { Actor } from "#kernel/access.ts";
import { Problem } from "#kernel/errors.ts";
import type { App } from "#server/app.ts";
import type { Tx } from "#server/db/db.ts";
import { allProbes, type Probe } from "#server/operation/checking.ts";
import { closeRun, keepAnswer, openRun, type Answer } from "../run/keep.service.ts";
import { tellNight } from "../run/night-told.service.ts";

/** No probe takes longer, in milliseconds: what does not answer by then is red. */
const probeLimitMs = 40_000;

const failed = (said: string): Answer => ({
  outcome: "red",
  said,
  todo: "Look in the log of this instance for what it met.",
  found: [],
});

const late = `It gave no answer within ${probeLimitMs / 1000} seconds.`;

/** What a probe answers; one that fails or takes too long is red with what it met. */
export const answerOfProbe = async (
  probe: Probe,
  asked: { app: App; actor: Actor },
): Promise<Answer> => {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<Answer>((resolve) => {
    timer = setTimeout(() => resolve(failed(late)), probeLimitMs);
  });
  const tried = probe.run(asked).then(
    ({ outcome, said, todo = null }): Answer => ({ outcome, said, todo, found: [] }),
    (error: unknown) => {
      if (!(error instanceof Problem)) console.error(`probe ${probe.name}:`, error);
      return failed((error as Error).message);
    },
  );
  return Promise.race([tried, limit]).finally(() => clearTimeout(timer));
};

const perform = async (app: App, actor: Actor, runId: string): Promise<void> => {
  for (const [position, probe] of allProbes().entries()) {
    const began = performance.now();
    const answer = await answerOfProbe(probe, { app, actor });
    const ms = Math.round(performance.now() - began);
    const step = { name: probe.name, label: probe.label, area: "machine" };
    await keepAnswer(app.database, actor.orgId!, runId, { position, step, answer, ms });
  }
  await app.database.transaction(actor, async (tx) => {
    if (await closeRun(tx, actor, runId, "done")) await tellNight(tx, runId);
  });
};

/**
 * Begins a run over the machine. It runs in this instance and not as a job: whether jobs run is one
 * of its questions. `ended` waits for its end.
 */
export const beginMachine = async (
  app: App,
  tx: Tx,
  actor: Actor,
  trigger: "person" | "nightly",
): Promise<{ id: string; ended: Promise<void> }> => {
  const id = await openRun(tx, actor, { kind: "machine", trigger, checks: allProbes().length });
  let end: () => void = () => {};
  const ended = new Promise<void>((resolve) => (end = resolve));
  tx.afterCommit(() => {
    void perform(app, actor, id)
      .catch((error: unknown) => console.error("system test:", error))
      .finally(end);
  });
  return { id, ended };
};
