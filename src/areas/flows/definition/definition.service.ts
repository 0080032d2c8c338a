import type { PublishCheck } from "#kernel/definition.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { defineDefinition } from "#server/definitions/define.ts";
import { memberNow } from "#areas/organization/organization.server.ts";
import { flowDefinition } from "../flows.tables.ts";
import { recordKind } from "../record/record.service.ts";
import { stepNamed } from "../record/step.service.ts";
import { peopleMeant } from "../run/who.service.ts";
import { flowChecks, type World } from "./check.model.ts";
import { flowElsewhere } from "./file.service.ts";
import { nounOfGraph, type Graph, type Who } from "./flow.labels.ts";
import { flowInput, type FlowVersion } from "./flow.model.ts";
import { extraFields } from "./parts.service.ts";

const keyOf = (who: Who): string => JSON.stringify(who);

const targetsIn = async (db: Db, graph: Graph): Promise<ReadonlyMap<string, string[]>> => {
  const names = new Set(graph.nodes.flatMap((node) => (node.kind === "step" ? [node.step] : [])));
  return new Map(
    await Promise.all(
      [...names].map(
        async (name) =>
          [name, ((await stepNamed(name)?.targets(db)) ?? []).map((each) => each.value)] as const,
      ),
    ),
  );
};

const missingIn = async (db: Db, graph: Graph): Promise<ReadonlySet<string>> => {
  const asked = graph.nodes.flatMap((node) => ("who" in node ? [node.who] : []));
  const missing = new Set<string>();
  for (const who of asked)
    // Whoever begins a run is known when it begins.
    if (who.kind !== "starter" && (await peopleMeant(db, who, null)).length === 0)
      missing.add(keyOf(who));
  return missing;
};

/** What there is in the agency, for whoever asks (publishes). */
const worldOf = async (db: Db, graph: Graph): Promise<World> => {
  const noun = nounOfGraph(graph);
  const kind = noun === null ? null : recordKind(noun);
  const [asker, targets, missing, more] = await Promise.all([
    db.scope.personId ? memberNow(db, db.scope.personId) : null,
    targetsIn(db, graph),
    missingIn(db, graph),
    kind ? extraFields(db, kind) : [],
  ]);
  const held = (permission: string) => asker?.permissions.has(permission) ?? false;
  return {
    record: (name) =>
      kind && name === kind.noun
        ? {
            label: kind.label,
            events: Object.keys(kind.events),
            fields: new Map([
              ...Object.entries(kind.fields).map(([field, its]) => [field, its.kind] as const),
              ...more.map((field) => [field.name, field.kind] as const),
            ]),
            actions: new Map(
              Object.entries(kind.actions).map(([action, its]) => [action, held(its.permission)]),
            ),
            approved: kind.approved,
          }
        : null,
    step: (name) => {
      const step = stepNamed(name);
      return step ? { asks: step.asks, targets: targets.get(name) ?? [] } : null;
    },
    filled: (who) => !missing.has(keyOf(who)),
  };
};

const checksOf = async (db: Db, flow: Graph): Promise<PublishCheck[]> =>
  flowChecks(flow, await worldOf(db, flow));

/** The agency's workflows and auto rules. Runs hold the id of the version that they began with. */
export const flows = defineDefinition({
  name: "flowDefinition",
  what: "workflow",
  table: flowDefinition,
  body: flowInput,
  checks: checksOf,
  file: { schema: "levee.workflow", version: 1, elsewhere: flowElsewhere },
});

/** All versions, or only those in force, by name, newest first. */
export const listFlows = (db: Db, inForceOnly: boolean): Promise<FlowVersion[]> =>
  db.rows<FlowVersion>(sql`
    select
      id, definition_id, version_no, name, status, published_at, published_by, version, about, kind,
      nodes, edges
    from flow_definition
    where org_id = ${db.scope.orgId} and (not ${inForceOnly}::boolean or status = 'published')
    order by name, definition_id, version_no desc
    limit 1000
  `);

/** The versions in force. */
export const flowsInForce = (db: Db): Promise<FlowVersion[]> => listFlows(db, true);

/** What a graph that is not stored lacks, for the designer's live checks. */
export const checkDraft = checksOf;
