import type { Actor } from "#kernel/access.ts";
import { conflict, invalidField, notAllowed, notFound } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { databaseNow } from "#server/clock.ts";
import type { Tx } from "#server/db/db.ts";
import { insertRow, lockRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { requireSeen, transition } from "#server/lifecycle.ts";
import { endTasks, withdrawApproval } from "#areas/workflow/workflow.server.ts";
import { flows } from "../definition/definition.service.ts";
import type { FlowNode } from "../definition/flow.labels.ts";
import type { FlowVersion } from "../definition/flow.model.ts";
import { edgesFrom } from "../definition/graph.model.ts";
import { flowRun, flowStep } from "../flows.tables.ts";
import { recordKind, recordNow } from "../record/record.service.ts";
import type { newRun } from "./run.model.ts";
import { runNoun, type RunRecord } from "./run.noun.ts";
import { startByHand, startOf } from "./start.service.ts";
import { still } from "./turn.service.ts";
import type { z } from "zod";
import { lacks } from "#server/lacking.ts";

type Step = { id: string; reason: string | null; version: number | null };

const flowOf = (tx: Tx, run: RunRecord) =>
  flows.begunWith(tx, run.flowId) as unknown as Promise<FlowVersion>;

/** A run that failed sets out again where it stands; what it asked for and got stays. */
export const retryRun = (tx: Tx, actor: Actor, { id, version }: Step): Promise<RunRecord> =>
  transition(tx, actor, runNoun, {
    id,
    action: "retry",
    version,
    effect: async () => ({
      patch: { attempts: 0, reason: null, dueAt: (await databaseNow(tx)).toISOString() },
    }),
  });

// What a step asked for is asked no more.
const askNoMore = async (tx: Tx, actor: Actor, run: RunRecord, state: string, why: string) => {
  const [stood] = await tx.rows<{ detail: { tasks?: string[] } }>(sql`
    update flow_step
    set state = ${state}, told = told || ' ' || ${why}, ended_at = clock_timestamp()
    where org_id = ${run.orgId} and run_id = ${run.id} and state = 'waiting'
    returning detail
  `);
  await endTasks(tx, actor, [
    ...(run.waitsFor === "task" ? run.waitingIds : []),
    ...(stood?.detail.tasks ?? []),
  ]);
  await withdrawApproval(tx, actor, run.id);
  return stood !== undefined;
};

/** Which way on when a step is left out: its only one, or the default of a condition. */
const pastStep = (flow: FlowVersion, node: FlowNode): string => {
  if (node.kind === "approval")
    throw conflict("not_skipped", "An approval is decided, not skipped. Cancel the run instead.");
  const ways = edgesFrom(flow, node.id);
  const way = node.kind === "condition" ? ways.find((each) => each.when === null) : ways[0];
  if (!way) throw conflict("the_end", "Nothing comes behind this step. Cancel the run instead.");
  return way.to;
};

/**
 * Leaves out the step at which a run stands, with a reason. Never an approval, and never by whoever
 * began the run, filled in its form or had a hand in its record.
 */
export const skipStep = async (tx: Tx, actor: Actor, step: Step): Promise<RunRecord> => {
  const run = await lockRow(tx, flowRun, step.id, "workflow run");
  const flow = await flowOf(tx, run);
  const node = flow.nodes.find((each) => each.id === run.node);
  if (!node) throw notFound("step");
  return transition(tx, actor, runNoun, {
    ...step,
    action: "skip",
    effect: async () => {
      if (actor.personId && run.parties.includes(actor.personId))
        throw notAllowed("You had a hand in this run, so another person skips its steps.");
      const to = pastStep(flow, node);
      const told = `Skipped by ${actor.name}: ${step.reason ?? ""}`;
      const stood = await askNoMore(tx, actor, run, "skipped", told);
      const at = (await databaseNow(tx)).toISOString();
      if (!stood)
        await insertRow(tx, flowStep, {
          orgId: run.orgId,
          id: newId(),
          runId: run.id,
          place: run.steps,
          node: node.id,
          kind: node.kind,
          label: node.label,
          state: "skipped",
          told,
          nextNode: to,
          endedAt: at,
        });
      return { patch: { ...still, node: to, entered: false, steps: run.steps + 1, dueAt: at } };
    },
  });
};

/** Ends a run where it stands; whoever was asked is asked no more. */
export const cancelRun = (tx: Tx, actor: Actor, step: Step): Promise<RunRecord> =>
  transition(tx, actor, runNoun, {
    ...step,
    action: "cancel",
    effect: async (run) => {
      await askNoMore(tx, actor, run, "cancelled", `Cancelled by ${actor.name}.`);
      const endedAt = (await databaseNow(tx)).toISOString();
      return { patch: { ...still, dueAt: null, endedAt, reason: step.reason } };
    },
  });

/**
 * Begins a run of a workflow that is begun by hand, about a record that the actor may read where its
 * start names a kind. 409 where it is begun otherwise; 422 without the record.
 */
export const beginByHand = async (
  tx: Tx,
  actor: Actor,
  { definitionId, objectId }: z.output<typeof newRun>,
): Promise<RunRecord> => {
  const flow = (await flows.begin(tx, definitionId)) as unknown as FlowVersion;
  const trigger = startOf(flow)?.trigger;
  if (trigger?.on !== "hand")
    throw conflict("not_by_hand", "This workflow begins by itself, not by hand.");
  const kind = trigger.noun === null ? null : recordKind(trigger.noun);
  if (kind && objectId === null)
    throw invalidField("objectId", `Choose the ${kind.label} that it is about.`);
  if (kind && !actor.permissions.has(kind.read)) throw lacks([kind.read]);
  const about = kind && objectId ? { kind, id: objectId } : null;
  if (about) await requireSeen(tx, actor, about.kind.noun, about.id);
  const row = about && (await recordNow(tx, about.kind, about.id));
  const run = await startByHand(
    tx,
    flow,
    { personId: actor.personId, name: actor.name, email: actor.email },
    newId(),
    about && { ...about, number: String(row!.number ?? "") },
  );
  return run!;
};
