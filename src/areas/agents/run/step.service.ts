import { systemActor } from "#kernel/access.ts";
import { businessNow } from "#server/clock.ts";
import type { Tx } from "#server/db/db.ts";
import { transition } from "#server/lifecycle.ts";
import type { RunAction } from "./run.labels.ts";
import { agentRunNoun, type RunStored } from "./run.noun.ts";

/** Moves a run, which nobody but its own work does. */
export const step = (
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

/** When a run ended: now. */
export const ended = (tx: Tx) => ({
  endedAt: businessNow(tx.scope).toISOString() as RunStored["endedAt"],
});
