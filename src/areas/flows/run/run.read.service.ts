import type { Actor } from "#kernel/access.ts";
import { notFound } from "#kernel/errors.ts";
import type { Db } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { actionsFor } from "#server/lifecycle.ts";
import { membersNamed } from "#areas/organization/organization.server.ts";
import { flows } from "../definition/definition.service.ts";
import type { FlowVersion } from "../definition/flow.model.ts";
import { flowRun } from "../flows.tables.ts";
import { recordKind } from "../record/record.service.ts";
import { filledText } from "./facts.service.ts";
import type { RunDetail, RunStep } from "./run.model.ts";
import { runNoun, seesRun, type RunRecord } from "./run.noun.ts";

/** A run that the actor may see: with the permission any, else what they began or are asked in. 404. */
export const visibleRun = async (db: Db, actor: Actor, id: string): Promise<RunRecord> => {
  const run = await getRow(db, flowRun, id, "workflow run");
  if (!seesRun(actor, run)) throw notFound("workflow run");
  return run;
};

const stepsOf = (db: Db, id: string): Promise<RunStep[]> =>
  db.rows<RunStep>(sql`
    select id, place, node, kind, label, state, told, detail, next_node, began_at, ended_at
    from flow_step
    where org_id = ${db.scope.orgId} and run_id = ${id}
    order by place
    limit 1000
  `);

const placeOf = (flow: FlowVersion, run: RunRecord): string | null => {
  const label = flow.nodes.find((node) => node.id === run.node)?.label;
  return label === undefined ? null : filledText(label, run.facts, run.objectNumber ?? run.number);
};

/** A run with its graph, where it stands and why, what it did, and the actor's actions. */
export const readRun = async (db: Db, actor: Actor, id: string): Promise<RunDetail> => {
  const run = await visibleRun(db, actor, id);
  const [flow, steps, people] = await Promise.all([
    flows.begunWith(db, run.flowId) as unknown as Promise<FlowVersion>,
    stepsOf(db, id),
    membersNamed(db, { ids: run.waitingPeople }),
  ]);
  const kind = run.objectType === null ? null : recordKind(run.objectType);
  const readable = kind !== null && actor.permissions.has(kind.read);
  const all = actor.permissions.has("flow.read");
  return {
    id: run.id,
    number: run.number,
    flow: flow.name,
    status: run.status,
    objectType: run.objectType,
    objectNumber: run.objectNumber,
    starterName: run.starterName,
    place: placeOf(flow, run),
    waitsFor: run.waitsFor,
    waitsUntil: run.waitsUntil,
    createdAt: run.createdAt,
    version: run.version,
    flowId: run.flowId,
    definitionId: run.definitionId,
    versionNo: flow.versionNo,
    node: run.node,
    nodes: [...flow.nodes],
    edges: [...flow.edges],
    steps: readable || all ? steps : steps.map((step) => ({ ...step, detail: {} })),
    people: people.map((person) => ({ id: person.id, name: person.name })),
    recordHref: readable && run.objectId ? kind.href(run.objectId) : null,
    approvalId: run.waitsFor === "approval" ? (run.waitingIds[0] ?? null) : null,
    dueAt: run.dueAt,
    attempts: run.attempts,
    reason: run.reason,
    outcome: run.outcome,
    endedAt: run.endedAt,
    facts: readable || (all && kind === null) ? run.facts : {},
    actions: actionsFor(actor, runNoun, run),
  };
};
