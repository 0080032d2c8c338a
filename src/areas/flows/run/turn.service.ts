import { systemActor } from "#kernel/access.ts";
import { formatInstant } from "#kernel/dates.ts";
import { Problem, conflict } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import type { Instant } from "#kernel/time.ts";
import type { App } from "#server/app.ts";
import { note } from "#server/change.ts";
import { databaseNow } from "#server/clock.ts";
import { isAway } from "#server/db/away.ts";
import type { Scope, Tx } from "#server/db/db.ts";
import { insertRow, updateRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { announce, transition } from "#server/lifecycle.ts";
import { notify, peopleWhoMay, readCalendar } from "#areas/organization/organization.server.ts";
import { flows } from "../definition/definition.service.ts";
import type { FlowNode } from "../definition/flow.labels.ts";
import type { FlowVersion } from "../definition/flow.model.ts";
import { flowRun, flowStep } from "../flows.tables.ts";
import {
  act,
  beginApproval,
  beginStep,
  beginTask,
  endApproval,
  endStep,
  endTask,
  tell,
} from "./asking.service.ts";
import { filledText, freshFacts, valuesOf } from "./facts.service.ts";
import { runNoun, type RunRecord } from "./run.noun.ts";
import { timerEnd } from "./time.model.ts";
import type { Outcome, Turn } from "./turn-shape.service.ts";
import { after, wayOf } from "./ways.model.ts";

/** A run that took so many steps is ended: it goes round for ever. */
const mostSteps = 10_000;
/** How long a failing step rests before it is tried again, minutes; then the run stops. */
const rests = [0.2, 1, 5, 15, 60] as const;

const judge = ({ flow, run }: Turn, node: FlowNode): Outcome => {
  const { edge, rule, reads } = wayOf(flow, node, run.facts);
  const to = flow.nodes.find((each) => each.id === edge.to);
  return {
    to: edge.to,
    told: `Went on to “${to?.label ?? edge.to}”.`,
    detail: { rule, values: valuesOf(run.facts, reads) },
  };
};

const beginTimer = (turn: Turn, node: Extract<FlowNode, { kind: "timer" }>): Outcome => {
  const at = timerEnd(node.timer, turn.now, turn.run.facts, turn.time);
  if (at === null)
    throw conflict("no_day", `“${node.label}”: the record does not have this day yet.`);
  const dueAt = new Date(Math.max(at, turn.now)).toISOString();
  return {
    told: `Waits until ${formatInstant(dueAt, turn.time.timeZone)}.`,
    wait: { for: "timer", ids: [], people: [], dueAt, until: dueAt },
  };
};

const begin = async (turn: Turn, node: FlowNode): Promise<Outcome> => {
  switch (node.kind) {
    case "start":
      return {
        to: after(turn.flow, node),
        told: "Began.",
        facts: { run: { number: turn.run.number } },
      };
    case "condition":
      return judge(turn, node);
    case "timer":
      return beginTimer(turn, node);
    case "task":
      return beginTask(turn, node);
    case "approval":
      return beginApproval(turn, node);
    case "step":
      return beginStep(turn, node);
    case "notice":
      return tell(turn, node);
    case "action": {
      const done = await act(turn, node);
      return { ...done, facts: await freshFacts(turn.tx, turn.run) };
    }
    case "end":
      return { end: node.outcome || node.label, told: "The end." };
  }
};

const goOn = async (turn: Turn, node: FlowNode, tasks: readonly string[]): Promise<Outcome> => {
  const facts = await freshFacts(turn.tx, turn.run);
  const done =
    node.kind === "approval"
      ? endApproval(turn, node)
      : node.kind === "step"
        ? await endStep(turn, node, tasks)
        : node.kind === "timer"
          ? { to: after(turn.flow, node), told: "The time has come." }
          : await endTask(turn, node);
  return { ...done, facts: { ...facts, ...done.facts } };
};

type Stood = { id: string; detail: Record<string, unknown> };
const stoodAt = (tx: Tx, run: RunRecord): Promise<Stood | null> =>
  tx.maybe<Stood>(sql`
    select id, detail
    from flow_step
    where org_id = ${run.orgId} and run_id = ${run.id} and place = ${run.steps}
  `);

const noteStep = async (
  { tx, run }: Turn,
  node: FlowNode,
  outcome: Outcome,
  stood: Stood | null,
  at: string,
): Promise<void> => {
  const waiting = "wait" in outcome;
  const said = {
    state: waiting ? ("waiting" as const) : ("done" as const),
    told: outcome.told,
    detail: { ...stood?.detail, ...outcome.detail },
    nextNode: "to" in outcome ? outcome.to : null,
    endedAt: waiting ? null : at,
  };
  if (stood)
    await tx.rows(sql`
      update flow_step
      set
        state = ${said.state}, told = ${said.told}, detail = ${JSON.stringify(said.detail)}::jsonb,
        next_node = ${said.nextNode}, ended_at = ${said.endedAt}
      where org_id = ${run.orgId} and id = ${stood.id}
    `);
  else
    await insertRow(tx, flowStep, {
      ...said,
      orgId: run.orgId,
      id: newId(),
      runId: run.id,
      place: run.steps,
      node: node.id,
      kind: node.kind,
      label: filledText(node.label, run.facts, run.objectNumber ?? run.number),
      beganAt: at,
    });
};

/** Nothing is waited for. */
export const still = {
  came: null,
  waitsFor: null,
  waitingIds: [],
  waitingPeople: [],
  waitsUntil: null,
  attempts: 0,
  reason: null,
};

const move = async (turn: Turn, outcome: Outcome, at: Instant): Promise<void> => {
  const { tx, machine, run } = turn;
  const known = {
    ...(outcome.facts && { facts: { ...run.facts, ...outcome.facts } }),
    ...(outcome.parties && { parties: [...new Set([...run.parties, ...outcome.parties])] }),
  };
  const step = (action: "wait" | "resume" | "complete", patch: Partial<RunRecord>) =>
    transition(tx, machine, runNoun, {
      id: run.id,
      action,
      effect: async () => ({ patch: { ...known, ...patch }, note: outcome.told }),
    });
  if ("wait" in outcome) {
    const { for: waitsFor, ids, people, dueAt, until } = outcome.wait;
    await step("wait", {
      entered: true,
      waitsFor,
      waitingIds: [...ids],
      waitingPeople: [...people],
      dueAt,
      waitsUntil: until,
      came: null,
      attempts: 0,
      reason: null,
    });
    return;
  }
  const steps = run.steps + 1;
  if ("end" in outcome) {
    await step("complete", { ...still, steps, outcome: outcome.end, endedAt: at, dueAt: null });
    return;
  }
  const patch = { ...still, ...known, node: outcome.to, entered: false, steps, dueAt: at };
  if (run.status === "waiting") {
    await step("resume", patch);
    return;
  }
  const moved = await updateRow(tx, flowRun, run.id, patch);
  note(tx, machine, "flowRun", run, {
    action: "step",
    before: run,
    after: moved,
    note: outcome.told,
  });
};

const machineOf = (orgId: string, flow: Pick<FlowVersion, "name">) =>
  systemActor(orgId, new Set(), `Workflow ${flow.name}`);

const dueRun = (tx: Tx, id: string, now: string): Promise<RunRecord | null> =>
  tx.maybe<RunRecord>(sql`
    select *
    from flow_run
    where org_id = ${tx.scope.orgId}
      and id = ${id}
      and status in ('running', 'waiting')
      and due_at <= ${now}
    for update skip locked
  `);

/** The agency whose runs are moved, and the moment that a story or a test tells. */
export type RunScope = Scope & { orgId: string; timeZone: string };

const oneStep = async (tx: Tx, scope: RunScope, id: string): Promise<boolean> => {
  const now = await databaseNow(tx);
  const at = now.toISOString();
  const run = await dueRun(tx, id, at);
  if (!run) return false;
  const [flow, calendar] = await Promise.all([
    flows.begunWith(tx, run.flowId) as unknown as Promise<FlowVersion>,
    readCalendar(tx),
  ]);
  const node = flow.nodes.find((each) => each.id === run.node);
  if (!node || run.steps > mostSteps)
    throw conflict("goes_round", `The run took ${run.steps} steps and is stopped.`);
  const turn: Turn = {
    tx,
    machine: machineOf(run.orgId, flow),
    run,
    flow,
    now: now.getTime(),
    time: { calendar, opens: calendar.opens, timeZone: scope.timeZone },
  };
  const stood = run.entered ? await stoodAt(tx, run) : null;
  const tasks = (stood?.detail.tasks as string[] | undefined) ?? [];
  const outcome = await (run.entered ? goOn(turn, node, tasks) : begin(turn, node));
  await noteStep(turn, node, outcome, stood, at);
  await move(turn, outcome, at);
  return "to" in outcome;
};

// What the record or the step lacks stays lacking until somebody mends it; only what came between (a
// record that another one just changed, too much at once) and what failed on a way goes away by itself.
const passes = [408, 412, 423, 425, 429];
const isRefusal = (error: unknown): boolean =>
  error instanceof Problem && error.status < 500 && !passes.includes(error.status);

const sentenceOf = (error: unknown): string =>
  error instanceof Problem ? error.message : "Something failed on our side.";

// Tried again after a rest, a refusal never; at last the run has stopped, and whoever published it
// hears that once.
const setBack = (app: App, scope: RunScope, id: string, error: unknown): Promise<void> =>
  app.database.transaction(scope, async (tx) => {
    const now = await databaseNow(tx);
    const run = await dueRun(tx, id, now.toISOString());
    if (!run) return;
    const reason = sentenceOf(error);
    const rest = isRefusal(error) ? undefined : rests[run.attempts];
    if (rest !== undefined) {
      await updateRow(tx, flowRun, id, {
        attempts: run.attempts + 1,
        reason,
        dueAt: new Date(now.getTime() + rest * 60_000).toISOString(),
      });
      announce(tx, run.orgId, "flowRun.step", id);
      return;
    }
    const flow = (await flows.begunWith(tx, run.flowId)) as unknown as FlowVersion;
    await transition(tx, machineOf(run.orgId, flow), runNoun, {
      id,
      action: "fail",
      reason,
      effect: async () => ({ patch: { reason, dueAt: null } }),
    });
    const managers = await peopleWhoMay(tx, "flow.manage");
    const owner = managers.filter((person) => person === flow.publishedBy);
    notify(tx, owner.length > 0 ? owner : managers, {
      kind: "workflow",
      title: `${run.number} has stopped: ${flow.name}`,
      body: reason,
      link: `/workflow-engine/${id}`,
    });
  });

/**
 * Takes the next step of a run that is due: its effect, its history and where it stands next commit
 * together. True where it goes on at once. What fails is tried again later, a refusal stops the run;
 * an outage of the database is thrown on and counts as nothing.
 */
export const takeStep = async (app: App, scope: RunScope, id: string): Promise<boolean> => {
  try {
    return await app.database.transaction(scope, (tx) => oneStep(tx, scope, id));
  } catch (error) {
    if (isAway(error)) throw error;
    if (!(error instanceof Problem)) console.error(`workflow run ${id}:`, error);
    await setBack(app, scope, id, error);
    return false;
  }
};
